// Small worlds for tests of step/, built without a scene.
#pragma once

#include "scree/law/catalog.h"
#include "scree/search/catalog.h"
#include "scree/shape/round.h"
#include "scree/step/accounts.h"
#include "scree/step/changes.h"
#include "scree/step/integrator.h"

namespace scree::step {

inline law::Choice make_law(std::string_view name, std::vector<std::pair<std::string, double>> numbers) {
  const law::Entry& entry = *law::find_entry(name);
  const law::Elasticity glass{false, 1e7, 0.25};
  return entry.make(law::Numbers(entry.parameters, std::move(numbers)), {glass, glass}, {});
}

template <int D>
Motion<D> ball(const Vec<D>& position, double radius, const Vec<D>& velocity = {}, const Spin<D>& spin = {}) {
  Motion<D> motion;
  motion.position = position;
  motion.radius = radius;
  motion.velocity = velocity;
  motion.spin = spin;
  const double mass = shape::round_mass<D>(radius, 1000, 1);
  motion.inverse_mass = 1 / mass;
  motion.inverse_inertia = 1 / shape::round_inertia<D>(radius, mass);
  return motion;
}

inline const Settings usual_settings{0.1, 0.1, quantum_for(100), quantum_for(100), quantum_for(100), false};

/// A state and the forces in it, and an integrator's steps through time.
template <int D>
struct SmallWorld {
  SmallWorld(world::Bodies<D> bodies, const law::Choice& law, world::Walls<D> walls, const Vec<D>& gravity,
             const Settings& settings)
      : state{std::move(bodies), std::move(walls), gravity, {}, {}, {}, {}, {}},
        forces(state, only(law), search::make<D>(search::catalog().front()),
               kernel::best_target().kernels<D>(), settings) {
    forces.keep_storage_ordered();
    forces.evaluate({0, 0}, ContactForces<D>::Accounting::none);
    forces.commit();
  }
  static Interactions only(const law::Choice& law) {
    Interactions interactions(1);
    interactions.set(0, 0, interactions.add(law));
    return interactions;
  }

  /// One step of dt from `time` on [s].
  [[nodiscard]] bool step(Integrator<D>& integrator, double time, double dt) {
    forces.keep_storage_ordered();
    choose_servo_speeds(state.walls, dt);
    const bool sound = integrator.advance(forces, {time, dt}, {});
    book_step(forces, time, dt);
    return sound;
  }

  double kinetic() const { return kinetic_energy(state.bodies); }
  double potential() const { return potential_energy(state.bodies, state.gravity); }
  double elastic() { return elastic_energy(forces); }
  double loss(const ExactSum& sum) const { return sum.value(forces.settings().quantum); }
  double lost() const {
    const world::LossTotals& losses = state.ledger.losses;
    return loss(losses.damping) + loss(losses.friction) + loss(losses.rolling) + loss(losses.model);
  }
  const Motion<D>& motion(Id id) const { return state.bodies.motion[state.bodies.slot_of(id)]; }

  world::State<D> state;
  ContactForces<D> forces;
};

/// A world of one material.
template <int D>
std::unique_ptr<SmallWorld<D>> make_world(world::Bodies<D> bodies, const law::Choice& law,
                                          world::Walls<D> walls = {}, const Vec<D>& gravity = {},
                                          const Settings& settings = usual_settings) {
  return std::make_unique<SmallWorld<D>>(std::move(bodies), law, std::move(walls), gravity, settings);
}
/// The same of round bodies.
template <int D>
std::unique_ptr<SmallWorld<D>> make_world(const std::vector<Motion<D>>& motions, const law::Choice& law,
                                          world::Walls<D> walls = {}, const Vec<D>& gravity = {},
                                          const Settings& settings = usual_settings) {
  world::Bodies<D> bodies;
  for (const Motion<D>& motion : motions) bodies.add(motion, 0);
  return make_world<D>(std::move(bodies), law, std::move(walls), gravity, settings);
}

}  // namespace scree::step
