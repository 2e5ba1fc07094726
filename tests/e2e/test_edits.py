"""Edits in a scene: a run with them repeats, resumes and stops as any other."""
from program import *

EDITS = """
[[edit]]
step = 100
gravity = [1, 0, -5]
[[edit]]
step = 200
grab = { body = 3, point = ["5 mm", "5 mm", "3 cm"], stiffness = "10 N/m", damping = "0.01 kg/s" }
[[edit]]
step = 300
add_fill = { shape = "sphere", material = "glass", radius = "1 mm", count = 5, region = { box = { min = [0, 0, "3 cm"], max = ["1 cm", "1 cm", "5 cm"] } } }
[[edit]]
step = 400
frames = "1 ms"
[[edit]]
step = 500
release = 3
[[edit]]
step = 500
pin = [1, 2]
"""


class Edits(ProgramTest):
    def test_are_made_and_the_books_stay_closed(self):
        self.write("edited.toml", SMALL + EDITS)
        self.scree("run", "edited.toml", "--quiet")
        summary = self.summary("edited.run")
        self.assertEqual(summary["bodies"], 45)
        self.write("plain.toml", SMALL)
        self.scree("run", "plain.toml", "--quiet")
        self.assertNotEqual(summary["state_hash"], self.summary("plain.run")["state_hash"])
        self.assertGreater(len(self.frame_steps("edited.run")), len(self.frame_steps("plain.run")))

    def test_give_the_same_run_resumed_with_other_threads_and_searches(self):
        self.write("whole.toml", SMALL + EDITS)
        self.scree("run", "whole.toml", "--quiet")
        expected = self.fingerprint("whole.run")
        self.write("part.toml", SMALL + EDITS)
        self.scree("run", "part.toml", "--until", "3.3 ms", "--quiet", "--threads", 2)
        self.scree("resume", "part.run", "--until", "9 ms", "--quiet", "--threads", 1)
        self.scree("resume", "part.run", "--quiet", "--search", "all_pairs")
        self.assertEqual(self.fingerprint("part.run"), expected)

    def test_that_cannot_be_read_are_told_with_their_lines(self):
        self.write("bad.toml", SMALL + "[[edit]]\nstep = 3\nremove_wall = \"bx\"\n[[edit]]\ngravity = 1\n")
        said = self.scree("run", "bad.toml", code=2).stderr
        self.assertIn("there is no wall called 'bx', did you mean 'box'?", said)
        self.assertIn("needs 'step'", said)
        self.assertRegex(said, r"bad.toml:\d+:\d+")

    def test_that_cannot_be_made_stop_the_run_and_keep_what_was_recorded(self):
        self.write("bad.toml", SMALL + "[[edit]]\nstep = 300\npin = 77\n")
        said = self.scree("run", "bad.toml", "--quiet", code=3).stderr
        self.assertIn("the edit of step 300 cannot be made", said)
        self.assertIn("there is no body 77: ids go from 0 to 39", said)
        self.assertIn("bad.toml:", said)
        self.assertGreater(len(self.frame_steps("bad.run")), 0)

    def test_keys_say_what_they_take_and_which_are_live(self):
        keys = {one["name"]: one for one in json.loads(self.scree("list", "keys", "--json").stdout)}
        gravity = keys["scene.gravity"]
        self.assertEqual((gravity["form"], gravity["kind"], gravity["unit"], gravity["live"]),
                         ("vector", "acceleration", "m/s2", True))
        self.assertEqual((keys["fill.count"]["live"], keys["fill.count"]["least"]), (False, 1))
        self.assertEqual(keys["material.poisson"]["most"], 0.5)
        self.assertNotIn("unit", keys["scene.name"])


if __name__ == "__main__":
    unittest.main()
