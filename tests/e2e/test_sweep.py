"""A scene with [sweep] runs once for every combination, and only once."""
import csv

from program import *

ONE = SMALL + """
[[measure]]
name = "touch"
kind = "contacts"
interval = "5 ms"
"""
SWEEP = 'sweep."contact.glass-glass.friction" = [0.1, 0.5]\nsweep.fill.0.count = [10, 20, 30]\n' + ONE


class Sweep(ProgramTest):
    def table(self, run):
        with open(self.folder / run / "sweep.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_runs_every_combination_and_tabulates_it(self):
        self.write("scene.toml", SWEEP)
        self.assertEqual(json.loads(self.scree("check", "scene.toml", "--json").stdout)["runs"], 6)
        self.assertIn("2 x 3 = 6 runs", self.scree("check", "scene.toml").stdout)
        said = self.scree("run", "scene.toml").stdout
        self.assertIn("6 of 6 runs finished", said)
        rows = self.table("scene.run")
        self.assertEqual([(row["contact.glass-glass.friction"], row["bodies"]) for row in rows],
                         [(friction, count) for friction in ("0.1", "0.5") for count in ("10", "20", "30")])
        self.assertEqual(len({row["state_hash"] for row in rows}), 6)
        for number, row in enumerate(rows):
            self.assertEqual(row["state_hash"], self.summary(f"scene.run/{number}")["state_hash"])
        self.assertGreater(max(float(row["touch.contacts"]) for row in rows), 0)

    def test_commands_for_one_run_name_its_runs(self):
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--quiet", "--until", "1 ms")
        for command in (["info"], ["render"], ["plot"], ["report"], ["export", "--format", "csv"]):
            said = self.scree(command[0], "scene.run", *command[1:], code=2).stderr
            self.assertIn("is a sweep of 6 runs; name one of its runs: scene.run/0 to scene.run/5", said)

    def test_gives_what_single_runs_give(self):
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--quiet")
        self.write("single.toml", ONE)
        self.scree("run", "single.toml", "--quiet", "--set", 'contact."glass-glass".friction=0.5', "--set", "fill.0.count=20")
        self.assertEqual(self.table("scene.run")[4]["state_hash"], self.summary("single.run")["state_hash"])

    def test_its_members_record_their_seed(self):
        self.write("scene.toml", SWEEP.replace("seed = 7\n", "").replace("[10, 20, 30]", "[10]"))
        for arguments in ([], ["--seed", "99"]):
            self.scree("run", "scene.toml", "--until", "1 ms", "--quiet", "--force", *arguments)
            first, second = self.summary("scene.run/0"), self.summary("scene.run/1")
            self.assertEqual(first["seed"], second["seed"])
            self.write("again.toml", self.scree("info", "scene.run/0", "--scene").stdout)
            self.scree("run", "again.toml", "--until", "1 ms", "--quiet", "--force")
            self.assertEqual(self.summary("again.run")["seed"], first["seed"])
            self.assertEqual(self.summary("again.run")["state_hash"], first["state_hash"])

    def test_does_not_run_again_what_is_finished(self):
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--quiet")
        before = [self.contents(f"scene.run/{number}") for number in range(6)]
        shutil.rmtree(self.folder / "scene.run/3")
        self.assertEqual(self.scree("run", "scene.toml").stderr.count("finished already"), 5)
        after = [self.contents(f"scene.run/{number}") for number in range(6)]
        self.assertEqual(before[:3] + before[4:], after[:3] + after[4:])

    def test_goes_on_after_a_kill_to_the_same_states(self):
        scene = SWEEP.replace('duration = "30 ms"', 'duration = "150 ms"')
        self.write("scene.toml", scene)
        self.scree("run", "scene.toml", "--quiet", "--out", "whole.run")
        process = self.start("run", "scene.toml", "--quiet", "--threads", "1")
        self.wait_for(lambda: list(self.folder.glob("scene.run/1/checkpoint-*")), "a checkpoint of the second run")
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        # It starts no further run.
        self.assertEqual(process.returncode, 130)
        self.assertIn("not begun", [row["outcome"] for row in self.table("scene.run")])
        self.scree("resume", "scene.run", "--quiet")
        self.assertEqual([row["state_hash"] for row in self.table("whole.run")],
                         [row["state_hash"] for row in self.table("scene.run")])

    def test_refuses_a_folder_with_something_else(self):
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--quiet", "--until", "1 ms")
        said = self.scree("run", "scene.toml", "--set", "scene.seed=8", code=2).stderr
        self.assertIn("sweep of another scene", said)
        self.scree("run", "scene.toml", "--set", "scene.seed=8", "--until", "1 ms", "--force", "--quiet")
        self.write("other.run/notes.txt", "mine")
        self.scree("run", "scene.toml", "--out", "other.run", code=2)

    def test_passes_a_signal_on_to_its_members(self):
        self.write("scene.toml", long_scene(SWEEP.replace("[10, 20, 30]", "[10]")))
        process = self.start("run", "scene.toml", "--quiet", "--threads", "2")
        for number in range(2):
            self.wait_for(lambda n=number: list(self.folder.glob(f"scene.run/{n}/checkpoint-*")), "a checkpoint of each")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 143)
        self.assertEqual([row["outcome"] for row in self.table("scene.run")], ["interrupted"] * 2)

    def test_a_damaged_plan_is_told_and_force_replaces_it(self):
        self.write("scene.toml", SWEEP)
        for plan in ('{"keys": ["a"], "small": true, "members": []}', "nonsense", ""):
            self.scree("run", "scene.toml", "--until", "1 ms", "--quiet", "--force")
            self.write("scene.run/sweep.json", plan)
            for command in (["resume", "scene.run"], ["run", "scene.toml"]):
                self.assertIn("sweep.json is damaged; run the scene again with --force", self.scree(*command, code=2).stderr)
            self.scree("run", "scene.toml", "--set", "scene.seed=9", "--until", "1 ms", "--quiet", "--force")
            self.assertEqual(self.summary("scene.run/5")["seed"], 9)

    def test_a_damaged_member_takes_no_other_along(self):
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--until", "1 ms", "--quiet")
        index = self.folder / "scene.run/2/run.h5"
        index.write_bytes(index.read_bytes()[:2000])
        done = self.scree("resume", "scene.run", code=3)
        self.assertIn("run 2 of 6", done.stderr)
        self.assertIn("5 of 6 runs finished", done.stdout)
        self.assertEqual([row["outcome"] for row in self.table("scene.run")],
                         ["finished" if number != 2 else "damaged" for number in range(6)])

    def test_force_leaves_nothing_of_a_single_run_that_was_there(self):
        self.write("single.toml", ONE)
        self.write("scene.toml", SWEEP)
        self.scree("run", "single.toml", "--until", "1 ms", "--quiet", "--out", "a.run", "--picture")
        self.scree("run", "scene.toml", "--out", "a.run", code=2)
        self.write("a.run/notes.txt", "mine")
        self.scree("run", "scene.toml", "--until", "1 ms", "--quiet", "--out", "a.run", "--force")
        left = {path.name for path in (self.folder / "a.run").iterdir() if not path.name[0].isdigit()}
        self.assertEqual(left, {"sweep.json", "sweep.csv", "notes.txt"})
        self.scree("resume", "a.run", "--quiet")

    def test_force_leaves_what_people_put_into_the_folders_of_members(self):
        """Issue 21, section 2, point 2."""
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--until", "1 ms", "--quiet")
        for name in ("0/notes.txt", "0/deep/notes.txt", "1/measure-mine.csv", "notes.txt", "6.toml"):
            self.write("scene.run/" + name, "mine")
        self.scree("run", "scene.toml", "--set", "scene.seed=9", "--until", "1 ms", "--quiet", "--force")
        self.assertEqual([self.summary(f"scene.run/{number}")["seed"] for number in range(6)], [9] * 6)
        for name in ("0/notes.txt", "0/deep/notes.txt", "1/measure-mine.csv", "notes.txt", "6.toml"):
            self.assertEqual((self.folder / "scene.run" / name).read_text(), "mine")

    def test_its_table_holds_no_formulas(self):
        """Issue 21, section 2, point 6."""
        self.write("scene.toml", 'sweep."scene.name" = ["=cmd|\' /C calc\'!A0", "-5+cmd|a!b", "-5 mm", "plain"]\n' + ONE)
        self.scree("run", "scene.toml", "--quiet", "--until", "1 ms")
        self.assertEqual([row["scene.name"] for row in self.table("scene.run")],
                         ["'=cmd|' /C calc'!A0", "'-5+cmd|a!b", "-5 mm", "plain"])

    def test_its_members_end_with_it_when_it_is_killed(self):
        """Issue 21, section 2, point 6."""
        self.write("scene.toml", long_scene(SWEEP.replace("[10, 20, 30]", "[10]")))
        process = self.start("run", "scene.toml", "--quiet", "--threads", "2")
        for number in range(2):
            self.wait_for(lambda n=number: list(self.folder.glob(f"scene.run/{n}/checkpoint-*")), "a checkpoint of each")
        holders = [int((self.folder / f"scene.run/{number}/run.lock").read_text()) for number in range(2)]
        process.kill()
        process.wait(PATIENCE)
        for holder in holders:
            self.wait_for(lambda pid=holder: not pathlib.Path(f"/proc/{pid}/exe").exists(), "the end of a member")
        self.assertEqual([self.summary(f"scene.run/{number}")["outcome"] for number in range(2)], ["interrupted"] * 2)

    def test_force_leaves_a_folder_that_only_looks_like_a_sweep(self):
        """Issue 21, section 2, point 2."""
        self.write("scene.toml", SWEEP)
        for name in ("sweep.json", "sweep.csv", "0.toml", "0.log"):
            self.write("mine/" + name, "mine")
        self.assertIn("left alone", self.scree("run", "scene.toml", "--out", "mine", "--force", code=2).stderr)
        self.assertEqual({path.read_text() for path in (self.folder / "mine").iterdir()}, {"mine"})

    def test_goes_on_where_it_was_killed_while_it_wrote_its_plan(self):
        self.write("scene.toml", SWEEP)
        self.scree("run", "scene.toml", "--until", "1 ms", "--quiet")
        whole = [row["state_hash"] for row in self.table("scene.run")]
        for left in (0, 2):
            for path in (self.folder / "scene.run").iterdir():
                if path.name not in ("sweep.json", *(f"{number}.toml" for number in range(left))):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            self.assertIn("goes on here", self.scree("resume", "scene.run", code=2).stderr)
            self.scree("run", "scene.toml", "--until", "1 ms", "--quiet")
            self.assertEqual([row["state_hash"] for row in self.table("scene.run")], whole)

    def test_places_that_cannot_be_written_are_told(self):
        self.write("scene.toml", SWEEP)
        for folder in ("scene.toml/sub", "/proc/x"):
            self.assertIn("cannot write", self.scree("run", "scene.toml", "--out", folder, code=3).stderr)
            said = self.scree("reproduce", "poirrier-table1", "-o", folder, code=3).stderr
            self.assertNotIn("d = ", said, "told before an hour of measuring")

    def test_does_not_mind_that_children_are_ignored(self):
        self.write("scene.toml", SWEEP)
        done = subprocess.run([PROGRAM, "run", "scene.toml", "--until", "1 ms", "--no-picture"], cwd=self.folder,
                              capture_output=True, timeout=PATIENCE, text=True, restore_signals=False,
                              preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count(": done"), 6)

    def test_a_run_that_fails_leaves_the_others(self):
        self.write("scene.toml", SWEEP.replace("[10, 20, 30]", "[10, 100000]"))
        done = self.scree("run", "scene.toml", code=3)
        self.assertEqual(done.stderr.count("asked for 100000 spheres"), 2)
        self.assertEqual([row["outcome"] for row in self.table("scene.run")], ["finished", "not begun"] * 2)


if __name__ == "__main__":
    unittest.main()
