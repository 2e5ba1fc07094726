import contextlib
import io
import json
import unittest

from planted_tree import PlantedTree

import run_tidy

# Stands in for clang-tidy: complains about any source that contains "bad", and keeps a list of what it was given.
TIDY = """#!/bin/sh
[ "$1" = --version ] && { echo 1; exit 0; }
for source; do :; done
echo "$source" >> "$(dirname "$0")/given"
if grep -q bad "$source"; then echo "$source:1: bad"; exit 1; fi
"""
FILES = {
    "tidy": TIDY,
    ".clang-tidy": "Checks: '*'\n",
    "src/scree/base/vec.h": "#pragma once\n",
    "src/scree/base/vec-inl.h": "#pragma once\n",
    "src/scree/base/one.cpp": '#include "scree/base/vec.h"\n#include "scree/base/vec-inl.h"\n',
    "src/scree/base/two.cpp": "int i;\n",
    "build/tests/headers/vec.h.cpp": '#include "scree/base/vec.h"\n',
}
COMPILED = ["src/scree/base/one.cpp", "src/scree/base/two.cpp", "build/tests/headers/vec.h.cpp"]


class RunTidy(unittest.TestCase):
    def setUp(self):
        self.tree = PlantedTree(FILES)
        self.addCleanup(self.tree.__exit__)
        self.root = self.tree.root.resolve()
        (self.root / "tidy").chmod(0o755)
        self.tree.write("build/compile_commands.json", json.dumps(
            [{"directory": str(self.root), "file": name, "command": f"c++ {name}"} for name in COMPILED]))

    def run_tidy(self, *files):
        """Exit code, and the names of the sources that were read."""
        given = self.root / "given"
        given.unlink(missing_ok=True)
        with contextlib.redirect_stdout(io.StringIO()):
            code = run_tidy.main([str(self.root / "build"), *(str(self.root / name) for name in files)],
                                 root=self.root, tidy=str(self.root / "tidy"))
        names = given.read_text().split() if given.exists() else []
        return code, sorted(name.rsplit("/", 1)[1] for name in names)

    def test_everything_that_is_compiled_but_not_generated_is_read(self):
        self.assertEqual(self.run_tidy(), (0, ["one.cpp", "two.cpp"]))

    def test_a_complaint_is_an_error_and_is_not_remembered(self):
        self.tree.write("src/scree/base/two.cpp", "int bad;\n")
        self.assertEqual(self.run_tidy("src/scree/base/two.cpp"), (1, ["two.cpp"]))
        self.assertEqual(self.run_tidy("src/scree/base/two.cpp"), (1, ["two.cpp"]))

    def test_what_was_clean_is_read_again_only_after_a_change_that_it_sees(self):
        self.run_tidy()
        self.assertEqual(self.run_tidy(), (0, []))
        self.tree.write("src/scree/base/vec.h", "#pragma once\nint i;\n")
        self.assertEqual(self.run_tidy(), (0, ["one.cpp"]))
        self.tree.write(".clang-tidy", "Checks: 'bugprone-*'\n")
        self.assertEqual(self.run_tidy(), (0, ["one.cpp", "two.cpp"]))

    def test_a_header_is_read_through_its_own_source(self):
        self.assertEqual(self.run_tidy("src/scree/base/vec.h"), (0, ["vec.h.cpp"]))

    def test_a_header_without_one_is_read_through_a_source_that_includes_it(self):
        self.assertEqual(self.run_tidy("src/scree/base/vec-inl.h"), (0, ["one.cpp"]))

    def test_files_that_are_not_compiled_are_passed_over(self):
        self.assertEqual(self.run_tidy(".clang-tidy"), (0, []))


if __name__ == "__main__":
    unittest.main()
