// Energies and momenta of the state, and the phases that book them at the end of a step. Sums over bodies are
// exact until they are rounded once, so that they depend neither on storage nor on threads or ranks.
#pragma once

#include "scree/step/contact_forces.h"

namespace scree::step {

/// Angular momentum of a body that is not fixed about its own centre [kg m2/s].
template <int D>
Spin<D> own_angular_momentum(const world::Bodies<D>& bodies, Slot slot) {
  const Motion<D>& motion = bodies.motion[slot];
  if (!bodies.is_mesh(slot)) return (1 / motion.inverse_inertia) * motion.spin;
  return angular_momentum(bodies.inertia_of(slot), bodies.orientation[slot], motion.spin);
}
/// Of one body; zero of a fixed one.
template <int D>
world::Moments<D> moments_of(const world::Bodies<D>& bodies, Slot slot);
/// Of all bodies that are not fixed.
template <int D>
world::Moments<D> moments(const world::Bodies<D>& bodies);
/// Of those that are marked, fixed ones left out.
template <int D>
world::Moments<D> moments_of_marked(const world::Bodies<D>& bodies, const std::vector<bool>& by_slot);

/// Of one body that is not fixed.
template <int D>
double kinetic_energy(const world::Bodies<D>& bodies, Slot slot);
template <int D>
double kinetic_energy(const world::Bodies<D>& bodies);
template <int D>
double potential_energy(const world::Bodies<D>& bodies, const Vec<D>& gravity);
/// Of all contacts, those of bodies that sleep included. Right after an evaluation and commit.
template <int D>
double elastic_energy(ContactForces<D>& forces);
/// Of the contacts of bodies that are awake, in quanta.
template <int D>
ExactSum awake_elastic_energy(ContactForces<D>& forces);
/// All three.
template <int D>
double mechanical_energy(ContactForces<D>& forces) {
  const world::State<D>& state = forces.state();
  return kinetic_energy(state.bodies) + potential_energy(state.bodies, state.gravity) +
         elastic_energy(forces);
}

/// The force across the face of a sheared box, of the committed contacts [N]; bodies of slots in `without` do
/// not count.
template <int D>
double force_across(const ContactForces<D>& forces, const std::vector<bool>& without = {});

/// Sum of the loads at hand on bodies that are awake: those between bodies cancel. Bodies of slots in
/// `without` do not count.
template <int D>
world::ExternalLoad<D> load_on_awake(const world::Bodies<D>& bodies, const std::vector<bool>& without = {});

/// Begins the momentum ledger with the present state, which must be that of the last commit.
template <int D>
void start_momentum_ledger(ContactForces<D>& forces);
/// Books a step of dt from `begin` on that has just been committed: momentum from outside, and the work of
/// walls and of sheared copies.
template <int D>
void book_step(ContactForces<D>& forces, double begin, double dt);

}  // namespace scree::step
