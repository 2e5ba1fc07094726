"""Bodies and contacts at one moment, as arrays: what simulations and recorded frames have in common."""
import numpy as np

_WALL = 0x80000000  # set in the id of a wall


class Columns:
    """Quantities of all bodies at one moment, one row per body in the order of ids. Arrays are read-only and stay as they
    are, whatever becomes of the simulation or the record that they came from. SI units."""

    def _column(self, name):
        raise NotImplementedError

    @property
    def ids(self):
        """Numbers of the bodies; never used again when a body is gone."""
        return self._column("ids")

    @property
    def positions(self):
        """(n, dimension) [m]"""
        return self._column("positions")

    @property
    def velocities(self):
        """(n, dimension) [m/s]"""
        return self._column("velocities")

    @property
    def spins(self):
        """(n,) in the plane, (n, 3) in space [rad/s]"""
        return self._column("spins")

    @property
    def radii(self):
        """(n,) [m]; of a polygon that of its farthest corner"""
        return self._column("radii")

    @property
    def materials(self):
        """(n,) numbers of materials in the order of the scene"""
        return self._column("materials")

    @property
    def forces(self):
        """(n, dimension) [N] sum of the contact forces; gravity is not part of it"""
        return self._column("forces")

    @property
    def torques(self):
        """(n,) or (n, 3) [N m]"""
        return self._column("torques")

    @property
    def orientations(self):
        """(n, 2) cosine and sine in the plane, (n, 4) quaternion w, x, y, z in space; KeyError where not followed"""
        return self._column("orientations")


class Contacts:
    """Which bodies touch, where, and how hard: one row per contact."""

    def __init__(self, columns, dimension=3):
        empty = {"first": np.zeros(0, np.uint32), "second": np.zeros(0, np.uint32), "point": np.zeros((0, dimension)),
                 "branch": np.zeros((0, dimension)), "force": np.zeros((0, dimension)), "overlap": np.zeros(0)}
        self._columns = columns or empty

    def __len__(self):
        return len(self._columns["first"])

    @property
    def pairs(self):
        """(n, 2) ids; -1 as the second where it is a wall"""
        second = self._columns["second"].astype(np.int64)
        return np.column_stack([self._columns["first"].astype(np.int64), np.where(second & _WALL, -1, second)])

    @property
    def walls(self):
        """(n,) number of the wall in the order of the scene, or -1"""
        second = self._columns["second"].astype(np.int64)
        return np.where(second & _WALL, second & (_WALL - 1), -1)

    @property
    def points(self):
        """(n, dimension) [m]"""
        return self._columns["point"]

    @property
    def branches(self):
        """(n, dimension) [m] from the first's centre to the second's, or to the wall's point"""
        return self._columns["branch"]

    @property
    def forces(self):
        """(n, dimension) [N] on the first"""
        return self._columns["force"]

    @property
    def force_norm(self):
        """(n,) [N]"""
        return np.linalg.norm(self._columns["force"], axis=1)

    @property
    def overlaps(self):
        """(n,) [m]"""
        return self._columns["overlap"]

    def __repr__(self):
        return f"<scree.Contacts {len(self)}>"
