"""LAMMPS's history laws give LAMMPS's trajectories.

Positions, velocities and spins of two spheres that meet, two that slide until they roll, eight in a box and a hundred in a
box, against what LAMMPS itself gives (lammps_runs.py): run here where it is installed, else as recorded. The small ones are
also compared with a second implementation of the model in Python (granular_reference.py), frame by frame. Errors are over
the largest radius, speed and spin. Rounding grows with every collision, so that 1e-9 after hundreds of contacts means equal.

The hundred are chaotic. After 3,000 steps they must be equal to 1e-9, at the end within ten times the distance of two runs of
LAMMPS whose starts differ by 1e-14.
"""
import numpy

import lammps_runs
from granular_reference import Granular, Law
from lammps_runs import COMPARED_STEPS, LAWS, QUANTITIES

SOURCE = "LAMMPS 29 Sep 2021: gran/hooke/history, gran/hertz/history, wall/gran, nve/sphere"

WHAT = {"head_on": "two spheres", "sliding": "spheres on a plane", "scene": "eight spheres", "hundred": "a hundred spheres"}


def reference(name, law):
    """The scene as the other implementation sees it, every frame of it."""
    scene = lammps_runs.read_scene(name)
    contact = lammps_runs.contact_of(scene, law)
    model = Law(law == "hertz_history", *(contact[key] for key in lammps_runs.NUMBERS))
    planes = [(wall["plane"]["point"], wall["plane"]["normal"]) for wall in scene.get("wall", ())]
    dt = scene["run"]["time_step"]
    system = Granular(model, scene["material"]["grain"]["density"], *([body[key] for body in scene["body"]]
                      for key in ("radius", "position", "velocity", "spin")), planes, scene["scene"].get("gravity", (0, 0, 0)),
                      dt)
    return system.trajectory(round(scene["stage"][0]["duration"] / dt), round(scene["record"]["frames"] / dt))


def state_at(run, time):
    frame = abs(run.time - time).argmin()
    return numpy.hstack([run.position[frame], run.velocity[frame], run.spin[frame]])


def verify(case):
    for name, what in WHAT.items():
        if (case.folder / f"{name}.in").read_text() != lammps_runs.input_text(name):
            raise ValueError(f"{name}.in is not {name}.toml any more: python3 {case.folder}/lammps_runs.py writes both anew")
        dt = lammps_runs.read_scene(name)["run"]["time_step"]
        for law in LAWS:
            run = case.run({f"contact.default.{key}": value for key, value in LAWS[law].items()}, scene=f"{name}.toml")
            case.at_least(f"{law}, {what}: frames in contact", (run.totals["contacts"] > 0).sum(), 50)
            if name != "hundred":
                scales = run.radius.max(), abs(run.velocity).max(), abs(run.spin).max()
                got = run.position, run.velocity, run.spin
                for quantity, one, other, scale in zip(QUANTITIES, got, reference(name, law), scales):
                    case.at_most(f"{law}, {what}: error of {quantity}", abs(one - other).max() / scale, 1e-9)
            if lammps_runs.installed():
                expected = lammps_runs.run(name, law)
                spread = lammps_runs.spread(name, law, expected)
            else:
                expected, spread = lammps_runs.recorded(name, law), lammps_runs.recorded_spread(name, law)
            scales = lammps_runs.scales_of(name, expected.values())
            for step in COMPARED_STEPS:
                errors = lammps_runs.distances(state_at(run, step * dt), expected[step], scales)
                is_chaotic = name == "hundred" and step > 3000
                for k, (quantity, error) in enumerate(zip(QUANTITIES, errors)):
                    text = f"{law}, {what}, step {step}: error of {quantity} against LAMMPS's own"
                    case.at_most(text + (", over the spread of two such runs" if is_chaotic else ""),
                                 error / spread[step][k] if is_chaotic else error, 10 if is_chaotic else 1e-9)
