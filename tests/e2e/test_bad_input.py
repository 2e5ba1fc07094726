"""Wrong scenes and wrong command lines: every fault is named with its place, the exit code is 2, nothing is written."""
from program import *

# What is changed in the good scene, the line that a complaint must name, and a word that it must hold.
FAULTS = [
    ('diameter = { uniform = ["2 mm", "3 mm"] }', 'raduis = "1 mm"', "radius"),
    ('density = "2500 kg/m3"', 'density = "2500 kg/m2"', "density"),
    ('young = "10 MPa"', 'young = "2 mm"', "pressure"),
    ('material = "glass"\n[[fill]]', 'material = "glas"\n[[fill]]', "glass"),
    ('law = "hertz_mindlin"', 'law = "hertz_mindlinn"', "hertz_mindlin"),
    ("count = 40", "count = -40", "count"),
    ("count = 40", "count = 100000", "fit"),
    ('duration = "30 ms"', 'duration = "-30 ms"', "duration"),
    ("dimension = 3", "dimension = 4", "dimension"),
    ("[[stage]]", "[[stag]]", "stage"),
    ('frames = "2 ms"', 'frames = "2 mm"', "time"),
    ("[scene]", "[scene", "scene.toml"),
]


class BadInput(ProgramTest):
    def require_refused(self, *arguments):
        before = sorted(path.name for path in self.folder.rglob("*"))
        done = self.scree(*arguments, code=2)
        self.assertEqual(sorted(path.name for path in self.folder.rglob("*")), before, "something was written")
        self.assertNotEqual(done.stderr.strip(), "")
        return done

    def test_names_the_place_and_what_would_be_accepted(self):
        for good, bad, word in FAULTS:
            with self.subTest(bad=bad):
                self.assertIn(good, SMALL)
                self.write("scene.toml", SMALL.replace(good, bad))
                for command in ("run", "check"):
                    done = self.require_refused(command, "scene.toml")
                    self.assertRegex(done.stderr, r"scene\.toml:\d+:\d+: ")
                    self.assertIn(word, done.stderr)

    def test_lists_all_faults_at_once(self):
        text = SMALL
        for good, bad, _ in FAULTS[:4]:
            text = text.replace(good, bad)
        self.write("scene.toml", text)
        done = self.require_refused("run", "scene.toml", "--json")
        error = json.loads(done.stdout)["error"]
        self.assertEqual(error["exit_code"], 2)
        self.assertEqual(error["kind"], "scene")
        self.assertGreaterEqual(len(error["complaints"]), 4)
        for complaint in error["complaints"]:
            self.assertEqual(complaint["file"], "scene.toml")
            self.assertGreater(complaint["line"], 0)
            self.assertGreater(complaint["column"], 0)

    def test_refuses_misuse_of_the_command_line(self):
        self.write("scene.toml", SMALL)
        for arguments in (["run"], ["run", "scene.toml", "--colour"], ["run", "scene.toml", "--threads", "many"],
                          ["run", "scene.toml", "--threads", "-1"], ["run", "scene.toml", "--seed", "x"],
                          ["run", "scene.toml", "--until", "3 m"], ["run", "scene.toml", "--until", "-1 s"],
                          ["run", "scene.toml", "--search", "linked_sell"], ["run", "scene.toml", "--cpu", "z80"],
                          ["run", "scene.toml", "--stepper", "two"], ["run", "scene.toml", "--set", "nonsense"],
                          ["run", "scene.toml", "--set", "scene.gravitiy=[0,0,0]"], ["run", "nowhere.toml"],
                          ["run", "/"], ["frobnicate"], [], ["info"], ["export", "x.run", "--format", "pdf"],
                          ["list", "wheels"]):
            with self.subTest(arguments=arguments):
                self.require_refused(*arguments)
                done = self.require_refused(*arguments, "--json")
                self.assertEqual(json.loads(done.stdout)["error"]["exit_code"], 2)

    def test_says_which_word_is_wrong_and_what_was_meant(self):
        self.write("scene.toml", SMALL)
        for arguments, said in (
                (["chek", "scene.toml"], "there is no command 'chek', did you mean 'check'?"),
                (["frob", "--threads", "2"], "there is no command 'frob'; choose from run, resume, check"),
                ([], "a command is missing; choose from run, resume, check"),
                (["bench", "serch"], "there is no command 'serch', did you mean 'search'?"),
                (["run", "scene.toml", "--thread", "2"], "unknown option '--thread', did you mean '--threads'?"),
                (["run", "scene.toml", "--thread=2"], "unknown option '--thread', did you mean '--threads'?"),
                (["run", "--forse"], "unknown option '--forse', did you mean '--force'?"),
                (["--threads", "2", "run", "scene.toml"],
                 "unknown option '--threads'; the options of a command come after it"),
                (["info", "x.run", "y.run"], "unexpected word 'y.run'"),
                (["run"], "scene is required"),
                (["export", "x.run", "-f", "csv", "--every", "0"], "--every: expected a whole number above 0, got '0'"),
                (["export", "x.run", "-f", "csv", "--every", "-1"], "--every: expected a whole number above 0, got '-1'"),
                (["render", "x.run", "--movie", "--every", "1.5"],
                 "--every: expected a whole number above 0, got '1.5'"),
                (["bench", "search", "--fraction", "0.5,0"], "--fraction: expected a number above 0, got '0'"),
                (["reproduce", "poirrier-table1", "--scale", "nan"], "--scale: expected a finite number, got 'nan'"),
                (["run", "scene.toml", "--seed", "-1"], "--seed: seed must not be negative, got -1"),
                (["check", "scene.toml", "--seed", "x"], "--seed: seed: expected a whole number, got 'x'"),
                (["run", "scene.toml", "--seed", ""], "--seed: seed: expected a whole number, got ''"),
                (["run", "scene.toml", "--seed", "99999999999999999999"],
                 "--seed: seed: expected a whole number, got '99999999999999999999'"),
                (["run", "scene.toml", "--stepper", "explict"], "--stepper: unknown stepper 'explict', did you mean"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(f"scree: {said}", self.require_refused(*arguments).stderr)

    def test_survives_files_that_are_no_scenes(self):
        (self.folder / "noise.toml").write_bytes(bytes(range(256)) * 20)
        self.write("empty.toml", "")
        self.require_refused("run", "noise.toml")
        self.require_refused("run", "empty.toml")


if __name__ == "__main__":
    unittest.main()
