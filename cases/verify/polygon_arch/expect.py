"""A masonry arch stands when it is thick and falls when it is thin.

A half circle of fifteen stones that cannot slide or break stands from a thickness of 0.1061 of its mean radius on: only then does a
line of thrust fit inside it. The law must be hard where joints open and stones stand on their corners. The default law and its
default stiffness, of stones with 10 GPa, tell 0.110 from 0.100; docs/polygons.md has what the other laws need.
"""
import math

import numpy

SOURCE = "Milankovitch 1907; Heyman 1969, the safety of masonry arches"

STONES = 15


def arch(thickness):
    """Settings for stones between two half circles around a mean radius of 1 m."""
    def corner(radius, joint):
        return [radius * math.cos(math.pi * joint / STONES), radius * math.sin(math.pi * joint / STONES)]
    inner, outer = 1 - thickness / 2, 1 + thickness / 2
    return {f"body.{k}.polygon.corners": [corner(inner, k), corner(outer, k), corner(outer, k + 1), corner(inner, k + 1)]
            for k in range(STONES)}


def verify(case):
    thick = case.run()
    late = thick.time >= 1.5
    case.at_most("speed of any stone of an arch of 0.16 at the end [m/s]", numpy.abs(thick.velocity[late]).max(), 2e-3)
    crown = case.run(arch(0.110)).position[:, STONES // 2, 1]
    case.near("height of the crown of an arch of 0.110 at the end [m]", crown[-1], crown[0], absolute=0.005)
    thin = case.run(arch(0.100)).position[:, STONES // 2, 1]
    case.at_most("height of the crown of an arch of 0.100 at the end [m]", thin[-1], 0.5)
