"""Run folders from strangers: links, pipes and terminal escapes in them do no harm (issue 21, section 2, point 5)."""
from program import *

SHORT = SMALL.replace('duration = "30 ms"', 'duration = "5 ms"') + """
[[measure]]
name = "touch"
kind = "contacts"
interval = "1 ms"
"""
SWEPT = "sweep.\"fill.0.count\" = [5, 6]\n" + SMALL
ESCAPE = "\x1b]0;owned\x07"


class Strangers(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("scene.toml", SHORT)
        self.write("precious", "precious")

    def link(self, run, name):
        path = self.folder / run / name
        path.unlink(missing_ok=True)
        path.symlink_to(self.folder / "precious")

    def assert_precious(self, what):
        self.assertEqual((self.folder / "precious").read_text(), "precious", what)

    def test_links_in_a_run_folder_are_not_followed(self):
        self.scree("run", "scene.toml", "--quiet", "--until", "2 ms", "--out", "a.run", "--picture")
        for name in sorted(path.name for path in (self.folder / "a.run").iterdir()):
            shutil.copytree(self.folder / "a.run", self.folder / "b.run")
            self.link("b.run", name)
            self.scree("report", "b.run", code=None)
            self.scree("resume", "b.run", "--quiet", "--picture", code=None)
            self.assert_precious(name)
            self.scree("run", "scene.toml", "--quiet", "--force", "--out", "b.run", "--picture", code=None)
            self.assert_precious(name)
            shutil.rmtree(self.folder / "b.run")
        self.link("a.run", "run.lock")
        said = self.scree("resume", "a.run", code=3).stderr
        self.assertIn("run.lock': it is a symbolic link", said)

    def test_links_and_pipes_in_the_folder_of_a_sweep_are_refused(self):
        self.write("sweep.toml", SWEPT)
        self.scree("run", "sweep.toml", "--quiet", "--until", "1 ms", "--out", "s.run")
        for name in ("0.log", "sweep.csv", "sweep.json"):
            self.link("s.run", name)
            self.scree("run", "sweep.toml", "--quiet", "--until", "2 ms", "--out", "s.run", code=None)
            self.assert_precious(name)
            (self.folder / "s.run" / name).unlink(missing_ok=True)
            self.scree("run", "sweep.toml", "--quiet", "--until", "1 ms", "--out", "s.run", "--force", code=None)
        shutil.rmtree(self.folder / "s.run")
        self.scree("run", "sweep.toml", "--quiet", "--until", "1 ms", "--out", "s.run")
        self.scree("run", "scene.toml", "--quiet", "--out", "mine.run")
        before = self.contents("mine.run")
        shutil.rmtree(self.folder / "s.run/1")
        (self.folder / "s.run/1").symlink_to(self.folder / "mine.run")
        self.assertIn("is a link", self.scree("resume", "s.run", code=2).stderr)
        self.assertEqual(self.contents("mine.run"), before)
        (self.folder / "s.run/1").unlink()
        (self.folder / "s.run/1.toml").unlink()
        os.mkfifo(self.folder / "s.run/1.toml")
        self.scree("resume", "s.run", code=2)

    def test_a_pipe_in_place_of_a_file_does_not_hang(self):
        self.scree("run", "scene.toml", "--quiet", "--until", "2 ms", "--out", "a.run", "--picture")
        for name in sorted(path.name for path in (self.folder / "a.run").iterdir()):
            kept = (self.folder / "a.run" / name).read_bytes()
            (self.folder / "a.run" / name).unlink()
            os.mkfifo(self.folder / "a.run" / name)
            for command in (["info", "a.run"], ["export", "a.run", "-f", "csv", "-o", "-"], ["report", "a.run"],
                            ["resume", "a.run", "--until", "1 ms", "--quiet"]):
                self.assertIn(self.scree(*command, code=None).returncode, (0, 2, 3), (name, command))
            (self.folder / "a.run" / name).unlink(missing_ok=True)
            (self.folder / "a.run" / name).write_bytes(kept)

    def test_escapes_do_not_reach_the_screen(self):
        scene = SHORT.replace('name = "small"', 'name = "small\\u001b]0;owned\\u0007\\u009b2J"')
        scene = scene.replace('name = "box"', 'name = "box\\u001b[2J"')
        self.write(f"s{ESCAPE}.toml", scene)
        run = f"r{ESCAPE}.run"
        said = []
        for command in (["check", f"s{ESCAPE}.toml"], ["run", f"s{ESCAPE}.toml", "--out", run, "--picture"], ["info", run],
                        ["info", run, "--json"], ["export", run, "-f", "csv", "-o", f"e{ESCAPE}.csv"], ["plot", run],
                        ["resume", run], ["resume", run, "--json"], ["report", run], ["run", f"missing{ESCAPE}"],
                        ["info", f"missing{ESCAPE}"], ["check", f"s{ESCAPE}.toml", "--set", f"a.{ESCAPE}=1"]):
            done = self.scree(*command, code=None)
            said.append(done.stdout + done.stderr)
            self.assertIn(done.returncode, (0, 2), (command, said[-1]))
            for sign in ("\x1b", "\x07", "\x9b", "\x7f"):
                self.assertNotIn(sign, said[-1], command)
        self.assertIn("\\x1b]0;owned", said[2])


if __name__ == "__main__":
    unittest.main()
