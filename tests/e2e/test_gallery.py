"""Every scene of the gallery is read, built and runs; `./dev gallery` runs them to their end. With SCREE_SEARCHES
set, a few of them run with every search method instead: one trajectory, whatever finds the pairs."""
from program import *


class Gallery(ProgramTest):
    pass


def runs_for_some_steps(scene):
    def test(self):
        self.scree("run", scene, "--until", "1 ms", "--quiet", "--out", "some.run")
        summary = self.summary("some.run")
        self.assertGreaterEqual(summary["steps"], 50)
        self.assertLess(abs(summary["relative_residual"]), 0.01)
        self.assertGreater(summary["bodies"], 0)

    return test


def has_one_hash_with_every_search_method(scene, until):
    def test(self):
        hashes = {}
        for method in names_of(self.scree("list", "search", "--json").stdout):
            out = self.scree("run", scene, "--until", until, "--search", method, "--threads", 2, "--quiet", "--json",
                             "--out", "some.run", "--force").stdout
            summary = json.loads(out)
            self.assertEqual(summary["search"], method)
            self.assertGreater(summary["contacts"], 0, "without contacts, missed pairs would not show")
            hashes.setdefault(summary["state_hash"], []).append(method)
        self.assertEqual(len(hashes), 1, hashes)
        self.assertGreater(len(*hashes.values()), 20)

    return test


# Small, in contact soon, and unlike each other: spheres, discs in a sheared periodic box and between walls, polygons.
SEARCHED = {"brazil_nut": "15 ms", "sheared_cell": "1 ms", "column_collapse": "1 ms", "arch": "1 ms"}

if "SCREE_SEARCHES" in os.environ:
    for name, until in SEARCHED.items():
        setattr(Gallery, f"test_{name}_has_one_hash_with_every_search_method",
                has_one_hash_with_every_search_method(ROOT / "cases/gallery" / name, until))
else:
    for path in sorted((ROOT / "cases/gallery").glob("*/scene.toml")):
        setattr(Gallery, f"test_{path.parent.name}_runs_for_some_steps", runs_for_some_steps(path.parent))

if __name__ == "__main__":
    unittest.main()
