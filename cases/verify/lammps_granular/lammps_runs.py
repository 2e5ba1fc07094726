"""The scenes of this folder as LAMMPS runs them, with its pair style `granular` and its wall.

    python3 lammps_runs.py     writes the inputs (*.in) anew and records what LAMMPS makes of them (recorded.csv)

LAMMPS gives the damping `tsuji` by a polynomial of the restitution, scree by the closed form that the polynomial follows to
some per cent. So scree is given the restitution whose closed form is the polynomial's value: `restitution_of`.
"""
import csv
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

import numpy

FOLDER = pathlib.Path(__file__).resolve().parent
SCENES = ("rebound", "stick", "oblique")
LAWS = ("jkr", "dmt")
RESTITUTION = 0.7  # as LAMMPS takes it
# At walls this LAMMPS limits the friction of dmt by something else than that of its pairs: there, only the normal counts.
CHANGES = {("oblique", "dmt"): {"friction": 0.0}}
COLUMNS = ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")
DUMPED_EVERY = 500


def restitution_of(given):
    """What gives scree the damping that LAMMPS has for this restitution."""
    e = given
    damping = 1.2728 - 4.2783 * e + 11.087 * e**2 - 22.348 * e**3 + 27.467 * e**4 - 18.022 * e**5 + 4.8218 * e**6
    ratio = damping / math.sqrt(5)
    return math.exp(-math.pi * ratio / math.sqrt(1 - ratio**2))


def read_scene(name):
    return tomllib.loads((FOLDER / f"{name}.toml").read_text())


def input_text(name, law):
    scene = read_scene(name)
    material, contact, bodies = scene["material"]["grain"], scene["contact"]["default"], scene["body"]
    contact |= CHANGES.get((name, law), {})
    young, poisson = material["young"], material["poisson"]
    # This LAMMPS takes E / 2 (1 - nu) for the effective modulus at a wall, where nu should be squared; so the wall gets
    # another modulus, and the tangential stiffness that belongs to the right one.
    at_wall = young / (1 + poisson)
    tangential_stiffness = 8 / (4 * (2 - poisson) * (1 + poisson) / young)
    model = lambda modulus, stiffness: (
        f"{law} {modulus!r} {RESTITUTION} {poisson!r} {contact['surface_energy']!r} damping tsuji "
        f"tangential mindlin_rescale/force {stiffness} {contact['tangential_damping']!r} {contact['friction']!r}")
    numbers = lambda values: " ".join(repr(float(value)) for value in values)
    dt, steps = scene["run"]["time_step"], round(scene["stage"][0]["duration"] / scene["run"]["time_step"])
    lines = [f"# {name}.toml as LAMMPS runs it; written by lammps_runs.py.", "units si", "atom_style sphere", "boundary f f f",
             "newton off", "comm_modify vel yes", "region box block -0.2 0.2 -0.2 0.2 -0.2 0.2", "create_box 1 box"]
    for body in bodies:
        lines.append(f"create_atoms 1 single {numbers(body['position'])} units box")
    for k, body in enumerate(bodies):
        vx, vy, vz = map(float, body["velocity"])
        lines.append(f"set atom {k + 1} diameter {2 * body['radius']!r} density {float(material['density'])!r} "
                     f"omega {numbers(body.get('spin', (0, 0, 0)))} vx {vx!r} vy {vy!r} vz {vz!r}")
    lines += ["pair_style granular", f"pair_coeff * * {model(young, 'NULL')}", "neighbor 0.002 bin", "neigh_modify delay 0 every 1 check yes"]
    if "wall" in scene:
        lines.append(f"fix floor all wall/gran granular {model(at_wall, repr(tangential_stiffness))} zplane 0.0 NULL")
    lines += ["fix move all nve/sphere", f"timestep {dt!r}", f"thermo {steps}",
              f"dump all all custom {DUMPED_EVERY} all.dump id x y z vx vy vz omegax omegay omegaz",
              "dump_modify all sort id format float %.17g", f"run {steps}"]
    return "\n".join(lines) + "\n"


def installed():
    return shutil.which("lmp")


def run(name, law):
    """What LAMMPS gives: for each frame an array of positions, velocities and spins, nine numbers a row."""
    with tempfile.TemporaryDirectory(prefix="scree-lammps-") as place:
        (pathlib.Path(place) / "run.in").write_text(input_text(name, law))
        subprocess.run([installed(), "-in", "run.in", "-log", "none", "-screen", "none"], cwd=place, check=True,
                       capture_output=True)
        lines = iter((pathlib.Path(place) / "all.dump").read_text().splitlines())
    states = []
    for line in lines:
        if line == "ITEM: NUMBER OF ATOMS":
            count = int(next(lines))
        elif line.startswith("ITEM: ATOMS"):
            states.append([[float(word) for word in next(lines).split()[1:]] for _ in range(count)])
    return numpy.array(states)


def known(name, states):
    """Which states count: a sphere that leaves a wall by jkr is lost where its surface does, and nan soon after."""
    if "wall" not in read_scene(name):
        return numpy.isfinite(states[:, :, 0])
    height = states[:, :, 2] - numpy.array([body["radius"] for body in read_scene(name)["body"]])
    met = numpy.logical_or.accumulate(height < 0, axis=0)
    return ~numpy.logical_or.accumulate(met & ~(height < 0), axis=0)


def recorded(name, law):
    with open(FOLDER / "recorded.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["scene"], row["law"]) == (name, law)]
    frames = 1 + max(int(row["frame"]) for row in rows)
    return numpy.array([[float(row[column]) for column in COLUMNS] for row in rows]).reshape(frames, -1, len(COLUMNS))


def main():
    if not installed():
        sys.exit("LAMMPS is not installed: apt-get install lammps")
    with open(FOLDER / "recorded.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["scene", "law", "frame", "id", *COLUMNS])
        for name in SCENES:
            for law in LAWS:
                (FOLDER / f"{name}_{law}.in").write_text(input_text(name, law))
                for frame, state in enumerate(run(name, law)):
                    for k, body in enumerate(state):
                        writer.writerow([name, law, frame, k, *(repr(float(value)) for value in body)])


if __name__ == "__main__":
    main()
