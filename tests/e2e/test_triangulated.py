"""Scenes with triangulated bodies: every kind of wall, spheres among them, inlets, sleep, records and exports."""
import re

from program import *

HEAD = """
[scene]
name = "rocks"
dimension = 3
gravity = [0, 0, "-9.81 m/s2"]
seed = 5
[material.stone]
density = "2500 kg/m3"
[material.glass]
density = "2500 kg/m3"
[material.steel]
density = "7800 kg/m3"
[contact.default]
law = "halo_faces"
stiffness = "2e9 N/m3"
restitution = 0.4
friction = 0.5
[contact."glass-glass"]
law = "hooke"
stiffness = "2e4 N/m"
restitution = 0.6
friction = 0.4
[contact."glass-stone"]
law = "hooke"
stiffness = "2e4 N/m"
restitution = 0.6
friction = 0.4
[contact."glass-steel"]
law = "hooke"
stiffness = "2e4 N/m"
restitution = 0.6
friction = 0.4
[record]
frames = "10 ms"
checkpoint = "0.05 s"
"""

# A tray of two triangles in a cup, rocks, spheres, and more of both by inlets; a sink takes what falls beside.
SCENE = HEAD + """
[[wall]]
name = "cup"
cylinder = { start = [0, 0, 0], end = [0, 0, "20 cm"], radius = "6 cm", caps = "start" }
material = "steel"
[[wall]]
name = "tray"
vertices = "-0.1 -0.1 0.01\\n0.1 -0.1 0.01\\n0.1 0.1 0.02\\n-0.1 0.1 0.02"
triangles = "0 1 2\\n0 2 3"
unit = "m"
side = "front"
material = "steel"
[[wall]]
name = "block"
box = { min = ["3 cm", "-1 cm", 0], max = ["5 cm", "1 cm", "3 cm"], side = "outside" }
material = "steel"
[[fill]]
shape = "mesh"
mesh = { rock = 80, eta = 1.4, variants = 3 }
radius = { uniform = ["7 mm", "9 mm"] }
material = "stone"
count = 12
region = { box = { min = ["-4 cm", "-4 cm", "3.5 cm"], max = ["4 cm", "4 cm", "8 cm"] } }
[[fill]]
shape = "sphere"
radius = "6 mm"
material = "glass"
count = 8
region = { box = { min = ["-4 cm", "-4 cm", "9 cm"], max = ["4 cm", "4 cm", "12 cm"] } }
[[inlet]]
name = "cubes"
shape = "mesh"
mesh = { box = ["8 mm", "8 mm", "12 mm"] }
material = "stone"
number_rate = "60 1/s"
velocity = [0, 0, "-0.5 m/s"]
region = { box = { min = ["-3 cm", "-3 cm", "14 cm"], max = ["3 cm", "3 cm", "18 cm"] } }
[[sink]]
name = "beside"
box = { min = ["-20 cm", "-20 cm", "-20 cm"], max = ["20 cm", "20 cm", "-3 cm"] }
[[measure]]
name = "cup"
kind = "wall"
wall = "cup"
interval = "10 ms"
[[stage]]
duration = "0.07 s"
"""


class Triangulated(ProgramTest):
    def hash_of(self, *words, code=0):
        return re.search(r"state hash\s+(\w+)", self.scree(*words, "--no-picture", code=code).stdout).group(1)

    def test_threads_search_and_resume_change_no_bit(self):
        self.write("rocks.toml", SCENE)
        wanted = self.hash_of("run", "rocks.toml", "--out", "one", "--threads", "1")
        self.assertEqual(self.hash_of("run", "rocks.toml", "--out", "two", "--threads", "2", "--search", "bvh",
                                      "--set", "run.skin=0.004"), wanted)
        self.scree("run", "rocks.toml", "--out", "half", "--until", "0.04", "--no-picture")
        self.assertEqual(self.hash_of("resume", "half"), wanted)

    def test_exports_and_pictures(self):
        self.write("rocks.toml", SCENE)
        self.scree("run", "rocks.toml", "--out", "run", "--until", "0.05", "--no-picture")
        self.scree("export", "run", "--format", "vtk", "-o", "vtk")
        frame = (self.folder / "vtk/frame-000000.vtu").read_bytes()
        cells = int(re.search(rb'NumberOfCells="(\d+)"', frame).group(1))
        self.assertEqual(cells, 12 * 80 + 8)  # inlets bring theirs later
        self.scree("export", "run", "--format", "csv", "-o", "rows.csv")
        self.scree("export", "run", "--format", "h5md", "-o", "rows.h5")
        self.scree("render", "run", "-o", "picture.png")
        self.assertTrue((self.folder / "picture.png").read_bytes()[1:4] == b"PNG")

    def test_a_sphere_lies_on_a_mesh_body_as_on_a_plane(self):
        # A box that is fixed, one that lies on it, and a ball on top: its place by the law's stiffness alone.
        self.write("ball.toml", HEAD + """
[[body]]
name = "table"
shape = "mesh"
mesh = { box = ["10 cm", "10 cm", "2 cm"] }
material = "stone"
fixed = true
position = [0, 0, "-1 cm"]
[[body]]
name = "ball"
shape = "sphere"
radius = "1 cm"
material = "glass"
position = ["1 cm", "0.5 cm", "1 cm"]
velocity = ["7 cm/s", 0, 0]
[[stage]]
duration = "0.5 s"
""")
        self.scree("run", "ball.toml", "--out", "run", "--no-picture")
        self.scree("export", "run", "--format", "csv", "-o", "rows.csv")
        rows = (self.folder / "rows.csv").read_text().splitlines()
        names = rows[0].split(",")
        last = dict(zip(names, map(float, rows[-1].split(","))))
        # It slides until it rolls with five sevenths of its speed, across the seam of two triangles.
        self.assertAlmostEqual(last["vx"], 0.05, 4)
        self.assertAlmostEqual(last["wy"], 5, 2)
        self.assertLess(abs(last["y"] - 0.005), 1e-12)
        self.assertLess(abs(last["z"] - 0.01), 2e-5)

    def test_a_ball_and_a_free_body_share_momentum_and_energy(self):
        self.write("blow.toml", HEAD.replace("-9.81 m/s2", "0 m/s2").replace("0.6", "1").replace("friction = 0.4", "friction = 0") + """
[[body]]
name = "ball"
shape = "sphere"
radius = "1 cm"
material = "glass"
position = ["-4 cm", "6 mm", "4 mm"]
velocity = ["1 m/s", 0, 0]
[[body]]
name = "brick"
shape = "mesh"
mesh = { box = ["2 cm", "4 cm", "3 cm"] }
material = "stone"
position = [0, 0, 0]
[[stage]]
duration = "60 ms"
""")
        self.scree("run", "blow.toml", "--out", "run", "--no-picture")
        summary = json.loads((self.folder / "run/summary.json").read_text())
        self.assertLess(abs(summary["relative_residual"]), 1e-4)
        self.assertLess(abs(summary["momentum_residual"]), 1e-12)
        self.assertLess(abs(summary["angular_momentum_residual"]), 1e-10)

    def test_what_cannot_be_is_refused(self):
        body = '[[body]]\nshape = "mesh"\nmesh = { icosphere = 80 }\nradius = "1 cm"\nmaterial = "stone"\nposition = [0, 0, 0]\n'
        stage = '[[stage]]\nduration = "1 ms"\n'
        for text, answer in [
                (HEAD + body + body.replace("mesh\"\n", "sphere\"\n").replace("mesh = { icosphere = 80 }\n", "") + stage,
                 "both with faces and with spheres"),
                (HEAD + body + stage + '[run]\nintegrator = "gear"\n', "does not turn triangulated bodies"),
                (HEAD + body + stage + '[[edit]]\nstep = 1\nadd_body = { shape = "mesh", mesh = { icosphere = 80 }, radius = 1, '
                 'material = "stone", position = [1, 1, 1] }\n', "an edit cannot bring triangulated bodies"),
                (HEAD + body + stage + '[[wall]]\nplane = { point = [0, 0, -1], normal = [0, 0, 1] }\nside = "front"\n',
                 "goes with a mesh only")]:
            self.write("refused.toml", text)
            self.assertIn(answer, self.scree("check", "refused.toml", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
