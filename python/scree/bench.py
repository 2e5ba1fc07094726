"""What Python costs: `python -m scree.bench [--program build/release/scree]`. Ratios within one run, best of several rounds."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from . import Scene

BOX = """
[scene]
dimension = 3
gravity = [0, 0, "-9.81 m/s2"]
seed = 7
[material.glass]
density = "2500 kg/m3"
[contact.default]
law = "hooke"
collision_time = "0.2 ms"
restitution = 0.8
friction = 0.4
[[wall]]
box = {{ min = [0, 0, 0], max = ["{size} cm", "{size} cm", "{size} cm"] }}
[[fill]]
shape = "sphere"
material = "glass"
diameter = "4 mm"
region = {{ box = {{ min = [0, 0, 0], max = ["{size} cm", "{size} cm", "{size} cm"] }} }}
count = {count}
[[stage]]
duration = "{duration} s"
"""


def box(count, size, duration):
    return Scene.from_text(BOX.format(count=count, size=size, duration=duration))


def best(rounds, measure):
    return min(measure() for _ in range(rounds))


def import_seconds(rounds=5):
    """Import of numpy, and of scree, each in a fresh interpreter [s]."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    environment = {**os.environ, "PYTHONPATH": package}

    def timed(module):
        code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
        return float(subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True,
                                    text=True).stdout)

    return best(rounds, lambda: timed("numpy")), best(rounds, lambda: timed("scree"))


def callback_seconds(rounds=5, steps=20_000):
    """What an empty callback at every step adds to a step [s]."""
    def run(with_callback):
        scene = Scene.from_text(BOX.format(count=1, size=50, duration=100))
        sim = scene.build(threads=1)
        if with_callback:
            sim.every(steps=1)(lambda sim: None)
        begin = time.perf_counter()
        sim.step(steps)
        return (time.perf_counter() - begin) / steps

    # Part of it is the engine's own: a step that is looked at cannot begin the next one while bodies are in the cache.
    return best(rounds, lambda: run(True)) - best(rounds, lambda: run(False))


def view_seconds(count=100_000):
    """A storage view and a copy in the order of ids of many bodies [s], and whether the view is a copy."""
    sim = box(count, 40, 1).build()

    def timed(order):
        begin = time.perf_counter()
        sim.column("positions", order)
        return time.perf_counter() - begin

    held = sim.column("positions", "storage")
    shares = np.shares_memory(held, sim.column("positions", "storage"))
    return best(20, lambda: timed("storage")), best(5, lambda: timed("id")), shares


def run_ratio(program, rounds=3):
    """Time of the program over time through Python with a callback every 1,000 steps, same scene, recorded, one thread."""
    def through_program(folder, file):
        made = subprocess.run([program, "run", file, "--out", folder, "--force", "--quiet", "--json", "--no-picture",
                               "--threads", "1"], check=True, capture_output=True, text=True)
        return json.loads(made.stdout)

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "box.toml")
        box(3000, 10, 0.06).to_toml(file)
        ours, theirs = [], []
        for _ in range(rounds):
            theirs.append(through_program(os.path.join(folder, "program.run"), file))
            sim = Scene.from_toml(file).build(threads=1)
            sim.every(steps=1000)(lambda sim: sim.column("positions", "storage"))
            ours.append(sim.run(out=os.path.join(folder, "python.run"), force=True).summary)
        if ours[0]["state_hash"] != theirs[0]["state_hash"]:
            raise RuntimeError("the two runs differ")
    return min(one["wall_seconds"] for one in theirs) / min(one["wall_seconds"] for one in ours)


def main():
    words = argparse.ArgumentParser(prog="python -m scree.bench", description=__doc__)
    words.add_argument("--program", help="the program scree, to compare whole runs with")
    asked = words.parse_args()
    numpy_alone, ours = import_seconds()
    print(f"import: numpy {numpy_alone:.3f} s, scree {ours:.3f} s (with numpy); {ours - numpy_alone:.3f} s on top")
    print(f"callback at every step: {1e6 * callback_seconds():.2f} us on top of a step")
    view, copy, shares = view_seconds()
    print(f"positions of 100,000 bodies: storage view {1e6 * view:.1f} us ({'no copy' if shares else 'a copy'}), "
          f"in the order of ids {1e3 * copy:.2f} ms")
    if asked.program:
        print(f"speed with a callback every 1,000 steps over that of the program: {run_ratio(asked.program):.3f}")


if __name__ == "__main__":
    main()
