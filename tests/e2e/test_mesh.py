"""scree mesh: bodies of triangles from files and made ones."""
from program import *


class Mesh(ProgramTest):
    def facts(self, *words, code=0):
        return json.loads(self.scree("mesh", *words, "--json", code=code).stdout)

    def test_a_box_has_the_mass_of_a_box(self):
        facts = self.facts("--make", "box", "--set", "x=2", "--set", "y=1", "--set", "z=50 cm", "--density", "12 kg/m3",
                           "--no-picture")
        self.assertTrue(facts["sound"] and facts["closed"])
        self.assertEqual(facts["volume"], 1)
        self.assertEqual(facts["mass"], 12)
        self.assertEqual(facts["centre"], [0, 0, 0])
        for k, wanted in enumerate([1 + 0.25, 4 + 0.25, 4 + 1]):
            self.assertAlmostEqual(facts["inertia"][k][k], wanted, 12)
        self.assertEqual(facts["thinnest"]["thickness"], 0.5)
        self.assertEqual(facts["faults"], [])

    def test_what_is_made_can_be_kept_and_read_again(self):
        made = self.facts("--make", "rock", "--set", "triangles=80", "--set", "eta=1.5", "--seed", "3", "--radius", "2 cm",
                          "--write", "rock.stl", "-o", "made.png")
        self.assertAlmostEqual(made["radius"], 0.02, 12)
        self.assertTrue((self.folder / "made.png").read_bytes().startswith(b"\x89PNG"))
        read = self.facts("rock.stl", "--unit", "mm", "--scale", "1000")
        self.assertEqual(read["triangles"], 80)
        self.assertLess(abs(read["volume"] / made["volume"] - 1), 1e-6)
        self.assertEqual(read["picture"], "rock.mesh.png")
        self.assertTrue((self.folder / "rock.mesh.png").exists())

    def test_an_open_mesh_is_refused_with_triangle_and_place(self):
        self.scree("mesh", "--make", "box", "--write", "box.obj", "--no-picture")
        lines = (self.folder / "box.obj").read_text().splitlines()
        self.write("open.obj", "\n".join(lines[:-1]) + "\n")
        facts = self.facts("open.obj", code=2)
        self.assertFalse(facts["sound"] or facts["closed"])
        self.assertIsNone(facts["volume"])
        fault, = facts["faults"]
        self.assertEqual((fault["defect"], fault["outcome"], fault["count"]), ("open", "refused", 3))
        self.assertEqual(len(fault["place"]), 3)
        self.assertIn("no body", self.scree("mesh", "open.obj", "--no-picture", code=2).stdout)

    def test_mistakes_are_answered(self):
        for words, answer in [
                (["--make", "rock", "--set", "eat=2"], "did you mean 'eta'"),
                (["nothing.stl"], "nothing.stl"),
                ([], "name a mesh file"),
                (["--make", "box", "-o", "box.jpg"], ".png"),
                (["--make", "box", "--write", "box.step"], ".stl or .obj"),
                (["--make", "box", "--radius", "3 kg"], "expected a length")]:
            self.assertIn(answer, self.scree("mesh", *words, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
