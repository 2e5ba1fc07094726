"""A block of triangles topples once the incline is steeper than its width over its height.

Near that angle the whole load stands on an edge, where springs on faces are soft: two degrees are told apart.
"""
import math

SOURCE = "statics: tan(angle) = w / h when mu > w / h"

GRAVITY = 9.81
TIPPING = math.degrees(math.atan(0.2))


def turned(case, angle):
    """How far the block has turned at the end [degrees]."""
    tilt = math.radians(angle)
    trajectory = case.run({"scene.gravity": [GRAVITY * math.sin(tilt), 0, -GRAVITY * math.cos(tilt)]})
    return math.degrees(2 * math.acos(min(1, abs(trajectory.orientation[-1, 0, 0]))))


def verify(case):
    case.at_most("turn at 2 degrees below the tipping angle [degrees]", turned(case, TIPPING - 2), 0.2)
    case.at_least("turn at 2 degrees above it, after 2 s [degrees]", turned(case, TIPPING + 2), 20)
