"""Runs that go wrong: each stops or warns with who, where, why and what to do, and everything recorded stays."""
from program import *

TWO = """
[scene]
name = "two"
dimension = 3
seed = 1
[material.soft]
density = "2500 kg/m3"
young = "10 MPa"
poisson = 0.25
[contact.default]
law = "hooke"
restitution = 1
stiffness = {stiffness}
[[body]]
name = "left"
shape = "sphere"
radius = "1 cm"
material = "soft"
position = [0, 0, 0]
velocity = [1, 0, 0]
[[body]]
name = "right"
shape = "sphere"
radius = "1 cm"
material = "soft"
position = [{distance}, 0, 0]
velocity = [-1, 0, 0]
[[stage]]
duration = "{duration}"
[record]
frames = "1 ms"
[run]
time_step = {time_step}
"""


def two(stiffness=1e5, distance=0.03, duration="20 ms", time_step='"auto"'):
    return TWO.format(stiffness=stiffness, distance=distance, duration=duration, time_step=time_step)


class Watch(ProgramTest):
    def stop(self, scene, *words):
        self.write("two.toml", scene)
        done = self.scree("run", "two.toml", code=3)
        for word in words:
            self.assertIn(word, done.stderr)
        return done

    def test_stops_at_a_deep_overlap_and_keeps_the_frames(self):
        self.stop(two(stiffness=1e3), "overlap", "'left'", "'right'", "stiffer", "two.run")
        frames = self.info("two.run")["frame_list"]
        self.assertGreater(len(frames), 3)
        rows = self.scree("export", "two.run", "--format", "csv", "-o", "-").stdout.splitlines()
        self.assertEqual(len(rows), 1 + 2 * len(frames))
        self.assertEqual(self.info("two.run")["completed"], False)

    def test_leaves_why_it_stopped(self):
        self.stop(two(stiffness=1e3), "overlap")
        summary = self.summary("two.run")
        self.assertEqual(summary["outcome"], "stopped")
        self.assertIn("stiffer", summary["reason"])
        self.assertTrue(summary["warnings"])
        told = " ".join(self.scree("info", "two.run").stdout.split())
        self.assertIn("stopped", told)
        self.assertIn("The limit is 20 % ([watch] overlap_stop)", told)

    def test_resuming_a_stopped_run_stops_again_at_the_same_step(self):
        first = self.stop(two(stiffness=1e3), "overlap")
        again = self.scree("resume", "two.run", code=3)
        step = re.search(r"step (\d+)", first.stderr)[1]
        self.assertIn(f"step {step}", again.stderr)

    def test_goes_on_when_the_scene_says_never(self):
        self.write("two.toml", two(stiffness=1e3) + '[watch]\noverlap_stop = "never"\n')
        self.scree("run", "two.toml")
        warnings = self.summary("two.run")["warnings"]
        self.assertTrue(any("strong overlap" in text for text in warnings), warnings)

    def test_warns_of_a_small_overlap_once(self):
        self.write("two.toml", two(stiffness=3e5))
        done = self.scree("run", "two.toml")
        warnings = self.summary("two.run")["warnings"]
        self.assertEqual(done.stderr.count("warning:"), len(warnings))
        self.assertTrue(1 <= len(warnings) <= 3, warnings)

    def test_stops_before_the_start_at_a_time_step_of_more_than_twice_its_limit(self):
        self.write("two.toml", two())
        limit = json.loads(self.scree("check", "two.toml", "--json").stdout)["time_step_limit"]
        self.stop(two(time_step=2.1 * limit), "time step", "time_step")
        self.assertFalse((self.folder / "two.run").exists())
        self.scree("check", "two.toml", code=3)

    def test_warns_of_a_time_step_above_its_limit(self):
        self.write("two.toml", two())
        limit = json.loads(self.scree("check", "two.toml", "--json").stdout)["time_step_limit"]
        self.write("two.toml", two(time_step=1.5 * limit))
        self.scree("run", "two.toml")
        self.assertTrue(any("time step" in text for text in self.summary("two.run")["warnings"]))

    def test_stops_before_the_start_at_bodies_that_overlap(self):
        self.stop(two(distance=0.015), "starts like this", "'left'")
        self.assertFalse((self.folder / "two.run").exists())

    def test_stops_at_the_step_where_a_state_is_not_finite(self):
        # Just below the largest double, and falling: some steps later the velocity is more than a double can hold.
        scene = two(duration="20 ms", time_step=1e-5)
        scene = scene[:scene.index('[[body]]\nname = "right"')] + scene[scene.index("[[stage]]"):]
        scene = scene.replace("velocity = [1, 0, 0]", "velocity = [1.797e308, 0, 0]")
        scene = scene.replace("seed = 1", "seed = 1\ngravity = [1.7e308, 0, 0]")
        done = self.stop(scene, "not a finite number", "'left'")
        self.assertRegex(done.stderr, r"since step \d+,")
        self.scree("info", "two.run")

    def test_tells_errors_as_json(self):
        self.write("two.toml", two(stiffness=1e3))
        error = json.loads(self.scree("run", "two.toml", "--json", code=3).stdout)["error"]
        self.assertEqual(error["kind"], "run")
        self.assertGreater(error["step"], 0)
        self.assertIn("overlap", error["message"])


if __name__ == "__main__":
    unittest.main()
