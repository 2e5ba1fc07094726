"""A cube of triangles on an incline rests below the friction angle and slides above it.

It rests if tan(angle) < mu, else it gains g (sin - mu cos) per second.
"""
import math

import numpy

SOURCE = "Coulomb; a block rests if tan(angle) < mu, else a = g (sin - mu cos)"

GRAVITY, ANGLE, SIZE = 9.81, math.radians(20), 0.1


def verify(case):
    trajectory = case.run()
    late = trajectory.time >= 0.5
    resting = trajectory.position[late, 0, :]
    case.at_most("drift of the cube at rest over its size, after 0.5 s", numpy.abs(resting - resting[0]).max() / SIZE, 1e-6)
    slope = numpy.polyfit(trajectory.time[late], trajectory.velocity[late, 1, 0], 1)[0]
    case.near("acceleration of the sliding cube [m/s2]", slope, GRAVITY * (math.sin(ANGLE) - 0.2 * math.cos(ANGLE)),
              relative=0.002)
