"""A block topples once the incline is steeper than its width over its height.

A tenth of a degree from there the whole load stands on three millimetres of the edge: the contact must be hard, so that these do
not give way. A law of the area is soft at an edge; half a degree is what it tells apart here.
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
    for law, margin in (("hooke", 0.1), ("overlap_area", 0.5)):
        case.at_most(f"{law}: turn at {margin} degrees below the tipping angle [degrees]",
                     turned(case, TIPPING - margin, law), 0.1)
        case.at_least(f"{law}: turn at {margin} degrees above it, after 2 s", turned(case, TIPPING + margin, law), 20)
