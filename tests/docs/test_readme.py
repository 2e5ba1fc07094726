"""The scene and the commands of the README, run as they stand there."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["SCREE_PROGRAM"]
README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def promise_commands():
    """Lines that run the gallery's box. Killing and resuming is tested elsewhere."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [line.split("#")[0].strip() for line in lines if line.startswith("build/release/scree ") and " box " in line]


class Readme(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/scree").symlink_to(PROGRAM)

    def run_line(self, line):
        return subprocess.run(line, shell=True, cwd=self.folder, capture_output=True, text=True)

    def test_the_scene_is_sound(self):
        (self.folder / "beads.toml").write_text(blocks("toml")[0])
        answer = self.run_line("build/release/scree check beads.toml --json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(json.loads(answer.stdout)["bodies"], 2000)
        answer = self.run_line("build/release/scree run beads.toml --quiet --no-picture --until '0.05 s'")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), "an example that warns teaches nothing")

    def test_the_commands_end_as_the_readme_says(self):
        ends = {}
        for line in promise_commands():
            answer = self.run_line(line)
            ends[line] = answer.returncode
            self.assertIn(answer.returncode, (0, 2, 3), answer.stderr)
        by_code = {code: [line for line, got in ends.items() if got == code] for code in (0, 2, 3)}
        self.assertEqual([line.split()[-1] for line in by_code[0]], ["build/one", "build/two"], ends)
        self.assertEqual([line.split()[1] for line in by_code[2]], ["check"], ends)
        self.assertEqual([line.split()[-1] for line in by_code[3]], ["build/three"], ends)
        first, second = (json.loads((self.folder / "build" / name / "summary.json").read_text()) for name in ("one", "two"))
        self.assertNotEqual(first["search"], second["search"])
        self.assertEqual(first["state_hash"], second["state_hash"])


if __name__ == "__main__":
    unittest.main()
