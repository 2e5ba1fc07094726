"""Recorded runs: frames, measurements, energies, pictures. Nothing is read before it is asked for."""
import json
import os

import numpy as np

from . import _core, _display
from ._columns import Columns, Contacts


def open(folder):  # noqa: A001 (scree.open is what people write)
    """A recorded run, also one that is still being written: then as it is now."""
    return Run(os.fspath(folder))


def measures_of(tables):
    return {name: Measure(name, *parts) for name, parts in tables.items()}


class Measure:
    """All samples of one measurement. `measure.mass_rate` or `measure["mass_rate"]`: one column as an array, one value per
    sample, or (samples, rows) where a sample has several rows."""

    def __init__(self, name, columns, rows, steps, times, values):
        self.name, self.columns, self.rows, self.steps, self.times = name, list(columns), int(rows), steps, times
        self._values = values.reshape(len(times), self.rows, len(self.columns)) if self.columns else values

    def __getitem__(self, column):
        if column not in self.columns:
            raise KeyError(f"measure '{self.name}' has no column '{column}'; it has {', '.join(self.columns)}")
        values = self._values[:, :, self.columns.index(column)]
        return values[:, 0] if self.rows == 1 else values

    def __getattr__(self, column):
        if column.startswith("_"):
            raise AttributeError(column)
        try:
            return self[column]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __len__(self):
        return len(self.times)

    def table(self):
        """A line per row of each sample: a DataFrame where pandas is installed, else a dict of arrays."""
        flat = {"time": np.repeat(self.times, self.rows), "step": np.repeat(self.steps, self.rows)}
        flat.update((name, self._values[:, :, k].ravel()) for k, name in enumerate(self.columns))
        return _frame_of(flat)

    def __repr__(self):
        return f"<scree.Measure {self.name}: {len(self)} samples of {', '.join(self.columns)}>"

    def _repr_html_(self):
        table = self.table()
        return table._repr_html_() if hasattr(table, "_repr_html_") else _display.table([(self.name, repr(self))])


def _frame_of(columns):
    try:
        import pandas
    except ImportError:
        return columns
    return pandas.DataFrame(columns)


class Run:
    """A run folder. `run[k]` is frame k, `run[-1]` the last; iterating reads one after the other."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self._core = _core.RunReader(self.folder)

    provenance = property(lambda self: self._core.provenance(), doc="Version, seed, command line, settings.")
    completed = property(lambda self: self._core.completed(), doc="Whether the run came to its end.")
    scene_text = property(lambda self: self._core.scene_text(), doc="The scene in one piece, as TOML.")

    @property
    def summary(self):
        """The figures of summary.json; empty while the run goes on."""
        return json.loads(self._core.summary() or "{}")

    @property
    def hash(self):
        """State hash of the end: equal for equal runs, to the last bit."""
        return self.summary.get("state_hash", "")

    @property
    def scene(self):
        """The scene that was run."""
        from .scene import Scene

        return Scene.from_text(self.scene_text)

    @property
    def times(self):
        """[s] of the frames."""
        return np.array(self._core.times())

    @property
    def totals(self):
        """Energies [J] and counts over the frames: a DataFrame where pandas is installed, else a dict of arrays."""
        return _frame_of({"time": self.times, **{name: np.array(values) for name, values in self._core.totals().items()}})

    @property
    def measures(self):
        """What was measured, by name."""
        return measures_of(self._core.measures())

    def __len__(self):
        return self._core.frame_count()

    def __getitem__(self, number):
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return Frame(self._core.frame(self._number(number)))

    def _number(self, number):
        counted = number + len(self) if number < 0 else number
        if not 0 <= counted < len(self):
            raise IndexError(f"there is no frame {number}; there are 0 to {len(self) - 1}")
        return counted

    def picture(self, file=None, *, frame=-1, format="png", **how):  # noqa: A002
        """A picture of one frame. `how`: colour, size, camera, cuts, force_chains, samples, as `scree render` takes them."""
        if file is not None:
            format = os.path.splitext(os.fspath(file))[1].lstrip(".") or format
        made = Picture(_core.picture(self.folder, self._number(frame), format, _wish(how)), format)
        if file is not None:
            made.save(file)
        return made

    def movie(self, file, *, every=1, rate=25, **how):
        """An mp4 of all frames, by ffmpeg."""
        _core.film(self.folder, os.fspath(file), int(every), float(rate), _wish(how))
        return os.fspath(file)

    def energy_plot(self):
        """The energies over time, by gnuplot."""
        return Picture(_core.energy_plot(self.folder, "png"), "png")

    def __repr__(self):
        return f"<scree.Run {self.folder}: {len(self)} frames{'' if self.completed else ', not complete'}>"

    def _repr_html_(self):
        parts = [_display.table([("run", self.folder), ("frames", len(self)), ("hash", self.hash)])]
        for make in (lambda: self.picture(size=(640, 360)), self.energy_plot):
            try:
                parts.append(_display.png(make().data))
            except (RuntimeError, ValueError) as error:
                parts.append(_display.table([("no picture", error)]))
        return "".join(parts)


class Picture:
    """An image that a notebook shows and `save` writes."""

    def __init__(self, data, format):  # noqa: A002
        self.data, self.format = data, format

    def save(self, file):
        import builtins

        with builtins.open(file, "wb") as opened:
            opened.write(self.data)

    def _repr_png_(self):
        return self.data if self.format == "png" else None

    def _repr_svg_(self):
        return self.data.decode() if self.format == "svg" else None

    def __repr__(self):
        return f"<scree.Picture {self.format}, {len(self.data)} bytes>"


def _wish(how):
    wish = _core.Wish()
    for name, value in how.items():
        if name.startswith("_") or not hasattr(wish, name):
            raise TypeError(f"a picture takes colour, size, camera, cuts, force_chains and samples, not '{name}'")
        setattr(wish, name, value)
    return wish


_RECORDED = {"ids": "id", "positions": "position", "velocities": "velocity", "spins": "spin", "radii": "radius",
             "materials": "material", "forces": "force", "torques": "torque", "orientations": "orientation"}


class Frame(Columns):
    """One recorded moment."""

    def __init__(self, parts):
        self._parts = parts
        self.step, self.time, self.totals = parts["step"], parts["time"], parts["totals"]

    def _column(self, name):
        return self._parts["bodies"][_RECORDED[name]]

    @property
    def contacts(self):
        """Contacts of this moment; none unless the scene's [record] asks for them."""
        return Contacts(self._parts["contacts"], self.positions.shape[1])

    @property
    def walls(self):
        """Columns of all walls, by name."""
        return self._parts["walls"]

    def __len__(self):
        return len(self.ids)

    def __repr__(self):
        return f"<scree.Frame t = {self.time:.4g} s, {len(self)} bodies>"
