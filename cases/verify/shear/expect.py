"""A box that is sheared by its own copies flows evenly, and its boundary does the work that is lost.

Without walls nothing marks a place along the gradient, so the velocity must change evenly, by the rate that was asked for.
In the steady flow the boundary works at stress times rate times volume, which is measured apart from the ledger.
"""
import numpy

SOURCE = "Lees and Edwards 1972; conservation of energy"

RATE, EDGE = 40.0, 0.03


def verify(case):
    for settings, name in (({}, "along x"),
                           ({"domain.shear.flow": "z", "domain.shear.rate": -RATE}, "against z")):
        run = case.run(settings)
        flow, sign = ("z", -1) if settings else ("x", 1)
        profile = run.measures["profile"]
        steady = slice(len(profile["position"]) // 2, None)
        height = profile["position"][-1]
        velocity = numpy.mean(profile[f"velocity_{flow}"][steady], axis=0)
        slope, middle = numpy.polyfit(height, velocity, 1)
        case.near(f"{name}: slope of the velocity [1/s]", slope, sign * RATE, relative=0.05)
        case.at_most(f"{name}: largest way of the profile from a line over the change across the box",
                     numpy.max(numpy.abs(velocity - (middle + slope * height))) / (RATE * EDGE), 0.03)
        energies = run.totals
        case.at_most(f"{name}: residual of the energy over the work of the boundary",
                     abs(energies["residual"][-1] / energies["wall_work"][-1]), 0.005)
        gained = energies["kinetic"] + energies["elastic"] + energies["damping"]
        case.near(f"{name}: gain and heat over the work of the boundary",
                  (gained[-1] - gained[0]) / energies["wall_work"][-1], 1, relative=0.005)
        half = len(run.time) // 2
        power = (energies["wall_work"][-1] - energies["wall_work"][half]) / (run.time[-1] - run.time[half])
        cell = run.measures["cell"][f"stress_{flow}y"]
        stress = numpy.mean(cell[len(cell) // 2:])
        case.near(f"{name}: power of the boundary over stress, rate and volume", power / (-stress * sign * RATE * EDGE ** 3), 1,
                  relative=0.05)
        # The gradient alone would give (rate edge)^2 / 12 / 3, many times what the collisions make.
        cell = run.measures["cell"]
        bulk = numpy.mean(cell["temperature"][len(cell["temperature"]) // 2:])
        slices = numpy.mean(profile["temperature"][steady])
        case.near(f"{name}: temperature of the cell over that of its slices", bulk / slices, 1, relative=0.15)
