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
        for claim in outcome["claims"]:
            self.assertIn(f"| {claim['says']} | {claim['found']} | {'yes' if claim['holds'] else 'no'} |", page)
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
        self.assertEqual([claim["holds"] for claim in outcome["claims"]], [True, True, True])
        for row in outcome["rows"]:  # selected when split, and what the paper printed
            self.assertLess(abs(int(row[8]) / int(row[9]) - 1), 0.25, row)

    def test_all_methods_find_the_same_pairs_in_perkins_first_test(self):
        outcome = self.reproduced("perkins-fig10", 0.1)
        self.assertGreater(len(outcome["columns"]), 20)

    def test_others_run_when_small(self):
        for name in "perkins-fig12", "perkins-fig13", "ogarko-fig4", "ogarko-fig5", "schinner-update":
            self.reproduced(name, 0.01)
        for name in "schinner-fig11", "schinner-threads":
            self.reproduced(name, 0.01)
        self.reproduced("schinner-fig1", 0.1, ("-static", "-dynamic"))
        for name in "poirrier-table2", "poirrier-table3":
            self.reproduced(name, 0.0005)

    def test_a_name_that_is_none_is_told_with_the_nearest(self):
        result = self.scree("reproduce", "perkins-fig11", code=2)
        self.assertIn("there is no reproduction 'perkins-fig11'", result.stderr)
        self.assertIn("perkins-fig1", result.stderr.split("fig11'")[1])


if __name__ == "__main__":
    unittest.main()
