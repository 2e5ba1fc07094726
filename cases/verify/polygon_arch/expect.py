"""A masonry arch stands when it is thick and falls when it is thin.

A half circle of fifteen stones that cannot slide or break stands from a thickness of 0.1061 of its mean radius on: only then does a
line of thrust fit inside it. The law must be hard where joints open and stones stand on their corners. The default law and its
default stiffness, of stones with 10 GPa, tell 0.110 from 0.100. With the same stiffness overlap_area needs 0.115 and overlap_energy,
which is softest there, 0.13: so thick the first stands, and the second falls at 0.120.
"""
import math

import numpy

SOURCE = "Milankovitch 1907; Heyman 1969, the safety of masonry arches"

STONES = 15


def arch(thickness, law=None):
    """Settings for stones between two half circles around a mean radius of 1 m."""
    def corner(radius, joint):
        return [radius * math.cos(math.pi * joint / STONES), radius * math.sin(math.pi * joint / STONES)]
    inner, outer = 1 - thickness / 2, 1 + thickness / 2
    contact = {"contact.default.law": law, "contact.default.restitution": 0.5, "contact.default.friction": 0.5} if law else {}
    return contact | {
        f"body.{k}.polygon.corners": [corner(inner, k), corner(outer, k), corner(outer, k + 1), corner(inner, k + 1)]
        for k in range(STONES)}


def crown(case, *which):
    """Height of the keystone over time [m]."""
    return case.run(arch(*which)).position[:, STONES // 2, 1]


def verify(case):
    late = case.run({}).velocity[-10:]
    case.at_most("speed of any stone of an arch of 0.16 at the end [m/s]", numpy.abs(late).max(), 2e-3)
    stands = crown(case, 0.110)
    case.near("height of the crown of an arch of 0.110 at the end [m]", stands[-1], stands[0], absolute=0.005)
    case.at_most("height of the crown of an arch of 0.100 at the end [m]", crown(case, 0.100)[-1], 0.5)
    stands = crown(case, 0.120, "overlap_area")
    case.near("overlap_area: height of the crown of an arch of 0.120 at the end [m]", stands[-1], stands[0], absolute=0.005)
    case.at_most("overlap_energy: height of the crown of an arch of 0.120 at the end [m]",
                 crown(case, 0.120, "overlap_energy")[-1], 0.5)
