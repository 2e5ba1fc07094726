"""The walls of a silo carry its weight: the stress saturates with depth as Janssen says.

In a slot of width W with wall friction mu, a vertical stress that presses K times as hard on the walls obeys
s = rho g l (1 - exp(-z / l)) with l = W / (2 mu K). The floor sinks slowly, which mobilises the friction; the stress is the
mean over time and over eight fillings, and K, which no theory gives, is fitted.
"""
import numpy

SOURCE = "Janssen 1895; Nedderman 1992"
WIDTH, FRICTION, GRAVITY = 0.16, 0.5, 9.81
SEEDS = (1, 2, 3, 4, 5, 6, 7, 8)


def levels(field):
    """Height, bulk density and vertical stress of each level: means over the silo's width and over the last two thirds of
    the time."""
    heights = numpy.unique(field["position_y"])
    samples = len(field["density"])
    late = slice(samples // 3, None)
    step = 0.20 / 20
    rows = []
    for height in heights:
        here = field["position_y"][0] == height
        rows.append([height, *(field[name][late, here].mean(axis=0).sum() * step / WIDTH for name in ("density", "stress_yy"))])
    return numpy.array(rows).T


def janssen(depth, weight, length):
    return weight * length * (1 - numpy.exp(-depth / length))


def verify(case):
    height, density, stress = sum(levels(case.run(seed=seed).measures["field"]) for seed in SEEDS) / len(SEEDS)
    inner = (height > 0.06) & (height < 0.5)
    top = density.sum() * (height[1] - height[0]) / density[inner].mean()
    # Not where the heap ends, nor where the floor cuts the kernel off.
    below = (height > 0.06) & (height < top - 0.06)
    depth, stress = top - height[below], stress[below]
    weight = density[inner].mean() * GRAVITY
    lengths = numpy.linspace(0.02, 2, 2000)
    errors = [numpy.square(janssen(depth, weight, length) - stress).sum() for length in lengths]
    length = lengths[numpy.argmin(errors)]
    fit = janssen(depth, weight, length)
    deviation = numpy.sqrt(numpy.mean(numpy.square((stress - fit) / fit)))
    # What is left of the scatter of fillings after eight of them, and of a kernel as wide as some grains.
    case.at_most("deviation from the fit (root of the mean square)", deviation, 0.07)
    case.at_most("stress at the bottom over that of a liquid", stress[0] / (weight * depth[0]), 0.6)
    ratio = WIDTH / (2 * FRICTION * length)
    case.at_least("K = W / (2 mu l)", ratio, 0.3)
    case.at_most("K = W / (2 mu l)", ratio, 1.2)
