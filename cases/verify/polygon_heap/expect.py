"""Stones make a heap, discs do not.

A column is let go. Discs roll away until next to nothing of a slope is left; stones of the same sizes and the same friction stop at a slope.
The slope is that of a triangle with the area and the mean square width of what lies on the floor.
"""
import math

import numpy

SOURCE = "Schinner 1999, section 1: round particles roll, so their angle of repose is too low"


def slope(trajectory):
    """Degrees, from the last frame: a heap of triangular outline has width^2 / 24 as the mean square of x."""
    x, y = trajectory.position[-1, :, 0], trajectory.position[-1, :, 1]
    width = math.sqrt(24 * numpy.mean((x - x.mean()) ** 2))
    height = 3 * numpy.mean(y)
    return math.degrees(math.atan2(2 * height, width))


def verify(case):
    stones, discs = case.run(), case.run(scene="discs.toml")
    case.at_least("slope of the stones [degrees]", slope(stones), 14)
    case.at_most("slope of the discs [degrees]", slope(discs), 8)
    case.at_least("slope of the stones over that of the discs", slope(stones) / slope(discs), 2)
