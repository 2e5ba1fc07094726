"""Formulae that several cases share. SI units."""
import dataclasses
import math


def sphere_mass(radius, density):
    return density * 4 / 3 * math.pi * radius**3


def disc_mass(radius, density, thickness=1):
    return density * math.pi * radius**2 * thickness


def damping_ratio(restitution):
    """The share of critical damping of a linear contact that gives this restitution."""
    logarithm = math.log(restitution)
    return -logarithm / math.sqrt(math.pi**2 + logarithm**2)


def effective_modulus(*sides):
    """E* of the sides' (Young's modulus, Poisson's ratio); one side alone meets a rigid one."""
    return 1 / sum((1 - poisson**2) / young for young, poisson in sides)


@dataclasses.dataclass(frozen=True)
class HertzImpact:
    """An elastic impact of spheres by Hertz's theory: Timoshenko & Goodier, Theory of Elasticity, article 142."""
    overlap: float  # the largest [m]
    force: float  # the largest [N]
    duration: float  # [s]


def hertz_impact(modulus, reduced_mass, reduced_radius, speed):
    """`speed` is that of the approach; `modulus` is E*."""
    overlap = (15 * reduced_mass * speed**2 / (16 * modulus * math.sqrt(reduced_radius)))**0.4
    force = 4 / 3 * modulus * math.sqrt(reduced_radius) * overlap**1.5
    # The integral of dx / sqrt(1 - x^2.5) from 0 to 1: the time to the deepest point in units of overlap / speed.
    half = 0.4 * math.sqrt(math.pi) * math.gamma(0.4) / math.gamma(0.9)
    return HertzImpact(overlap, force, 2 * half * overlap / speed)


def hertz_rest_overlap(modulus, reduced_radius, force):
    """The overlap that carries a force in a Hertz contact."""
    return (force / (4 / 3 * modulus * math.sqrt(reduced_radius)))**(2 / 3)
