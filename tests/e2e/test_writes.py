"""What commands write and under which names, and what they leave alone: runs, and files that they read."""
from program import *

MEASURED = SMALL.replace('duration = "30 ms"', 'duration = "5 ms"') + """
[[measure]]
name = "touch"
kind = "contacts"
interval = "1 ms"
"""


class Writes(ProgramTest):
    def record(self, *runs):
        self.write("scene.toml", MEASURED)
        for run in runs:
            self.scree("run", "scene.toml", "--quiet", "--out", run)

    def test_no_command_replaces_a_file_of_a_run(self):
        self.record("a.run", "b.run")
        before = self.contents("a.run"), self.contents("b.run")
        names = [name for name in self.contents("b.run") if name != "run.lock"]
        self.assertIn("run.h5", names)
        (self.folder / "link.png").symlink_to("b.run/run.h5")
        for run in ("a.run", "b.run"):
            for name in names:
                for command in (["report", "a.run"], ["export", "a.run", "-f", "csv"], ["export", "a.run", "-f", "h5md"],
                                ["export", "a.run", "-f", "csv", "--measure", "touch"], ["new", "box", "--force"]):
                    said = self.scree(*command, "-o", f"{run}/{name}", code=2).stderr
                    self.assertIn("is a file of a run", said, command)
        for command in (["render", "a.run"], ["plot", "a.run"], ["report", "a.run"]):
            self.assertIn("is a file of a run", self.scree(*command, "-o", "link.png", code=2).stderr, command)
        self.write("items.csv", "x,y,radius\n0,0,1\n1,0,1\n")
        self.assertIn("is a file of a run", self.scree("pairs", "items.csv", "-o", "b.run/run.h5", code=2).stderr)
        self.assertEqual((self.contents("a.run"), self.contents("b.run")), before)

    def test_no_command_replaces_what_it_reads(self):
        text = "x,y,radius\n0,0,1\n1,0,1\n"
        self.write("items.csv", text)
        (self.folder / "link.csv").symlink_to("items.csv")
        for name in ("items.csv", "./items.csv", "link.csv"):
            self.assertIn("is what the command reads", self.scree("pairs", "items.csv", "-o", name, code=2).stderr)
        self.assertEqual((self.folder / "items.csv").read_text(), text)

    def test_default_names_stand_beside_the_run_and_differ_for_each(self):
        self.record("res.v1", "res.v2", "box.run")
        for run, stem in (("res.v1", "res.v1"), ("res.v2", "res.v2"), ("box.run", "box"), ("box.run/", "box")):
            self.assertEqual(self.scree("render", run, "--size", "64x64").stdout.strip(), f"{stem}.png")
            self.assertEqual(self.scree("plot", run).stdout.strip(), f"{stem}.energy.svg")
            self.scree("export", run, "--format", "csv", "--force")
            self.scree("export", run, "--format", "csv", "--measure", "touch", "--force")
            for ending in (".png", ".energy.svg", ".csv", ".touch.csv"):
                (self.folder / (stem + ending)).unlink()
        inside = self.folder / "box.run"
        before = self.contents("box.run")
        self.scree("render", ".", "--size", "64x64", cwd=inside)
        self.scree("plot", ".", cwd=inside)
        self.scree("export", ".", "--format", "csv", cwd=inside)
        self.scree("export", ".", "--format", "csv", "--measure", "touch", cwd=inside)
        self.assertEqual({path.name for path in self.folder.iterdir() if path.is_file()},
                         {"scene.toml", "box.png", "box.energy.svg", "box.csv", "box.touch.csv"})
        self.assertEqual(self.contents("box.run"), before)

    def test_files_that_are_there_already(self):
        self.record("box.run")
        for name in ("box.csv", "box.touch.csv", "box.png", "box.energy.svg"):
            self.write(name, "mine")
        for command in (["export", "box.run", "-f", "csv"], ["export", "box.run", "-f", "csv", "--measure", "touch"]):
            self.assertIn("there already", self.scree(*command, code=2).stderr)
            self.scree(*command, "--force")
        # Pictures are made again and again, until they please.
        self.scree("render", "box.run", "--size", "64x64")
        self.scree("plot", "box.run")
        for name in ("box.csv", "box.touch.csv", "box.png", "box.energy.svg"):
            self.assertNotEqual((self.folder / name).read_bytes(), b"mine", name)

    def test_measurements_heed_every_and_json(self):
        self.record("box.run")
        export = ("export", "box.run", "--format", "csv", "--measure", "touch")
        whole = self.scree(*export, "-o", "-").stdout.splitlines()
        answer = json.loads(self.scree(*export, "--every", 2, "--json").stdout)
        self.assertEqual(answer, {"file": "box.touch.csv", "samples": len(whole[1::2]), "files": 1})
        self.assertEqual((self.folder / "box.touch.csv").read_text().splitlines(), whole[:1] + whole[1::2])

    def test_vtk_leaves_no_frames_of_an_earlier_export(self):
        self.record("box.run")
        for words in (["--output", "out"], ["--output", "out/some.pvd"]):
            self.scree("export", "box.run", "--format", "vtk", *words)
            before = set((self.folder / "out").glob("*.vtu"))
            self.write("out/frame-mine.vtu", "mine")
            self.scree("export", "box.run", "--format", "vtk", "--every", 3, *words)
            after = set((self.folder / "out").glob("*.vtu")) - {self.folder / "out/frame-mine.vtu"}
            self.assertLess(after, before)
            named = re.findall('file="([^"]*)"', (self.folder / "out" / ("some.pvd" if "some.pvd" in words[1] else
                                                                          "frames.pvd")).read_text())
            self.assertEqual({path.name for path in after if path.name.startswith(named[0].split("-")[0])}, set(named))

    def test_an_export_to_a_pipe_that_closes_leaves_nothing(self):
        self.write("scene.toml", SMALL)
        self.scree("run", "scene.toml", "--quiet", "--out", "box.run")
        passing = self.folder / "tmp"
        passing.mkdir()
        process = subprocess.Popen([PROGRAM, "export", "box.run", "--format", "csv", "-o", "-"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "TMPDIR": str(passing)})
        self.addCleanup(self.put_away, process)
        self.assertTrue(process.stdout.readline().startswith("frame,time,id"))
        process.stdout.close()
        self.assertEqual(process.wait(PATIENCE), -signal.SIGPIPE)
        self.assertEqual(list(passing.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
