"""scree pairs: the same pairs as comparing everything with everything, whatever the method and the form of the file."""
import random

from program import *


def overlapping(items, touch):
    return [(a, b) for a in range(len(items)) for b in range(a + 1, len(items)) if touch(items[a], items[b])]


def spheres_touch(a, b):
    # The order of operations is that of the program, so that even pairs that just touch agree.
    apart = [q - p for p, q in zip(a[:-1], b[:-1])]
    total = apart[0] * apart[0]
    for value in apart[1:]:
        total += value * value
    reach = a[-1] + b[-1]
    return total <= reach * reach


def boxes_touch(a, b):
    half = len(a) // 2
    return all(a[k] <= b[half + k] and b[k] <= a[half + k] for k in range(half))


class Pairs(ProgramTest):
    def found(self, *options):
        lines = self.scree("pairs", "items.csv", *options).stdout.split()
        self.assertEqual(lines[0], "first,second")
        return [tuple(map(int, line.split(","))) for line in lines[1:]]

    def require_pairs(self, header, items, expected):
        self.assertGreater(len(expected), 5)
        self.write("items.csv", header + "\n".join(",".join(map(repr, item)) for item in items) + "\n")
        methods = [name for name in names_of(self.scree("list", "search", "--json").stdout) if name != "auto"]
        for method in methods:
            self.assertEqual(self.found("--search", method), expected, method)
        self.assertEqual(int(self.scree("pairs", "items.csv", "--count").stdout), len(expected))
        self.assertEqual(json.loads(self.scree("pairs", "items.csv", "--json").stdout)["pairs"], len(expected))
        self.scree("pairs", "items.csv", "-o", "pairs.csv")
        self.assertEqual(len((self.folder / "pairs.csv").read_text().split()), 1 + len(expected))

    def test_of_spheres_and_discs(self):
        numbers = random.Random(5)
        for dimension in (2, 3):
            items = [[numbers.random() for _ in range(dimension)] + [numbers.uniform(0, 0.1)] for _ in range(200)]
            self.require_pairs("", items, overlapping(items, spheres_touch))

    def test_of_boxes(self):
        numbers = random.Random(6)
        for dimension, header in ((2, "lo_x,lo_y,hi_x,hi_y\n"), (3, ""), (3, "xmin,ymin,zmin,xmax,ymax,zmax\n")):
            corners = [[numbers.random() for _ in range(dimension)] for _ in range(150)]
            items = [low + [value + numbers.uniform(0, 0.15) for value in low] for low in corners]
            self.require_pairs(header, items, overlapping(items, boxes_touch))

    def test_reads_columns_by_name_and_skips_others(self):
        self.write("items.csv", "# made by hand\nid,radius,y,x\n\n7,1,0,0\n8,1,0,2\n9,1,0,5\n")
        self.assertEqual(self.found(), [(0, 1)])

    def test_reads_what_export_writes(self):
        self.write("scene.toml", SMALL)
        self.scree("run", "scene.toml", "--until", "1 ms", "--quiet")
        self.scree("export", "scene.run", "--format", "csv", "-o", "items.csv")
        self.assertGreater(int(self.scree("pairs", "items.csv", "--count").stdout), 0)

    def test_names_every_bad_line(self):
        self.write("items.csv", "0,0,1\n0,x,1\n0,0,-1\n0,0\n0,nan,1\n")
        done = self.scree("pairs", "items.csv", code=2)
        for place in ("items.csv:2:3", "items.csv:3:5", "items.csv:4:1", "items.csv:5:3"):
            self.assertIn(place, done.stderr)
        self.write("items.csv", "0,0,0,1,1,1\n0,2,0,1,1,1\n")
        self.assertIn("items.csv:2:1: the lower corner is above the upper one along y",
                      self.scree("pairs", "items.csv", code=2).stderr)
        for text in ("", "a,b,c\n1,2,3\n", "1,2\n", "1,2,3,4,5\n"):
            self.write("items.csv", text)
            self.scree("pairs", "items.csv", code=2)
        self.scree("pairs", "nowhere.csv", code=2)
        self.write("items.csv", "0,0,1\n")
        self.scree("pairs", "items.csv", "--search", "magic", code=2)


if __name__ == "__main__":
    unittest.main()
