"""A linear contact is a damped oscillator, however it is given.

The contact ends when the overlap is zero again: half a period pi / (omega sqrt(1 - zeta^2)). How far the spheres are from
touching at the last step before contact must not matter, so that the worst of several starts counts.

Velocity Verlet hands the half-step velocity to contacts. LAMMPS's laws leave it at that, which is of first order: the
contact is short by zeta omega dt / 2, or 0.11 % at a hundredth of the contact. `hooke` looks ahead to the end of the step
and minds how much of its first and last step a contact has seen (law/look_ahead.h), so that its contact time and its
restitution are of second order; the spring alone costs 4e-5 and 1e-4. Gear and Runge-Kutta see the present velocity, but
their restitution is of first order, because the dashpot sets in at once and its first step is cut somewhere.
"""
import math

import numpy

from closed_forms import damping_ratio
from trajectory import contact_times

SOURCE = "damped oscillator; Cundall & Strack 1979"

RADIUS, SPEED, RESTITUTION = 0.01, 0.5, 0.8
FREQUENCY = math.sqrt(1e4 / 1e-3)  # of the undamped oscillator
DURATION = math.pi / (FREQUENCY * math.sqrt(1 - damping_ratio(RESTITUTION)**2))
STARTS = (0, 0.2, 0.4, 0.6, 0.8)  # shares of a step


def deepest_overlap():
    """At the time when x' = 0 for x = v / w exp(-zeta omega t) sin(w t)."""
    ratio = damping_ratio(RESTITUTION)
    damped = FREQUENCY * math.sqrt(1 - ratio**2)
    time = math.atan2(damped, ratio * FREQUENCY) / damped
    return 2 * SPEED / damped * math.exp(-ratio * FREQUENCY * time) * math.sin(damped * time)


def impacts(case, scene, names, integrator, steps):
    """Contact time, speed ratio and deepest overlap of each pair: for each start a row."""
    step = DURATION / steps
    rows = {name: [] for name in names}
    for start in STARTS:
        settings = {"run.integrator": integrator, "run.time_step": step, "record.frames": step}
        distance = RADIUS + (10 + start) * SPEED * step
        for row, name in enumerate(names):
            sideways = [0.05 * row] if scene == "disc.toml" else [0.05 * row, 0]
            settings[f"body.{name} left.position"] = [-distance] + sideways
            settings[f"body.{name} right.position"] = [distance] + sideways
        run = case.run(settings, scene=scene)
        for name in names:
            left, right = run.body(f"{name} left"), run.body(f"{name} right")
            gap = numpy.linalg.norm(left.position - right.position, axis=1) - 2 * RADIUS
            begin, end = contact_times(run.time, gap)
            rows[name].append((end - begin, -left.velocity[-1, 0] / SPEED, -gap.min()))
    return {name: numpy.array(found) for name, found in rows.items()}


def worst(values, expected):
    return values[abs(values - expected).argmax()]


def verify(case):
    # Not 100 but a little off: else the errors of a contact's first and last step cancel.
    first_order, second_order, as_lammps = (1e-4, 5e-3), (1e-4, 1e-4), (1.5e-3, 5e-3)  # of time and speed
    spheres = {"by_stiffness": second_order, "by_time": second_order, "by_lammps": as_lammps}
    plans = (("scene.toml", spheres, "velocity_verlet", 100.3),
             ("disc.toml", {"by_stiffness": second_order}, "velocity_verlet", 100.3),
             ("disc.toml", {"by_stiffness": second_order}, "symplectic_euler", 100.3),
             ("disc.toml", {"by_stiffness": (1e-6, 1e-6)}, "velocity_verlet", 2000.3),
             ("disc.toml", {"by_stiffness": first_order}, "gear", 100.3),
             ("disc.toml", {"by_stiffness": first_order}, "runge_kutta_4", 100.3))
    for scene, tolerances, integrator, steps in plans:
        for name, rows in impacts(case, scene, tuple(tolerances), integrator, steps).items():
            of_time, of_speed = tolerances[name]
            what = f"{'disc' if scene == 'disc.toml' else 'sphere'} {name}, {integrator}, {steps:.0f} steps"
            case.near(f"{what}: contact time [ms]", 1e3 * worst(rows[:, 0], DURATION), 1e3 * DURATION, relative=of_time)
            case.near(f"{what}: restitution", worst(rows[:, 1], RESTITUTION), RESTITUTION, relative=of_speed)
            case.near(f"{what}: deepest overlap [um]", 1e6 * worst(rows[:, 2], deepest_overlap()), 1e6 * deepest_overlap(),
                      relative=0.5 / steps)
