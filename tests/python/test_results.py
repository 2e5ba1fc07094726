"""Recorded runs, measurements, pictures, sweeps."""
import json

import numpy as np
import pytest
from conftest import pour

import scree


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    made = pour()
    made.record(contacts=True)
    made.measure("energy", kind="energies", interval="5 ms")
    whole = made.region("whole", box={"min": (0, 0, 0), "max": ("4 cm", "4 cm", "4 cm")})
    made.measure("layers", kind="profile", region=whole, axis="z", bins=4, interval="20 ms")
    return made.build().run(out=tmp_path_factory.mktemp("runs") / "pour.run")


def test_frames_are_what_the_simulation_was(run):
    sim = run.scene.build()
    for frame in run:
        if frame.time > sim.time:
            sim.run(frame.time)
        assert sim.step_count == frame.step
        for name in ("ids", "positions", "velocities", "spins", "radii", "forces", "torques", "orientations"):
            assert (getattr(sim, name) == getattr(frame, name)).all()
        assert (sim.contacts.pairs == frame.contacts.pairs).all()
    assert sim.hash == run.hash and len(run) == 7


def test_frames_are_counted_as_lists_are(run):
    assert run[-1].step == run[len(run) - 1].step and len(run[1:3]) == 2
    for number in (7, -8):
        with pytest.raises(IndexError, match="0 to 6"):
            run[number]
    with pytest.raises(ValueError):
        run[0].positions[0] = 0


def test_measures_are_arrays_and_tables(run):
    energy, layers = run.measures["energy"], run.measures["layers"]
    assert len(energy) == 13 and energy.kinetic.shape == (13,) and energy["kinetic"][0] == 0
    assert layers.rows == 4 and len(layers) == 4
    column = layers.columns[0]
    assert layers[column].shape == (4, 4)
    table = layers.table()
    assert len(table["time"]) == 16 and column in table
    with pytest.raises(KeyError, match="kinetic"):
        energy["kintic"]
    with pytest.raises(AttributeError):
        energy.kintic


def test_measures_of_a_running_simulation_are_those_of_the_record(run):
    sim = run.scene.build()
    sim.run("30 ms").run()
    live, kept = sim.measures["energy"], run.measures["energy"]
    assert (live.times == kept.times).all() and (live.kinetic == kept.kinetic).all()


def test_a_run_knows_where_it_came_from(run):
    assert run.provenance["seed"] == 7 and run.provenance["command_line"].startswith("python ")
    assert run.summary["outcome"] == "finished" and run.summary["state_hash"] == run.hash
    assert np.allclose(run.totals["time"], run.times) and "kinetic" in run.totals
    assert (run.scene.build().positions == pour().build().positions).all()


def test_pictures_are_pictures(run, tmp_path):
    made = run.picture(tmp_path / "a.png", frame=0, size=(160, 90), colour="speed", samples=1)
    assert made.data[:8] == b"\x89PNG\r\n\x1a\n" and (tmp_path / "a.png").read_bytes() == made.data == made._repr_png_()
    for wrong in ({"size": (1, 1)}, {"colour": "loud"}, {"camera": [1]}, {"format": "jpg"}, {"frame": 9}, {"size": "big"},
                  {"hue": 1}):
        with pytest.raises((ValueError, TypeError, IndexError)):
            run.picture(**wrong)


@pytest.mark.slow
def test_a_notebook_shows_picture_energies_and_hash(run):
    shown = run._repr_html_()
    assert run.hash in shown and shown.count("data:image/png;base64,") == 2


def test_a_sweep_runs_every_combination_and_can_be_called_again(tmp_path):
    values = {"contact.glass-glass.friction": [0.1, 0.5], "scene.seed": [1, 2]}
    runs = scree.sweep(pour(count=20), values, out=tmp_path / "sweep", until="45 ms")
    table = runs.table(low=lambda run: run[-1].positions[:, 2].min())
    assert len(runs) == 4 and len({run.hash for run in runs}) == 4
    assert list(table["scene.seed"]) == [1, 2, 1, 2] and len(table["low"]) == 4
    alone = pour(count=20, seed=2).set("contact.glass-glass.friction", 0.5).build().run("45 ms")
    assert runs[3].hash == alone.hash
    whole = scree.sweep(pour(count=20), values, out=tmp_path / "sweep")
    assert all(run.completed for run in whole)
    stamps = [(tmp_path / "sweep" / str(k) / "summary.json").stat().st_mtime_ns for k in range(4)]
    scree.sweep(pour(count=20), values, out=tmp_path / "sweep")
    assert stamps == [(tmp_path / "sweep" / str(k) / "summary.json").stat().st_mtime_ns for k in range(4)]


def test_a_sweep_is_checked_before_it_runs(tmp_path):
    with pytest.raises(scree.SceneError, match="friktion"):
        scree.sweep(pour(), {"contact.glass-glass.friktion": [1]}, out=tmp_path / "sweep")
    with pytest.raises(ValueError):
        scree.sweep(pour(), {}, out=tmp_path / "sweep")
    assert not (tmp_path / "sweep").exists()


def test_a_folder_with_a_run_is_not_overwritten(run):
    other = pour().build()
    with pytest.raises(scree.SceneError, match="pour.run"):
        other.run(out=run.folder)
    assert json.loads(json.dumps(run.summary))["state_hash"] == run.hash
