"""Every scene of the gallery is read, built and runs; `./dev gallery` runs them to their end."""
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


for path in sorted((ROOT / "cases/gallery").glob("*/scene.toml")):
    setattr(Gallery, f"test_{path.parent.name}_runs_for_some_steps", runs_for_some_steps(path.parent))

if __name__ == "__main__":
    unittest.main()
