"""The jobs of docs/guide.md, shortened: every scene there is checked and run as it stands."""
from program import *

GUIDE = (ROOT / "docs/guide.md").read_text()
# Name, and how long it runs here.
SCENES = {"pour": "60 ms", "hopper": "60 ms", "drum": "200 ms", "retaining_wall": "100 ms", "repose": "150 ms"}


class Guide(ProgramTest):
    def scene(self, name):
        found = re.search(rf"```toml\n(# {name}\.toml\n.*?)```", GUIDE, re.DOTALL)
        self.assertIsNotNone(found, name)
        self.write(f"{name}.toml", found.group(1))
        if name == "hopper":
            shutil.copy(ROOT / "cases/gallery/hopper/hopper.stl", self.folder)

    def run_scene(self, name):
        self.scene(name)
        checked = self.scree("check", f"{name}.toml").stdout
        self.assertNotIn("question:", checked, name)
        said = self.scree("run", f"{name}.toml", "--until", SCENES[name], "--quiet")
        # The gallery's hopper is an open sheet, and its rim is told.
        warnings = [line for line in said.stderr.split("warning: ")[1:] if "the rim of a sheet" not in line]
        self.assertEqual(warnings, [], name)

    def test_knows_every_scene_of_the_guide(self):
        self.assertEqual(re.findall(r"```toml\n# (\w+)\.toml", GUIDE), list(SCENES))

    def test_pour(self):
        self.run_scene("pour")
        self.assertIn("touch", self.scree("info", "pour.run").stdout)
        self.scree("plot", "pour.run", "touch.coordination")
        self.scree("report", "pour.run")
        self.assertIn("touch", (self.folder / "pour.run/report.html").read_text())
        self.assertEqual(self.summary("pour.run")["removed"], 0)

    def test_hopper(self):
        self.run_scene("hopper")
        self.assertIn("wall 'hopper'", self.scree("check", "hopper.toml").stdout)
        self.scree("render", "hopper.run", "--cut", "y < 0", "--window", "-0.1, -0.1, -0.1, 0.1, 0.1, 0.2", "--size",
                   "320x200", "-o", "inside.png")

    def test_drum(self):
        self.run_scene("drum")
        self.scree("plot", "drum.run", "mixing.lacey")

    def test_retaining_wall(self):
        self.run_scene("retaining_wall")
        self.scree("render", "retaining_wall.run", "--force-chains", "-o", "chains.png")
        self.scree("plot", "retaining_wall.run", "block.angle")

    def test_angle_of_repose(self):
        self.run_scene("repose")
        self.assertIn("heap.angle", (self.folder / "repose.run/sweep.csv").read_text().splitlines()[0])

    def test_mistakes_are_told_at_once(self):
        self.scene("pour")
        text = (self.folder / "pour.toml").read_text()
        self.write("wrong.toml", text.replace("diameter =", "diametre =").replace('"4 cm"', '"4 kg"')
                   .replace('"2500 kg/m3"', "2.5"))
        said = self.scree("check", "wrong.toml", code=2).stderr
        self.assertIn("did you mean 'diameter'?", said)
        self.assertIn("which is a mass", said)
        self.write("light.toml", text.replace('"2500 kg/m3"', "2.5"))
        self.assertIn("is it meant in g/cm3?", self.scree("check", "light.toml").stdout)


if __name__ == "__main__":
    unittest.main()
