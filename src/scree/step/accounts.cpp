#include "scree/step/accounts.h"

#include <array>

#include "scree/base/exact_accumulator.h"
#include "scree/base/parallel.h"

namespace scree::step {
namespace {

template <int D>
constexpr int turns_in = D == 2 ? 1 : 3;
inline double& component(double& spin, int) { return spin; }
inline double component(const double& spin, int) { return spin; }
inline double& component(Vec3& spin, int k) { return spin[k]; }
inline double component(const Vec3& spin, int k) { return spin[k]; }

/// Calls add_terms(slot, sums) for every body that is not fixed, from several threads, each with sums of its
/// own; exact, so that it does not matter which body is added where.
template <int count, int D, class AddTerms>
std::array<double, count> sum_over_free_bodies(const world::Bodies<D>& bodies, const AddTerms& add_terms) {
  constexpr std::size_t grain = 4096;
  using Sums = std::array<ExactAccumulator, count>;
  std::vector<Sums> by_worker(static_cast<std::size_t>(threads()));
  parallel_for(bodies.size(), grain, [&](std::size_t begin, std::size_t end) {
    Sums& sums = by_worker[static_cast<std::size_t>(worker_index())];
    for (std::size_t slot = begin; slot < end; ++slot)
      if (!is_fixed(bodies.motion[slot])) add_terms(static_cast<Slot>(slot), sums);
  });
  std::array<double, count> result;
  for (int k = 0; k < count; ++k) {
    for (std::size_t worker = 1; worker < by_worker.size(); ++worker)
      by_worker[0][k].add(by_worker[worker][k]);
    result[k] = by_worker[0][k].value();
  }
  return result;
}

/// [J] of a body that is not fixed.
template <int D>
double turning_energy(const world::Bodies<D>& bodies, Slot slot) {
  const Motion<D>& motion = bodies.motion[slot];
  if (!bodies.is_mesh(slot)) return 0.5 * dot(motion.spin, motion.spin) / motion.inverse_inertia;
  return rotational_energy(bodies.inertia_of(slot), bodies.orientation[slot], motion.spin);
}

template <int D, class Counts>
world::Moments<D> sum_of_moments(const world::Bodies<D>& bodies, const Counts& counts) {
  constexpr int turns = turns_in<D>;
  const std::array<double, 1 + 2 * D + turns> sums =
      sum_over_free_bodies<1 + 2 * D + turns>(bodies, [&](Slot slot, auto& terms) {
        if (!counts(slot)) return;
        const world::Moments<D> one = moments_of(bodies, slot);
        terms[0].add(one.mass);
        for (int k = 0; k < D; ++k) {
          terms[1 + k].add(one.first[k]);
          terms[1 + D + k].add(one.momentum[k]);
        }
        for (int k = 0; k < turns; ++k) terms[1 + 2 * D + k].add(component(one.angular_momentum, k));
      });
  world::Moments<D> result;
  result.mass = sums[0];
  for (int k = 0; k < D; ++k) {
    result.first[k] = sums[1 + k];
    result.momentum[k] = sums[1 + D + k];
  }
  for (int k = 0; k < turns; ++k) component(result.angular_momentum, k) = sums[1 + 2 * D + k];
  return result;
}

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
world::Moments<D> moments_of(const world::Bodies<D>& bodies, Slot slot) {
  const Motion<D>& motion = bodies.motion[slot];
  world::Moments<D> moments;
  if (is_fixed(motion)) return moments;
  moments.mass = 1 / motion.inverse_mass;
  moments.first = moments.mass * motion.position;
  moments.momentum = moments.mass * motion.velocity;
  moments.angular_momentum = cross(motion.position, moments.momentum);
  moments.angular_momentum += own_angular_momentum(bodies, slot);
  return moments;
}

template <int D>
world::Moments<D> moments(const world::Bodies<D>& bodies) {
  return sum_of_moments(bodies, [](Slot) { return true; });
}

template <int D>
world::Moments<D> moments_of_marked(const world::Bodies<D>& bodies, const std::vector<bool>& by_slot) {
  return sum_of_moments(bodies, [&](Slot slot) { return by_slot[slot]; });
}

template <int D>
double kinetic_energy(const world::Bodies<D>& bodies, Slot slot) {
  const Motion<D>& motion = bodies.motion[slot];
  return 0.5 * dot(motion.velocity, motion.velocity) / motion.inverse_mass + turning_energy(bodies, slot);
}

template <int D>
double kinetic_energy(const world::Bodies<D>& bodies) {
  return sum_over_free_bodies<1>(
      bodies, [&](Slot slot, auto& sums) { sums[0].add(kinetic_energy(bodies, slot)); })[0];
}

template <int D>
double potential_energy(const world::Bodies<D>& bodies, const Vec<D>& gravity) {
  return sum_over_free_bodies<1>(bodies, [&](Slot slot, auto& sums) {
    sums[0].add(-dot(gravity, bodies.motion[slot].position) / bodies.motion[slot].inverse_mass);
  })[0];
}

template <int D>
ExactSum awake_elastic_energy(ContactForces<D>& forces) {
  return forces.set().stored_energy(forces.state().bodies, forces.list().candidates(),
                                    1 / forces.settings().quantum);
}

template <int D>
double elastic_energy(ContactForces<D>& forces) {
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
  constexpr int turns = turns_in<D>;
  const std::array<double, D + turns> sums =
      sum_over_free_bodies<D + turns>(bodies, [&](Slot slot, auto& terms) {
        if (slot >= bodies.awake() || (!without.empty() && without[slot])) return;
        const world::Load<D>& load = bodies.load[slot];
        Spin<D> torque = cross(bodies.motion[slot].position, load.force);
        torque += load.torque;
        for (int k = 0; k < D; ++k) terms[k].add(load.force[k]);
        for (int k = 0; k < turns; ++k) terms[D + k].add(component(torque, k));
      });
  world::ExternalLoad<D> load;
  for (int k = 0; k < D; ++k) load.force[k] = sums[k];
  for (int k = 0; k < turns; ++k) component(load.torque, k) = sums[D + k];
  return load;
}

template <int D>
void start_momentum_ledger(ContactForces<D>& forces) {
  world::State<D>& state = forces.state();
  const world::WallLoads<D> loads = forces.committed_wall_loads();
  set_wall_loads(state.walls, loads);
  state.ledger.momentum = world::MomentumLedger<D>(moments(state.bodies), external_load(forces, loads));
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

#define SCREE_INSTANTIATE(D)                                                                        \
  template world::Moments<D> moments_of(const world::Bodies<D>&, Slot);                             \
  template world::Moments<D> moments(const world::Bodies<D>&);                                      \
  template world::Moments<D> moments_of_marked(const world::Bodies<D>&, const std::vector<bool>&);  \
  template double kinetic_energy(const world::Bodies<D>&, Slot);                                    \
  template double kinetic_energy(const world::Bodies<D>&);                                          \
  template double potential_energy(const world::Bodies<D>&, const Vec<D>&);                         \
  template double elastic_energy(ContactForces<D>&);                                                \
  template ExactSum awake_elastic_energy(ContactForces<D>&);                                        \
  template double force_across(const ContactForces<D>&, const std::vector<bool>&);                  \
  template world::ExternalLoad<D> load_on_awake(const world::Bodies<D>&, const std::vector<bool>&); \
  template void start_momentum_ledger(ContactForces<D>&);                                           \
  template void book_step(ContactForces<D>&, double, double)
SCREE_INSTANTIATE(2);
SCREE_INSTANTIATE(3);
#undef SCREE_INSTANTIATE

}  // namespace scree::step
