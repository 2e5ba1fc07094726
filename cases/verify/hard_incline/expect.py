"""A hard block on an incline rests one per cent above the friction that holds it, and slides exactly one per cent below.

It rests if mu > tan(angle): it does not creep. Else it gains g (sin - mu cos) per second, to the last digits, since a step of
sliding is a parabola. Stepper `impulse`.
"""
import math

import numpy

SOURCE = "Coulomb; a block rests if tan(angle) < mu, else a = g (sin - mu cos)"

GRAVITY, ANGLE = 9.81, math.radians(30)


def verify(case):
    trajectory = case.run({})
    time, place, velocity = trajectory.time, trajectory.position, trajectory.velocity
    case.at_most("creep of the resting block in 2 s [m]", numpy.abs(place[:, 0, 0] - place[0, 0, 0]).max(), 1e-9)
    gain = GRAVITY * (math.sin(ANGLE) - 0.99 * math.tan(ANGLE) * math.cos(ANGLE))
    case.near("speed of the sliding block at the end [m/s]", velocity[-1, 1, 0], gain * time[-1], relative=1e-8)
    case.near("way of the sliding block [m]", place[-1, 1, 0] - place[0, 1, 0], 0.5 * gain * time[-1] ** 2, relative=1e-8)
