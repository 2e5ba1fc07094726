// Small worlds for tests of step/, built without a scene.
#pragma once

#include "scree/law/catalog.h"
#include "scree/search/catalog.h"
#include "scree/shape/round.h"
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

inline const DynamicsSettings usual_settings{0.1,  0.1, quantum_for(100), quantum_for(100), quantum_for(100),
                                             false};

/// A world of one material.
template <int D>
std::unique_ptr<Dynamics<D>> make_dynamics(world::Bodies<D> bodies, const law::Choice& law,
                                           world::Walls<D> walls = {}, const Vec<D>& gravity = {},
                                           const DynamicsSettings& settings = usual_settings) {
  Interactions interactions(1);
  interactions.set(0, 0, interactions.add(law));
  auto dynamics = std::make_unique<Dynamics<D>>(
      std::move(bodies), std::move(walls), std::move(interactions), Space<D>{.gravity = gravity, .box = {}},
      search::make<D>(search::catalog().front()), kernel::best_target().kernels<D>(), settings);
  dynamics->begin_step();
  dynamics->evaluate(0, Dynamics<D>::Accounting::none);
  dynamics->commit();
  return dynamics;
}
/// The same of round bodies.
template <int D>
std::unique_ptr<Dynamics<D>> make_dynamics(const std::vector<Motion<D>>& motions, const law::Choice& law,
                                           world::Walls<D> walls = {}, const Vec<D>& gravity = {},
                                           const DynamicsSettings& settings = usual_settings) {
  world::Bodies<D> bodies;
  for (const Motion<D>& motion : motions) bodies.add(motion, 0);
  return make_dynamics<D>(std::move(bodies), law, std::move(walls), gravity, settings);
}

}  // namespace scree::step
