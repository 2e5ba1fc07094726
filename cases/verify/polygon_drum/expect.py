"""Stones in a turning drum flow down a slope that stays much the same, and steeper than that of discs.

The slope is that of the line through the centroid of what lies in the drum: the centroid is below the axis by an angle that
gravity and the lift of the wall balance.
"""
import math

import numpy

SOURCE = "Schinner 1999, section 1: round particles roll, so their slopes are too low; torque of the load about the axis"


def slopes(trajectory):
    """Degrees by which the centroid is lifted to the side, by frame, once the drum has turned by 40 degrees."""
    centre = trajectory.position[trajectory.time >= 1.2].mean(axis=1)
    return numpy.degrees(numpy.arctan2(numpy.abs(centre[:, 0]), -centre[:, 1]))


def verify(case):
    stones, discs = slopes(case.run()), slopes(case.run(scene="discs.toml"))
    case.at_least("slope of the stones [degrees]", stones.mean(), 22)
    case.at_most("slope of the stones [degrees]", stones.mean(), 45)
    case.at_most("it varies by (standard deviation) [degrees]", stones.std(), 4)
    case.at_least("slope of the stones over that of the discs", stones.mean() / discs.mean(), 1.3)
