"""Grown fills come close to random close packing, without overlaps.

Random close packing has a fraction of 0.64 in space and 0.84 in the plane. Walls keep bodies in layers and cost some of it,
so the core, four radii from the walls, is what counts.
"""
SOURCE = "Scott & Kilgour 1969; Berryman 1983"


def verify(case):
    for shape, scene, core in (("spheres", "scene.toml", 0.625), ("discs", "disc.toml", 0.82)):
        run = case.run(scene=scene)
        case.at_least(f"{shape}: fraction in the core", run.measures["core"]["packing_fraction"][0], core)
        case.at_most(f"{shape}: fraction in the core", run.measures["core"]["packing_fraction"][0], core + 0.03)
        case.at_most(f"{shape}: largest overlap over a radius", run.summary["largest_overlap"], 0)
