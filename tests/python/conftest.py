"""What tests of the Python package share: small scenes, and the program to compare with."""
import json
import os
import pathlib
import subprocess

import pytest

import scree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "release" / "scree"


def pour(count=60, **scene):
    """Glass beads above the floor of a box."""
    made = scree.Scene(**{"dimension": 3, "gravity": (0, 0, "-9.81 m/s2"), "seed": 7, **scene})
    glass = made.material("glass", density="2500 kg/m3", young="5 MPa", poisson=0.25)
    made.contact(glass, glass, law="hertz_mindlin", restitution=0.8, friction=0.4)
    made.wall("box", box={"min": (0, 0, 0), "max": ("4 cm", "4 cm", "4 cm")}, material=glass)
    made.fill(shape="sphere", material=glass, diameter={"uniform": ("4 mm", "6 mm")}, count=count,
              region={"box": {"min": (0, 0, 0), "max": ("4 cm", "4 cm", "2 cm")}})
    made.stage("pour", duration="60 ms")
    made.record(frames="10 ms")
    return made


# The program is not built with the sanitizer whose runtime the tests of the module may preload: it hangs with it.
PLAIN = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}


def program_run(scene, folder, *options):
    """Runs the program; gives its summary."""
    done = subprocess.run([PROGRAM, "run", scene, "--out", folder, "--quiet", "--json", "--no-picture", *options],
                          check=True, capture_output=True, text=True, env=PLAIN)
    return json.loads(done.stdout)


@pytest.fixture
def scene():
    return pour()


@pytest.fixture
def sim(scene):
    return scene.build()
