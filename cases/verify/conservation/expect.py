"""Momentum and angular momentum stay what they are where nothing acts from outside.

Momentum with every law. Angular momentum with `hooke` and `hertz_mindlin`, whose friction acts at one point of space on
both bodies; LAMMPS's history laws let it act at the full radius of each, so that a little is lost or gained.
"""
import numpy

SOURCE = "Newton's third law"

DENSITY, THICKNESS = 2500, 0.01


def totals(run):
    """Momentum and angular momentum about the origin over frames, and the sums of their parts' lengths at the start."""
    planar = run.position.shape[2] == 2
    mass = DENSITY * numpy.pi * run.radius**2 * (THICKNESS if planar else 4 / 3 * run.radius)
    inertia = (0.5 if planar else 0.4) * mass * run.radius**2
    pushes = mass[..., None] * run.velocity
    turns = numpy.cross(run.position, pushes) + (inertia * run.spin if planar else inertia[..., None] * run.spin)
    lengths = abs(turns[0]).sum() if planar else numpy.linalg.norm(turns[0], axis=1).sum()
    return pushes.sum(axis=1), turns.sum(axis=1), numpy.linalg.norm(pushes[0], axis=1).sum(), lengths


def verify(case):
    for scene, shape in (("scene.toml", "spheres"), ("disc.toml", "discs")):
        for law in ("hooke", "hertz_mindlin", "hooke_history", "hertz_history"):
            run = case.run({"fill.0.material": law, "fill.1.material": law}, scene=scene)
            momentum, turning, push, turn = totals(run)
            what = f"{law}, {shape}"
            case.at_most(f"{what}: change of momentum over the sum of all", abs(momentum - momentum[0]).max() / push, 1e-12)
            case.at_most(f"{what}: change of angular momentum over the sum of all",
                         abs(turning - turning[0]).max() / turn, 0.01 if law.endswith("history") else 1e-12)
            case.at_most(f"{what}: what the energy ledger misses", abs(run.summary["relative_residual"]), 1e-3)
