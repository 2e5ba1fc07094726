"""LAMMPS's history laws give LAMMPS's trajectories.

Positions, velocities and spins against a second implementation of the model in Python (granular_reference.py), frame by
frame, and against what LAMMPS itself gives for the eight spheres after 10,000 steps (lammps.csv). Errors are over the
largest radius, speed and spin. Rounding grows with every collision, so that 1e-9 after hundreds of contacts means equal.
"""
import csv
import tomllib

import numpy

from granular_reference import Granular, Law

SOURCE = "LAMMPS 29 Sep 2021: gran/hooke/history, gran/hertz/history, wall/gran, nve/sphere"

HERTZ = {"contact.default.law": "hertz_history", "contact.default.kn": 2e5, "contact.default.kt": 1.5e5,
         "contact.default.gamma_n": 400, "contact.default.gamma_t": 150}
LAWS = {"hooke_history": {}, "hertz_history": HERTZ}


def reference(path, settings):
    """The scene as the other implementation sees it, every step of it."""
    scene = tomllib.loads(path.read_text())
    contact = dict(scene["contact"]["default"])
    contact.update({key.rsplit(".", 1)[1]: value for key, value in settings.items()})
    law = Law(contact["law"] == "hertz_history", contact["kn"], contact["kt"], contact["gamma_n"], contact["gamma_t"],
              contact["friction"])
    bodies = scene["body"]
    planes = [(wall["plane"]["point"], wall["plane"]["normal"]) for wall in scene.get("wall", ())]
    dt = scene["run"]["time_step"]
    system = Granular(law, scene["material"]["grain"]["density"], *([body[key] for body in bodies]
                      for key in ("radius", "position", "velocity", "spin")), planes, scene["scene"].get("gravity", (0, 0, 0)),
                      dt)
    return system.trajectory(round(scene["stage"][0]["duration"] / dt), round(scene["record"]["frames"] / dt))


def from_lammps(path, law):
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(line for line in file if not line.startswith("#")) if row["law"] == law]
    rows.sort(key=lambda row: int(row["id"]))
    return tuple(numpy.array([[float(row[name]) for name in names] for row in rows])
                 for names in (("x", "y", "z"), ("vx", "vy", "vz"), ("wx", "wy", "wz")))


def distances(run, expected, frames=slice(None)):
    """Largest errors of positions, velocities and spins."""
    scales = run.radius.max(), abs(run.velocity).max(), abs(run.spin).max()
    got = run.position[frames], run.velocity[frames], run.spin[frames]
    return [abs(one - other).max() / scale for one, other, scale in zip(got, expected, scales)]


def verify(case):
    quantities = ("positions", "velocities", "spins")
    for scene, what in (("head_on.toml", "two spheres"), ("sliding.toml", "spheres on a plane"), ("scene.toml", "eight spheres")):
        for law, settings in LAWS.items():
            run = case.run(settings, scene=scene)
            case.at_least(f"{law}, {what}: frames in contact", (run.totals["contacts"] > 0).sum(), 50)
            for quantity, error in zip(quantities, distances(run, reference(case.folder / scene, settings))):
                case.at_most(f"{law}, {what}: error of {quantity}", error, 1e-9)
            if scene == "scene.toml":
                for quantity, error in zip(quantities, distances(run, from_lammps(case.folder / "lammps.csv", law), -1)):
                    case.at_most(f"{law}, {what}: error of {quantity} against LAMMPS's own", error, 1e-9)
