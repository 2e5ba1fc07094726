"""A free brick turns as Euler's equations say, and flips when it spins about its middle axis.

The spin about the body's own axes is an elliptic function of time; its period follows from the two integrals alone.
"""
import math

import numpy

SOURCE = "Euler's equations; Landau & Lifshitz, Mechanics, 37"

EDGES = numpy.array([1.0, 2.0, 3.0])


def complete_elliptic(m):
    """K(m), by the arithmetic-geometric mean."""
    a, b = 1.0, math.sqrt(1 - m)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


def exact_period(spin):
    """Of the spin about the body's axes [s]."""
    moments = numpy.array([EDGES[1] ** 2 + EDGES[2] ** 2, EDGES[0] ** 2 + EDGES[2] ** 2, EDGES[0] ** 2 + EDGES[1] ** 2])
    order = numpy.argsort(moments)
    small, middle, large = moments[order]
    one, two, three = numpy.array(spin)[order]
    energy = small * one ** 2 + middle * two ** 2 + large * three ** 2
    square = (small * one) ** 2 + (middle * two) ** 2 + (large * three) ** 2
    if square < energy * middle:  # it turns about the axis of the smallest moment
        small, large = large, small
    rate = math.sqrt((large - middle) * (square - energy * small) / (small * middle * large))
    m = (middle - small) * (energy * large - square) / ((large - middle) * (square - energy * small))
    return 4 * complete_elliptic(m) / rate


def own_spin(orientation, spin):
    """Along the body's axes, over frames."""
    w, v = orientation[:, :1], -orientation[:, 1:]
    return spin + 2 * numpy.cross(v, numpy.cross(v, spin) + w * spin)


def measured_period(times, values):
    """From the times at which a component passes through zero, by cubic interpolation."""
    crossings = []
    for k in numpy.nonzero(values[1:-2] * values[2:-1] < 0)[0] + 1:
        near = numpy.polyfit(values[k - 1:k + 3] / abs(values[k - 1:k + 3]).max(), times[k - 1:k + 3] - times[k], 3)
        crossings.append(times[k] + near[-1])
    whole = (len(crossings) - 1) // 2
    return (crossings[2 * whole] - crossings[0]) / whole


def verify(case):
    trajectory = case.run()
    for body, (name, spin, component) in enumerate((("top", (9, 3, 2), 1), ("flipper", (0.01, 10, 0.01), 2))):
        own = own_spin(trajectory.orientation[:, body], trajectory.spin[:, body])
        case.near(f"{name}: period of its own spin [s]", measured_period(trajectory.time, own[:, component]),
                  exact_period(spin), relative=2e-6)
    own = own_spin(trajectory.orientation[:, 1], trajectory.spin[:, 1])
    case.at_most("flipper: lowest spin about its middle axis over the first [1]", own[:, 1].min() / own[0, 1], -0.99)
    case.at_most("largest error of the energy", numpy.abs(trajectory.totals["kinetic_rotation"] if "kinetic_rotation" in
                 trajectory.totals else trajectory.totals["kinetic"]).ptp() / trajectory.totals["kinetic"][0], 1e-9)
