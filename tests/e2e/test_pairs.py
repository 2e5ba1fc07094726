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
        self.write("items.csv", "0,0,1\n")
        self.scree("pairs", "items.csv", "--search", "magic", code=2)

    def refused(self, text, *parts):
        self.write("items.csv", text)
        said = self.scree("pairs", "items.csv", code=2).stderr
        for part in parts:
            self.assertIn(part, said, text)

    def test_wants_the_same_number_of_columns_in_every_line(self):
        self.refused("0,0,0,1\n0,0,0,1,5\n0,0,1\n0,0,0,1,\n", "items.csv:2:1: 5 columns, expected 4",
                     "items.csv:3:1: 3 columns, expected 4", "items.csv:4:1: 5 columns, expected 4")
        self.refused("id,x,y,r,colour\n1,0,0,1,red\n2,0,0,1\n3,0,0,1,red,blue\n",
                     "items.csv:3:1: 4 columns, expected 5", "items.csv:4:1: 6 columns, expected 5")

    def test_says_which_file_cannot_be_read(self):
        self.assertIn("nowhere.csv", self.scree("pairs", "nowhere.csv", code=2).stderr)
        said = self.scree("pairs", ".", code=2).stderr
        self.assertIn("cannot read '.': it is a folder", said)
        self.assertNotIn("internal error", said)

    def test_names_the_line_of_an_item_that_reaches_too_far(self):
        for item in ("0,2e150,0,1", "0,0,-2e150,1", "0,0,0,2e150", "0,0,9e149,2e149"):
            self.refused(f"# first\n0,0,0,1\n{item}\n", "items.csv:3:1: reaches further out than 1e+150")
        self.refused("0,0,0,1,1,1\n0,0,0,1,1,2e150\n", "items.csv:2:1: reaches further out than 1e+150")
        self.write("items.csv", "0,0,1e150,0\n0,0,-1e150,0\n")
        self.assertEqual(self.found(), [])

    def test_reads_numbers_as_they_are_meant(self):
        # A byte order mark, as spreadsheets write it, is no part of the first name or number.
        for text in ("\ufeff0,0,1\n0,1,1\n", "\ufeffx,y,r\n0,0,1\n0,1,1\n"):
            self.write("items.csv", text)
            self.assertEqual(self.found(), [(0, 1)], text)
        # What is too small for a number is zero, or the smallest there is.
        self.write("items.csv", "0,0,1e-400\n-1e-5000,0.00001e-399,0\n1e-310,4e-324,1\n+0.5,+5e-1,0\n")
        self.assertEqual(self.found(), [(0, 1), (0, 2), (1, 2), (2, 3)])
        for number in ("+-1", "++1", "+", "-", "", "1e400", "-1e400", "inf", "nan", "0x10", "1 2", "1.2.3"):
            self.refused(f"0,0,1\n0,{number},1\n", f"items.csv:2:3: expected a finite number, got '{number}'")

    def test_takes_a_bad_number_for_a_bad_number_and_not_for_a_name(self):
        for number in ("1e400", "+-1", "1.2.3", "-", "0x10", "nan"):
            self.refused(f"{number},0,0,1\n0,0,0,1\n",
                         f"items.csv:1:1: expected a finite number, got '{number}'")

    def test_refuses_two_columns_of_the_same_name(self):
        self.refused("x,y,x,r\n0,0,0,1\n", "items.csv:1:5: there is a column 'x' already")
        self.refused("x,y,r,Radius\n0,0,1,1\n", "items.csv:1:7: there is a column 'Radius' already")
        self.refused("lo_x,lo_y,hi_x,hi_y,x_min\n0,0,1,1,1\n", "items.csv:1:21")
        self.write("items.csv", "note,x,y,note,r\na,0,0,b,1\na,0,1,b,1\n")
        self.assertEqual(self.found(), [(0, 1)])

    def test_takes_the_levels_of_the_hierarchical_grid(self):
        numbers = random.Random(7)
        items = [[numbers.random() for _ in range(3)] + [10 ** numbers.uniform(-3, -1)] for _ in range(200)]
        self.write("items.csv", "\n".join(",".join(map(repr, item)) for item in items) + "\n")
        expected = overlapping(items, spheres_touch)
        self.assertGreater(len(expected), 5)
        for levels in ("0.2", "0.02,0.06,0.2", "0.2,0.02,0.02", "0.001", "1e-200,50"):
            self.assertEqual(self.found("--search", "hierarchical_grid", "--levels", levels), expected, levels)
        for levels in ("0", "-1", "0.1,nan", "inf", "1e151", "a,b", "", ",".join(["1"] * 300)):
            self.scree("pairs", "items.csv", "--search", "hierarchical_grid", "--levels", levels, code=2)
        for method in ("auto", "linked_cell"):
            said = self.scree("pairs", "items.csv", "--search", method, "--levels", "0.1", code=2).stderr
            self.assertIn("only hierarchical_grid has levels", said)


if __name__ == "__main__":
    unittest.main()
