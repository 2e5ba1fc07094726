"""Bodies that stick: pull-off, the work to part them, and the speed up to which they stay together.

Two spheres are drawn apart so slowly and are so heavy that what acts on them is the law's curve; then two light ones meet
head-on without any damping. They stay together up to the speed at which the energy of their motion is the work that it takes
to part what touched: Thornton and Ning's sticking speed. Above it that work is what is missing from the rebound.
"""
import math

import numpy

SOURCE = "Johnson, Kendall & Roberts 1971; Derjaguin, Muller & Toporov 1975; Thornton & Ning 1998; Willett et al. 2000"

RADIUS, YOUNG, POISSON, DENSITY = 1e-3, 1e7, 0.25, 2000
MODULUS = YOUNG / 2 / (1 - POISSON**2)
REDUCED = RADIUS / 2
ENERGY = 0.05  # of each surface
TENSION, VOLUME, ANGLE = 0.072, 1e-11, 0.3
# Each with the prefix of its scenes, and its numbers.
LAWS = {"jkr": ("", {}), "jkr, stretched": ("", {"stretch": 1}), "dmt": ("", {}), "liquid_bridge": ("wet_", {})}


def settings_of(law):
    numbers = {"law": law.split(",")[0]} | LAWS[law][1]
    return {f"contact.default.{key}": value for key, value in numbers.items()}


def jkr(share):
    """Overlap and energy over free surfaces, for v = (a / a0)^(3/2), where a0 is the contact radius without overlap.

    From v = 1 to 1/4 the energy grows by 7.09 (w^5 R^4 / E^2)^(1/3); the pull is greatest at 3/4.
    """
    radius = (4 * math.pi * ENERGY / MODULUS)**(1 / 3) * REDUCED**(2 / 3)
    overlap = radius**2 / REDUCED * (share**(4 / 3) - share**(1 / 3))
    return overlap, 4 * math.pi * ENERGY * radius**2 * share**(4 / 3) * (8 / 15 * share**2 - 4 / 3 * share + 1 / 2)


def rupture():
    return (1 + ANGLE / 2) * (VOLUME**(1 / 3) + 0.1 * VOLUME**(2 / 3) / RADIUS)


def bridge_pull(gap):
    spread = gap * math.sqrt(RADIUS / VOLUME)
    return 2 * math.pi * RADIUS * TENSION * math.cos(ANGLE) / (1 + 1.05 * spread + 2.5 * spread**2)


def bridge_work():
    gaps = numpy.linspace(0, rupture(), 200001)
    pulls = numpy.array([bridge_pull(gap) for gap in gaps])
    return numpy.trapz(pulls, gaps) if hasattr(numpy, "trapz") else numpy.trapezoid(pulls, gaps)


def curve(case, law, reach):
    """Gaps and pulls while the spheres are drawn apart."""
    run = case.run(settings_of(law) | {"stage.0.duration": (2e-7 + 1.1 * reach) / 1e-4}, scene=f"{LAWS[law][0]}pull.toml")
    gap = run.position[:, 1, 0] - run.position[:, 0, 0] - 2 * RADIUS
    return gap, run.force[:, 0, 0], run


def verify(case):
    ends = {"jkr": jkr(3 / 4), "jkr, stretched": jkr(1 / 4)}
    pull_off = {law: 3 * math.pi * ENERGY * REDUCED for law in ends} | {"dmt": 4 * math.pi * ENERGY * REDUCED,
                                                                       "liquid_bridge": bridge_pull(0)}
    reach = {law: -end[0] for law, end in ends.items()} | {"dmt": 1e-7, "liquid_bridge": rupture()}
    work = {law: end[1] - jkr(1)[1] for law, end in ends.items()} | {"dmt": 0, "liquid_bridge": bridge_work()}
    for law in LAWS:
        gap, pull, run = curve(case, law, reach[law])
        if law == "dmt":  # it is greatest where they just touch, between two frames
            case.near(f"{law}: pull where they part [uN]", 1e6 * pull[gap < 0][-1], 1e6 * pull_off[law], relative=1e-3)
            continue
        case.near(f"{law}: greatest pull [uN]", 1e6 * pull.max(), 1e6 * pull_off[law], relative=1e-6)
        apart = gap[pull != 0].max()
        case.near(f"{law}: gap at which they part [um]", 1e6 * apart, 1e6 * reach[law], absolute=2e-4)
        beyond = (gap >= 0) & (pull != 0)
        drawn = numpy.concatenate([[0], gap[beyond]]), numpy.concatenate([[numpy.interp(0, gap, pull)], pull[beyond]])
        case.near(f"{law}: work to part them [nJ]", 1e9 * (numpy.diff(drawn[0]) * (drawn[1][1:] + drawn[1][:-1]) / 2).sum(),
                  1e9 * work[law], relative=1e-3)
    mass = DENSITY * 4 / 3 * math.pi * RADIUS**3 / 2
    for law in ("jkr", "jkr, stretched", "liquid_bridge"):
        sticking = math.sqrt(2 * work[law] / mass)
        time = (4e-6 + 8 * (reach[law] + 2e-5)) / sticking
        for share in (0.97, 1.03, 4):
            settings = settings_of(law) | {"body.0.velocity": [share * sticking / 2, 0, 0],
                                           "body.1.velocity": [-share * sticking / 2, 0, 0],
                                           "body.0.position": [-RADIUS - 1e-6, 0, 0], "body.1.position": [RADIUS + 1e-6, 0, 0],
                                           "stage.0.duration": time, "run.time_step": time / 20000 / max(1, share), "record.frames": time / 100}
            run = case.run(settings, scene=f"{LAWS[law][0]}impact.toml")
            what = f"{law}, {share} times the sticking speed"
            if share < 1:
                case.at_least(f"{what}: contacts at the end", run.totals["contacts"][-1], 1)
                continue
            case.at_most(f"{what}: contacts at the end", run.totals["contacts"][-1], 0)
            left = run.velocity[-1, 1, 0] - run.velocity[-1, 0, 0]
            case.near(f"{what}: speed after over the sticking speed", left / sticking, math.sqrt(share**2 - 1), absolute=1e-2)
            case.near(f"{what}: booked as lost [nJ]", 1e9 * run.totals["damping"][-1], 1e9 * work[law], relative=5e-3)
            case.at_most(f"{what}: missing from the books, over the energy", abs(run.energy[-1] + run.totals["damping"][-1] - run.energy[0]) /
                         (0.5 * mass * (share * sticking)**2), 1e-3)
