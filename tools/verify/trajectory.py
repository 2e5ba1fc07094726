"""What a run recorded, as arrays."""
import dataclasses
import json
import tomllib

import h5py
import numpy


def padded(parts):
    """The arrays with as many bodies as the widest of them has; nan where there is none."""
    most = max(part.shape[1] for part in parts)
    return [numpy.pad(part, [(0, 0), (0, most - part.shape[1])] + [(0, 0)] * (part.ndim - 2), constant_values=numpy.nan)
            for part in parts]


@dataclasses.dataclass(frozen=True)
class Trajectory:
    """Arrays over frames, or over frames and bodies in the order of their ids; SI units.

    Where bodies come or go, a column is as wide as the fullest file and the rest is nan; ids are then not in order. Spins and torques are numbers in 2D and vectors in 3D. Forces are those of
    contacts, without gravity.
    """
    time: numpy.ndarray
    position: numpy.ndarray
    velocity: numpy.ndarray
    spin: numpy.ndarray
    force: numpy.ndarray
    torque: numpy.ndarray
    radius: numpy.ndarray
    wall_force: numpy.ndarray  # on bodies, over frames and walls in the order of the scene
    totals: dict  # energies and counts by name, over frames
    summary: dict
    names: tuple = ()  # of the bodies that have one
    orientation: numpy.ndarray = None  # cosine and sine in 2D, a quaternion in 3D; None where it was not followed
    measures: dict = dataclasses.field(default_factory=dict)  # by name, then column: arrays over samples [and rows]

    @classmethod
    def read(cls, folder):
        columns = {name: [] for name in ("position", "velocity", "orientation", "spin", "force", "torque", "radius")}
        with h5py.File(folder / "run.h5", "r") as index:
            time = index["frames/time"][()]
            walls = []
            totals = {name: values[()] for name, values in index["frames/totals"].items()}
            measures = {name: {column: element["value"][()] for column, element in table.items() if isinstance(element, h5py.Group)}
                        for name, table in index.get("observables", {}).items()}
            for name in sorted(name for name in index["files"] if name.startswith("frames-")):
                bodies = index["files"][name]["particles/bodies"]
                for column, parts in columns.items():
                    if column != "orientation" or column in bodies:
                        parts.append(bodies[column]["value"][()])
                observables = index["files"][name]["observables"]
                if "walls" in observables and "force" in observables["walls"]:
                    walls.append(observables["walls"]["force"]["value"][()])
        summary = json.loads((folder / "summary.json").read_text())
        scene = tomllib.loads((folder / "scene.toml").read_text())
        names = tuple(body.get("name", "") for body in scene.get("body", ()))
        arrays = {column: numpy.concatenate(padded(parts)) for column, parts in columns.items() if parts}
        return cls(time=time, wall_force=numpy.concatenate(walls) if walls else numpy.zeros((len(time), 0, 0)),
                   totals=totals, summary=summary, names=names, measures=measures, **arrays)

    def body(self, name):
        """The same for one body, by its name or number: arrays over frames."""
        at = self.names.index(name) if isinstance(name, str) else name
        columns = {column: getattr(self, column)[:, at]
                   for column in ("position", "velocity", "orientation", "spin", "force", "torque", "radius")
                   if getattr(self, column) is not None}
        return dataclasses.replace(self, names=(), **columns)

    @property
    def energy(self):
        """Kinetic, potential and elastic energy together, over frames [J]."""
        return self.totals["kinetic"] + self.totals["potential"] + self.totals["elastic"]


def contact_times(time, gap):
    """When the first contact begins and ends [s], by the free flight before and after it.

    `gap` is the distance of the surfaces over time, negative in contact. Without gravity this is exact to round-off,
    however coarse the frames are.
    """
    inside = numpy.flatnonzero(gap < 0)
    first = inside[0]
    last = first + numpy.flatnonzero(gap[first:] >= 0)[0]
    before, after = first - 2, last + 1
    if before < 0 or after >= len(gap):
        raise ValueError("a contact needs two free frames before and after it")
    begin = time[before] - gap[before] * (time[before + 1] - time[before]) / (gap[before + 1] - gap[before])
    end = time[last] - gap[last] * (time[after] - time[last]) / (gap[after] - gap[last])
    return begin, end
