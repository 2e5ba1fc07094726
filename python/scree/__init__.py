"""scree: a discrete-element engine in Python.

    scene = scree.Scene(dimension=3, gravity=(0, 0, -9.81), seed=7)     # or scree.Scene.from_toml("box.toml")
    sim = scene.build()
    run = sim.run(out="box.run")
    run[-1].positions                                                   # numpy

docs/python.md tells more.
"""
from . import _core
from ._columns import Contacts
from ._errors import Error, InternalError, RunError, RunWarning, SceneError
from ._sweep import Sweep, sweep
from .results import Frame, Measure, Picture, Run, open  # noqa: A004
from .scene import Scene
from .simulation import Edit, Simulation, resume

__version__ = _core.version()
__all__ = ["Contacts", "Edit", "Error", "Frame", "InternalError", "Measure", "Picture", "Run", "RunError", "RunWarning",
           "Scene", "SceneError", "Simulation", "Sweep", "open", "resume", "sweep"]
