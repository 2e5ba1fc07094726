"""Stages, inlets, sinks and measurements from outside: rates, balances, rows, and resuming in the middle of all."""
from program import *

CHUTE = """
[scene]
dimension = 2
seed = 5
gravity = [0, -10]
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
collision_time = "1 ms"
friction = 0.3
[[wall]]
name = "slope"
plane = { point = [0, 0], normal = [1, 1] }
[[region]]
name = "air"
box = { min = [0, 0.05], max = [0.2, 0.25] }
[[inlet]]
name = "feed"
shape = "disc"
material = "glass"
diameter = { uniform = ["6 mm", "1 cm"] }
region.box = { min = [0, 0.2], max = [0.1, 0.24] }
velocity = [0, -1]
number_rate = "200 1/s"
stages = ["pour"]
[[sink]]
name = "outlet"
box = { min = [-1, -1], max = [1, 0.02] }
[[measure]]
name = "passing"
kind = "flow"
plane = { point = [0, 0.1], normal = [0, -1] }
interval = "5 ms"
[[measure]]
name = "air"
kind = "bulk"
region = "air"
interval = "7 ms"
[[stage]]
name = "pour"
until = "count(all) > 20"
limit = "1 s"
[[stage]]
name = "drain"
until = "count(all) < 1"
limit = "2 s"
[record]
frames = "20 ms"
checkpoint = "10 ms"
"""


class Flow(ProgramTest):
    def rows(self, folder):
        return {path.name: path.read_text() for path in sorted((self.folder / folder).glob("measure-*.csv"))}

    def test_resumes_in_the_middle_of_stages_inlets_and_measurements(self):
        self.write("whole.toml", CHUTE)
        self.scree("run", "whole.toml", "--quiet")
        expected, rows = self.fingerprint("whole.run"), self.rows("whole.run")
        summary = self.summary("whole.run")
        self.assertTrue(summary["flow"]["closed"])
        flow = {entry["kind"]: entry for entry in summary["flow"]["entries"]}
        self.assertEqual(flow["inlet"]["bodies"], flow["sink"]["bodies"] + flow["inside"]["bodies"])
        self.assertGreater(flow["sink"]["bodies"], 15)
        self.assertEqual(sorted(rows), ["measure-air.csv", "measure-passing.csv"])
        passing = [line.split(",") for line in rows["measure-passing.csv"].splitlines()]
        self.assertEqual(passing[0], ["time", "step", "forward", "backward", "forward_mass", "backward_mass"])
        self.assertEqual(float(passing[-1][2]) - float(passing[-1][3]), flow["inlet"]["bodies"])
        self.write("part.toml", CHUTE)
        self.scree("run", "part.toml", "--until", "0.0512 s", "--quiet")
        self.scree("resume", "part.run", "--until", "0.1333 s", "--quiet", "--threads", 1)
        self.scree("resume", "part.run", "--quiet", "--search", "all_pairs")
        self.assertEqual(self.fingerprint("part.run"), expected)
        self.assertEqual(self.rows("part.run"), rows)

    def test_exports_measurements(self):
        self.write("whole.toml", CHUTE)
        self.scree("run", "whole.toml", "--until", "0.1 s", "--quiet")
        text = self.scree("export", "whole.run", "--format", "csv", "--measure", "passing", "-o", "-").stdout
        self.assertEqual(text, (self.folder / "whole.run/measure-passing.csv").read_text())
        refused = self.scree("export", "whole.run", "--format", "csv", "--measure", "nothing", code=2)
        self.assertIn("choose from air, passing", refused.stderr)

    def test_a_stage_that_never_ends_is_told(self):
        self.write("whole.toml", CHUTE.replace('limit = "2 s"', 'limit = "10 ms"'))
        stopped = self.scree("run", "whole.toml", "--quiet", code=3)
        self.assertIn("stage 'drain' has not come to its end", stopped.stderr)
        self.assertIn("count(all)", stopped.stderr)


if __name__ == "__main__":
    unittest.main()
