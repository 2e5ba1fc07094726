"""Beads rain on a rock of your own: a mesh made with numpy goes into the scene as arrays, and as an STL file.

The rock is a wall here: bodies with the shape of a mesh are not in scenes yet.
"""
import numpy as np
from scipy.spatial import ConvexHull

import scree


def rock(points=60, seed=1):
    """The hull of random points on a squeezed ball [m]."""
    directions = np.random.default_rng(seed).normal(size=(points, 3))
    corners = directions / np.linalg.norm(directions, axis=1, keepdims=True) * [0.018, 0.013, 0.010]
    hull = ConvexHull(corners)
    turned = np.einsum("ij,ij->i", np.cross(*(corners[hull.simplices[:, k]] - corners[hull.simplices[:, 0]] for k in (1, 2))),
                       hull.equations[:, :3]) < 0
    triangles = np.where(turned[:, None], hull.simplices[:, ::-1], hull.simplices)
    return corners, triangles


def write_stl(file, corners, triangles):
    with open(file, "w") as opened:
        opened.write("solid rock\n")
        for triangle in corners[triangles]:
            opened.write(" facet normal 0 0 0\n  outer loop\n")
            opened.writelines(f"   vertex {x!r} {y!r} {z!r}\n" for x, y, z in triangle.tolist())
            opened.write("  endloop\n endfacet\n")
        opened.write("endsolid rock\n")


def rain(**rock_keys):
    scene = scree.Scene(dimension=3, gravity=(0, 0, "-9.81 m/s2"), seed=6)
    scene.material("glass", density="2500 kg/m3")
    scene.contact(law="hooke", restitution=0.4, collision_time="0.5 ms", friction=0.5, rolling_friction=0.05)
    scene.wall("tray", box={"min": ("-3 cm", "-3 cm", 0), "max": ("3 cm", "3 cm", "9 cm")})
    scene.wall("rock", position=(0, 0, "1 cm"), **rock_keys)
    scene.fill(shape="sphere", material="glass", diameter="3.5 mm", count=700,
               region={"box": {"min": ("-2.8 cm", "-2.8 cm", "2.3 cm"), "max": ("2.8 cm", "2.8 cm", "8.5 cm")}})
    scene.stage("rain", duration="0.3 s")
    scene.watch(overlap_warn=0.1, overlap_strong=0.15)
    return scene


corners, triangles = rock()
write_stl("rock.stl", corners, triangles)
run = rain(vertices=corners, triangles=triangles).build().run(out="rock.run", force=True)
run.picture("rock_from_stl.png", size=(640, 480), camera=(-60, 35), samples=8)
print(f"{len(run[-1])} beads around a rock of {len(triangles)} triangles; the lowest at {run[-1].positions[:, 2].min():.4f} m")
from_file = rain(mesh="rock.stl", unit="m").build()
print(f"the same from rock.stl: {len(from_file)} beads, {len(from_file.walls)} walls")
