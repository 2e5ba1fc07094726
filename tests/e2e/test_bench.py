"""scree bench search: every method on small workloads; what is compared is what they find, never how fast."""
import json

from program import *


class Bench(ProgramTest):
    def test_all_methods_find_the_same_pairs_of_every_workload(self):
        report = json.loads(self.scree("bench", "search", "--size", "700", "--rounds", "1", "--json").stdout)
        families = {workload["family"] for workload in report["workloads"]}
        self.assertEqual(families, {"W1", "W2", "W3", "W4", "W5"})
        methods = {row["method"] for row in report["workloads"][0]["rows"]}
        self.assertIn("all_pairs", methods)
        self.assertIn("auto", methods)
        for workload in report["workloads"]:
            pairs = {row["pairs"] for row in workload["rows"]}
            self.assertEqual(len(pairs), 1, workload["name"])
            self.assertGreater(pairs.pop(), 10, workload["name"])
            self.assertTrue(all(row["same_pairs"] for row in workload["rows"]), workload["name"])

    def test_other_libraries_find_the_same_pairs_if_they_are_there(self):
        options = ("bench", "search", "--size", "700", "--rounds", "1", "--method", "auto", "--peers", "--json")
        if not os.path.exists(os.path.join(os.path.dirname(PROGRAM), "scree-search-peers")):
            self.assertIn("./dev bench --peers", self.scree(*options, code=2).stderr)
            return
        for workload in json.loads(self.scree(*options).stdout)["workloads"]:
            peers = [row for row in workload["rows"] if row["is_peer"]]
            self.assertEqual({row["method"] for row in peers}, {"embree", "boost", "cgal", "fcl", "bullet"})
            self.assertTrue(all(row["same_pairs"] for row in workload["rows"]), workload["name"])
            self.assertTrue(all(row["candidates"] >= row["pairs"] for row in peers), workload["name"])

    def test_other_fractions_and_ratios_can_be_asked_for(self):
        report = json.loads(self.scree("bench", "search", "--workload", "W1,W2", "--size", "300", "--ratio", "2,7", "--fraction",
                                       "0.3", "--rounds", "1", "--method", "blocks,all_pairs", "--json").stdout)
        self.assertEqual([workload["parameter"] for workload in report["workloads"]], [0.3, 2, 7])
        self.assertTrue(all(row["same_pairs"] for workload in report["workloads"] for row in workload["rows"]))

    def test_surrogates_of_bodies_save_comparisons(self):
        report = json.loads(self.scree("bench", "bodies", "--rounds", "1", "--json").stdout)
        self.assertGreater(len({row["target"] for row in report["triangles"]}), 0)
        for row in report["bodies"]:
            self.assertGreater(row["contacts"], 1, row)
            self.assertLess(row["surrogate_comparisons"], row["triangles"] ** 2 / 20, row)

    def test_what_does_not_exist_is_refused(self):
        self.assertIn("no workload 'W9'", self.scree("bench", "search", "--workload", "W9", code=2).stderr)
        self.assertIn("'many' is no size", self.scree("bench", "search", "--size", "many", code=2).stderr)
        self.assertIn("no workload has this value; there are W1",
                      self.scree("bench", "search", "--parameter", "7", code=2).stderr)
        self.assertIn("--count: expected a whole number above 0, got '0'",
                      self.scree("bench", "spheres", "--count", "0", code=2).stderr)
        self.assertIn("did you mean 'blocks'", self.scree("bench", "search", "--method", "block", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
