"""A scene becomes a run folder: where it goes, what is in it, what is said, what is never overwritten."""
import fcntl
import pty
import struct
import termios

from program import *


class Run(ProgramTest):
    place = None  # a real disk, as far as there is one

    def test_records_a_run_and_reports_it(self):
        self.write("small.toml", SMALL)
        said = self.scree("run", "small.toml").stdout
        summary = self.summary("small.run")
        for key in ("state_hash", "steps", "time", "time_step", "bodies", "removed", "contacts", "energy", "residual",
                    "search", "threads", "warnings", "integrator", "seed", "wall_seconds", "particle_steps_per_second",
                    "version", "momentum"):
            self.assertIn(key, summary)
        self.assertEqual(summary["bodies"], 40)
        self.assertEqual(summary["seed"], 7)
        self.assertGreater(summary["contacts"], 0)
        self.assertGreaterEqual(summary["time"], 0.03)
        self.assertLess(summary["time"], 0.03 + 1.001 * summary["time_step"])
        self.assertRegex(summary["state_hash"], "^[0-9a-f]{32}$")
        self.assertIn(summary["state_hash"], said)
        self.assertIn("small.run", said)
        self.assertLess(abs(summary["relative_residual"]), 0.01)

    def test_a_scene_file_whose_name_is_no_text_runs_is_resumed_and_reported(self):
        name = os.fsdecode(b"caf\xe9")
        self.write(name + ".toml", SMALL.replace('name = "small"\n', ""))
        self.scree("run", name + ".toml", "--until", "10 ms", errors="replace")
        self.assertEqual(self.summary(name + ".run")["scene"], "caf\N{REPLACEMENT CHARACTER}")
        self.scree("resume", name + ".run", errors="replace")
        self.assertEqual(self.summary(name + ".run")["outcome"], "finished")
        told = self.scree("info", name + ".run", "--json", errors="replace").stdout
        self.assertIn("caf\N{REPLACEMENT CHARACTER}", told)
        self.scree("report", name + ".run", errors="replace")
        self.assertTrue((self.folder / (name + ".run") / "report.html").exists())

    def test_records_a_run_in_2d_whose_bodies_leave(self):
        self.write("discs.toml", DISCS)
        self.scree("run", "discs.toml")
        summary = self.summary("discs.run")
        self.assertGreater(summary["removed"], 0)
        self.assertEqual(summary["bodies"] + summary["removed"], 26)
        self.assertEqual(len(summary["momentum"]), 2)
        self.assertNotEqual(summary["energy"]["removed"], 0)

    def test_records_the_first_the_due_and_the_last_state(self):
        self.write("small.toml", SMALL.replace('frames = "2 ms"', 'frames = "7 ms"'))
        self.scree("run", "small.toml", "--quiet")
        frames = self.info("small.run")["frame_list"]
        dt = self.summary("small.run")["time_step"]
        self.assertEqual(len(frames), 6)
        self.assertEqual(frames[0]["step"], 0)
        for frame, due in zip(frames[1:], (0.007, 0.014, 0.021, 0.028, 0.030)):
            self.assertGreaterEqual(frame["time"], due * (1 - 1e-9))
            self.assertLess(frame["time"], due + dt)

    def test_prints_json_and_nothing_else_when_asked(self):
        self.write("small.toml", SMALL)
        done = self.scree("run", "small.toml", "--json")
        self.assertEqual(json.loads(done.stdout), self.summary("small.run"))

    def test_is_quiet_when_asked(self):
        self.write("small.toml", SMALL)
        done = self.scree("run", "small.toml", "--quiet", "--until", "1 ms")
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_updates_one_line_in_place_on_a_terminal(self):
        self.write("small.toml", SMALL)
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        process = self.start("run", "small.toml", "--until", "4 ms", to=theirs)
        os.close(theirs)
        seen = b""
        while True:
            try:
                block = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not block:
                break
            seen += block
        os.close(ours)
        self.assertEqual(process.wait(PATIENCE), 0)
        lines = seen.decode().split("\r\x1b[K")
        self.assertGreater(len(lines), 1, seen)
        self.assertTrue(any("100.0 %" in line for line in lines), seen)
        self.assertLess(max(map(len, lines)), 60)

    def test_takes_a_folder_with_a_scene(self):
        self.write("pile/scene.toml", SMALL)
        self.scree("run", "pile", "--quiet", "--until", "1 ms")
        self.scree("run", "pile/", "--quiet", "--until", "1 ms", "--force")
        self.assertTrue((self.folder / "pile.run" / "summary.json").exists())
        self.scree("run", self.folder / "pile", "--out", "deep/er/out", "--quiet", "--until", "1 ms")
        self.assertTrue((self.folder / "deep/er/out/summary.json").exists())

    def test_takes_a_scene_from_a_pipe(self):
        self.write("small.toml", SMALL.replace("seed = 7\n", ""))
        self.write("sweep.toml", 'sweep."contact.glass-glass.friction" = [0.1, 0.5]\n' + SMALL)
        for scene, folder in (("small.toml", "stdin.run"), ("sweep.toml", "stdin.run/1")):
            for command in (["check", "/dev/stdin"], ["run", "/dev/stdin", "--quiet", "--until", "1 ms", "--no-picture"]):
                with subprocess.Popen(["cat", scene], stdout=subprocess.PIPE, cwd=self.folder) as cat:
                    done = subprocess.run([PROGRAM, *command], stdin=cat.stdout, cwd=self.folder, text=True,
                                          capture_output=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.summary(folder)["bodies"], 40)
            shutil.rmtree(self.folder / "stdin.run")

    def test_ends_well_when_its_reader_is_gone(self):
        self.write("small.toml", SMALL.replace("seed = 7\n", ""))
        for closed in ("stderr", "stdout"):
            reader, writer = os.pipe()
            os.close(reader)
            streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, closed: writer}
            done = subprocess.run([PROGRAM, "run", "small.toml", "--force", "--no-picture"], cwd=self.folder,
                                  timeout=PATIENCE, **streams)
            os.close(writer)
            # The run is whole; that its report went nowhere is told.
            self.assertEqual(done.returncode, 0 if closed == "stderr" else 3, closed)
            self.assertEqual(self.summary("small.run")["outcome"], "finished", closed)

    def test_takes_a_gallery_scene_by_name(self):
        for name in names_of(self.scree("list", "scenes", "--json").stdout):
            with self.subTest(scene=name):
                self.scree("run", name, "--quiet", "--until", "0.1 ms")
                self.assertTrue((self.folder / f"{name}.run" / "summary.json").exists())

    def test_takes_a_seed_from_the_clock_when_there_is_none_and_records_it(self):
        self.write("small.toml", SMALL.replace("seed = 7\n", ""))
        said = self.scree("run", "small.toml").stderr
        seed = self.summary("small.run")["seed"]
        self.assertIn(f"seed {seed}", said)
        self.scree("run", "small.toml", "--seed", seed, "--out", "again.run", "--quiet")
        self.assertEqual(self.summary("again.run")["state_hash"], self.summary("small.run")["state_hash"])
        self.scree("run", "small.toml", "--seed", seed + 1, "--out", "other.run", "--quiet")
        self.assertNotEqual(self.summary("other.run")["state_hash"], self.summary("small.run")["state_hash"])

    def test_records_the_seed_with_the_scene(self):
        self.write("given.toml", SMALL)
        self.write("none.toml", SMALL.replace("seed = 7\n", ""))
        for arguments in (["given.toml", "--seed", 99], ["none.toml", "--seed", 99], ["none.toml"]):
            with self.subTest(arguments=arguments):
                self.scree("run", *arguments, "--out", "first.run", "--until", "1 ms", "--quiet", "--force")
                first = self.summary("first.run")
                self.write("again.toml", self.scree("info", "first.run", "--scene").stdout)
                self.scree("run", "again.toml", "--until", "1 ms", "--quiet", "--force")
                again = self.summary("again.run")
                self.assertEqual((again["seed"], again["state_hash"]), (first["seed"], first["state_hash"]))
                self.scree("run", "first.run/scene.toml", "--out", "copy.run", "--until", "1 ms", "--quiet", "--force")
                self.assertEqual(self.summary("copy.run")["state_hash"], first["state_hash"])

    def test_changes_the_scene_by_set_and_keeps_the_change_in_the_record(self):
        self.write("small.toml", SMALL)
        self.scree("run", "small.toml", "--set", "scene.gravity=[0,0,-1]", "--set", 'run.integrator="symplectic_euler"',
                   "--quiet", "--until", "1 ms")
        self.assertEqual(self.summary("small.run")["integrator"], "symplectic_euler")
        self.write("again.toml", self.scree("info", "small.run", "--scene").stdout)
        self.scree("run", "again.toml", "--quiet", "--until", "1 ms")
        self.assertEqual(self.summary("again.run")["state_hash"], self.summary("small.run")["state_hash"])

    def test_never_overwrites_without_force(self):
        self.write("small.toml", SMALL)
        self.scree("run", "small.toml", "--quiet")
        before = self.contents("small.run")
        refused = self.scree("run", "small.toml", "--seed", 9, code=2)
        self.assertIn("--force", refused.stderr)
        self.assertEqual(self.contents("small.run"), before)
        self.scree("run", "small.toml", "--seed", 9, "--quiet", "--force")
        self.assertEqual(self.summary("small.run")["seed"], 9)

    def test_leaves_a_folder_of_other_things_alone(self):
        self.write("small.toml", SMALL)
        self.write("home/letter.txt", "dear all")
        self.scree("run", "small.toml", "--out", "home", code=2)
        self.scree("run", "small.toml", "--out", "home", "--force", code=2)
        self.assertEqual([path.name for path in (self.folder / "home").iterdir()], ["letter.txt"])

    def test_refuses_a_second_writer(self):
        self.write("long.toml", long_scene())
        first = self.start("run", "long.toml", "--quiet")
        self.wait_for(lambda: (self.folder / "long.run/run.h5").exists(), "the first run to start")
        second = self.scree("run", "long.toml", "--force", code=3)
        self.assertIn("long.run", second.stderr)
        self.scree("resume", "long.run", code=3)
        self.assertIsNone(first.poll(), "the first run was disturbed")
        self.assertRegex(self.scree("info", "long.run").stdout, r"state +running\n")
        first.kill()
        first.wait()
        self.assertRegex(self.scree("info", "long.run").stdout, r"state +not finished")


if __name__ == "__main__":
    unittest.main()
