"""A cylinder of triangles rolls down an incline.

Its 180 sides sink into the halo, so that it rolls on some of them at a time: with 2/3 of what gravity has along the floor, and a
radius between those of its corners and its sides.
"""
import math

import numpy

SOURCE = "a = g sin(angle) / (1 + I / (m r^2)), I = m r^2 / 2"

GRAVITY, ANGLE, RADIUS = 9.81, math.radians(5), 0.05


def verify(case):
    trajectory = case.run()
    late = trajectory.time >= 0.1
    slope = numpy.polyfit(trajectory.time[late], trajectory.velocity[late, 0, 0], 1)[0]
    case.near("acceleration [m/s2]", slope, 2 / 3 * GRAVITY * math.sin(ANGLE), relative=0.01)
    case.near("speed over spin at the end [m]", trajectory.velocity[-1, 0, 0] / trajectory.spin[-1, 0, 1], RADIUS + 0.001,
              relative=0.025)
