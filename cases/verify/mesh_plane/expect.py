"""A floor of triangles or segments is a plane, however it is cut.

Balls bounce, slide and roll over random tessellations, among them some that start exactly over vertices and edges. Every
frame must equal that on the plane; a contact too many at a seam, or one too few, would throw a ball off by millimetres.
"""
import math

import numpy

SOURCE = "the plane itself"
RADIUS = 0.03


def cut_square(random, count):
    """A grid with shifted corners, each cell cut along either diagonal, some triangles facing down."""
    at = numpy.arange(count + 1)
    x, y = (numpy.array(part, dtype=float) for part in numpy.meshgrid(at, at))
    inner = (slice(1, -1), slice(1, -1))
    x[inner] += random.uniform(-0.24, 0.24, x[inner].shape)
    y[inner] += random.uniform(-0.24, 0.24, y[inner].shape)
    places = numpy.stack([2 * x / count - 1, 2 * y / count - 1, 0 * x], axis=-1).reshape(-1, 3)
    triangles = []
    for j in range(count):
        for i in range(count):
            a = j * (count + 1) + i
            b, c, d = a + 1, a + count + 1, a + count + 2
            pair = [[a, b, d], [a, d, c]] if random.random() < 0.5 else [[a, b, c], [b, d, c]]
            triangles += [triangle[::-1] if random.random() < 0.2 else triangle for triangle in pair]
    return places, triangles


def cut_line(random, count):
    x = numpy.linspace(-1, 1, count + 1)
    x[1:-1] += random.uniform(-0.45, 0.45, count - 1) * 2 / count
    return numpy.stack([x, 0 * x], axis=-1)


def turned(angle, dimension):
    """Settings that turn the floor of triangles, and the plane, and the matrix of that turn."""
    c, s = math.cos(angle), math.sin(angle)
    if dimension == 3:
        matrix = numpy.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        rotation = {"wall.floor.rotation.axis": [0, 1, 0]}
    else:
        matrix, rotation = numpy.array([[c, -s], [s, c]]), {}
    return rotation | {"wall.floor.rotation.angle": angle}, {"wall.floor.plane.normal": matrix[:, -1].tolist()}, matrix


def balls(random, places, dimension, turn):
    shape = "disc" if dimension == 2 else "sphere"
    near = places[numpy.all(numpy.abs(places) < 0.5, axis=1)]
    found = []
    for number in range(12):
        start = near[random.integers(len(near))].copy() if number % 2 == 0 else random.uniform(-0.5, 0.5, dimension)
        start[-1] = 0
        if any(numpy.linalg.norm(start - other) < 2.5 * RADIUS for other, _ in found):
            continue
        place = start.copy()
        place[-1] = RADIUS * (1 + random.choice([-1e-4, 0.2]))
        velocity = random.uniform(-1.2, 1.2, dimension)
        velocity[-1] = 0
        spin = random.uniform(-30, 30, 3).tolist() if dimension == 3 else random.uniform(-30, 30)
        found.append((start, {"name": f"ball {number}", "shape": shape, "material": "glass", "radius": RADIUS,
                                     "position": (turn @ place).tolist(), "velocity": (turn @ velocity).tolist(), "spin": spin}))
    return [body for _, body in found]


def farthest(a, b):
    return float(numpy.max(numpy.abs(a - b)))


def compare(case, name, settings, bodies, scene, plane):
    reference = {"scene.toml": "plane.toml", "disc.toml": "line.toml"}[scene]
    cut, whole = case.run(settings, scene=scene, bodies=bodies), case.run(plane, scene=reference, bodies=bodies)
    touching = numpy.mean(whole.totals["contacts"]) / len(bodies)
    case.at_least(f"{name}: contacts per ball, mean over the run", touching, 0.3)
    case.at_most(f"{name}: frames with another number of contacts",
                 numpy.count_nonzero(cut.totals["contacts"] != whole.totals["contacts"]), 0)
    case.at_most(f"{name}: difference of positions over a radius", farthest(cut.position, whole.position) / RADIUS, 1e-9)
    case.at_most(f"{name}: difference of velocities [m/s]", farthest(cut.velocity, whole.velocity), 1e-9)
    case.at_most(f"{name}: difference of spins times radius [m/s]", RADIUS * farthest(cut.spin, whole.spin), 1e-9)


def verify(case):
    random = numpy.random.default_rng(1)
    for angle in (0, 0.3):
        words = "tilted, " if angle else ""
        mesh_turn, plane_turn, turn = turned(angle, 3)
        for count in (1, 7, 30):
            places, triangles = cut_square(random, count)
            rows = "\n".join(" ".join(map(repr, place)) for place in places.tolist())
            settings = {"wall.floor.vertices": rows,
                        "wall.floor.triangles": "\n".join(" ".join(map(str, corners)) for corners in triangles)}
            bodies = balls(random, places if count > 1 else numpy.zeros((1, 3)), 3, turn)
            compare(case, f"{words}{len(triangles)} triangles", settings | mesh_turn, bodies, "scene.toml", plane_turn)
        mesh_turn, plane_turn, turn = turned(angle, 2)
        for count in (1, 9, 80):
            places = cut_line(random, count)
            bodies = balls(random, places if count > 1 else numpy.zeros((1, 2)), 2, turn)
            compare(case, f"{words}{count} segments", {"wall.floor.points": places.tolist()} | mesh_turn, bodies, "disc.toml",
                    plane_turn)
