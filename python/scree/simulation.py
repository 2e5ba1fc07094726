"""A running simulation: steps, columns of bodies as arrays, callbacks, edits, branches."""
import math
import os
import sys
import warnings

import numpy as np

from . import _arrays, _core, _display, _toml
from ._columns import Columns, Contacts
from ._errors import RunError, RunWarning, SceneError
from .results import Measure, Run, measures_of
from .scene import Scene, _caller, _threads

_RANKS = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS")


def seconds(value, name="time"):
    """A time [s] from a number, or from text with a unit."""
    if isinstance(value, str):
        return _core.time_of(value)
    number = float(value)
    if math.isnan(number):
        raise ValueError(f"{name}: not a number")
    return number


class Simulation(Columns):
    """A simulation between two steps. Made by `Scene.build`, `scree.resume` or `branch`; there may be many at once."""

    def __init__(self, core, folder=None):
        if any(os.environ.get(name, "1") not in ("", "0", "1") for name in _RANKS):
            raise RunError("Python drives one process: start it without mpirun; `mpirun scree run` is for several")
        self._core = core
        self._folder = folder
        self._callbacks = []
        self._own = {}  # measurements by functions
        self.stop_reason = None

    step_count = property(lambda self: self._core.step(), doc="Steps since the start.")
    time = property(lambda self: self._core.time(), doc="[s] since the start.")
    end_time = property(lambda self: self._core.end_time(), doc="[s] latest end of the last stage.")
    time_step = property(lambda self: self._core.time_step(), doc="[s]")
    finished = property(lambda self: self._core.finished(), doc="Whether the last stage is over.")
    hash = property(lambda self: self._core.hash(), doc="State hash: equal for equal states, to the last bit.")
    energies = property(lambda self: self._core.energies(), doc="[J] by name, with what the ledger misses as `residual`.")
    methods = property(lambda self: self._core.methods(), doc="Search, integrator, stepper, cpu, seed.")
    counts = property(lambda self: self._core.counts(), doc="Bodies, removed, contacts, asleep.")
    journal = property(lambda self: self._core.journal(), doc="Every edit so far: (step, change as TOML).")
    folder = property(lambda self: self._folder, doc="Where it is recorded, if it is.")

    def __len__(self):
        return self._core.counts()["bodies"]

    def _column(self, name):
        return self._core.column(name, False)

    @property
    def masses(self):
        """(n,) [kg]; infinite for fixed bodies"""
        with np.errstate(divide="ignore"):
            masses = 1 / self._column("inverse_masses")
        masses.flags.writeable = False
        return masses

    def column(self, name, order="id"):
        """One quantity of all bodies. order="storage": a view without a copy, rows as `column("ids", "storage")` says."""
        if order not in ("id", "storage"):
            raise ValueError(f'order: expected "id" or "storage", got {order!r}')
        return self._core.column(name, order == "storage")

    @property
    def columns(self):
        """Names that `column` takes."""
        return self._core.fields()

    @property
    def contacts(self):
        """Contacts of this moment."""
        return Contacts(self._core.contacts(), self._core.methods()["dimension"])

    @property
    def walls(self):
        """By name: offset [m], orientation, force [N] and torque [N m] on bodies, active."""
        columns = self._core.walls()
        return {name: {key: values[k] for key, values in columns.items()} for k, name in enumerate(self._core.wall_names())}

    @property
    def measures(self):
        """What was measured so far, by name: measurements of the scene, and functions given to `measure`."""
        made = measures_of(self._core.measures())
        made.update((name, own.table(name)) for name, own in self._own.items())
        return made

    def measure(self, name, interval=None, *, steps=None):
        """Measures with a function of this simulation, as often as `every`; kept in memory under the name:

            @sim.measure("fall", "1 ms")
            def fall(sim):
                return {"mean": sim.positions[:, 2].mean(), "lowest": sim.positions[:, 2].min()}

        It gives one number, or a dict of numbers, always with the same names.
        """
        if name in self.measures:
            raise ValueError(f"there is a measurement '{name}' already")

        def register(function):
            own = _Own(function)
            self.every(interval, steps=steps)(own)
            self._own[name] = own
            return function

        return register

    def every(self, interval=None, *, steps=None):
        """Calls a function with this simulation at multiples of a simulated time, or of a number of steps:

            @sim.every("10 ms")
            def watch(sim): ...

        It may look, `edit` and `stop`. What it raises ends the run and reaches the caller of `run`.
        """
        if (interval is None) == (steps is None):
            raise TypeError("every takes a time, or steps=")
        if interval is not None:
            interval = seconds(interval, "interval")
            if not 0 < interval < math.inf:
                raise ValueError(f"interval: must be positive, got {interval}")
        elif isinstance(steps, bool) or int(steps) != steps or steps < 1:
            raise ValueError(f"steps: expected a whole number from 1, got {steps!r}")

        def register(function):
            if not callable(function):
                raise TypeError(f"every calls a function, not {function!r}")
            self._callbacks.append((function, interval, int(steps or 0)))
            return function

        return register

    def forget(self, function):
        """Does not call the function any more."""
        self._callbacks = [one for one in self._callbacks if one[0] is not function]

    def stop(self, reason=""):
        """Ends the run at hand after its step, from a callback or from another thread; it can go on."""
        self.stop_reason = reason
        self._core.stop()

    def step(self, count=1):
        """Makes so many steps, without a record; fewer if the scene ends before."""
        if isinstance(count, bool) or int(count) != count or count < 0:
            raise ValueError(f"count: expected a whole number from 0, got {count!r}")
        self._go(lambda calls, bar: self._core.advance(None, self._core.step() + int(count), calls, bar), False)
        return self

    def run(self, until=None, *, duration=None, out=None, force=False, progress=False):
        """Runs to the end of the scene, or `until` a time, or for a `duration` ("0.2 s", or seconds).

        With `out` it is recorded in that folder as `scree run` does, and the Run is returned; further parts of the same
        run go on in that folder. Without it nothing is recorded, and the simulation is returned. Ctrl-C ends it after the
        step; a record then has a checkpoint from which `scree.resume` and `scree resume` go on.
        """
        if until is not None and duration is not None:
            raise TypeError("run takes until or duration, not both")
        if until is not None:
            until = seconds(until, "until")
        if duration is not None:
            until = self.time + seconds(duration, "duration")
        goes_on = self._folder is not None and (out is None or os.path.abspath(out) == self._folder)
        if out is None and not goes_on:
            return self._go(lambda calls, bar: self._core.advance(until, None, calls, bar), progress)
        folder = self._folder if goes_on else os.path.abspath(out)
        command = "python " + " ".join(sys.argv)

        def record(calls, bar):
            try:
                self._core.record(folder, goes_on, force, command, until, calls, bar)
            finally:
                if os.path.exists(os.path.join(folder, "run.h5")):
                    self._folder = folder

        self._go(record, progress)
        return Run(folder)

    def _go(self, advance, progress):
        self.stop_reason = None
        bar = _display.Bar() if progress is True else progress or None
        calls = [(lambda function=function: function(self), interval, steps) for function, interval, steps in self._callbacks]
        try:
            advance(calls, bar)
        finally:
            if isinstance(bar, _display.Bar):
                bar.close(self.time)
            for text in self._core.take_warnings():
                warnings.warn(text, RunWarning, stacklevel=3)
        return self

    def edit(self, **change):
        """Changes what is simulated, between two steps; checked, booked in the ledger and kept in the journal.

        With keywords at once, as [[edit]] of a scene says it: edit(gravity=(0, 0, -1.6)), edit(remove_wall="gate").
        Without, a block in which positions, velocities and spins can be written:

            with sim.edit() as e:
                e.velocities[e.ids < 10] = 0
        """
        if not change:
            return Edit(self)
        self._make([_lines_of(change)])
        return None

    def set(self, key, value):
        """Changes one live value of the scene: set("contact.glass-glass.friction", 0.2)."""
        parts = key.split(".")
        if key == "scene.gravity":
            return self.edit(gravity=value)
        if key in ("run.time_step", "record.frames"):
            return self.edit(**{parts[1]: value})
        if parts[0] in ("contact", "material") and len(parts) == 3:
            return self.edit(**{parts[0]: {parts[1]: {parts[2]: value}}})
        raise KeyError(f"'{key}' cannot change while a run goes on; contact.A-B.NUMBER, material.A.NUMBER, scene.gravity, "
                       "run.time_step and record.frames can")

    def _make(self, texts):
        place = _caller()
        try:
            self._core.edit(texts)
        except SceneError as error:
            raise error.placed_by_all(place) from None

    def branch(self):
        """An exact copy that goes its own way from here, without a record and without callbacks."""
        return Simulation(self._core.branch())

    def to_toml(self, file=None):
        """The scene with every edit that was made: `scree run` of it gives the same hash at the same step."""
        text = self._core.scene_text()
        if file is not None:
            with open(file, "w", encoding="utf-8") as opened:
                opened.write(text)
        return text

    @property
    def scene(self):
        """The scene with every edit that was made."""
        return Scene.from_text(self.to_toml())

    def __repr__(self):
        return f"<scree.Simulation {len(self)} bodies, step {self.step_count}, t = {self.time:.4g} s>"

    def _repr_html_(self):
        energies = self.energies
        rows = [("bodies", len(self)), ("step", self.step_count), ("time", f"{self.time:.4g} s of {self.end_time:.4g} s"),
                ("contacts", self.counts["contacts"]), ("kinetic energy", f"{energies['kinetic']:.4g} J"), ("hash", self.hash)]
        return _display.table(rows)

    def __reduce__(self):
        raise TypeError("a simulation is not pickled: pickle its scene, or record it and open the folder")


class _Own:
    """A function that measures, and what it has told."""

    def __init__(self, function):
        if not callable(function):
            raise TypeError(f"a measurement is a function, not {function!r}")
        self._function = function
        self._columns, self._steps, self._times, self._values = None, [], [], []

    def __call__(self, sim):
        told = self._function(sim)
        told = told if isinstance(told, dict) else {"value": told}
        if self._columns not in (None, list(told)):
            raise ValueError(f"a measurement told {', '.join(self._columns)} at first, and now {', '.join(told)}")
        values = [float(value) for value in told.values()]
        self._columns = list(told)
        self._steps.append(sim.step_count)
        self._times.append(sim.time)
        self._values.append(values)

    def table(self, name):
        return Measure(name, self._columns or [], 1, np.array(self._steps, np.uint64), np.array(self._times),
                       np.array(self._values, dtype=float))


class Edit:
    """What a block of `Simulation.edit` writes to. Made when the block ends, all or nothing; dropped if it raises."""

    _WRITTEN = (("position", "positions"), ("velocity", "velocities"), ("spin", "spins"))

    def __init__(self, simulation):
        self._simulation = simulation

    def __enter__(self):
        self.ids = self._simulation.ids
        self._before = {name: self._simulation.column(name) for _, name in self._WRITTEN}
        self._step = self._simulation.step_count
        for name, values in self._before.items():
            setattr(self, name, values.copy())
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            return
        if self._simulation.step_count != self._step:
            raise RunError("the simulation went on inside of an edit: nothing was changed")
        changed = {}
        for key, name in self._WRITTEN:
            before, now = self._before[name], np.asarray(getattr(self, name), dtype=float)
            if now.shape != before.shape:
                raise ValueError(f"{name}: expected an array of shape {before.shape}, got {now.shape}")
            now = _arrays.finite(now, name)
            differs = now != before
            for row in np.flatnonzero(differs.any(axis=1) if differs.ndim > 1 else differs):
                changed.setdefault(int(row), {})[key] = now[row]
        if changed:
            self._simulation._make([_lines_of({"move_body": {"body": int(self.ids[row]), **values}})
                                    for row, values in sorted(changed.items())])


def _lines_of(change):
    return "\n".join(f"{_toml.key_text(key)} = {_toml.value_text(value)}" for key, value in change.items())


def resume(folder, *, threads=None):
    """A simulation at the last checkpoint of a recorded run; its `run` goes on recording there."""
    folder = os.path.abspath(folder)
    return Simulation(_core.Driver.resumed(folder, _threads(threads)), folder)
