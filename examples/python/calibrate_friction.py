"""Finds the friction with which a collapsed column runs out as far as measured ones do.

Experiments with sand, sugar and rice (Lube, Huppert, Sparks and Freundt 2005, Phys. Rev. E 72, 041301): a column in a channel
with a height of `a` widths, a < 2.3, runs out by 1.2 a widths.
"""
from heap import column, runout
from scipy.optimize import minimize_scalar

MEASURED = 1.2  # widths, for a = 1
tried = {}


def miss(friction):
    sim = column(friction).build()
    sim.run()
    tried[friction] = runout(sim.positions, sim.radii)
    print(f"friction {friction:.3f}: runs out by {tried[friction]:.3f} widths")
    return (tried[friction] - MEASURED) ** 2


best = minimize_scalar(miss, bounds=(0.02, 0.8), method="bounded", options={"maxiter": 7, "xatol": 0.01})
print(f"measured {MEASURED} widths: friction {best.x:.2f} gives {tried[best.x]:.2f}")
