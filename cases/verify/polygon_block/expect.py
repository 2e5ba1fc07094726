"""A block on an incline rests below the friction angle and slides above it.

It rests if tan(angle) < mu, and its place then drifts by less than a millionth of its size from half a second to ten; else it gains
g (sin - mu cos) per second. The same for the law with a potential of the overlap's area, for that without one, and for
the depth alone.

The depth alone has no stiffness against rocking on a flat contact, and friction couples rocking with sliding: a block that lands
with little more friction than it needs hops on for ever instead of coming to rest (0.5 at restitution 0.1; the angle needs 0.364). So it is
given 0.6 there.
"""
import math

import numpy

SOURCE = "Coulomb; a block rests if tan(angle) < mu, else a = g (sin - mu cos)"

GRAVITY, ANGLE, SIZE = 9.81, math.radians(20), 0.1
LAWS = "overlap_depth", "overlap_energy", "overlap_area", "hooke"


def verify(case):
    for law in LAWS:
        pairs = "rough-floor", "smooth-floor", "default"
        settings = {f'contact."{pair}".law' if "-" in pair else f"contact.{pair}.law": law for pair in pairs}
        if law == "hooke":
            settings['contact."rough-floor".friction'] = 0.6
        trajectory = case.run(settings)
        times = trajectory.time
        resting, sliding = trajectory.position[:, 0, :], trajectory.position[:, 1, :]
        late = times >= 0.5
        drift = numpy.abs(resting[late] - resting[late][0]).max() / SIZE
        case.at_most(f"{law}: drift of the block at rest over its size, after 0.5 s", drift, 1e-6)
        slope = numpy.polyfit(times[late], trajectory.velocity[late, 1, 0], 1)[0]
        case.near(f"{law}: acceleration of the sliding block [m/s2]", slope,
                  GRAVITY * (math.sin(ANGLE) - 0.2 * math.cos(ANGLE)), relative=0.005)
