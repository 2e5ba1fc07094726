"""An array keeps its moment, whatever becomes of the simulation."""
import gc

import numpy as np
import pytest
from conftest import pour

import scree


def test_columns_are_in_the_order_of_ids_and_cannot_be_written(sim):
    assert (np.diff(sim.ids.astype(int)) > 0).all()
    for name in sim.columns:
        array = sim.column(name)
        assert len(array) == len(sim)
        with pytest.raises(ValueError):
            array[0] = 1


def test_a_storage_view_is_no_copy(sim):
    first, second = sim.column("positions", "storage"), sim.column("positions", "storage")
    velocities = sim.column("velocities", "storage")
    assert first.ctypes.data == second.ctypes.data
    assert abs(velocities.ctypes.data - first.ctypes.data) < first.strides[0]  # fields of the same records
    with pytest.raises(ValueError):
        first[0] = 1


def test_a_storage_view_by_its_ids_is_the_column(sim):
    sim.step(500)
    ids = sim.column("ids", "storage")
    for name in sim.columns:
        view, column = sim.column(name, "storage"), sim.column(name)
        assert (column[np.searchsorted(sim.ids, ids)] == view).all()


def test_a_view_keeps_its_moment_when_the_simulation_goes_on(sim):
    view = sim.column("positions", "storage")
    before, address = view.copy(), view.ctypes.data
    sim.step(200)
    assert (view == before).all() and view.ctypes.data == address
    now = sim.column("positions", "storage")
    assert now.ctypes.data != address and (now != before).any()


def test_a_view_outlives_its_simulation(scene):
    sim = scene.build()
    view = sim.column("positions", "storage")
    before = view.copy()
    del sim
    gc.collect()
    junk = [np.ones(10_000) for _ in range(50)]
    assert (view == before).all() and len(junk) == 50


def test_holding_views_changes_no_bit(scene):
    plain, held = scene.build(), scene.build()
    kept = []
    held.every(steps=37)(lambda sim: kept.append((sim.column("positions", "storage"), sim.positions)))
    plain.run("30 ms")
    held.run("30 ms")
    assert held.hash == plain.hash
    moments = [np.sort(view[:, 2]) for view, _ in kept]
    assert len({moment.tobytes() for moment in moments}) > 5
    for view, column in kept:
        assert (np.sort(view, axis=0) == np.sort(column, axis=0)).all()


def test_views_stay_when_bodies_are_removed_and_added(sim):
    view, ids = sim.column("positions", "storage"), sim.column("ids", "storage")
    before, count = view.copy(), len(sim)
    sim.edit(remove_body=[0, 3])
    sim.edit(add_body={"shape": "sphere", "radius": "2 mm", "material": "glass", "position": ("2 cm", "2 cm", "3.5 cm")})
    assert (view == before).all() and len(ids) == count
    assert len(sim) == count - 1 and 0 not in sim.ids
    sim.step(10)
    assert (view == before).all()


def test_contacts_and_walls_balance_forces(scene):
    sim = scene.build()
    sim.run()
    contacts, total = sim.contacts, np.zeros((len(sim), 3))
    assert len(contacts) > 0 and (contacts.overlaps > 0).all()
    for (first, second), force in zip(contacts.pairs, contacts.forces):
        total[first] += force
        if second >= 0:
            total[second] -= force
    assert np.allclose(total, sim.forces, atol=1e-9 + 1e-6 * np.abs(sim.forces).max())
    on_wall = contacts.forces[contacts.walls == 0].sum(axis=0)
    assert np.allclose(sim.walls["box"]["force"], on_wall, atol=1e-6)


def test_a_flat_scene_has_two_coordinates():
    made = scree.Scene(dimension=2, gravity=(0, -9.81), seed=1)
    made.material("m", density=1000)
    made.contact(law="hooke", restitution=0.5, collision_time="2 ms")
    made.wall("floor", plane={"point": (0, 0), "normal": (0, 1)})
    made.bodies([[0, 0.1], [0.3, 0.2]], 0.05, material="m")
    made.stage(duration="50 ms")
    sim = made.build()
    sim.run()
    assert sim.positions.shape == (2, 2) and sim.spins.shape == (2,) and sim.masses.shape == (2,)


def test_unknown_columns_are_named(sim):
    with pytest.raises(KeyError, match="positions"):
        sim.column("postions")
    with pytest.raises(ValueError, match="storage"):
        sim.column("positions", "slot")


def test_masses_follow_from_density(sim):
    assert np.allclose(sim.masses, 2500 * 4 / 3 * np.pi * sim.radii**3)


def test_many_simulations_live_side_by_side():
    made = [pour(count=20, seed=seed).build() for seed in range(4)]
    for sim in made:
        sim.step(100)
    assert len({sim.hash for sim in made}) == 4
