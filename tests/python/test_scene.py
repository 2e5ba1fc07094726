"""Scenes in code say what files say."""
import pickle
import sys

import numpy as np
import pytest
from conftest import pour, program_run

import scree


def test_a_scene_in_code_gives_the_hash_of_the_program(scene, tmp_path):
    scene.to_toml(tmp_path / "pour.toml")
    run = scene.build().run(out=tmp_path / "python.run")
    assert run.hash == program_run(tmp_path / "pour.toml", tmp_path / "program.run")["state_hash"]
    assert run.completed


def test_every_mistake_is_told_at_once_with_its_line_of_python():
    made = scree.Scene(dimension=3, gravty=(0, 0, 1))
    wrong = sys._getframe().f_lineno + 1
    made.material("glass", density="-1 kg/m3")
    made.wall("floor", plane={"point": (0, 0, 0)})
    made.stage(duration="1 s")
    with pytest.raises(scree.SceneError) as caught:
        made.build()
    places = [place for place, _ in caught.value.complaints]
    assert len(places) >= 3
    for line in (wrong - 2, wrong, wrong + 1):
        assert f"{__file__}:{line}" in places
    assert "gravity" in str(caught.value)


def test_toml_goes_out_and_comes_back_to_the_same_text(scene, tmp_path):
    text = scene.to_toml(tmp_path / "a.toml")
    assert scree.Scene.from_toml(tmp_path / "a.toml").to_toml() == text
    assert scree.Scene.from_text(text).build().hash == scene.build().hash


def test_a_pickled_scene_is_the_same_scene(scene):
    again = pickle.loads(pickle.dumps(scene))
    assert again.to_toml() == scene.to_toml()


def test_set_changes_one_value_and_a_wrong_one_names_its_line(scene):
    scene.set("contact.glass-glass.friction", 0.1)
    assert "friction = 0.1" in scene.to_toml()
    line = sys._getframe().f_lineno + 1
    scene.set("contact.glass-glass.friktion", 0.1)
    with pytest.raises(scree.SceneError, match=f"test_scene.py:{line}"):
        scene.check()


def test_a_copy_goes_its_own_way(scene):
    other = scene.copy().set("scene.seed", 8)
    assert other.build().hash != scene.build().hash


def test_what_is_said_on_top_of_a_file_counts(scene, tmp_path):
    scene.to_toml(tmp_path / "a.toml")
    read = scree.Scene.from_toml(tmp_path / "a.toml")
    read.record(frames="20 ms")
    read.body(shape="sphere", radius="2 mm", material="glass", position=("2 cm", "2 cm", "3.5 cm"))
    assert read.check()["bodies"] == scene.check()["bodies"] + 1


def test_bodies_come_from_arrays_to_the_last_bit():
    made = pour(count=1)
    places = np.random.default_rng(1).permutation(np.stack(np.meshgrid(*[np.linspace(5e-3, 35e-3, 4)] * 3), -1).reshape(-1, 3))
    places[:, 2] = places[:, 2] / 3 + 0.0215
    places = places[places[:, 2] > 0.021][:9] + [0, 0, 1 / 3 * 1e-3]
    radii = np.linspace(0.9e-3, 1.1e-3, len(places))
    made.bodies(places, radii, material="glass", velocities=np.full_like(places, 1 / 3))
    sim = made.build()
    assert sorted(map(tuple, sim.positions)) != []
    for place, radius in zip(places, radii):
        row = np.flatnonzero((sim.positions == place).all(axis=1))
        assert len(row) == 1 and sim.radii[row[0]] == radius and (sim.velocities[row[0]] == 1 / 3).all()


def test_a_mesh_from_arrays_holds_bodies():
    made = pour(count=5)
    corners = np.array([[-1, -1, 0.01], [1, -1, 0.01], [1, 1, 0.01], [-1, 1, 0.01]], dtype=float)
    made.wall("tray", vertices=corners * [0.01, 0.01, 1] + [0.02, 0.02, 0.02], triangles=[[0, 1, 2], [0, 2, 3]], material="glass")
    assert "tray" in made.build().walls


@pytest.mark.parametrize("positions, radii, said", [
    (np.zeros((3, 4)), 1e-3, "shape"),
    (np.zeros(3), 1e-3, "shape"),
    ([[0, 0, np.nan]], 1e-3, "finite"),
    ([[0, 0, 0]], -1e-3, "positive"),
    ([[0, 0, 0]], [1e-3, 1e-3], "one number, or 1"),
    ([["a", "b", "c"]], 1e-3, "could not convert"),
])
def test_arrays_that_make_no_sense_are_refused(positions, radii, said):
    with pytest.raises(ValueError, match=said):
        pour().bodies(positions, radii, material="glass")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1: 2}])
def test_values_that_no_scene_can_hold_are_refused(value):
    with pytest.raises((TypeError, ValueError)):
        scree.Scene(gravity=value)


def test_a_missing_file_is_a_scene_error(tmp_path):
    with pytest.raises(scree.SceneError, match="nowhere.toml"):
        scree.Scene.from_toml(tmp_path / "nowhere.toml")


def test_a_notebook_shows_what_is_known_or_what_is_wrong(scene):
    assert "<table>" in scene._repr_html_() and "time step" in scene._repr_html_()
    scene.wall("<b>", plne=1)
    assert "plne" in scene._repr_html_() and "<ul>" in scene._repr_html_()
