"""The scenes of this folder as LAMMPS runs them.

    python3 lammps_runs.py     writes the inputs (*.in) anew and records what LAMMPS makes of them (recorded.csv, spread.csv)

An input runs by itself, too; its first lines say how.
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
SCENES = ("head_on", "sliding", "scene", "hundred")
NUMBERS = ("kn", "kt", "gamma_n", "gamma_t", "friction")
HERTZ = {"law": "hertz_history", "kn": 2e5, "kt": 1.5e5, "gamma_n": 400, "gamma_t": 150}
LAWS = {"hooke_history": {}, "hertz_history": HERTZ}
VECTORS = (("x", "y", "z"), ("vx", "vy", "vz"), ("wx", "wy", "wz"))
QUANTITIES = ("positions", "velocities", "spins")
NUDGE = 1e-14  # by which the first sphere of a second run is displaced
DUMPED_EVERY = 1000
COMPARED_STEPS = (3000, 10000)


def read_scene(name):
    scene = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    for fill in scene.pop("fill", ()):
        with open(FOLDER / fill["file"], newline="") as file:
            scene["body"] = [{"radius": float(row["radius"])} | {key: [float(row[column]) for column in columns]
                              for key, columns in zip(("position", "velocity", "spin"), VECTORS)}
                             for row in csv.DictReader(file)]
    return scene


def contact_of(scene, law):
    return scene["contact"]["default"] | LAWS[law]


def law_arguments(scene, law):
    contact = contact_of(scene, law)
    return ["-var", "law", law.replace("_", "/"), "-var", "numbers", " ".join(str(contact[key]) for key in NUMBERS) + " 1"]


def planes(scene):
    """Lines for the walls: LAMMPS wants both planes of an axis at once."""
    lines = []
    for axis, letter in enumerate("xyz"):
        at = {"low": "NULL", "high": "NULL"}
        for wall in scene.get("wall", ()):
            normal = wall["plane"]["normal"][axis]
            if normal:
                at["low" if normal > 0 else "high"] = repr(float(wall["plane"]["point"][axis]))
        if set(at.values()) != {"NULL"}:
            lines.append(f"fix {letter} all wall/gran ${{law}} ${{numbers}} {letter}plane {at['low']} {at['high']}")
    return lines


def input_text(name, nudge=0.0):
    """The scene as LAMMPS reads it."""
    scene = read_scene(name)
    bodies = scene["body"]
    places = numpy.array([body["position"] for body in bodies])
    low, high = places.min(axis=0) - 3, places.max(axis=0) + 3  # no body gets farther
    numbers = lambda values: " ".join(repr(float(value)) for value in values)
    lines = [f"# {name}.toml as LAMMPS runs it; written by lammps_runs.py."]
    for law in LAWS:
        arguments = law_arguments(scene, law)
        lines.append(f'#   lmp -in {name}.in -var law {arguments[2]} -var numbers "{arguments[5]}"')
    lines += ["units si", "atom_style sphere", "boundary f f f", "newton off", "comm_modify vel yes",
              "region box block " + " ".join(f"{float(a)!r} {float(b)!r}" for a, b in zip(low, high)), "create_box 1 box"]
    for k, body in enumerate(bodies):
        place = [body["position"][0] + (nudge if k == 0 else 0.0), *body["position"][1:]]
        lines.append(f"create_atoms 1 single {numbers(place)} units box")
    for k, body in enumerate(bodies):
        vx, vy, vz = map(float, body["velocity"])
        lines.append(f"set atom {k + 1} diameter {2 * body['radius']!r} density {float(scene['material']['grain']['density'])!r} "
                     f"omega {numbers(body['spin'])} vx {vx!r} vy {vy!r} vz {vz!r}")
    lines += ["pair_style gran/${law} ${numbers}", "pair_coeff * *", "neighbor 0.2 bin",
              "neigh_modify delay 0 every 1 check yes", *planes(scene)]
    gravity = scene["scene"].get("gravity", (0, 0, 0))
    strength = math.hypot(*gravity)
    if strength > 0:
        lines.append(f"fix fall all gravity {strength!r} vector {numbers(value / strength for value in gravity)}")
    dt = scene["run"]["time_step"]
    steps = round(scene["stage"][0]["duration"] / dt)
    lines += ["fix move all nve/sphere", f"timestep {dt!r}", f"thermo {steps}",
              f"dump all all custom {DUMPED_EVERY} all.dump id x y z vx vy vz omegax omegay omegaz",
              "dump_modify all sort id format float %.17g", f"run {steps}"]
    return "\n".join(lines) + "\n"


def installed():
    return shutil.which("lmp")


def run(name, law, nudge=0.0):
    """What LAMMPS gives: for each compared step an array of positions, velocities and spins, nine numbers a row."""
    with tempfile.TemporaryDirectory(prefix="scree-lammps-") as place:
        (pathlib.Path(place) / "run.in").write_text(input_text(name, nudge))
        subprocess.run([installed(), "-in", "run.in", "-log", "none", "-screen", "none", *law_arguments(read_scene(name), law)],
                       cwd=place, check=True, capture_output=True)
        lines = iter((pathlib.Path(place) / "all.dump").read_text().splitlines())
    states = {}
    for line in lines:
        if line == "ITEM: TIMESTEP":
            step = int(next(lines))
        elif line == "ITEM: NUMBER OF ATOMS":
            count = int(next(lines))
        elif line.startswith("ITEM: ATOMS"):
            states[step] = numpy.array([[float(word) for word in next(lines).split()[1:]] for _ in range(count)])
    return {step: states[step] for step in COMPARED_STEPS}


def distances(one, other, scales):
    """Largest differences of positions, velocities and spins, over the largest radius, speed and spin of the run."""
    apart = abs(one - other).reshape(len(one), 3, 3).max(axis=(0, 2))
    return apart / scales


def scales_of(name, states):
    radius = max(body["radius"] for body in read_scene(name)["body"])
    return numpy.array([radius, *(max(abs(state[:, 3 * k:3 * k + 3]).max() for state in states) for k in (1, 2))])


def spread(name, law, states):
    """How far a second run of LAMMPS, whose start is displaced by next to nothing, is from the first."""
    nudged = run(name, law, NUDGE)
    scales = scales_of(name, states.values())
    return {step: distances(states[step], nudged[step], scales) for step in COMPARED_STEPS}


def recorded(name, law):
    with open(FOLDER / "recorded.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["scene"], row["law"]) == (name, law)]
    columns = [column for columns in VECTORS for column in columns]
    return {step: numpy.array([[float(row[column]) for column in columns] for row in rows if int(row["step"]) == step])
            for step in COMPARED_STEPS}


def recorded_spread(name, law):
    with open(FOLDER / "spread.csv", newline="") as file:
        return {int(row["step"]): numpy.array([float(row[quantity]) for quantity in QUANTITIES])
                for row in csv.DictReader(file) if (row["scene"], row["law"]) == (name, law)}


def main():
    if not installed():
        sys.exit("LAMMPS is not installed: apt-get install lammps")
    with (open(FOLDER / "recorded.csv", "w", newline="") as rows, open(FOLDER / "spread.csv", "w", newline="") as spreads):
        row_writer, spread_writer = csv.writer(rows, lineterminator="\n"), csv.writer(spreads, lineterminator="\n")
        row_writer.writerow(["scene", "law", "step", "id", *(column for columns in VECTORS for column in columns)])
        spread_writer.writerow(["scene", "law", "step", *QUANTITIES])
        for name in SCENES:
            (FOLDER / f"{name}.in").write_text(input_text(name))
            for law in LAWS:
                states = run(name, law)
                for step, state in states.items():
                    for k, body in enumerate(state):
                        row_writer.writerow([name, law, step, k, *(repr(float(value)) for value in body)])
                for step, apart in spread(name, law, states).items():
                    spread_writer.writerow([name, law, step, *(f"{value:.3e}" for value in apart)])


if __name__ == "__main__":
    main()
