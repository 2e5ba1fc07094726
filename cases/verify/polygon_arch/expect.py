"""A masonry arch stands when it is thick and falls when it is thin.

A half circle of stones that cannot slide or break stands from a thickness of 0.107 of its mean radius on: only then does a line of
thrust fit inside it.
"""
import numpy

SOURCE = "Heyman 1969, the safety of masonry arches"


def verify(case):
    stands = case.run()
    crown = stands.position[:, 7, 1]
    case.near("thick arch: height of the crown at the end [m]", crown[-1], crown[0], absolute=0.005)
    late = stands.time >= 1.5
    case.at_most("thick arch: speed of any stone at the end [m/s]", numpy.abs(stands.velocity[late]).max(), 1e-3)
    falls = case.run(scene="thin.toml")
    case.at_most("thin arch: height of the crown at the end [m]", falls.position[-1, 7, 1], 0.5)
