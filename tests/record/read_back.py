"""Reads a run folder and its exports with h5py, meshio and csv, and compares them with what was recorded."""

import csv
import math
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import h5py
import meshio
import numpy

scribe, place = sys.argv[1], pathlib.Path(sys.argv[2])
interval, last = 10, 60


def rows_at(step):
    return step // interval % 4


def ids_at(step):
    return [step // 20 + 2 * k for k in range(rows_at(step))]


def reals(name, step, rows, width):
    """The same numbers as frame_at() in sample_run.cpp, to the bit."""
    values = [float(step) + 0.1 * float(k) + float(ord(name[0])) for k in range(rows * width)]
    return numpy.array(values).reshape(rows, width)


def widths(dimension):
    return {
        "position": dimension,
        "velocity": dimension,
        "orientation": 2 if dimension == 2 else 4,
        "spin": 1 if dimension == 2 else 3,
        "force": dimension,
        "radius": 1,
        "stress": 5,
    }


def same(a, b):
    return numpy.array_equal(numpy.asarray(a), numpy.asarray(b))


def check_run_folder(folder, dimension):
    with h5py.File(folder / "run.h5", "r") as index:
        assert index["provenance/scene_name"][()] == b"sample"
        assert index["provenance/seed"][()] == 0xFFFFFFFFFFFFFFF7
        assert index["provenance/settings/search"][()] == b"linked_cell"
        assert index["completed"][()] == 1
        assert same(index["frames/step"], numpy.arange(0, last + 1, interval))
        assert same(index["frames/totals/kinetic"], 1.5 * numpy.arange(0, last + 1, interval))
        frame = 0
        for name in sorted(n for n in index["files"] if n.startswith("frames-")):
            segment = index["files"][name]  # through the external link
            bodies = segment["particles/bodies"]
            assert same(segment["h5md"].attrs["version"], [1, 1])
            assert bodies["box"].attrs["dimension"] == dimension
            assert list(bodies["box"].attrs["boundary"]) == [b"none"] * dimension
            fill = bodies["id/value"].fillvalue
            for k, step in enumerate(bodies["position/step"]):
                assert step.dtype == numpy.int64
                assert step == frame * interval
                assert bodies["velocity/time"][k] == float(step) * 0.1
                ids = bodies["id/value"][k]
                present = ids != fill
                assert list(ids[present]) == ids_at(step)
                for column, width in widths(dimension).items():
                    stored = bodies[column]["value"][k][present].reshape(-1, width)
                    assert same(stored, reals(column, step, rows_at(step), width)), (column, step)
                    assert numpy.isnan(bodies[column]["value"][k][~present]).all()
                assert same(segment["observables/walls/position/value"][k], reals("position", step, 2, dimension))
                frame += 1
        assert frame == last // interval + 1
        checkpoint = index["files/checkpoint-40.h5"]
        assert same(checkpoint["columns/bodies/position"].shape, (40, 3))
        assert checkpoint["columns/contacts/memory"].shape == (0, 3)
    print(f"{folder.name}: ok")


def check_csv(path, dimension, every):
    with open(path, newline="") as file:
        lines = list(csv.reader(file))
    in_space = dimension == 3
    expected = ["frame", "time", "id", "x", "y"] + ["z"] * in_space + ["vx", "vy"] + ["vz"] * in_space
    expected += ["qw", "qx", "qy", "qz", "wx", "wy", "wz"] if in_space else ["angle", "spin"]
    expected += ["radius", "fx", "fy"] + ["fz"] * in_space + ["fixed"] + [f"stress_{k}" for k in range(5)]
    assert lines[0] == expected, lines[0]
    wanted = []
    for frame in range(0, last // interval + 1, every):
        step = frame * interval
        columns = {name: reals(name, step, rows_at(step), width) for name, width in widths(dimension).items()}
        for k, identity in enumerate(ids_at(step)):
            line = [frame, float(step) * 0.1, identity, *columns["position"][k], *columns["velocity"][k]]
            c, s = columns["orientation"][k][:2]
            line += [*columns["orientation"][k]] if in_space else [math.atan2(s, c)]
            line += [*columns["spin"][k], *columns["radius"][k], *columns["force"][k], k % 2, *columns["stress"][k]]
            wanted.append(line)
    assert len(lines) - 1 == len(wanted)
    for line, numbers in zip(lines[1:], wanted):
        assert [float(text) for text in line] == numbers, (line, numbers)
    print(f"{path.name}: ok")


def check_vtk(collection, dimension, every):
    root = xml.etree.ElementTree.parse(collection).getroot()
    entries = root.findall("Collection/DataSet")
    assert [float(e.get("timestep")) for e in entries] == [
        float(f * interval) * 0.1 for f in range(0, last // interval + 1, every)
    ]
    for number, entry in enumerate(entries):
        step = number * every * interval
        rows = rows_at(step)
        if rows == 0:  # meshio cannot read a mesh without cells
            text = (collection.parent / entry.get("file")).read_bytes()
            assert b'NumberOfPoints="0" NumberOfCells="0"' in text
            continue
        mesh = meshio.read(collection.parent / entry.get("file"))
        points = numpy.zeros((rows, 3))
        points[:, :dimension] = reals("position", step, rows, dimension)
        assert same(mesh.points, points), step
        data = {name: numpy.asarray(array).reshape(rows, -1) for name, array in mesh.point_data.items()}
        assert list(data["id"].ravel()) == ids_at(step)
        velocity = numpy.zeros((rows, 3))
        velocity[:, :dimension] = reals("velocity", step, rows, dimension)
        assert same(data["velocity"], velocity)
        for name in ("radius", "spin", "stress"):
            assert same(data[name], reals(name, step, rows, widths(dimension)[name])), name
        if dimension == 2:
            c, s = reals("orientation", step, rows, 2).T
            assert numpy.allclose(data["angle"].ravel(), numpy.arctan2(s, c), rtol=1e-15)
        else:
            assert same(data["orientation"], reals("orientation", step, rows, 4))
        assert sum(len(block.data) for block in mesh.cells) == rows
    print(f"{collection.name}: ok")


def check_h5md(path, dimension, every):
    with h5py.File(path, "r") as file:
        assert file.userblock_size == 0
        assert same(file["h5md"].attrs["version"], [1, 1])
        assert file["h5md/creator"].attrs["name"] == b"scree"
        assert file["h5md/author"].attrs["name"]
        assert list(file["particles"]) == ["bodies"]
        bodies = file["particles/bodies"]
        steps = [f * interval for f in range(0, last // interval + 1, every)]
        everyone = sorted({i for step in steps for i in ids_at(step)})
        assert same(bodies["position/step"], steps)
        assert file["particles/bodies/position/time"] == file["observables/kinetic/time"], "times are linked"
        assert same(file["observables/kinetic/value"], [1.5 * step for step in steps])
        assert bodies["position/value"].shape == (len(steps), len(everyone), dimension)
        assert bodies["radius/value"].shape == (len(steps), len(everyone))
        fill = bodies["id/value"].fillvalue
        for k, step in enumerate(steps):
            ids = bodies["id/value"][k]
            present = ids != fill
            assert list(ids[present]) == ids_at(step)
            assert list(numpy.array(everyone)[present]) == ids_at(step), "a row is one body for the whole file"
            for column, width in widths(dimension).items():
                stored = bodies[column]["value"][k][present].reshape(-1, width)
                assert same(stored, reals(column, step, rows_at(step), width)), (column, step)
            assert same(file["observables/walls/position/value"][k], reals("position", step, 2, dimension))
        assert file["parameters/scree/provenance/scene_text"][()].startswith(b"[scene]")
    print(f"{path.name}: ok")


def check_boxes(place):
    steps = numpy.arange(0, last + 1, interval)
    for name in ("periodic", "sheared"):
        for path, chosen in ((place / f"{name}.run" / "frames-000000.h5", steps), (place / f"{name}.h5", steps[::2])):
            with h5py.File(path, "r") as file:
                box = file["particles/bodies/box"]
                if name == "periodic":
                    assert list(box.attrs["boundary"]) == [b"periodic", b"none"]
                    assert same(box["edges"], [4, 0])
                    assert same(box.attrs["origin"], [-1, 0])
                    continue
                assert list(box.attrs["boundary"]) == [b"periodic", b"none", b"periodic"]
                assert same(box.attrs["origin"], [0, 0, 0])
                assert same(box["edges/step"], chosen)
                assert box["edges/time"] == file["particles/bodies/position/time"]
                for edges, step in zip(box["edges/value"], chosen):
                    assert same(edges, [[2, 0, 0.01 * step], [0, 5, 0], [0, 0, 4]]), edges
    print("boxes: ok")


subprocess.run([scribe, "exports", place], check=True)
check_boxes(place)
for d in (2, 3):
    check_run_folder(place / f"sample{d}.run", d)
    check_csv(place / f"sample{d}.csv", d, 1)
    check_csv(place / f"every3-{d}.csv", d, 3)
    check_vtk(place / f"sample{d}-vtk" / "frames.pvd", d, 1)
    check_vtk(place / f"every3-{d}" / "movie.pvd", d, 3)
    check_h5md(place / f"sample{d}.h5", d, 1)
    check_h5md(place / f"every3-{d}.h5", d, 3)
