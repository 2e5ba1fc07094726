"""A ball bounces to e^2 of its height each time, the better the stiffer it is.

Heights are those of the centre, (h0 - r) e^(2k) + r after k bounces of a rigid ball. For the linear contact the exact
heights are known at any stiffness: a damped oscillator under its own weight.
"""
import math

import numpy

from closed_forms import damping_ratio, sphere_mass

SOURCE = "free fall and restitution; damped oscillator under gravity"

RADIUS, START, GRAVITY, RESTITUTION = 0.1, 0.5, 9.81, 0.7
MASS = sphere_mass(RADIUS, 2600)
BOUNCES = 3


def heights_of(ball):
    """The peaks between contacts: any moment of a free flight tells its peak."""
    free = ball.position[:, 2] > RADIUS
    flights = numpy.split(numpy.arange(len(free)), numpy.flatnonzero(numpy.diff(free.astype(int))) + 1)
    peaks = []
    for flight in flights:
        if not free[flight[0]]:
            continue
        middle = flight[len(flight) // 2]
        peaks.append(ball.position[middle, 2] + ball.velocity[middle, 2]**2 / (2 * GRAVITY))
    return peaks[1:BOUNCES + 1]


def speed_after(speed, stiffness):
    """Out of x'' + 2 zeta omega x' + omega^2 x = g, from x = 0 at this speed to x = 0 again."""
    frequency, ratio = math.sqrt(stiffness / MASS), damping_ratio(RESTITUTION)
    damped = frequency * math.sqrt(1 - ratio**2)
    rest = GRAVITY / frequency**2
    sine = (speed - ratio * frequency * rest) / damped

    def overlap(time):
        return rest + math.exp(-ratio * frequency * time) * (sine * math.sin(damped * time) - rest * math.cos(damped * time))

    def rate(time):
        swing = damped * (sine * math.cos(damped * time) + rest * math.sin(damped * time))
        return math.exp(-ratio * frequency * time) * swing - ratio * frequency * (overlap(time) - rest)

    low, high = math.pi / damped, 1.5 * math.pi / damped  # weight can only prolong the half period
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if overlap(middle) > 0 else (low, middle)
    return -rate(low)


def soft_heights(stiffness):
    heights, height = [], START
    for _ in range(BOUNCES):
        speed = speed_after(math.sqrt(2 * GRAVITY * (height - RADIUS)), stiffness)
        height = RADIUS + speed**2 / (2 * GRAVITY)
        heights.append(height)
    return heights


def verify(case):
    rigid = [(START - RADIUS) * RESTITUTION**(2 * bounce) + RADIUS for bounce in range(1, BOUNCES + 1)]
    errors = []
    for stiffness in (0.5e5, 5e5, 50e5):
        contact_time = math.pi / math.sqrt(stiffness / MASS)
        run = case.run({"contact.linear-floor.stiffness": stiffness, "run.time_step": min(1e-5, contact_time / 1000)})
        heights = heights_of(run.body("linear"))
        for bounce, (got, exact) in enumerate(zip(heights, soft_heights(stiffness)), 1):
            case.near(f"{stiffness:.0e} N/m: height after bounce {bounce} [m]", got, exact, relative=1e-3)
        errors.append(max(abs(got / expected - 1) for got, expected in zip(heights, rigid)))
    case.at_most("distance to the rigid ball: 5e5 over 5e4 N/m", errors[1] / errors[0], 0.5)
    case.at_most("distance to the rigid ball: 5e6 over 5e5 N/m", errors[2] / errors[1], 0.5)
    for name, heights in (("linear", heights), ("Hertz", heights_of(run.body("hertz")))):
        for bounce, (got, expected) in enumerate(zip(heights, rigid), 1):
            case.near(f"stiff {name} contact, rigid theory: height after bounce {bounce} [m]", got, expected, relative=0.01)
