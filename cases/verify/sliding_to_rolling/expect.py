"""A sliding ball or disc is braked by friction until it rolls.

Friction mu m g slows the centre and turns the body until the surface stands still on the floor: a sphere then has 5/7 of
its speed, a disc 2/3.
"""
import numpy

from four_laws import FRICTION, GRAVITY, LAWS, RADIUS, inertia_factor, rest_overlap

SOURCE = "rigid-body mechanics (Coriolis 1835)"

SPEED = 1.0


def verify(case):
    for dimension, shape, scene in ((3, "sphere", "scene.toml"), (2, "disc", "disc.toml")):
        places = {law: RADIUS - rest_overlap(law, dimension) for law in LAWS}
        settings = {f"body.{law}.position": [0, 0.2 * k, places[law]] if dimension == 3 else [0.2 * k, places[law]]
                    for k, law in enumerate(LAWS)}
        run = case.run(settings, scene=scene)
        factor = inertia_factor(dimension)
        # Slip falls by mu g (1 + 1 / factor) per second.
        rolls_at = SPEED / (FRICTION * GRAVITY * (1 + 1 / factor))
        slides_for = SPEED * rolls_at - 0.5 * FRICTION * GRAVITY * rolls_at**2
        for law in LAWS:
            body = run.body(law)
            # Rolling to the right is a turn about +y in space, a clockwise one in the plane.
            spin = body.spin[:, 1] if dimension == 3 else -body.spin
            slip = body.velocity[:, 0] - RADIUS * spin
            k = numpy.flatnonzero(slip <= 0)[0]
            share = slip[k - 1] / (slip[k - 1] - slip[k])
            time = run.time[k - 1] + share * (run.time[k] - run.time[k - 1])
            way = numpy.interp(time, run.time, body.position[:, 0] - body.position[0, 0])
            late = run.time > 0.8 * run.time[-1]
            case.near(f"{shape}, {law}: rolls at [ms]", 1e3 * time, 1e3 * rolls_at, relative=0.005)
            case.near(f"{shape}, {law}: has slid for [mm]", 1e3 * way, 1e3 * slides_for, relative=0.005)
            case.near(f"{shape}, {law}: speed of rolling [m/s]", body.velocity[late, 0].mean(), SPEED / (1 + factor),
                      relative=0.005)
