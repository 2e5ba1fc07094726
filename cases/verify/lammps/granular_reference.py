"""LAMMPS's granular model once more, apart from scree: pair styles gran/hooke/history and gran/hertz/history, fix wall/gran
with planes, fix gravity and fix nve/sphere. Written from the model's description, for clarity and not for speed: every
pair and every sphere with every plane is looked at in every step.
"""
import dataclasses

import numpy


@dataclasses.dataclass(frozen=True)
class Law:
    hertz: bool
    kn: float
    kt: float
    gamma_n: float
    gamma_t: float
    friction: float


def dot(a, b):
    return (a * b).sum(axis=-1, keepdims=True)


def cross(a, b):
    """As numpy.cross, but several times faster for a handful of vectors."""
    return a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]


class Contacts:
    """All contacts that could be, as arrays; `spring` is what each remembers."""

    def __init__(self, *shape):
        self.spring = numpy.zeros(shape + (3,))

    def forces(self, law, touching, normal, overlap, reduced_mass, reduced_radius, velocity, turning, dt):
        """Normal and tangential force on the first body. `velocity` is that of the first centre against the second,
        `turning` the sum of radius times spin. Without dt the springs are not stretched, as in the set-up of a run."""
        overlap = numpy.where(touching, overlap, 0)
        size = numpy.sqrt(reduced_radius * overlap) if law.hertz else numpy.ones_like(overlap)
        parting = dot(velocity, normal)
        slip = velocity - parting * normal - cross(turning, normal)

        pressure = size * (law.kn * overlap - reduced_mass * law.gamma_n * parting)

        if dt is not None:
            self.spring += slip * dt
        stretched = numpy.sqrt(dot(self.spring, self.spring))
        if dt is not None:
            self.spring -= dot(self.spring, normal) * normal
        dashpot = reduced_mass * law.gamma_t * slip
        drag = -size * (law.kt * self.spring + dashpot)

        limit = law.friction * abs(pressure)
        strength = numpy.sqrt(dot(drag, drag))
        slides = strength > limit
        share = limit / numpy.where(slides, strength, 1)
        shortened = share * (self.spring + dashpot / law.kt) - dashpot / law.kt
        self.spring = numpy.where(slides & (stretched != 0), shortened, self.spring)
        drag = numpy.where(slides, numpy.where(stretched != 0, share * drag, 0), drag)

        self.spring = numpy.where(touching, self.spring, 0)
        return numpy.where(touching, pressure * normal, 0), numpy.where(touching, drag, 0)


class Granular:
    def __init__(self, law, density, radius, position, velocity, spin, planes=(), gravity=(0, 0, 0), dt=1e-4):
        """`planes` are pairs of a point and a unit normal."""
        self.law, self.dt = law, dt
        self.radius = numpy.array(radius, float)[:, None]
        self.position, self.velocity, self.spin = (numpy.array(rows, float) for rows in (position, velocity, spin))
        self.mass = density * 4 / 3 * numpy.pi * self.radius**3
        self.inertia = 0.4 * self.mass * self.radius**2
        self.weight = self.mass * numpy.array(gravity, float)
        count = len(self.radius)
        self.first, self.second = numpy.triu_indices(count, 1)
        self.pairs = Contacts(len(self.first))
        self.walls = Contacts(len(planes), count)
        self.points, self.normals = (numpy.array([plane[k] for plane in planes], float).reshape(-1, 1, 3) for k in (0, 1))
        self.evaluate(None)

    def evaluate(self, dt):
        self.force, self.torque = self.weight.copy(), numpy.zeros_like(self.spin)
        self.add_pairs(dt)
        self.add_planes(dt)

    def add_pairs(self, dt):
        i, j = self.first, self.second
        apart = self.position[i] - self.position[j]
        distance = numpy.sqrt(dot(apart, apart))
        reach = self.radius[i] + self.radius[j]
        normal = apart / distance
        press, drag = self.pairs.forces(
            self.law, distance < reach, normal, reach - distance, self.mass[i] * self.mass[j] / (self.mass[i] + self.mass[j]),
            self.radius[i] * self.radius[j] / reach, self.velocity[i] - self.velocity[j],
            self.radius[i] * self.spin[i] + self.radius[j] * self.spin[j], dt)
        twist = cross(normal, drag)
        numpy.add.at(self.force, i, press + drag)
        numpy.add.at(self.force, j, -press - drag)
        numpy.add.at(self.torque, i, -self.radius[i] * twist)
        numpy.add.at(self.torque, j, -self.radius[j] * twist)

    def add_planes(self, dt):
        """Arrays over planes and spheres."""
        distance = dot(self.position - self.points, self.normals)
        normal = numpy.broadcast_to(self.normals, self.walls.spring.shape)
        # A sphere that lies exactly on a plane touches it; two spheres at the same distance do not.
        press, drag = self.walls.forces(self.law, distance <= self.radius, normal, self.radius - distance, self.mass,
                                        self.radius, self.velocity, self.radius * self.spin, dt)
        self.force += (press + drag).sum(axis=0)
        self.torque -= (self.radius * cross(normal, drag)).sum(axis=0)

    def kick(self):
        self.velocity += 0.5 * self.dt * self.force / self.mass
        self.spin += 0.5 * self.dt * self.torque / self.inertia

    def step(self):
        self.kick()
        self.position += self.dt * self.velocity
        self.evaluate(self.dt)
        self.kick()

    def trajectory(self, steps, every):
        """Positions, velocities and spins over frames."""
        frames = [(self.position.copy(), self.velocity.copy(), self.spin.copy())]
        for step in range(1, steps + 1):
            self.step()
            if step % every == 0:
                frames.append((self.position.copy(), self.velocity.copy(), self.spin.copy()))
        return tuple(numpy.array(rows) for rows in zip(*frames))
