"""A ball or disc on an incline rolls, or slides where it is too steep.

With I = c m r^2 it rolls, and gains g sin(angle) / (1 + c) per second, as long as that takes no more than Coulomb's force:
up to tan(angle) = (1 + 1/c) mu, which is 3.5 mu for a sphere and 3 mu for a disc. Beyond, g (sin - mu cos) is left.
"""
import math

import numpy

from four_laws import FRICTION, GRAVITY, LAWS, RADIUS, inertia_factor, rest_overlap

SOURCE = "rigid-body mechanics"


def tilted_gravity(angle, dimension):
    """Settings of a scene, and the unit vectors down the slope and off the floor."""
    along, normal = ([1, 0, 0], [0, 0, 1]) if dimension == 3 else ([1, 0], [0, 1])
    pull = GRAVITY * (math.sin(angle) * numpy.array(along) - math.cos(angle) * numpy.array(normal))
    return {"scene.gravity": pull.tolist()}, numpy.array(along), numpy.array(normal)


def tilted_plane(angle, dimension):
    middle = [0] if dimension == 3 else []
    along = [math.cos(angle)] + middle + [-math.sin(angle)]
    normal = [math.sin(angle)] + middle + [math.cos(angle)]
    settings = {"scene.gravity": [0] + middle + [-GRAVITY], "wall.floor.plane.normal": normal}
    return settings, numpy.array(along), numpy.array(normal)


def accelerations(case, tilt, angle, dimension):
    """Of the centre, and of the surface by the spin [m/s2], for each law."""
    settings, along, normal = tilt(angle, dimension)
    for k, law in enumerate(LAWS):
        place = (RADIUS - rest_overlap(law, dimension, GRAVITY * math.cos(angle))) * normal
        place = place + (numpy.array([0, 0.2 * k, 0]) if dimension == 3 else 0.2 * k * along)
        settings[f"body.{law}.position"] = place.tolist()
    run = case.run(settings, scene="scene.toml" if dimension == 3 else "disc.toml")
    late = run.time > 0.3 * run.time[-1]
    found = {}
    for law in LAWS:
        body = run.body(law)
        spin = body.spin[:, 1] if dimension == 3 else -body.spin
        found[law] = tuple(numpy.polyfit(run.time[late], speed[late], 1)[0]
                           for speed in (body.velocity @ along, RADIUS * spin))
    return found


def verify(case):
    for dimension, shape in ((3, "sphere"), (2, "disc")):
        factor = inertia_factor(dimension)
        limit = math.degrees(math.atan((1 + 1 / factor) * FRICTION))
        for degrees in (10, 30, limit - 1, limit + 1, 60):
            angle = math.radians(degrees)
            if degrees < limit:
                motion = "rolls"
                centre = surface = GRAVITY * math.sin(angle) / (1 + factor)
            else:
                motion = "slides"
                centre = GRAVITY * (math.sin(angle) - FRICTION * math.cos(angle))
                surface = FRICTION * GRAVITY * math.cos(angle) / factor
            for tilt in (tilted_gravity, tilted_plane):
                found = accelerations(case, tilt, angle, dimension)
                what = f"{shape} {motion} at {degrees:.3g} deg, {tilt.__name__.replace('_', ' ')}"
                for part, expected, name in ((0, centre, "acceleration"), (1, surface, "spin's surface")):
                    law = max(LAWS, key=lambda law: abs(found[law][part] - expected))
                    case.near(f"{what}: {name} [m/s2], worst: {law}", found[law][part], expected, relative=0.005)
