import contextlib
import io
import unittest

from planted_tree import PlantedTree

import make_tables

PROGRAM = """#!/bin/sh
[ "$1 $2 $3" = "list search --json" ] || exit 1
echo '[{"name": "all_pairs", "summary": "a | b", "cost": 2}, {"name": "linked_cell", "summary": "cells"}]'
"""
PAGE = "before\n<!-- scree list search: name, summary -->\nold\n<!-- end of list -->\nafter\n"
EXPECTED = ("before\n<!-- scree list search: name, summary -->\n"
            "| name | summary |\n| --- | --- |\n| `all_pairs` | a \\| b |\n| `linked_cell` | cells |\n"
            "<!-- end of list -->\nafter\n")


class MakeTables(unittest.TestCase):
    def run_on(self, page, *options):
        with PlantedTree({"docs/search.md": page, "scree": PROGRAM}) as tree:
            (tree.root / "scree").chmod(0o755)
            with contextlib.redirect_stdout(io.StringIO()):
                code = make_tables.main([*options, str(tree.root / "scree"), str(tree.root)])
            return code, (tree.root / "docs/search.md").read_text()

    def test_a_table_is_written_between_its_marks(self):
        self.assertEqual(self.run_on(PAGE), (0, EXPECTED))

    def test_writing_twice_changes_nothing(self):
        self.assertEqual(self.run_on(EXPECTED), (0, EXPECTED))

    def test_a_check_finds_a_stale_table_and_writes_nothing(self):
        self.assertEqual(self.run_on(PAGE, "--check"), (1, PAGE))

    def test_a_check_passes_a_current_table(self):
        self.assertEqual(self.run_on(EXPECTED, "--check"), (0, EXPECTED))


if __name__ == "__main__":
    unittest.main()
