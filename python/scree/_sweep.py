"""One scene, many values: every combination of them is run in a process of its own and kept in a folder of its own."""
import concurrent.futures
import itertools
import json
import os
import subprocess
import sys

from . import _toml
from ._errors import RunError
from .results import Run, _frame_of


def sweep(scene, values, *, out, workers=None, threads=1, until=None):
    """Runs the scene with every combination of `values`, {key: [value, ...]}; keys are those of `Scene.set`.

    Runs are kept in out/0, out/1, ...; called again, what is finished is left as it is and the rest goes on. All
    combinations are checked before the first is run. `workers` processes work side by side (default: one per core).
    """
    keys = list(values)
    if not keys or any(len(list(values[key])) == 0 for key in keys):
        raise ValueError("a sweep needs at least one key, and every key at least one value")
    members = []
    for number, chosen in enumerate(itertools.product(*(values[key] for key in keys))):
        one = scene.copy()
        for key, value in zip(keys, chosen):
            one.set(key, value)
        members.append((os.path.join(os.path.abspath(out), str(number)), dict(zip(keys, chosen)), one.to_toml()))
    os.makedirs(out, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        list(pool.map(lambda member: _run(member, threads, until), members))
    return Sweep([(chosen, Run(folder)) for folder, chosen, _ in members])


def _run(member, threads, until):
    folder, chosen, text = member
    order = json.dumps({"folder": folder, "text": text, "threads": threads, "until": until})
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join([package] + [one for one in [os.environ.get("PYTHONPATH")] if one])
    done = subprocess.run([sys.executable, "-m", "scree._sweep"], input=order, text=True, capture_output=True,
                          env={**os.environ, "PYTHONPATH": path})
    if done.returncode:
        said = ", ".join(f"{key} = {_toml.value_text(value)}" for key, value in chosen.items())
        raise RunError(f"the run with {said} failed; the others are kept:\n{done.stderr.strip().splitlines()[-1]}")


def _work():
    """One run of a sweep, in a process of its own; the order comes through the standard input."""
    from .scene import Scene
    from .simulation import resume

    order = json.load(sys.stdin)
    folder, until = order["folder"], order["until"]
    scene = Scene.from_text(order["text"])
    if os.path.exists(os.path.join(folder, "run.h5")):
        run = Run(folder)
        if run.scene_text == scene.to_toml():
            if run.completed:
                return
            resume(folder, threads=order["threads"]).run(until)
            return
    scene.build(threads=order["threads"]).run(until, out=folder, force=True)


class Sweep:
    """The runs of a sweep, in the order of their values."""

    def __init__(self, members):
        self._members = members

    def __len__(self):
        return len(self._members)

    def __getitem__(self, number):
        return self._members[number][1]

    def table(self, **columns):
        """A line per run: its values, and each column that a function of the run gives:

            runs.table(angle=lambda run: ...)

        A DataFrame where pandas is installed, else a dict of lists.
        """
        made = {key: [chosen[key] for chosen, _ in self._members] for key in self._members[0][0]}
        for name, function in columns.items():
            made[name] = [function(run) for _, run in self._members]
        return _frame_of(made)

    def __repr__(self):
        return f"<scree.Sweep of {len(self)} runs>"


if __name__ == "__main__":
    _work()
