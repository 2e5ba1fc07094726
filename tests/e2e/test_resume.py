"""Pausing, interrupting and resuming: the end and the frames are those of a run that was never interrupted."""
from program import *


class Resume(ProgramTest):
    def reference(self, scene):
        self.write("whole.toml", scene)
        self.scree("run", "whole.toml", "--quiet")
        return self.fingerprint("whole.run")

    def test_after_until_gives_the_same_run(self):
        for scene in (SMALL, DISCS):
            expected = self.reference(scene)
            self.write("part.toml", scene)
            self.scree("run", "part.toml", "--until", "3.3 ms", "--quiet")
            paused = self.summary("part.run")
            self.assertEqual(paused["outcome"], "until")
            self.assertEqual(self.frame_steps("part.run")[-1], paused["steps"])
            self.assertFalse(self.info("part.run")["completed"])
            self.scree("resume", "part.run", "--until", "0.0161 s", "--quiet", "--threads", 1)
            self.scree("resume", "part.run", "--quiet", "--search", "all_pairs")
            self.assertEqual(self.fingerprint("part.run"), expected)
            self.assertTrue(self.info("part.run")["completed"])
            shutil.rmtree(self.folder / "whole.run")
            shutil.rmtree(self.folder / "part.run")

    def test_stops_at_the_first_step_at_or_after_until(self):
        self.write("small.toml", SMALL)
        self.scree("run", "small.toml", "--until", "5 ms", "--quiet")
        summary = self.summary("small.run")
        self.assertGreaterEqual(summary["time"], 0.005 * (1 - 1e-9))
        self.assertLess(summary["time"], 0.005 + summary["time_step"])

    def test_needs_nothing_but_the_folder(self):
        expected = self.reference(SMALL)
        self.write("elsewhere/part.toml", SMALL)
        self.scree("run", "elsewhere/part.toml", "--until", "4 ms", "--quiet")
        shutil.rmtree(self.folder / "elsewhere")
        (self.folder / "part.run").rename(self.folder / "moved")
        self.scree("resume", "moved", "--quiet")
        self.assertEqual(self.fingerprint("moved"), expected)

    def test_of_a_finished_run_says_so_and_changes_nothing(self):
        self.reference(SMALL)
        before = self.contents("whole.run")
        self.assertIn("finished", self.scree("resume", "whole.run").stdout)
        answer = json.loads(self.scree("resume", "whole.run", "--json").stdout)
        self.assertEqual(answer["state_hash"], self.summary("whole.run")["state_hash"])
        self.assertEqual(self.contents("whole.run"), before)

    def test_signals_that_are_ignored_stay_ignored(self):
        def ignore():
            for number in (signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)

        self.write("part.toml", SMALL.replace('duration = "30 ms"', 'duration = "150 ms"'))
        process = subprocess.Popen([PROGRAM, "run", "part.toml", "--quiet", "--no-picture"], cwd=self.folder,
                                   preexec_fn=ignore)
        self.addCleanup(self.put_away, process)
        self.wait_for(lambda: list((self.folder / "part.run").glob("checkpoint-*")), "a checkpoint")
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(self.summary("part.run")["outcome"], "finished")

    def interrupt(self, with_signal, code):
        expected = self.reference(SMALL.replace('duration = "30 ms"', 'duration = "150 ms"'))
        self.write("part.toml", (self.folder / "whole.toml").read_text())
        process = self.start("run", "part.toml")
        self.wait_for(lambda: list((self.folder / "part.run").glob("checkpoint-*")), "a checkpoint")
        process.send_signal(with_signal)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code)
        self.assertIn("scree resume part.run", out)
        paused = self.summary("part.run")
        self.assertEqual(paused["outcome"], "interrupted")
        self.assertLess(paused["time"], 0.15)
        self.scree("resume", "part.run", "--quiet")
        self.assertEqual(self.fingerprint("part.run"), expected)

    def test_after_control_c_gives_the_same_run(self):
        self.interrupt(signal.SIGINT, 130)

    def test_after_sigterm_gives_the_same_run(self):
        self.interrupt(signal.SIGTERM, 143)

    def test_refuses_what_is_no_run(self):
        self.write("home/letter.txt", "dear all")
        self.write("file", "text")
        for folder in ("nowhere", "home", "file"):
            refused = self.scree("resume", folder, code=2)
            self.assertIn(folder, refused.stderr)
            self.scree("info", folder, code=2)
            self.scree("export", folder, "--format", "csv", code=2)

    def test_falls_back_to_the_older_checkpoint_when_the_newer_is_damaged(self):
        expected = self.reference(SMALL)
        self.write("part.toml", SMALL)
        self.scree("run", "part.toml", "--until", "8 ms", "--quiet")
        self.scree("resume", "part.run", "--until", "16 ms", "--quiet")
        newest = max((self.folder / "part.run").glob("checkpoint-*.h5"), key=lambda path: int(path.stem.split("-")[1]))
        data = bytearray(newest.read_bytes())
        data[len(data) // 2] ^= 1
        newest.write_bytes(data)
        done = self.scree("resume", "part.run")
        self.assertIn(newest.name, done.stderr)
        self.assertEqual(self.fingerprint("part.run"), expected)

    def test_names_the_file_that_is_damaged(self):
        self.reference(SMALL)
        for victim in ("run.h5", "frames-000000.h5"):
            shutil.rmtree(self.folder / "copy", ignore_errors=True)
            shutil.copytree(self.folder / "whole.run", self.folder / "copy")
            path = self.folder / "copy" / victim
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 1
            for damaged in (bytes(data), bytes(data[: len(data) // 2])):
                path.write_bytes(damaged)
                done = self.scree("export", "copy", "--format", "csv", "-o", "-", code=None)
                self.assertIn(done.returncode, (2, 3), done.stderr)
                self.assertIn(victim, done.stderr)


if __name__ == "__main__":
    unittest.main()
