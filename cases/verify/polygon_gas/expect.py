"""A gas of elastic polygons and discs keeps energy and momentum.

With a potential of the overlap's area no path can make or destroy energy, whatever features meet; forces between bodies cancel.
"""
import numpy

SOURCE = "conservation of energy and momentum"


def verify(case):
    trajectory = case.run()
    energy = trajectory.energy
    case.at_most("largest change of the energy over it", numpy.abs(energy / energy[0] - 1).max(), 1e-4)
    case.at_most("residual of the momentum over the sum of sizes", trajectory.summary["momentum_residual"], 1e-9)
    case.at_least("contacts at once, at most", trajectory.totals["contacts"].max(), 5)
