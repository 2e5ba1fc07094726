"""A sphere hits a rigid wall without loss."""
from closed_forms import effective_modulus, hertz_impact, sphere_mass
from trajectory import contact_times

SOURCE = "Hertz 1882; Chung & Ooi 2011, test 2, doi:10.1007/s10035-011-0277-0"

DENSITY, YOUNG, POISSON = 2699, 70e9, 0.30
RADIUS, SPEED = 0.1, 0.2


def verify(case):
    for partner, sides in {"rigid wall": 1, "wall of the same alloy": 2}.items():
        settings = {"wall.floor.material": "aluminium"} if sides == 2 else {}
        ball = case.run(settings).body("ball")
        gap = ball.position[:, 2] - RADIUS
        begin, end = contact_times(ball.time, gap)
        theory = hertz_impact(effective_modulus(*[(YOUNG, POISSON)] * sides), sphere_mass(RADIUS, DENSITY), RADIUS, SPEED)
        case.near(f"{partner}: deepest overlap [um]", -1e6 * gap.min(), 1e6 * theory.overlap, relative=1e-3)
        case.near(f"{partner}: largest force [kN]", 1e-3 * ball.force[:, 2].max(), 1e-3 * theory.force, relative=1e-3)
        case.near(f"{partner}: contact time [us]", 1e6 * (end - begin), 1e6 * theory.duration, relative=1e-3)
        case.near(f"{partner}: speed after [m/s]", ball.velocity[-1, 2], SPEED, relative=1e-6)
