"""A block topples once the incline is steeper than its width over its height.

A tenth of a degree from there the whole load stands on a millimetre of the edge: the contact must be hard, so that it does not
give way. Laws of the area are soft at an edge: half a degree is what overlap_area tells apart here, two degrees what overlap_energy does,
which has no torque against rocking until an edge is lifted.
"""
import math

SOURCE = "statics: tan(angle) = w / h when mu > w / h"

GRAVITY = 9.81
TIPPING = math.degrees(math.atan(0.2))


def turned(case, angle, law):
    """How far the block has turned at the end [degrees]."""
    tilt = math.radians(angle)
    trajectory = case.run({"scene.gravity": [GRAVITY * math.sin(tilt), -GRAVITY * math.cos(tilt)],
                           "contact.default.law": law})
    cosine, sine = trajectory.orientation[-1, 0]
    return abs(math.degrees(math.atan2(sine, cosine)))


def verify(case):
    for law, margin in (("hooke", 0.1), ("overlap_depth", 0.1), ("overlap_area", 0.5), ("overlap_energy", 2)):
        case.at_most(f"{law}: turn at {margin} degrees below the tipping angle [degrees]",
                     turned(case, TIPPING - margin, law), 0.1)
        case.at_least(f"{law}: turn at {margin} degrees above it, after 2 s", turned(case, TIPPING + margin, law), 20)
