"""The built program, driven from outside: what the tests of this folder share.

The path of the program comes in the environment variable SCREE_PROGRAM.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ["SCREE_PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds that a command may take at most, sanitizers included

# Forty spheres that fall into a box: some thousand steps, with contacts, friction and rolling.
SMALL = """
[scene]
name = "small"
dimension = 3
gravity = [0, 0, "-9.81 m/s2"]
seed = 7
[material.glass]
density = "2500 kg/m3"
young = "10 MPa"
poisson = 0.25
[contact."glass-glass"]
law = "hertz_mindlin"
restitution = 0.7
friction = 0.4
rolling_friction = 0.01
[[wall]]
name = "box"
box = { min = [0, 0, 0], max = ["1 cm", "1 cm", "5 cm"] }
material = "glass"
[[fill]]
shape = "sphere"
material = "glass"
diameter = { uniform = ["2 mm", "3 mm"] }
region = { box = { min = [0, 0, 0], max = ["1 cm", "1 cm", "2 cm"] } }
count = 40
[[stage]]
duration = "30 ms"
[record]
frames = "2 ms"
checkpoint = "0.05 s"
"""

# Discs in 2D over pegs; some leave the domain.
DISCS = """
[scene]
name = "discs"
dimension = 2
gravity = [0, "-9.81 m/s2"]
seed = 3
thickness = "1 cm"
[domain]
min = ["-5 cm", "-1 cm"]
max = ["15 cm", "20 cm"]
[material.wood]
density = "700 kg/m3"
young = "5 MPa"
poisson = 0.3
[contact.default]
law = "hertz_mindlin"
restitution = 0.6
friction = 0.3
[[body]]
name = "peg"
shape = "disc"
radius = "1 cm"
fixed = true
position = ["5 cm", "2 cm"]
[[fill]]
shape = "disc"
material = "wood"
diameter = { uniform = ["4 mm", "6 mm"] }
region = { box = { min = ["3 cm", "3.5 cm"], max = ["7 cm", "7 cm"] } }
count = 25
velocity = [0, "-0.5 m/s"]
[[stage]]
duration = "80 ms"
[record]
frames = "10 ms"
"""


def command_words(arguments):
    """The command; runs leave no pictures, which no test looks at, unless it asks for them."""
    words = [PROGRAM, *map(str, arguments)]
    if "--picture" in words:
        words.remove("--picture")
    elif words[1:2] in (["run"], ["resume"]):
        words.append("--no-picture")
    return words


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own and stands in it."""

    # Where these folders are made. In memory, where there is room: runs wait for the disk again and again.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="scree-e2e-", dir=self.place))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def scree(self, *arguments, code=0, **options):
        """Runs a command to its end and requires the exit code (None: any)."""
        done = subprocess.run(command_words(arguments), cwd=options.pop("cwd", self.folder), text=True,
                              capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, **options)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def start(self, *arguments, to=subprocess.PIPE):
        """Starts a command and leaves it running; `to` takes what it says on standard error."""
        process = subprocess.Popen(command_words(arguments), cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=to)
        self.addCleanup(self.put_away, process)
        return process

    @staticmethod
    def put_away(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f"waited in vain for {what}")
            time.sleep(0.01)

    def summary(self, run):
        return json.loads((self.folder / run / "summary.json").read_text())

    def info(self, run):
        return json.loads(self.scree("info", run, "--json").stdout)

    def frame_steps(self, run):
        return [frame["step"] for frame in self.info(run)["frame_list"]]

    def fingerprint(self, run):
        """What an interrupted run must share with one that was not: the end, and every frame."""
        rows = self.scree("export", run, "--format", "csv", "-o", "-").stdout
        return {"state_hash": self.summary(run)["state_hash"], "frames": self.frame_steps(run),
                "csv": hashlib.sha256(rows.encode()).hexdigest()}

    def contents(self, run):
        """Every file of a folder with its bytes' hash; the lock names its last holder and does not count."""
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                for path in (self.folder / run).iterdir() if path.name != "run.lock"}


def long_scene(scene=SMALL, duration="100 s"):
    """The same scene, but it will not end by itself while a test looks at it."""
    return re.sub(r'duration = "[^"]*"', f'duration = "{duration}"', scene)


def names_of(program_list):
    return [member["name"] for member in json.loads(program_list)]


__all__ = ["DISCS", "PATIENCE", "PROGRAM", "ROOT", "SMALL", "ProgramTest", "json", "long_scene", "names_of", "os",
           "pathlib", "re", "shutil", "signal", "subprocess", "sys", "time", "unittest"]
