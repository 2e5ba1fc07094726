"""scree reproduce: pages, tables and plots of the papers, reduced in size; their figures against the printed ones."""
import csv
import json

from program import *


class Reproduce(ProgramTest):
    def reproduced(self, name, scale, suffixes=("",)):
        result = self.scree("reproduce", name, "--scale", str(scale), "--json", "--quiet", "-o", "figures")
        outcome = json.loads(result.stdout)
        with open(f"{self.folder}/figures/{name}.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], outcome["columns"])
        self.assertEqual(rows[1:], outcome["rows"])
        with open(f"{self.folder}/figures/{name}.md") as file:
            page = file.read()
        self.assertIn("| the paper says | we find | counts as yes if | holds |", page)
        for claim in outcome["claims"]:
            self.assertTrue(claim["accepted"], claim)
            holds = {True: "yes", False: "no", None: "not judged"}[claim["holds"]]
            self.assertIn(f"| {claim['says']} | {claim['found']} | {claim['accepted']} | {holds} |", page)
        for suffix in suffixes:
            self.assertIn(f"]({name}{suffix}.", page)
            with open(f"{self.folder}/figures/{name}{suffix}.png", "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
        if "" in suffixes:
            with open(f"{self.folder}/figures/{name}.svg") as file:
                self.assertIn("<svg", file.read())
        return outcome

    def test_splitting_selects_as_many_pairs_as_poirrier_printed(self):
        outcome = self.reproduced("poirrier-table1", 1)
        # The paper's unsplit tree has a larger root: cutting gains less volume and more pairs with ours.
        self.assertEqual([claim["holds"] for claim in outcome["claims"]], [True, True, False, False])
        self.assertEqual([row[2] for row in outcome["rows"]],
                         ["8.0275e+06", "1.5836e+06", "1.3439e+06", "2.9324e+06", "4.0032e+06"])
        self.assertEqual([row[6] for row in outcome["rows"]], ["389", "1901", "3715", "16227", "28144"])
        self.assertEqual([row[14] for row in outcome["rows"]], ["429", "2660", "6235", "63454", "72176"])
        for row in outcome["rows"]:  # selected when split, and what the paper printed
            self.assertLess(abs(int(row[11]) / int(row[12]) - 1), 0.25, row)

    def test_all_methods_find_the_same_pairs_in_perkins_first_test(self):
        outcome = self.reproduced("perkins-fig10", 0.1)
        self.assertGreater(len(outcome["columns"]), 20)
        # Of 100, 400, 1600, 6400 and 12100; the square has at least six along a side.
        self.assertEqual([row[0] for row in outcome["rows"]], ["36", "169", "625", "1225", "slope"])
        self.assertNotIn("", outcome["rows"][-1])

    def test_sizes_that_fall_together_when_small_are_run_once(self):
        outcome = self.reproduced("perkins-fig13", 0.01)
        self.assertEqual([row[0] for row in outcome["rows"]], ["36", "64"])
        outcome = self.reproduced("ogarko-fig5", 0.01)
        rows = [row[:4] for row in outcome["rows"]]
        self.assertEqual(len(rows), len({tuple(row) for row in rows}), rows)
        self.assertEqual({row[1] for row in rows}, {"400", "640", "1250"})

    def test_what_is_too_small_for_a_size_ratio_is_left_out_and_not_judged(self):
        outcome = self.reproduced("ogarko-fig5", 0.01)
        self.assertNotIn("50", [row[2] for row in outcome["rows"]])
        self.assertIsNone(outcome["claims"][-1]["holds"])
        self.assertIn("not judged at this scale", outcome["claims"][-1]["found"])

    def test_candidate_pairs_of_the_falling_spheres_stand_beside_the_methods(self):
        outcome = self.reproduced("poirrier-table2", 0.0005)
        self.assertEqual(sorted({int(row[0]) for row in outcome["rows"]}), [500, 2500])
        candidates = {(row[0], row[1]): row[4] for row in outcome["rows"]}
        pairs = {row[0]: row[7] for row in outcome["rows"]}
        for row in outcome["rows"]:
            self.assertRegex(row[6], r"^\d+ of 11$" if row[1] == "sort_and_update" else "^$")
        for count in "500", "2500":
            self.assertEqual(float(candidates[count, "all_pairs"]), int(count) * (int(count) - 1) / 2)
            self.assertEqual(candidates[count, "kd_tree_2"], pairs[count])
            self.assertGreater(float(candidates[count, "kd_tree_1"]), float(candidates[count, "sort_and_update"]))
            self.assertGreaterEqual(float(candidates[count, "sort_and_update"]), int(pairs[count]))

    def test_a_missing_gnuplot_is_told_before_anything_is_measured(self):
        result = self.scree("reproduce", "perkins-fig10", "-o", "figures", code=3,
                            env={**os.environ, "PATH": "/nowhere"})
        self.assertIn("gnuplot", result.stderr)
        self.assertNotIn("discs", result.stderr)
        self.assertFalse(os.path.exists(f"{self.folder}/figures"))

    def test_others_run_when_small(self):
        for name in "perkins-fig12", "ogarko-fig4", "schinner-update", "schinner-fig11", "schinner-threads":
            self.reproduced(name, 0.01)
        self.reproduced("schinner-fig1", 0.1, ("-static", "-dynamic"))
        self.reproduced("poirrier-table3", 0.0005)

    def test_strategies_of_triangle_distances_find_the_same_contacts(self):
        self.assertTrue(self.reproduced("noble-table62", 0.1)["claims"][-1]["holds"])

    def test_surrogates_hold_stretched_spheres_as_tightly_as_the_thesis(self):
        for claim in self.reproduced("noble-table61", 0.1)["claims"]:
            self.assertTrue(claim["holds"], claim)

    def test_is_quiet_when_asked(self):
        done = self.scree("reproduce", "schinner-update", "--scale", "0.01", "--quiet", "-o", "figures")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertTrue((self.folder / "figures/schinner-update.md").exists())

    def test_a_name_that_is_none_is_told_with_the_nearest(self):
        result = self.scree("reproduce", "perkins-fig11", code=2)
        self.assertIn("there is no reproduction 'perkins-fig11'", result.stderr)
        self.assertIn("perkins-fig1", result.stderr.split("fig11'")[1])


if __name__ == "__main__":
    unittest.main()
