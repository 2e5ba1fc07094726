"""Linked rings stay linked.

The linking number of their middle lines is one at the start, and stays it: an integer that only a passage through each other can change.
"""
import numpy

SOURCE = "Gauss: the linking number of two curves"

RADIUS, TUBE = 0.03, 0.008


def middle_line(position, orientation, count=160):
    angle = numpy.linspace(0, 2 * numpy.pi, count, endpoint=False)
    own = RADIUS * numpy.stack([numpy.cos(angle), numpy.sin(angle), numpy.zeros(count)], axis=1)
    w, v = orientation[0], orientation[1:]
    return position + own + 2 * numpy.cross(v, numpy.cross(v, own) + w * own)


def linking(a, b):
    """By the double integral, over midpoints of both polygons."""
    da, db = numpy.roll(a, -1, 0) - a, numpy.roll(b, -1, 0) - b
    apart = (a + da / 2)[:, None] - (b + db / 2)[None]
    crossing = numpy.cross(da[:, None], db[None])
    return ((apart * crossing).sum(-1) / numpy.linalg.norm(apart, axis=-1) ** 3).sum() / (4 * numpy.pi)


def verify(case):
    trajectory = case.run()
    frames = range(0, len(trajectory.time), 10)
    worst = max(abs(abs(linking(middle_line(trajectory.position[f, k], trajectory.orientation[f, k]),
                                middle_line(trajectory.position[f, k + 1], trajectory.orientation[f, k + 1]))) - 1)
                for f in frames for k in range(3))
    case.at_most("largest distance of a linking number from one", worst, 0.02)
    apart = numpy.linalg.norm(trajectory.position[:, 1:] - trajectory.position[:, :-1], axis=-1)
    case.at_most("largest distance of neighbours over what their insides allow", apart.max() / (2 * (RADIUS - TUBE) + 2 * TUBE), 1.3)
    case.at_least("largest speed on the way [m/s]", numpy.linalg.norm(trajectory.velocity, axis=-1).max(), 0.1)
