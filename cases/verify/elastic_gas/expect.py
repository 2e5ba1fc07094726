"""A gas of elastic spheres or discs keeps its energy over a thousand contacts."""
import math

import numpy

from closed_forms import disc_mass, effective_modulus, hertz_impact, sphere_mass

SOURCE = "conservation of energy"

RADIUS, DENSITY, THICKNESS = 0.003, 2500, 0.004
MASSES = {"scene.toml": sphere_mass(RADIUS, DENSITY), "disc.toml": disc_mass(RADIUS, DENSITY, THICKNESS)}


def time_step(law, mass):
    """Of the shortest contact: that of two bodies, and for Hertz of the fastest."""
    if law == "hooke":
        return math.pi * math.sqrt(0.5 * mass / 1e4) / 100
    modulus = effective_modulus((20e6, 0.25), (20e6, 0.25))
    return hertz_impact(modulus, 0.5 * mass, 0.5 * RADIUS, 2.0).duration / 300


def contacts_begun(run, box):
    """Pairs, and bodies at walls, that touch in a frame and did not in the one before; frames are closer than contacts."""
    apart = numpy.linalg.norm(run.position[:, :, None] - run.position[:, None], axis=-1)
    pairs = numpy.triu(apart < 2 * RADIUS, 1)
    walls = numpy.concatenate((run.position < RADIUS, run.position > box - RADIUS), axis=2)
    return sum((touching[1:] & ~touching[:-1]).sum() for touching in (pairs, walls))


def verify(case):
    for scene, shape in (("scene.toml", "spheres"), ("disc.toml", "discs")):
        for law in ("hooke", "hertz_mindlin"):
            run = case.run({"fill.0.material": law, "wall.box.material": law, "run.time_step": time_step(law, MASSES[scene])},
                           scene=scene)
            energy = run.energy
            case.at_least(f"{law}, {shape}: contacts", contacts_begun(run, 0.04 if scene == "scene.toml" else 0.08), 1000)
            case.at_most(f"{law}, {shape}: largest change of energy", abs(energy / energy[0] - 1).max(), 1e-4)
            case.at_most(f"{law}, {shape}: change of energy at the end", abs(energy[-1] / energy[0] - 1), 1e-4)
