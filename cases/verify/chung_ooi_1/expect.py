"""Two equal spheres meet head-on without loss.

Speeds before and after are equal, so the whole contact is symmetric in time; depth, force and duration follow Hertz.
"""
import numpy

from closed_forms import effective_modulus, hertz_impact, sphere_mass
from trajectory import contact_times

SOURCE = "Hertz 1882; Chung & Ooi 2011, test 1, doi:10.1007/s10035-011-0277-0"

# name: density [kg/m3], Young's modulus [Pa], Poisson's ratio. Glass is the paper's.
MATERIALS = {"glass": (2800, 48e9, 0.20), "steel": (7850, 200e9, 0.30)}
RADIUS, SPEED = 0.01, 10


def verify(case):
    for name, (density, young, poisson) in MATERIALS.items():
        run = case.run({"material.glass.density": density, "material.glass.young": young,
                        "material.glass.poisson": poisson})
        left, right = run.body("left"), run.body("right")
        gap = numpy.linalg.norm(left.position - right.position, axis=1) - 2 * RADIUS
        begin, end = contact_times(run.time, gap)
        theory = hertz_impact(effective_modulus((young, poisson), (young, poisson)), sphere_mass(RADIUS, density) / 2,
                              RADIUS / 2, 2 * SPEED)
        case.near(f"{name}: deepest overlap [um]", -1e6 * gap.min(), 1e6 * theory.overlap, relative=1e-3)
        case.near(f"{name}: largest force [kN]", 1e-3 * abs(left.force[:, 0]).max(), 1e-3 * theory.force, relative=1e-3)
        case.near(f"{name}: contact time [us]", 1e6 * (end - begin), 1e6 * theory.duration, relative=1e-3)
        case.near(f"{name}: speed after [m/s]", -left.velocity[-1, 0], SPEED, relative=1e-6)
        case.at_most(f"{name}: momentum over that of one sphere",
                     abs(left.velocity + right.velocity).max() / SPEED, 1e-14)
