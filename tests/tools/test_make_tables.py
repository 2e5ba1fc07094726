import contextlib
import io
import unittest

from planted_tree import PlantedTree

import make_tables

PROGRAM = """#!/bin/sh
[ "$1 $2 $3" = "list search --markdown" ] || exit 1
echo '| name |'
echo '| --- |'
echo '| `all_pairs` |'
"""
PAGE = "before\n<!-- scree list search -->\nold\n<!-- end of list -->\nafter\n"
EXPECTED = "before\n<!-- scree list search -->\n| name |\n| --- |\n| `all_pairs` |\n<!-- end of list -->\nafter\n"


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

    def test_several_tables_on_a_page_are_written_each(self):
        self.assertEqual(self.run_on(PAGE + PAGE), (0, EXPECTED + EXPECTED))

    def test_a_check_passes_a_current_table(self):
        self.assertEqual(self.run_on(EXPECTED, "--check"), (0, EXPECTED))


if __name__ == "__main__":
    unittest.main()
