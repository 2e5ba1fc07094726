"""What cases that include cases/verify/four_laws.toml share: a ball or disc of 5 cm on a floor, once for each law."""
from closed_forms import disc_mass, effective_modulus, hertz_rest_overlap, sphere_mass

LAWS = ("hooke", "hertz_mindlin", "hooke_history", "hertz_history")
RADIUS, DENSITY, THICKNESS, GRAVITY, FRICTION = 0.05, 2500, 0.1, 9.81, 0.3
MODULUS = effective_modulus((1e9, 0.25), (1e9, 0.25))


def rest_overlap(law, dimension, normal_gravity=GRAVITY):
    """How deep the weight presses a body into the floor [m]."""
    mass = sphere_mass(RADIUS, DENSITY) if dimension == 3 else disc_mass(RADIUS, DENSITY, THICKNESS)
    if law.startswith("hertz"):
        return hertz_rest_overlap(MODULUS, RADIUS, mass * normal_gravity)
    return mass * normal_gravity / 1e7


def inertia_factor(dimension):
    """I / (m r^2)."""
    return 0.4 if dimension == 3 else 0.5
