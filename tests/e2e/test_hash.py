"""One state hash: whatever the number of threads, the search method and the CPU target."""
from program import *


class Hash(ProgramTest):
    def hash_of(self, *options):
        out = self.scree("run", "scene.toml", "--out", "run", "--force", "--json", "--quiet", *options).stdout
        return json.loads(out)["state_hash"]

    def require_one_hash(self, scene):
        self.write("scene.toml", scene)
        expected = self.hash_of("--threads", 1)
        for threads in (2, 3, 8):
            self.assertEqual(self.hash_of("--threads", threads), expected, f"{threads} threads")
        for method in names_of(self.scree("list", "search", "--json").stdout):
            self.assertEqual(self.hash_of("--search", method), expected, method)
        for target in json.loads(self.scree("list", "cpu", "--json").stdout):
            if target["supported_here"]:
                self.assertEqual(self.hash_of("--cpu", target["name"]), expected, target["name"])
        self.assertNotEqual(self.hash_of("--seed", 99), expected)

    def test_is_the_same_for_spheres(self):
        self.require_one_hash(SMALL)

    def test_is_the_same_for_discs(self):
        self.require_one_hash(DISCS)

    def test_is_the_same_when_loops_really_run_in_parallel(self):
        # Enough bodies that every loop is cut into pieces.
        scene = SMALL.replace("1 cm", "6 cm").replace("count = 40", "count = 4000").replace('"2 cm"', '"4 cm"')
        self.write("scene.toml", scene.replace('duration = "30 ms"', 'duration = "3 ms"'))
        hashes = {threads: self.hash_of("--threads", threads) for threads in (1, 2, 8)}
        self.assertEqual(len(set(hashes.values())), 1, hashes)


if __name__ == "__main__":
    unittest.main()
