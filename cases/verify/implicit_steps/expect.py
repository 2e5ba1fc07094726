"""Implicit steps of ten times the longest explicit one and more bounce, slide, stand and keep energy.

A drop rebounds with the restitution that the law gives; a ball that slides comes to roll at 5/7 of its speed; a column
stands still; elastic balls keep their energy; and the ledger names what is lost.
"""
import math

import numpy

from closed_forms import sphere_mass

SOURCE = "free fall and restitution; rigid bodies with Coulomb friction; conservation of energy"

RADIUS, GRAVITY, STIFFNESS = 0.1, 9.81, 1e6
MASS = sphere_mass(RADIUS, 1000)
EXPLICIT = 2 * math.sqrt(MASS / STIFFNESS)  # longest stable step of a ball on the floor
SUNK = MASS * GRAVITY / STIFFNESS
LOSSES = ("damping", "friction", "rolling", "model", "scheme")


def ball(x, height, velocity=(0, 0, 0)):
    return {"shape": "sphere", "radius": RADIUS, "material": "ball", "position": [x, 0, height], "velocity": list(velocity)}


def missing(run):
    """What the ledger cannot tell of the energy, over the largest of its entries."""
    lost = sum(run.totals[name] for name in LOSSES)
    return abs(run.energy + lost - run.energy[0]).max() / max(run.totals["kinetic"].max(), 1e-3)


def verify(case):
    heights = [0.31, 0.42, 0.537, 0.61, 0.95]
    step = 10 * EXPLICIT
    drop = case.run({"run.time_step": step, "record.frames": step, "stage.0.duration": 0.6},
                    bodies=[ball(10 + k, height) for k, height in enumerate(heights)])
    for k, height in enumerate(heights, start=5):
        rise = drop.velocity[:, k, 2]
        rebound = rise[numpy.argmax(rise > 0)] / math.sqrt(2 * GRAVITY * (height - RADIUS))
        case.near(f"rebound of a drop from {height} m, over the speed of impact", rebound, 0.5, 0.1)
    case.at_most("drop: energy that the ledger misses", missing(drop), 1e-3)

    slide = case.run({"run.time_step": 0.01, "record.frames": 0.05, "stage.0.duration": 0.5},
                     bodies=[ball(10, RADIUS - SUNK, (1, 0, 0))])
    case.near("speed of a sliding ball after 50 ms [m/s]", slide.velocity[1, 5, 0], 1 - 0.5 * GRAVITY * 0.05, 0.01)
    case.near("speed once it rolls [m/s]", slide.velocity[-1, 5, 0], 5 / 7, 0.01)
    case.at_most("slide: energy that the ledger misses", missing(slide), 1e-3)

    for step in (0.01, 0.04):
        column = case.run({"run.time_step": step, "record.frames": 1})
        case.at_most(f"speed in a column of five after 10 s, steps of {step} s [m/s]",
                     abs(column.velocity[-1]).max(), 1e-6)
        case.near(f"weight on the floor, steps of {step} s [N]", column.wall_force[-1, 0, 2], 5 * MASS * GRAVITY, 0.01)

    gas = case.run(scene="gas.toml")
    case.at_most("elastic balls: largest change of energy", abs(gas.energy / gas.energy[0] - 1).max(), 1e-3)
