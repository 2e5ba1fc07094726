"""Frictionless balls that grow jam at random close packing, and fit without overlap just below it.

What asks for more than fits is refused with the fraction at which the balls jam: the energy of the overlaps cannot be
relaxed away any more (point J). Small boxes scatter, so that the mean over seeds counts.
"""
import re

SOURCE = "O'Hern, Langer, Liu & Nagel 2002, 2003; Scott & Kilgour 1969"


def jamming(case, scene, asked, seed):
    text = case.refusal({"fill.0.volume_fraction": asked, "scene.seed": seed}, scene)
    return float(re.search(r"jam at a fraction of ([0-9.]+)", text)[1])


def verify(case):
    for name, scene, dense, beyond, jammed, tolerance in (("equal spheres", "scene.toml", 0.63, 0.66, 0.64, 0.01),
                                                          ("two sizes of discs", "disc.toml", 0.835, 0.87, 0.842, 0.005)):
        fractions = [jamming(case, scene, beyond, seed) for seed in range(1, 5)]
        case.near(f"{name}: fraction at which they jam", sum(fractions) / len(fractions), jammed, absolute=tolerance)
        run = case.run(scene=scene)
        case.near(f"{name}: fraction of the fill", run.measures["all"]["packing_fraction"][0], dense, absolute=0.002)
        case.at_most(f"{name}: largest overlap over a radius", run.summary["largest_overlap"], 0)
