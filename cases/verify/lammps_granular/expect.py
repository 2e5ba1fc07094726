"""The laws jkr and dmt give the trajectories of LAMMPS's granular pair style.

Two spheres that part again, and so pull beyond touching; two that stick and swing; three that hit a floor aslant, with the
limit of friction and spins. Against what LAMMPS itself gives (lammps_runs.py): run here where it is installed, else as
recorded. Errors are over the largest radius, speed and spin.

Where a sphere leaves a wall by its jkr, this LAMMPS loses it (its numbers are nan soon after): what it gave before counts. Its
wall takes another effective modulus than its pairs, which is made up for in its input.
Pairs meet head-on, since LAMMPS 2021 turns the tangential force with the normal only where there is next to nothing to turn,
and lets surfaces slip by the full radius but turn by the arm to the contact.
"""
import numpy

import lammps_runs
from lammps_runs import LAWS, SCENES

SOURCE = "LAMMPS 29 Sep 2021: granular with jkr, dmt, tsuji and mindlin_rescale/force; wall/gran; nve/sphere"

WHAT = {"rebound": "two that part", "stick": "two that stick", "oblique": "three on a floor"}


def verify(case):
    restitution = lammps_runs.restitution_of(lammps_runs.RESTITUTION)
    for name in SCENES:
        for law in LAWS:
            if (case.folder / f"{name}_{law}.in").read_text() != lammps_runs.input_text(name, law):
                raise ValueError(f"{name}_{law}.in is not {name}.toml any more: python3 {case.folder}/lammps_runs.py writes both anew")
            changes = {f"contact.default.{key}": value for key, value in lammps_runs.CHANGES.get((name, law), {}).items()}
            run = case.run({"contact.default.law": law, "contact.default.restitution": restitution} | changes, scene=f"{name}.toml")
            expected = lammps_runs.run(name, law) if lammps_runs.installed() else lammps_runs.recorded(name, law)
            got = numpy.concatenate([run.position, run.velocity, run.spin], axis=2)
            known = lammps_runs.known(name, expected)[:, :, None]
            case.at_least(f"{law}, {WHAT[name]}: states compared", known.sum(), 20)
            for k, quantity in enumerate(("positions", "velocities", "spins")):
                part = numpy.s_[:, :, 3 * k:3 * k + 3]
                scale = run.radius.max() if k == 0 else max(abs(got[part]).max(), 1e-9)
                error = numpy.where(known, abs(got[part] - expected[part]), 0).max() / scale
                case.at_most(f"{law}, {WHAT[name]}: error of {quantity}", error, 1e-9)
