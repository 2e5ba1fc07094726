"""Little memory, few threads, piles of items: told in a sentence, never a crash (issue 21, section 2, points 3 and 4)."""
import resource

from program import *

CSV = """
[scene]
dimension = 3
gravity = [0, 0, 0]
seed = 1
[material.m]
density = 2500
[contact.default]
law = "hooke"
stiffness = 1000
restitution = 0.5
[[fill]]
shape = "sphere"
material = "m"
file = "b.csv"
[[stage]]
duration = "1 ms"
"""
MB = 1 << 20


def limited(megabytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * MB, megabytes * MB))


@unittest.skipIf(os.environ.get("SCREE_SANITIZED"), "sanitizers need address space")
class Limits(ProgramTest):
    def test_a_pile_of_bodies_at_one_place_is_refused_with_its_lines(self):
        self.write("scene.toml", CSV)
        self.write("b.csv", "x,y,z,radius\n1,0,0,0.1\n" + "0,0,0,0.1\n" * 5000)
        said = self.scree("check", "scene.toml", code=2, preexec_fn=limited(1000)).stderr
        self.assertIn("b.csv:4:1: the body has the same centre as that of line 3", said)

    def test_a_pile_of_bodies_near_one_place_is_refused_with_its_lines(self):
        self.write("scene.toml", CSV)
        self.write("b.csv", "x,y,z,radius\n" + "".join(f"{1e-6 * k},0.02,0.02,0.1\n" for k in range(5000)))
        said = self.scree("check", "scene.toml", code=2, preexec_fn=limited(1000)).stderr
        self.assertIn("b.csv:3:1: more than 100 bodies lie within a radius of each other here; the first two are this "
                      "one and that of line 2", said)

    def test_counting_pairs_keeps_no_list(self):
        count = 12_000
        self.write("items.csv", "x,y,z,radius\n" + "0,0,0,1\n" * count)
        for words in (["--count"], ["--json"]):
            said = self.scree("pairs", "items.csv", "--threads", 1, *words, preexec_fn=limited(400)).stdout
            self.assertIn(str(count * (count - 1) // 2), said)

    def test_goes_on_with_the_threads_that_there_are(self):
        self.write("scene.toml", SMALL)
        self.scree("run", "scene.toml", "--quiet", "--out", "few.run", "--threads", 1)
        done = self.scree("run", "scene.toml", "--quiet", "--out", "many.run", "--threads", 1024, "--until", "5 ms",
                          preexec_fn=limited(3000))
        self.assertRegex(done.stderr, r"warning: the system does not allow 1024 threads; \d+ are used")
        self.scree("resume", "many.run", "--quiet", "--threads", 1)
        self.assertEqual(self.summary("many.run")["state_hash"], self.summary("few.run")["state_hash"])

    def test_little_memory_is_told_and_never_a_crash(self):
        self.write("scene.toml", SMALL)
        ends = set()
        for megabytes in range(20, 300, 14):
            done = self.scree("run", "scene.toml", "--quiet", "--force", "--threads", 1, "--until", "3 ms", code=None,
                              preexec_fn=limited(megabytes))
            if done.returncode == 127 or "error while loading shared libraries" in done.stderr:
                continue  # not even the program fits
            self.assertIn(done.returncode, (0, 3), (megabytes, done.stderr))
            ends.add(done.returncode)
            if done.returncode == 3:
                self.assertIn("memory", done.stderr)
        self.assertIn(0, ends)

    def test_a_long_line_is_refused_in_a_moment(self):
        self.write("scene.toml", CSV)
        commas = "," * 10_000_000
        for text in ("x,y,z,radius\n" + commas, commas, "x" + commas):
            self.write("b.csv", text + "\n")
            for command in (["check", "scene.toml"], ["pairs", "b.csv"]):
                begin = time.monotonic()
                self.scree(*command, code=2)
                self.assertLess(time.monotonic() - begin, 4 if "SCREE_SANITIZED" not in os.environ else 60)


if __name__ == "__main__":
    unittest.main()
