"""A cylinder of triangles rolls down an incline.

It rolls on its halo, whose radius is speed over spin, with the inertia of what is inside. Its 180 sides sink in, some at a time, and that is not
quite free of friction.
"""
import math

import numpy

SOURCE = "a = g sin(angle) / (1 + I / (m r^2)), I = m r^2 / 2"

GRAVITY, ANGLE, RADIUS = 9.81, math.radians(5), 0.05


def verify(case):
    trajectory = case.run()
    late = trajectory.time >= 0.1
    slope = numpy.polyfit(trajectory.time[late], trajectory.velocity[late, 0, 0], 1)[0]
    rolls_on = trajectory.velocity[-1, 0, 0] / trajectory.spin[-1, 0, 1]
    case.near("acceleration [m/s2]", slope, GRAVITY * math.sin(ANGLE) / (1 + RADIUS ** 2 / (2 * rolls_on ** 2)), relative=0.015)
    case.near("speed over spin at the end [m]", rolls_on, RADIUS + 0.001, relative=0.025)
