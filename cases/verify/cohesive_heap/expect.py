"""A cohesive heap is steeper than a dry one.

A column of discs against a wall is let go: next to dry (a thousandth of the surface energy), at 2 J/m2, with which the
pull-off force is some tens of times a disc's weight, and wet. The slope is that of a triangle with the centre of mass of what
lies there; a column that goes on standing has the steepest.
"""
import math

SOURCE = "Rumpf 1962; Nase et al. 2001: the granular Bond number decides the slope"


def slope(run):
    """Degrees: a triangle of height h and length l against the wall has its centre at (l / 3, h / 3)."""
    x, y = run.position[-1, :, 0].mean(), run.position[-1, :, 1].mean()
    return math.degrees(math.atan2(y, x))


def verify(case):
    energies = (0.002, 0.2, 2)
    slopes = [slope(case.run({"contact.default.surface_energy": energy})) for energy in energies]
    wet = slope(case.run(scene="wet.toml"))
    case.at_most("slope of the dry heap [degrees]", slopes[0], 11)
    case.at_least("slope at 0.2 J/m2 [degrees]", slopes[1], 12)
    case.at_least("slope at 2 J/m2 [degrees]", slopes[2], 18)
    case.at_least("slope at 2 J/m2 over that of the dry heap", slopes[2] / slopes[0], 1.8)
    case.at_least("slope at 2 J/m2 over that at 0.2 J/m2", slopes[2] / slopes[1], 1.2)
    case.at_least("slope of the wet heap over that of the dry one", wet / slopes[0], 1.8)
