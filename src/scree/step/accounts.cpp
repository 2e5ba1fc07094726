#include "scree/step/accounts.h"

namespace scree::step {
namespace {

/// What walls, fixed bodies and bodies that sleep exert on those that move, by the loads at hand.
template <int D>
world::ExternalLoad<D> external_load(const ContactForces<D>& forces, const world::WallLoads<D>& walls) {
  const world::Bodies<D>& bodies = forces.state().bodies;
  world::ExternalLoad<D> load = walls.total();
  // What acts on a fixed body acts back on those that move.
  for (const Id id : bodies.fixed_ids()) {
    const Slot slot = bodies.slot_of(id);
    if (slot == bodies.no_slot) continue;
    load.force -= bodies.load[slot].force;
    load.torque -= cross(bodies.motion[slot].position, bodies.load[slot].force);
    load.torque -= bodies.load[slot].torque;
  }
  // Likewise for bodies that sleep, until they wake at the end of the step.
  for (const Touch<D>& touch : forces.touches()) {
    load.force -= touch.load.force;
    load.torque -= cross(bodies.motion[touch.body].position, touch.load.force);
    load.torque -= touch.load.torque;
  }
  return load;
}

}  // namespace

template <int D>
world::Moments<D> moments_of(const Motion<D>& motion) {
  world::Moments<D> moments;
  if (is_fixed(motion)) return moments;
  moments.mass = 1 / motion.inverse_mass;
  moments.first = moments.mass * motion.position;
  moments.momentum = moments.mass * motion.velocity;
  moments.angular_momentum = cross(motion.position, moments.momentum);
  moments.angular_momentum += (1 / motion.inverse_inertia) * motion.spin;
  return moments;
}

template <int D>
world::Moments<D> moments(const world::Bodies<D>& bodies) {
  world::Moments<D> sum;
  for (Id id = 0; id < bodies.next_id(); ++id)
    if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot) sum += moments_of(bodies.motion[slot]);
  return sum;
}

template <int D>
double kinetic_energy(const world::Bodies<D>& bodies) {
  double sum = 0;
  for (Id id = 0; id < bodies.next_id(); ++id) {
    const Slot slot = bodies.slot_of(id);
    if (slot == bodies.no_slot) continue;
    const Motion<D>& motion = bodies.motion[slot];
    if (is_fixed(motion)) continue;
    sum += 0.5 * dot(motion.velocity, motion.velocity) / motion.inverse_mass +
           0.5 * dot(motion.spin, motion.spin) / motion.inverse_inertia;
  }
  return sum;
}

template <int D>
double potential_energy(const world::Bodies<D>& bodies, const Vec<D>& gravity) {
  double sum = 0;
  for (Id id = 0; id < bodies.next_id(); ++id) {
    const Slot slot = bodies.slot_of(id);
    if (slot == bodies.no_slot || is_fixed(bodies.motion[slot])) continue;
    sum -= dot(gravity, bodies.motion[slot].position) / bodies.motion[slot].inverse_mass;
  }
  return sum;
}

template <int D>
ExactSum awake_elastic_energy(const ContactForces<D>& forces) {
  return forces.set().stored_energy(forces.state().bodies, forces.list().candidates(),
                                    1 / forces.settings().quantum);
}

template <int D>
double elastic_energy(const ContactForces<D>& forces) {
  ExactSum sum = awake_elastic_energy(forces);
  sum.add(forces.state().sleepers.elastic);
  return sum.value(forces.settings().quantum);
}

template <int D>
double force_across(const ContactForces<D>& forces, const std::vector<bool>& without) {
  return forces.set().force_across(forces.state().bodies, forces.list().candidates(),
                                   forces.settings().force_quantum, without);
}

template <int D>
world::ExternalLoad<D> load_on_awake(const world::Bodies<D>& bodies, const std::vector<bool>& without) {
  world::ExternalLoad<D> load;
  for (Id id = 0; id < bodies.next_id(); ++id) {
    const Slot slot = bodies.slot_of(id);
    if (slot == bodies.no_slot || slot >= bodies.awake() || is_fixed(bodies.motion[slot])) continue;
    if (!without.empty() && without[slot]) continue;
    load.force += bodies.load[slot].force;
    load.torque += cross(bodies.motion[slot].position, bodies.load[slot].force);
    load.torque += bodies.load[slot].torque;
  }
  return load;
}

template <int D>
void start_momentum_ledger(ContactForces<D>& forces) {
  world::State<D>& state = forces.state();
  const world::WallLoads<D> loads = forces.committed_wall_loads();
  set_wall_loads(state.walls, loads);
  state.ledger.momentum =
      world::MomentumLedger<D>(moments(state.bodies), external_load(forces, loads));
  if (state.box.is_sheared) state.shear.force = force_across(forces);
}

template <int D>
void book_step(ContactForces<D>& forces, double begin, double dt) {
  world::State<D>& state = forces.state();
  world::WallLoads<D> all = forces.wall_loads();
  if (state.bodies.any_asleep()) all.add(state.sleepers.on_walls);
  state.ledger.wall_work += finish_wall_step(state.walls, all, begin, dt);
  if (state.box.is_sheared)
    state.ledger.wall_work += finish_shear_step(state.shear, force_across(forces), dt);
  state.ledger.momentum.book(external_load(forces, forces.wall_loads()), state.gravity, dt);
}

#define SCREE_INSTANTIATE(D)                                                                              \
  template world::Moments<D> moments_of(const Motion<D>&);                                                \
  template world::Moments<D> moments(const world::Bodies<D>&);                                            \
  template double kinetic_energy(const world::Bodies<D>&);                                                \
  template double potential_energy(const world::Bodies<D>&, const Vec<D>&);                               \
  template double elastic_energy(const ContactForces<D>&);                                                \
  template ExactSum awake_elastic_energy(const ContactForces<D>&);                                        \
  template double force_across(const ContactForces<D>&, const std::vector<bool>&);                        \
  template world::ExternalLoad<D> load_on_awake(const world::Bodies<D>&, const std::vector<bool>&);       \
  template void start_momentum_ledger(ContactForces<D>&);                                                 \
  template void book_step(ContactForces<D>&, double, double)
SCREE_INSTANTIATE(2);
SCREE_INSTANTIATE(3);
#undef SCREE_INSTANTIATE

}  // namespace scree::step
