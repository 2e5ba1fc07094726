// The velocity that a dashpot should see. Velocity Verlet and symplectic Euler know the mean velocity of the
// step that ends, which is half a step old, and they sample forces: a dashpot that sets in at once with the
// contact is counted for a whole step, however much of it the contact has seen. Both errors are of first
// order in the step. Linear laws that promise a restitution make up for them; those that follow LAMMPS do
// not, since it does not, and Hertz contacts begin softly.
#pragma once

#include "scree/law/number.h"

namespace scree::law {

/// [m/s] along the normal, at the end of a step of `dt` in which the mean was `mean`, and in the one before
/// `mean_before` (zero: there was no contact). `stiffness_per_mass` [1/s2] is that of the contact.
template <class N>
N velocity_ahead(const N& mean, const N& mean_before, const N& overlap, const N& stiffness_per_mass,
                 const N& dt) {
  // Straight on from the middles of two steps to the end of the last. The spring bends that line: 3/8 of its
  // curvature is what going straight on misses.
  const N bend = N(0.375) * stiffness_per_mass * dt * dt;
  const N straight_on = (mean + N(0.5) * (mean - mean_before)) * (N(1.0) - bend);
  const Truth<N> goes_on = magnitude(mean_before) > N(0.0);
  const N velocity = select(goes_on, straight_on, mean);

  // The contact is as old, or has as long to go, as the overlap takes at this velocity: `age` steps. The last
  // two samples at either end weigh min(3/2 age, max(2 - age/2, 1)). Together they make the time of contact,
  // to half a step beyond the last, and no weight jumps: the first sample weighs nothing when it comes at
  // age 0, so that it does not matter whether it was taken.
  const N speed = magnitude(velocity), age_times_speed = overlap / dt;
  const N weighed =
      smaller(N(1.5) * age_times_speed, larger(N(2.0) * speed - N(0.5) * age_times_speed, speed));
  return select(velocity < N(0.0), N(0.0) - weighed, weighed);
}

}  // namespace scree::law
