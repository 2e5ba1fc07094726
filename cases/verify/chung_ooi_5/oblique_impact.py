"""Elastic impact of a sphere on a rigid wall at an angle, in two theories.

Both return the surface speed of the spin after, R omega / (mu vn), for a tangential speed before of `ratio` mu vn.
"""
import dataclasses
import math

import numpy

from closed_forms import hertz_impact


@dataclasses.dataclass(frozen=True)
class Sphere:
    mass: float
    radius: float
    modulus: float  # E* with the wall
    poisson: float
    friction: float
    speed: float  # along the normal

    @property
    def stiffness_ratio(self):
        """Tangential over normal stiffness, after Mindlin 1949."""
        return 2 * (1 - self.poisson) / (2 - self.poisson)

    @property
    def impact(self):
        return hertz_impact(self.modulus, self.mass, self.radius, self.speed)


def march(sphere, ratio, steps, force_of):
    """Velocity Verlet through one contact. Friction acts at the radius; force_of(overlap, slip) gives the
    normal and the tangential force, where slip is the way of the surface during the step."""
    dt = sphere.impact.duration / steps
    inertia = 0.4 * sphere.mass * sphere.radius**2
    overlap, approach, along, spin = 0.0, sphere.speed, ratio * sphere.friction * sphere.speed, 0.0
    normal = tangential = 0.0
    while True:
        approach -= 0.5 * dt * normal / sphere.mass
        along += 0.5 * dt * tangential / sphere.mass
        spin += 0.5 * dt * sphere.radius * tangential / inertia
        overlap += dt * approach
        if overlap <= 0:
            return sphere.radius * spin / (sphere.friction * sphere.speed)
        normal, tangential = force_of(overlap, (along + sphere.radius * spin) * dt)
        approach -= 0.5 * dt * normal / sphere.mass
        along += 0.5 * dt * tangential / sphere.mass
        spin += 0.5 * dt * sphere.radius * tangential / inertia


def no_slip_stiffness(sphere, ratio, steps=4000):
    """What `hertz_mindlin` promises: Mindlin's stiffness without slip, Coulomb's limit on the whole force, and a force
    that falls with the stiffness while the contact is unloaded."""
    last_force, last_stiffness = 0.0, 0.0

    def force_of(overlap, slip):
        nonlocal last_force, last_stiffness
        contact_radius = math.sqrt(sphere.radius * overlap)
        stiffness = sphere.stiffness_ratio * 2 * sphere.modulus * contact_radius
        normal = 4 / 3 * sphere.modulus * contact_radius * overlap
        kept = min(1.0, stiffness / last_stiffness) if last_stiffness else 1.0
        limit = sphere.friction * normal
        last_force = max(-limit, min(limit, kept * last_force - stiffness * slip))
        last_stiffness = stiffness
        return normal, last_force

    return march(sphere, ratio, steps, force_of)


def partial_slip(sphere, ratio, steps=2000, springs=400):
    """The exact solution of the Cattaneo-Mindlin problem for any history, by the method of dimensionality reduction: a row
    of independent springs, each with Coulomb's law (Popov & Hess 2015). Equals Maw, Barber & Fawcett 1976."""
    widest = 1.02 * math.sqrt(sphere.radius * sphere.impact.overlap)
    place = (numpy.arange(springs) + 0.5) / springs * widest
    width = 2 * widest / springs  # both sides of the middle at once
    elongation = numpy.zeros(springs)

    def force_of(overlap, slip):
        nonlocal elongation
        pressed = numpy.maximum(overlap - place**2 / sphere.radius, 0)
        limit = sphere.friction * pressed / sphere.stiffness_ratio
        elongation = numpy.clip(elongation + slip, -limit, limit)
        scale = width * sphere.modulus
        return scale * pressed.sum(), -scale * sphere.stiffness_ratio * elongation.sum()

    return march(sphere, ratio, steps, force_of)
