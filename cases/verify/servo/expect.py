"""A wall driven by a force reaches it, and its work is what the bodies get.

The lid presses on a bed of beads. At rest the bed bears the force wholly, and what the lid did on the way went into heat
and springs: the ledger closes.
"""
import numpy

SOURCE = "equilibrium, and conservation of energy"


def verify(case):
    for settings, name in (({}, "by speed"),
                           ({"wall.lid.motion.servo.mass": 0.05}, "by a mass of 50 g"),
                           ({"wall.lid.motion.servo.force": 4}, "by speed, 4 N")):
        run = case.run(settings)
        force = settings.get("wall.lid.motion.servo.force", 1)
        # Without gravity the beads pass the force on: floor and lid bear the same.
        late = run.time > 0.8 * run.time[-1]
        case.near(f"{name}: force of the lid over the last fifth [N]", numpy.mean(run.wall_force[late, 1, 2]), -force,
                  relative=0.01)
        energies = run.totals
        case.at_most(f"{name}: residual of the energy over the work of the lid",
                     abs(energies["residual"][-1] / energies["wall_work"][-1]), 0.01)
        case.at_least(f"{name}: work of the lid [J]", energies["wall_work"][-1], 1e-6)
