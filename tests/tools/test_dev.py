import os
import pathlib
import subprocess
import unittest

from planted_tree import PlantedTree

DEV = pathlib.Path(__file__).resolve().parents[2] / "dev"


class Dev(unittest.TestCase):
    def check_format(self, stand_in):
        """What the script makes of a clang-format that does this."""
        with PlantedTree({"bin/clang-format": "#!/bin/sh\n" + stand_in}) as tree:
            (tree.root / "bin/clang-format").chmod(0o755)
            path = f"{(tree.root / 'bin').resolve()}:{os.environ['PATH']}"
            return subprocess.run(["bash", "-c", f"set -- help; source {DEV} >/dev/null; check_format"], text=True,
                                  capture_output=True, env={**os.environ, "PATH": path})

    def test_sources_that_are_formatted_pass(self):
        done = self.check_format("exit 0\n")
        self.assertEqual((done.returncode, done.stdout), (0, "format: ok\n"))

    def test_a_source_that_is_not_formatted_is_named(self):
        done = self.check_format('echo "$2:1:2: warning: code should be clang-formatted" >&2\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn(": not formatted", done.stdout)

    def test_a_formatter_that_fails_is_no_pass(self):
        done = self.check_format('echo "no such option" >&2; exit 1\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such option", done.stdout)
        self.assertIn("format: clang-format failed", done.stdout)

    def test_a_commit_that_does_not_exist_is_told(self):
        done = subprocess.run([DEV, "lint", "--since", "no-such-commit"], text=True, capture_output=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no commit 'no-such-commit'", done.stderr)


if __name__ == "__main__":
    unittest.main()
