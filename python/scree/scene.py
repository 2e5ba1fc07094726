"""Scenes in code: what a scene file says, said in Python.

Every method stands for a table of the file and takes its keys by name, so `scree list keys` and docs/scene.md hold for
both. Numbers are SI; text may carry a unit ("2 mm").
"""
import os
import sys

import numpy as np

from . import _arrays, _core, _display, _toml
from ._errors import SceneError

_HERE = os.path.dirname(os.path.abspath(__file__))
_NAME = "scene in Python"  # stands for the file of a scene that has none


def _caller():
    """Where in the user's program the call came from: "pour.py:12"."""
    frame = sys._getframe(1)
    while frame is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _HERE:
        frame = frame.f_back
    return "Python" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


class _Table:
    """One table of the scene: its header, its keys as TOML, and where each was said."""

    def __init__(self, header):
        self.header = header
        self.lines = {}  # key -> (value as TOML, place)

    def put(self, keys, place):
        for key, value in keys.items():
            if value is not None:
                self.lines[_toml.key_text(key)] = (_toml.value_text(value), place)


class Scene:
    """A scene: materials, contacts, walls, bodies, stages. The keywords are those of its table [scene].

    A scene is a description; `build` makes a simulation of it and keeps no tie to it. Scenes can be pickled.
    """

    def __init__(self, **scene):
        self._base = ""  # text of the file that it was read from
        self._file = None
        self._tables = []
        self._settings = []  # (path=value, place), on top of everything
        if scene:
            self._put("scene", scene)

    @classmethod
    def from_toml(cls, file):
        """Reads a scene file. What is said in code afterwards is added to it."""
        made = cls()
        made._file = os.fspath(file)
        try:
            with open(made._file, encoding="utf-8") as opened:
                made._base = opened.read()
        except (OSError, UnicodeDecodeError) as error:
            raise SceneError(f"{made._file}: cannot be read: {error}") from None
        if made._base and not made._base.endswith("\n"):
            made._base += "\n"
        return made

    @classmethod
    def from_text(cls, text):
        """The same from the text of such a file."""
        made = cls()
        made._base = text if text.endswith("\n") or not text else text + "\n"
        return made

    def material(self, name, **keys):
        """What bodies and walls are made of: [material.NAME]. Returns the name."""
        self._put(f"material.{_toml.key_text(name)}", keys)
        return name

    def contact(self, first=None, second=None, **keys):
        """How two materials touch: [contact.FIRST-SECOND]; without names, all pairs that are not named."""
        if (first is None) != (second is None):
            raise TypeError("contact takes two materials, or none for all pairs that are not named")
        pair = "default" if first is None else f"{first}-{second}"
        self._put(f"contact.{_toml.key_text(pair)}", keys)

    def domain(self, **keys):
        """The box that bodies live in: [domain]."""
        self._put("domain", keys)

    def run(self, **keys):
        """Integrator, search, time step and the like: [run]."""
        self._put("run", keys)

    def record(self, **keys):
        """What a run records, and how often: [record]."""
        self._put("record", keys)

    def watch(self, **keys):
        """When a run warns about overlaps, and when it stops: [watch]."""
        self._put("watch", keys)

    def wall(self, name=None, *, vertices=None, triangles=None, **keys):
        """A surface that moves only as the scene says: [[wall]]. Returns the name.

        A mesh may be given as arrays: `vertices` (n, 3) [m, or `unit`] and `triangles` (m, 3), whole numbers from 0.
        """
        if (vertices is None) != (triangles is None):
            raise TypeError("a mesh needs both vertices and triangles")
        if vertices is not None and not isinstance(vertices, str):
            corners = _arrays.rows(vertices, "vertices", 3)
            numbers = _arrays.whole(triangles, "triangles", 3, len(corners))
            vertices, triangles = _arrays.lines(corners, " "), _arrays.lines(numbers, " ")
        self._add("wall", dict(name=name, vertices=vertices, triangles=triangles, **keys))
        return name

    def body(self, name=None, **keys):
        """A single body: [[body]]. Returns the name."""
        self._add("body", dict(name=name, **keys))
        return name

    def bodies(self, positions, radii, *, material, velocities=None, **keys):
        """Discs or spheres from arrays: `positions` (n, dimension), `radii` (n,) or one, `velocities` like positions.

        The same as a [[fill]] from a csv file.
        """
        width = np.shape(positions)[-1] if np.ndim(positions) == 2 else 3
        if width not in (2, 3):
            raise ValueError(f"positions: expected an array of shape (n, 2) or (n, 3), got {np.shape(positions)}")
        table = [_arrays.rows(positions, "positions", width)]
        count = len(table[0])
        table.append(_arrays.positive(_arrays.column(radii, "radii", count), "radii").reshape(-1, 1))
        header = list("xyz"[:width]) + ["radius"]
        if velocities is not None:
            table.append(_arrays.rows(velocities, "velocities", width, count))
            header += ["vx", "vy", "vz"][:width]
        lines = ",".join(header) + "\n" + _arrays.lines(np.hstack(table), ",")
        shape = keys.pop("shape", "disc" if width == 2 else "sphere")
        self._add("fill", dict(shape=shape, material=material, rows=lines, **keys))

    def fill(self, **keys):
        """Many bodies in a region: [[fill]]."""
        self._add("fill", keys)

    def region(self, name, **keys):
        """A part of space with a name: [[region]]. Returns the name."""
        self._add("region", dict(name=name, **keys))
        return name

    def inlet(self, name=None, **keys):
        """Brings bodies in while the run goes on: [[inlet]]. Returns the name."""
        self._add("inlet", dict(name=name, **keys))
        return name

    def sink(self, name=None, **keys):
        """Takes bodies out: [[sink]]. Returns the name."""
        self._add("sink", dict(name=name, **keys))
        return name

    def stage(self, name=None, **keys):
        """A part of the run with an end: [[stage]]. Returns the name."""
        self._add("stage", dict(name=name, **keys))
        return name

    def measure(self, name, **keys):
        """What is measured while the run goes on: [[measure]]. Returns the name."""
        self._add("measure", dict(name=name, **keys))
        return name

    def edit(self, step, **change):
        """A change after so many steps: [[edit]]."""
        self._add("edit", dict(step=step, **change))

    def set(self, key, value):
        """Changes one value, as `scree run --set` does: set("contact.glass-glass.friction", 0.2)."""
        self._settings.append((f"{key}={_toml.value_text(value)}", _caller()))
        return self

    def copy(self):
        """A scene of its own that says the same."""
        made = Scene()
        made.__setstate__(self.__getstate__())
        return made

    def to_toml(self, file=None):
        """The scene as the text of a file, checked; written to `file`, if one is named.

        Without changes by `set` it is what was said, else everything in one piece.
        """
        resolved = self._checked(lambda text: text.resolved())
        text = resolved if self._settings else self._lines()[0]
        if file is not None:
            with open(file, "w", encoding="utf-8") as opened:
                opened.write(text)
        return text

    def check(self):
        """What `scree check` tells: counts, sizes, mass, time step, overlaps. Raises SceneError with every mistake."""
        return Check(self._checked(lambda text: text.check()))

    def build(self, *, threads=None, search="", cpu=""):
        """A simulation, at its start. `threads`, `search` and `cpu` change no result."""
        from .simulation import Simulation

        threads = _threads(threads)
        return Simulation(self._checked(lambda text: _core.Driver(text, search, cpu, threads)))

    def _put(self, header, keys):
        """Keys of a table of which there is one."""
        place = _caller()
        if self._base or self._file:  # it may be in the file, too
            for key, value in keys.items():
                if value is not None:
                    self._settings.append((f"{header}.{_toml.key_text(key)}={_toml.value_text(value)}", place))
            return
        wanted = f"[{header}]"
        table = next((one for one in self._tables if one.header == wanted), None)
        if table is None:
            table = _Table(wanted)
            self._tables.append(table)
        table.put(keys, place)

    def _add(self, header, keys):
        table = _Table(f"[[{header}]]")
        table.put(keys, _caller())
        self._tables.append(table)

    def _lines(self):
        """The text, and for each line that code said the place of that code."""
        lines = self._base.splitlines()
        places = [None] * len(lines)
        for table in self._tables:
            if lines:
                lines.append("")
                places.append(None)
            said = list(table.lines.values())
            lines.append(table.header)
            places.append(said[0][1] if said else None)
            for key, (value, place) in table.lines.items():
                lines.append(f"{key} = {value}")
                places.append(place)
        return "\n".join(lines) + "\n" if lines else "", places

    def _checked(self, ask):
        text, places = self._lines()
        name = self._file or _NAME
        try:
            return ask(_core.SceneText(text, name, self._settings))
        except SceneError as error:
            raise error.placed_by(lambda line: places[line - 1] if line <= len(places) else None, name) from None

    def __getstate__(self):
        tables = [(one.header, dict(one.lines)) for one in self._tables]
        return dict(base=self._base, file=self._file, tables=tables, settings=list(self._settings))

    def __setstate__(self, state):
        self._base, self._file, self._settings = state["base"], state["file"], list(state["settings"])
        self._tables = []
        for header, lines in state["tables"]:
            table = _Table(header)
            table.lines = dict(lines)
            self._tables.append(table)

    def __repr__(self):
        counts = {}
        for table in self._tables:
            kind = table.header.strip("[]").split(".")[0]
            counts[kind] = counts.get(kind, 0) + 1
        said = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        return f"<scree.Scene {self._file or ''}{' ' if self._file and said else ''}{said}>"

    def _repr_html_(self):
        try:
            return self.check()._repr_html_()
        except SceneError as error:
            return _display.complaints(error)


class Check(dict):
    """What is known of a scene before it runs, by name."""

    def __repr__(self):
        return "\n".join(f"{name:<22} {value}" for name, value in _display.check_rows(self))

    def _repr_html_(self):
        return _display.table(_display.check_rows(self))


def _threads(wanted):
    if wanted is None:
        return 0
    if isinstance(wanted, bool) or int(wanted) != wanted or not 1 <= wanted <= 1024:
        raise ValueError(f"threads: expected a whole number from 1 to 1024, got {wanted!r}")
    return int(wanted)
