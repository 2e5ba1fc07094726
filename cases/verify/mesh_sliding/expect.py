"""A cube of triangles slides v^2 / (2 mu g), on whatever triangles its floor is cut into.

A plane, two triangles, 200 and 20,000 irregular ones: the places differ by rounding alone.
"""
import pathlib
import random
import tempfile

import numpy

SOURCE = "Coulomb; mesh_findings.md, section 3"

SPEED, FRICTION, GRAVITY = 2.0, 0.3, 9.81


def floor(columns, rows, irregular):
    """An OBJ file of a floor from (-1, -1) to (2, 1)."""
    choice = random.Random(7)
    lines, faces = [], []
    for j in range(rows + 1):
        for i in range(columns + 1):
            inner = irregular and 0 < i < columns and 0 < j < rows
            dx, dy = (choice.uniform(-0.3, 0.3), choice.uniform(-0.3, 0.3)) if inner else (0, 0)
            lines.append(f"v {-1 + 3 * (i + dx) / columns!r} {-1 + 2 * (j + dy) / rows!r} 0")
    for j in range(rows):
        for i in range(columns):
            a = j * (columns + 1) + i + 1
            b, c, d = a + 1, a + columns + 2, a + columns + 1
            faces += [f"f {a} {b} {c}", f"f {a} {c} {d}"]
    return "\n".join(lines + faces) + "\n"


def verify(case):
    plain = case.run()
    case.near("path to rest on a plane [m]", plain.position[-1, 0, 0] - plain.position[0, 0, 0],
              SPEED ** 2 / (2 * FRICTION * GRAVITY), relative=1e-3)
    case.at_most("speed at the end [m/s]", numpy.abs(plain.velocity[-1]).max(), 1e-4)
    first = None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "floor.obj")
        for name, columns, rows, irregular in (("2", 1, 1, False), ("200", 10, 10, True), ("20,000", 100, 100, True)):
            path.write_text(floor(columns, rows, irregular))
            end = case.run({"wall.floor.mesh": str(path)}, scene="triangles.toml").position[-1, 0]
            first = end if first is None else first
            case.at_most(f"{name} triangles: way from where it rests on two [m]", numpy.linalg.norm(end - first), 1e-11)
            case.at_most(f"{name} triangles: way from where it rests on a plane [m]",
                         numpy.linalg.norm(end - plain.position[-1, 0]), 1e-10)
