"""Scenes of the gallery, run from Python: the hash is that of the program. 1,000 steps each, or with SCREE_WHOLE_RUNS all."""
import os

import pytest
from conftest import ROOT, program_run

import scree

SCENES = sorted(path.parent.name for path in (ROOT / "cases" / "gallery").glob("*/scene.toml"))
WHOLE = bool(os.environ.get("SCREE_WHOLE_RUNS"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_the_hash_is_that_of_the_program(name, tmp_path):
    file = ROOT / "cases" / "gallery" / name / "scene.toml"
    scene = scree.Scene.from_toml(file)
    if "[sweep]" in file.read_text():
        pytest.skip("stands for several runs")
    sim = scene.build()
    seen = []
    sim.every(steps=100)(lambda sim: seen.append(sim.column("positions", "storage")))
    if WHOLE:
        sim.run()
    else:
        sim.step(1000)
    seed = ["--seed", str(sim.methods["seed"])]
    until = [] if WHOLE else ["--until", repr(sim.time)]
    assert program_run(file, tmp_path / "program.run", *seed, *until)["state_hash"] == sim.hash
    assert len(seen) >= 10
