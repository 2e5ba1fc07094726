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

    def test_force_replaces_the_run_that_the_system_finds_under_the_name(self):
        """Issue 21, section 2, point 1."""
        (self.folder / "far/deep").mkdir(parents=True)
        (self.folder / "link").symlink_to("far/deep")
        self.record("up.run", "far/up.run")
        before = self.contents("up.run"), self.contents("far/up.run")
        self.scree("run", "scene.toml", "--quiet", "--force", "--seed", 5, "--out", "link/../up.run")
        self.assertEqual(self.contents("up.run"), before[0])
        self.assertNotEqual(self.contents("far/up.run"), before[1])
        self.scree("export", "link/../up.run", "--format", "csv")
        self.scree("plot", "link/../up.run/")
        self.assertEqual({path.name for path in (self.folder / "far").iterdir() if path.is_file()},
                         {"up.csv", "up.energy.svg"})
        self.scree("export", "up.run", "--format", "csv", "-o", "link/../named.csv")
        self.assertTrue((self.folder / "far/named.csv").exists())

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
        for command in (["render", "box.run", "--size", "64x64"], ["plot", "box.run"]):
            self.assertIn("there already", self.scree(*command, code=2).stderr)
            self.scree(*command, "--force")
            self.scree(*command)  # Pictures are made again and again, until they please.
        for name in ("box.csv", "box.touch.csv", "box.png", "box.energy.svg"):
            self.assertNotEqual((self.folder / name).read_bytes(), b"mine", name)

    def test_files_that_scree_did_not_write_stay_unless_told_otherwise(self):
        """Issue 21, section 2, point 2."""
        self.record("box.run")
        self.write("items.csv", "x,y,radius\n0,0,1\n1,0,1\n")
        commands = {"keep.html": ["report", "box.run"], "keep.csv": ["export", "box.run", "-f", "csv"],
                    "keep.h5": ["export", "box.run", "-f", "h5md"],
                    "touch.csv": ["export", "box.run", "-f", "csv", "--measure", "touch"],
                    "pairs.csv": ["pairs", "items.csv"], "keep.png": ["render", "box.run", "--size", "64x64"],
                    "keep.svg": ["plot", "box.run"], "keep.pdf": ["plot", "box.run"],
                    "plot.png": ["plot", "box.run"]}
        if shutil.which("ffmpeg"):
            commands["keep.mp4"] = ["render", "box.run", "--movie", "--size", "64x64"]
        for name, command in commands.items():
            self.write(name, "mine, with care")
            self.assertIn("was not written by scree", self.scree(*command, "-o", name, code=2).stderr, command)
            self.assertEqual((self.folder / name).read_text(), "mine, with care")
            self.scree(*command, "-o", name, "--force")
            self.scree(*command, "-o", name)
            self.assertNotEqual((self.folder / name).read_bytes(), b"mine, with care")
        self.write("keep.toml", "[scene]\n")
        self.scree("report", "box.run", "-o", "keep.toml", code=2)
        self.scree("new", "box", "-o", "new.toml")
        self.scree("new", "box", "-o", "new.toml", code=2)
        self.scree("report", "box.run", "-o", "new.toml", code=2)

    def test_a_file_that_only_speaks_of_scree_is_not_taken_for_one_of_its_own(self):
        """Issue 21, section 2, point 2."""
        self.record("box.run")
        self.write("items.csv", "x,y,radius\n0,0,1\n1,0,1\n")
        mine = {"notes.html": "<p>The picture was written by scree, the rest by me.</p>\n",
                "pairs.csv": "first,second\nAda,Grace\n", "names.csv": "first,second\n1,2\nAda,Grace\n",
                "touch.csv": "time,step,what I did\n0,1,had tea\n", "frames.csv": "frame,time,picture\n1,2,a.png\n"}
        commands = {"notes.html": ["report", "box.run"], "pairs.csv": ["pairs", "items.csv"],
                    "names.csv": ["pairs", "items.csv"], "touch.csv": ["export", "box.run", "-f", "csv", "--measure", "touch"],
                    "frames.csv": ["export", "box.run", "-f", "csv"]}
        for name, text in mine.items():
            self.write(name, text)
            self.assertIn("was not written by scree", self.scree(*commands[name], "-o", name, code=2).stderr, name)
            self.assertEqual((self.folder / name).read_text(), text)

    def test_vtk_leaves_frames_that_scree_did_not_write(self):
        """Issue 21, section 2, point 2."""
        self.record("box.run")
        for words, collection, frame in ((["-o", "out"], "frames.pvd", "frame-{:06}.vtu"),
                                         (["-o", "out/some.pvd"], "some.pvd", "some-{:06}.vtu")):
            export = ["export", "box.run", "--format", "vtk", *words]
            self.write("out/" + frame.format(900000), "mine")
            self.scree(*export)
            self.assertEqual((self.folder / "out" / frame.format(900000)).read_text(), "mine")
            for name in (frame.format(1), collection):
                self.write("out/" + name, "mine")
                self.assertIn(name, self.scree(*export, code=2).stderr)
                self.assertEqual((self.folder / "out" / name).read_text(), "mine")
                self.scree(*export, "--force")
                self.assertNotEqual((self.folder / "out" / name).read_text(errors="replace"), "mine")
            self.assertEqual((self.folder / "out" / frame.format(900000)).read_text(), "mine")

    def test_vtk_removes_what_a_killed_export_left(self):
        """Issue 21, section 2, point 6."""
        self.record("box.run")
        for name in (".frame-000001.vtu.999999999-12.tmp", ".frame-000001.vtu.999999999-ab12.tmp", ".other.vtu.999999999-12.tmp"):
            self.write("out/" + name, "half")
        self.scree("export", "box.run", "--format", "vtk", "-o", "out")
        self.assertEqual([path.name for path in (self.folder / "out").glob(".*")], [".other.vtu.999999999-12.tmp"])

    def test_an_export_holds_no_time_stamps(self):
        """Issue 21, section 2, point 6."""
        self.record("box.run")
        self.scree("export", "box.run", "--format", "h5md", "-o", "a.h5")
        time.sleep(1.1)
        self.scree("export", "box.run", "--format", "h5md", "-o", "b.h5")
        self.assertEqual((self.folder / "a.h5").read_bytes(), (self.folder / "b.h5").read_bytes())

    def test_info_counts_only_frames_that_are_there(self):
        """Issue 21, section 2, point 6."""
        self.record("box.run")
        frames = self.info("box.run")["frames"]
        self.assertEqual(self.info("box.run")["missing_frames"], 0)
        for path in (self.folder / "box.run").glob("frames-*.h5"):
            path.unlink()
        info = self.info("box.run")
        self.assertEqual((info["frames"], info["missing_frames"], info["frame_list"]), (0, frames, []))
        self.assertIn(f"{frames} more were recorded, but their files are missing", self.scree("info", "box.run").stdout)

    def test_force_replaces_of_a_run_folder_only_what_scree_wrote(self):
        """Issue 21, section 2, point 2."""
        self.record("box.run")
        for name in ("notes.txt", "measure-mine.csv", "frames-900000.h5"):
            self.write("box.run/" + name, "mine")
        self.scree("run", "scene.toml", "--quiet", "--force", "--seed", 5, "--out", "box.run")
        for name in ("notes.txt", "measure-mine.csv", "frames-900000.h5"):
            self.assertEqual((self.folder / "box.run" / name).read_text(), "mine")
        self.assertEqual(self.summary("box.run")["seed"], 5)

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
