"""A sphere hits a wall at an angle, with friction.

From 30 degrees on the sphere slides through the whole contact. Then Coulomb's impulse mu (1 + e) m vn gives all three
quantities in closed form. At smaller angles it sticks for a while, and the published values are the measure: the sum of
the distances over the sum of the values, for all angles together. One angle alone may differ more: near 5 degrees the spin
hangs on how the tangential spring is unloaded, and models that are all called Hertz-Mindlin range from 17 to 48 rad/s.
"""
import csv
import math

import numpy

SOURCE = "Chung & Ooi 2011, test 4, doi:10.1007/s10035-011-0277-0; sliding: Coulomb's impulse"

RADIUS, SPEED, RESTITUTION, FRICTION = 0.0025, 3.9, 0.98, 0.092
SLIDING_FROM = 30  # degrees
QUANTITIES = ("tangential speed ratio", "spin after [rad/s]", "rebound of the contact point [deg]")


def impact(case, angle):
    along, down = SPEED * math.sin(angle), SPEED * math.cos(angle)
    ball = case.run({"body.ball.velocity": [along, 0, -down]}).body("ball")
    surface = ball.velocity[-1, 0] - RADIUS * ball.spin[-1, 1]
    return (ball.velocity[-1, 0] / along, ball.spin[-1, 1],
            math.degrees(math.atan2(surface, ball.velocity[-1, 2])))


def sliding(angle):
    along, down = SPEED * math.sin(angle), SPEED * math.cos(angle)
    change = FRICTION * (1 + RESTITUTION) * down
    # A sphere's surface feels 1 + 5/2 times the change of its centre.
    surface = along - 3.5 * change
    return 1 - change / along, 2.5 * change / RADIUS, math.degrees(math.atan2(surface, RESTITUTION * down))


def published(folder):
    with open(folder / "published.csv", newline="") as file:
        rows = csv.reader(line for line in file if not line.startswith("#"))
        next(rows)
        return numpy.array([[float(cell) for cell in row] for row in rows])


def verify(case):
    table = published(case.folder)
    got = numpy.array([impact(case, math.radians(angle)) for angle in table[:, 0]])
    for angle, values in zip(table[:, 0], got):
        if angle < SLIDING_FROM:
            continue
        ratio, spin, rebound = sliding(math.radians(angle))
        case.near(f"{angle:g} deg, slides: {QUANTITIES[0]}", values[0], ratio, relative=0.005)
        case.near(f"{angle:g} deg, slides: {QUANTITIES[1]}", values[1], spin, relative=0.005)
        # The angle of rebound passes through zero near 32 degrees, where 0.5 % of it means nothing.
        case.near(f"{angle:g} deg, slides: {QUANTITIES[2]}", values[2], rebound,
                  absolute=max(0.005 * abs(rebound), 0.05))
    distances = abs(got - table[:, 1:]).sum(axis=0) / abs(table[:, 1:]).sum(axis=0)
    for quantity, distance, limit in zip(QUANTITIES, distances, (1.6, 2.2, 2.5)):
        case.at_most(f"distance to the published values [%], {quantity.split(' [')[0]}", 100 * distance, limit)
