import pathlib
import subprocess
import sys
import unittest

from planted_tree import PlantedTree

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/verify"
CASE = '"""A title.\n\nMore words.\n"""\nSOURCE = "Author 1999"\n\n\ndef verify(case):\n'
GOOD = CASE + '    case.near("length [m]", 1.001, 1, relative=0.01)\n'
BAD = CASE + '    case.near("length [m]", 1.02, 1, relative=0.01)\n'
PAGE = "before\n<!-- verify -->\nold\n<!-- end of verify -->\nafter\n"


class Verify(unittest.TestCase):
    def run_on(self, cases, *options, program="/bin/true", page=None):
        """Exit code, what was said, and the page."""
        with PlantedTree({f"{name}/expect.py": text for name, text in cases.items()}) as tree:
            if page:
                options = (*options, "--markdown", tree.write("page.md", page))
            done = subprocess.run([sys.executable, "-B", TOOL, "--folder", tree.root, "--program", program, *options],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr, (tree.root / "page.md").read_text() if page else ""

    def test_passes_what_lies_within_its_tolerance(self):
        code, said, _ = self.run_on({"good": GOOD})
        self.assertEqual(code, 0, said)
        self.assertIn("Author 1999", said)
        self.assertRegex(said, r"length \[m\] +1 +1\.001 +\+0\.1 % +1 % +pass")

    def test_fails_what_does_not_and_names_the_case(self):
        code, said, _ = self.run_on({"good": GOOD, "bad": BAD})
        self.assertEqual(code, 1)
        self.assertRegex(said, r"length \[m\] +1 +1\.02 +\+2 % +1 % +FAIL")
        self.assertIn("2 cases, 1 of 2 quantities pass; FAILED: bad", said)

    def test_fails_every_kind_of_expectation(self):
        for line in ('near("x", 2, 1, absolute=0.5)', 'near("x", float("nan"), 1, relative=1)', 'at_most("x", 2, 1)',
                     'at_most("x", float("nan"), 1)', 'at_least("x", 1, 2)', 'at_least("x", float("inf"), 2)'):
            with self.subTest(line):
                self.assertEqual(self.run_on({"bad": CASE + f"    case.{line}\n"})[0], 1)

    def test_fails_a_case_that_expects_nothing(self):
        self.assertEqual(self.run_on({"empty": CASE + "    pass\n"})[0], 1)

    def test_fails_a_case_whose_run_stops_or_that_trips_and_goes_on(self):
        code, said, _ = self.run_on({"a": CASE + "    case.run()\n", "b": CASE + "    [][0]\n", "c": GOOD},
                                    program="/bin/false")
        self.assertEqual(code, 1)
        self.assertIn("a/scene.toml with no changes ended with code 1", said)
        self.assertIn("IndexError", said)
        self.assertIn("3 cases, 1 of 1 quantities pass; FAILED: a, b", said)

    def test_takes_cases_by_name_and_knows_no_others(self):
        self.assertEqual(self.run_on({"good": GOOD, "bad": BAD}, "good")[0], 0)
        code, said, _ = self.run_on({"good": GOOD, "bad": BAD}, "god")
        self.assertEqual(code, 1)
        self.assertIn("there is no case 'god'; there are: bad, good", said)

    def test_lists_titles_without_running(self):
        code, said, _ = self.run_on({"bad": BAD}, "--list")
        self.assertEqual(code, 0)
        self.assertRegex(said, "bad +A title\n")

    def test_refuses_a_case_without_a_source(self):
        code, said, _ = self.run_on({"good": GOOD.replace("SOURCE", "SORCE")})
        self.assertEqual(code, 1)
        self.assertIn("has no SOURCE", said)

    def test_writes_a_table_between_the_marks_of_a_page(self):
        code, said, page = self.run_on({"good": GOOD}, page=PAGE)
        self.assertEqual(code, 0, said)
        self.assertTrue(page.startswith("before\n<!-- verify -->\n") and page.endswith("<!-- end of verify -->\nafter\n"))
        self.assertIn("| length [m] | 1 | 1.001 | +0.1 % | 1 % | pass |", page)
        self.assertNotIn("old", page)

    def test_refuses_a_page_without_marks(self):
        code, said, page = self.run_on({"good": GOOD}, page="words\n")
        self.assertEqual((code, page), (1, "words\n"))
        self.assertIn("<!-- verify -->", said)


if __name__ == "__main__":
    unittest.main()
