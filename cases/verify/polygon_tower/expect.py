"""A wall of ten bricks stays at rest.

The bricks settle by the depth of their contacts and then do not move: no creep, no rocking, for laws with and without a potential.
"""
import numpy

SOURCE = "statics"

SIZE = 0.2


def verify(case):
    for law in ("overlap_energy", "overlap_area", "overlap_depth"):
        trajectory = case.run({"contact.default.law": law})
        late = trajectory.time >= 1
        places = trajectory.position[late]
        case.at_most(f"{law}: drift of any brick over its length, from 1 s on", numpy.abs(places - places[0]).max() / SIZE, 1e-6)
        case.at_most(f"{law}: settlement of any brick over its length",
                     numpy.abs(trajectory.position[-1] - trajectory.position[0]).max() / SIZE, 1e-3)
