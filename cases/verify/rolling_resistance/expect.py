"""A rolling ball or disc is braked by rolling friction; on a slight incline it stays where it is.

The torque mu_r r N slows a rolling body with I = c m r^2 by mu_r g / (1 + c). On an incline the body rests as long as
tan(angle) < mu_r, and gains g (sin - mu_r cos) / (1 + c) beyond.
"""
import math

import numpy

from four_laws import GRAVITY, LAWS, RADIUS, inertia_factor, rest_overlap

SOURCE = "rigid-body mechanics; Ai et al. 2011, model C, doi:10.1016/j.powtec.2010.09.030"

ROLLING_FRICTION, SPEED = 0.1, 0.1


def run_on(case, angle, dimension, speed, duration):
    """Balls that roll down a slope with this speed at the start."""
    down, up = GRAVITY * math.sin(angle), GRAVITY * math.cos(angle)
    settings = {"scene.gravity": [down, 0, -up] if dimension == 3 else [down, -up], "stage.0.duration": duration}
    for k, law in enumerate(LAWS):
        height = RADIUS - rest_overlap(law, dimension, up)
        settings[f"body.{law}.position"] = [0, 0.2 * k, height] if dimension == 3 else [0.2 * k, height]
        settings[f"body.{law}.velocity"] = [speed, 0, 0] if dimension == 3 else [speed, 0]
        settings[f"body.{law}.spin"] = [0, speed / RADIUS, 0] if dimension == 3 else -speed / RADIUS
    return case.run(settings, scene="scene.toml" if dimension == 3 else "disc.toml")


def worst(found, expected):
    return max(LAWS, key=lambda law: abs(found[law] - expected))


def verify(case):
    for dimension, shape in ((3, "sphere"), (2, "disc")):
        factor = inertia_factor(dimension)

        braking = -ROLLING_FRICTION * GRAVITY / (1 + factor)
        stops_at = SPEED / -braking
        run = run_on(case, 0, dimension, SPEED, 2 * stops_at)
        early = (run.time > 0.1 * stops_at) & (run.time < 0.9 * stops_at)
        found = {law: numpy.polyfit(run.time[early], run.body(law).velocity[early, 0], 1)[0] for law in LAWS}
        law = worst(found, braking)
        case.near(f"{shape} on the level: acceleration [m/s2], worst: {law}", found[law], braking, relative=0.005)
        ways = {law: numpy.ptp(run.body(law).position[:, 0]) for law in LAWS}
        law = worst(ways, 0.5 * SPEED * stops_at)
        case.near(f"{shape} on the level: way to rest [mm], worst: {law}", 1e3 * ways[law], 500 * SPEED * stops_at,
                  relative=0.005)
        late = run.time > 1.8 * stops_at
        speeds = {law: abs(run.body(law).velocity[late, 0].mean()) for law in LAWS}
        case.at_most(f"{shape} on the level: mean speed at rest [mm/s], worst: {worst(speeds, 0)}",
                     1e3 * max(speeds.values()), 0.1)

        angle = math.atan(0.9 * ROLLING_FRICTION)
        run = run_on(case, angle, dimension, 0, 0.6)
        windows = (run.time > 0.4) & (run.time < 0.5), run.time > 0.5
        creeps = {law: abs(numpy.diff([run.body(law).position[window, 0].mean() for window in windows])[0]) for law in LAWS}
        case.at_most(f"{shape} at tan = 0.9 mu_r: creep in 0.1 s [um], worst: {worst(creeps, 0)}",
                     1e6 * max(creeps.values()), 0.1)

        angle = math.atan(2 * ROLLING_FRICTION)
        gain = GRAVITY * (math.sin(angle) - ROLLING_FRICTION * math.cos(angle)) / (1 + factor)
        run = run_on(case, angle, dimension, 0, 0.2)
        late = run.time > 0.06
        found = {law: numpy.polyfit(run.time[late], run.body(law).velocity[late, 0], 1)[0] for law in LAWS}
        law = worst(found, gain)
        case.near(f"{shape} at tan = 2 mu_r: acceleration [m/s2], worst: {law}", found[law], gain, relative=0.005)
