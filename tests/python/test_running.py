"""Runs, callbacks, edits, branches, interrupts."""
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import PLAIN, PROGRAM, pour, program_run

import scree


def long_scene():
    made = pour(count=200)
    made.stage("rest", duration="100 s")
    return made


def test_parts_of_a_run_are_the_run(scene, tmp_path):
    whole = scene.build()
    whole.run()
    parts = scene.build(threads=1, search="all_pairs")
    parts.step(100)
    parts.run("20 ms").run(duration="10 ms")
    parts.run()
    assert parts.finished and parts.hash == whole.hash
    recorded = scene.build()
    recorded.run("20 ms", out=tmp_path / "a.run")
    run = recorded.run()
    assert run.completed and run.hash == whole.hash and len(run) == 7


def test_a_run_that_begins_in_the_middle_can_be_resumed(scene, tmp_path):
    sim = scene.build()
    sim.step(500)
    sim.edit(gravity=(0, 0, -20))
    sim.run("20 ms", out=tmp_path / "a.run")
    again = scree.resume(tmp_path / "a.run")
    assert again.hash == sim.hash and len(again.journal) == 1
    sim.branch().run()
    subprocess.run([PROGRAM, "resume", tmp_path / "a.run", "--quiet", "--no-picture"], check=True, env=PLAIN)
    twin = again.branch()
    twin.run()
    assert scree.open(tmp_path / "a.run").hash == twin.hash


def test_callbacks_come_at_multiples_of_time_and_of_steps(scene):
    sim, times, steps = scene.build(), [], []
    sim.every("10 ms")(lambda sim: times.append(sim.time))
    sim.every(steps=500)(lambda sim: steps.append(sim.step_count))
    sim.run("35 ms")
    assert np.allclose(times, [0, 0.01, 0.02, 0.03], atol=sim.time_step)
    assert steps == [500 * k for k in range(len(steps))] and len(steps) > 4
    sim.run("45 ms")
    assert len(times) == 5


def test_callbacks_of_a_recorded_run_change_no_bit(scene, tmp_path):
    plain, sim = scene.build(), scene.build()
    plain.run()
    seen = []
    sim.every("5 ms")(lambda sim: seen.append((sim.hash, len(sim.contacts), sim.energies["kinetic"])))
    assert sim.run(out=tmp_path / "a.run").hash == plain.hash
    assert len(seen) == 13 and seen[-1][0] == plain.hash


def test_a_callback_can_stop_a_run(scene, tmp_path):
    sim = scene.build()
    sim.every("1 ms")(lambda sim: sim.time > 0.02 and sim.stop("low enough"))
    sim.run(out=tmp_path / "a.run")
    assert 0.02 < sim.time < 0.022 and sim.stop_reason == "low enough"
    assert scree.resume(tmp_path / "a.run").hash == sim.hash


def test_what_a_callback_raises_reaches_the_caller_and_the_record_is_kept(scene, tmp_path):
    sim = scene.build()

    @sim.every("10 ms")
    def fail(sim):
        if sim.time > 0.025:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        sim.run(out=tmp_path / "a.run")
    assert scree.resume(tmp_path / "a.run").time >= 0.03 - sim.time_step
    sim.forget(fail)
    assert sim.run().completed


def test_a_callback_may_edit_and_look_but_not_run(scene):
    sim, refused = scene.build(), []

    @sim.every("10 ms")
    def touch(sim):
        sim.edit(gravity=(0, 0, -5 - 100 * sim.time))
        for attempt in (sim.run, sim.step):
            try:
                attempt()
            except scree.RunError as error:
                refused.append(str(error))

    sim.run("25 ms")
    assert len(sim.journal) == 3 and len(refused) == 6 and "running" in refused[0]


def test_edits_are_repeated_by_the_program(scene, tmp_path):
    sim = scene.build()
    sim.step(1000)
    with sim.edit() as e:
        e.velocities[e.ids < 10] = 0
        e.positions[3] += [0, 0, 1e-3]
    sim.set("contact.glass-glass.friction", 0.1)
    sim.edit(pin=[5])
    sim.run()
    sim.to_toml(tmp_path / "edited.toml")
    assert program_run(tmp_path / "edited.toml", tmp_path / "edited.run")["state_hash"] == sim.hash
    assert abs(sim.energies["added"]) > 0 and len(sim.journal) == 12


@pytest.mark.parametrize("write, said", [
    (lambda e: e.positions.__setitem__((0, 0), np.nan), "finite"),
    (lambda e: setattr(e, "velocities", np.zeros((2, 2))), "shape"),
])
def test_a_block_that_makes_no_sense_changes_nothing(sim, write, said):
    before = sim.hash
    with pytest.raises(ValueError, match=said):
        with sim.edit() as e:
            e.velocities[:] = 1
            write(e)
    assert sim.hash == before and sim.journal == []


def test_an_impossible_part_of_a_block_takes_the_others_back(sim):
    before = sim.hash
    with pytest.raises(scree.SceneError, match="test_running.py"):
        with sim.edit() as e:
            e.velocities[0] = 1
            e.positions[1] = e.positions[2]
    assert sim.hash == before and sim.journal == []


def test_branches_are_exact_copies_that_go_their_own_way(scene):
    sim = scene.build()
    sim.run("20 ms")
    twin = sim.branch()
    assert twin.hash == sim.hash
    twin.step(300)
    sim.step(300)
    assert twin.hash == sim.hash
    twin.set("contact.glass-glass.restitution", 0.3)
    twin.step(1000)
    sim.step(1000)
    assert twin.hash != sim.hash
    del sim
    gc.collect()
    twin.step()


def test_a_simulation_that_is_over_says_so(scene):
    sim = scene.build()
    sim.run()
    for attempt in (sim.run, sim.step, lambda: sim.edit(gravity=(0, 0, 0))):
        with pytest.raises(scree.RunError, match="over"):
            attempt()
    assert len(sim.positions) == 60


def test_the_watch_stops_a_run_as_the_program_does(scene):
    scene.set("material.glass.young", "3e3 Pa").set("watch.overlap_stop", 0.06)
    sim = scene.build()
    with pytest.raises(scree.RunError, match="overlap"):
        sim.run()
    with pytest.raises(scree.RunError, match="overlap"):
        sim.step()
    assert np.isfinite(sim.positions).all()


@pytest.mark.parametrize("call", [
    lambda sim: sim.step(-1), lambda sim: sim.step(1.5), lambda sim: sim.step("x"), lambda sim: sim.run("3 kg"),
    lambda sim: sim.run(float("nan")), lambda sim: sim.every("-1 s"), lambda sim: sim.every(steps=0),
    lambda sim: sim.every(), lambda sim: sim.every("1 s")(3), lambda sim: sim.run(1, duration=1),
    lambda sim: sim.set("scene.seed", 3), lambda sim: sim.edit(remove_body=12345), lambda sim: sim.edit(nonsense=1),
    lambda sim: scree.Simulation.__reduce__(sim), lambda sim: scree.resume("/nowhere"), lambda sim: scree.open("/nowhere"),
])
def test_bad_use_raises_and_leaves_the_simulation_as_it_was(sim, call):
    before = sim.hash
    with pytest.raises((ValueError, TypeError, KeyError, scree.Error)):
        call(sim)
    assert sim.hash == before
    sim.step()


def test_a_simulation_that_runs_elsewhere_cannot_be_touched(tmp_path):
    sim, started = long_scene().build(), threading.Event()
    sim.every(steps=1)(lambda sim: sim.step_count and started.set())
    thread = threading.Thread(target=sim.run)
    thread.start()
    started.wait()
    try:
        for touch in (lambda: sim.positions, lambda: sim.step(), lambda: sim.edit(gravity=(0, 0, 0)), lambda: sim.branch(),
                      lambda: sim.measures, lambda: sim.hash):
            with pytest.raises(scree.RunError, match="another thread"):
                touch()
    finally:
        sim._core.stop()
        thread.join()
    assert sim.step_count > 0


def test_threads_run_side_by_side_to_the_same_hash(scene):
    sims = [scene.build() for _ in range(3)]
    threads = [threading.Thread(target=sim.run) for sim in sims]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({sim.hash for sim in sims}) == 1 and sims[0].finished


def program_of(body):
    return "import conftest, scree, sys, threading, time\n" + textwrap.dedent(body)


def start(body, folder):
    here = os.path.dirname(__file__)
    path = os.pathsep.join([here, os.path.dirname(os.path.dirname(scree.__file__))])
    return subprocess.Popen([sys.executable, "-c", program_of(body), str(folder)], env={**os.environ, "PYTHONPATH": path},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_control_c_leaves_a_checkpoint_to_resume_from(tmp_path):
    child = start("""
        made = conftest.pour(count=200)
        made.stage("rest", duration="100 s")
        sim = made.build()
        sim.every(steps=200)(lambda sim: print("goes", flush=True))
        try:
            sim.run(out=sys.argv[1] + "/a.run")
        except KeyboardInterrupt:
            print("hash", sim.hash, flush=True)
        """, tmp_path)
    assert child.stdout.readline() == "goes\n"
    assert child.stdout.readline() == "goes\n"
    child.send_signal(signal.SIGINT)
    said, errors = child.communicate(timeout=60)
    assert child.returncode == 0, errors
    assert said.split()[-1] == scree.resume(tmp_path / "a.run").hash


def test_an_interpreter_that_ends_in_the_middle_of_a_run_ends_well(tmp_path):
    child = start("""
        made = conftest.pour(count=200)
        made.stage("rest", duration="100 s")
        sim, started = made.build(), threading.Event()
        sim.every(steps=50)(lambda sim: started.set())
        threading.Thread(target=sim.run, daemon=True).start()
        started.wait()
        """, tmp_path)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 0, errors
    assert "terminate" not in errors and "Fatal" not in errors


def test_python_refuses_to_run_under_several_ranks(scene, monkeypatch):
    monkeypatch.setenv("OMPI_COMM_WORLD_SIZE", "4")
    with pytest.raises(scree.RunError, match="mpirun"):
        scene.build()


def test_the_lock_is_free_while_steps_are_made():
    sim, counted, over = long_scene().build(), [0], []

    def run():
        sim.run("30 ms")
        over.append(1)

    thread = threading.Thread(target=run)
    thread.start()
    while not over:
        counted[0] += 1
        time.sleep(1e-4)
    thread.join()
    assert counted[0] > 20


def test_a_recorded_run_that_is_stopped_says_what_is_kept(scene, tmp_path):
    scene.set("material.glass.young", "3e3 Pa").set("watch.overlap_stop", 0.06)
    sim = scene.build()
    with pytest.raises(scree.RunError, match=r"overlap[\s\S]*a.run"):
        sim.run(out=tmp_path / "a.run")
    assert scree.open(tmp_path / "a.run").summary["outcome"] == "stopped"


def test_a_record_that_cannot_be_written_leaves_the_simulation_usable(scene, tmp_path):
    sim = scene.build()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(scree.Error):
        sim.run(out=tmp_path / "file" / "a.run")
    sim.run()
    assert sim.finished and (tmp_path / "file").read_text() == "mine"


def test_progress_is_told_while_it_runs():
    sim, told = long_scene().build(), []

    def progress(now, target):
        told.append((now, target))
        sim.stop()

    sim.run("50 s", progress=progress)
    assert len(told) == 1 and 0 < told[0][0] < 50 and told[0][1] == pytest.approx(50)


def test_functions_measure(scene):
    scene.measure("energy", kind="energies", interval="10 ms")
    sim = scene.build()
    sim.measure("mean", "10 ms")(lambda sim: sim.positions[:, 2].mean())
    sim.measure("moving", steps=1000)(lambda sim: {"speed": np.linalg.norm(sim.velocities, axis=1).max(), "count": len(sim)})
    sim.run("20 ms").run("30 ms")
    mean, moving = sim.measures["mean"], sim.measures["moving"]
    assert len(mean) == 4 and (mean.times == sim.measures["energy"].times).all() and (np.diff(mean.value) < 0).all()
    assert moving.columns == ["speed", "count"] and (moving.table()["count"] == 60).all()
    for wrong in (lambda sim: "text", lambda sim: {"a": 1} if sim.step_count % 2 else {"b": 1}):
        other = scene.build()
        other.measure("wrong", steps=1)(wrong)
        with pytest.raises(ValueError):
            other.step(5)
    with pytest.raises(ValueError, match="already"):
        sim.measure("energy", "1 s")
