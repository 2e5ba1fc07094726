#include "scree/step/implicit_impact.h"

#include <algorithm>

namespace scree::step {
namespace {

constexpr double tolerance = 1e-9;

template <int D>
solve::InverseInertia<D> inverse_inertia(double moment) {
  const double inverse = 1 / moment;
  if constexpr (D == 2)
    return inverse;
  else
    return Symmetric3{inverse, inverse, inverse, 0, 0, 0};
}

/// Of the first's surface against the second's.
template <int D>
Vec<D> velocity_at(const ImplicitContact<D>& contact, const ImplicitTouch<D>& touch, const Vec<D>& wall,
                   const std::vector<Vec<D>>& velocities, const std::vector<Spin<D>>& spins) {
  Vec<D> velocity = velocities[contact.first] + cross(spins[contact.first], touch.arm_first);
  if (contact.second == solve::no_body) return velocity - wall;
  return velocity - (velocities[contact.second] + cross(spins[contact.second], touch.arm_second));
}

}  // namespace

template <int D>
ImplicitImpact<D> bounce(const ImplicitIsland<D>& island, ImplicitStep<D>& step) {
  ImplicitImpact<D> impact;
  const auto parting_speed = [&](std::size_t c) {
    const ImplicitAction<D>& action = step.actions[c];
    if (island.contacts[c].lasts || !action.acts || !(action.opposing_speed > 0)) return 0.0;
    return law::restitution_of(island.contacts[c].law.damping_ratio) * action.opposing_speed;
  };
  std::vector<double> parting(island.contacts.size());
  for (std::size_t c = 0; c < parting.size(); ++c) parting[c] = parting_speed(c);
  if (std::none_of(parting.begin(), parting.end(), [](double speed) { return speed > 0; })) return impact;

  solve::Island<D> hard;
  for (std::size_t b = 0; b < island.bodies.size(); ++b) {
    const ImplicitBody<D>& body = island.bodies[b];
    hard.bodies.push_back(
        {body.id, 1 / body.mass, inverse_inertia<D>(body.inertia), step.velocity[b], step.spin[b]});
  }
  std::vector<std::size_t> acting;
  std::vector<Vec<D>> walls(island.contacts.size());
  for (std::size_t c = 0; c < island.contacts.size(); ++c) {
    const ImplicitAction<D>& action = step.actions[c];
    if (!action.acts) continue;
    const ImplicitContact<D>& contact = island.contacts[c];
    if (contact.at_wall()) {
      const Vec<D> end = island.bodies[contact.first].position + contact.shift;
      walls[c] = contact.wall_velocity.at(end + action.touch.arm_first);
    }
    solve::IslandContact<D> one;
    one.key = {std::uint64_t{contact.key.first} << 32 | contact.key.second,
               std::uint64_t{contact.key.first_feature} << 32 | contact.key.second_feature,
               contact.key.ordinal};
    one.first = contact.first;
    one.second = contact.second;
    one.normal = action.touch.normal;
    one.arm_first = action.touch.arm_first;
    one.arm_second = action.touch.arm_second;
    one.wall_velocity = walls[c];
    // What was in contact may go on as it does, but is not to be pressed deeper.
    const double speed =
        dot(one.normal, velocity_at(contact, action.touch, walls[c], step.velocity, step.spin));
    one.least_speed = parting[c] > 0 ? parting[c] : std::min(speed, 0.0);
    one.friction = contact.law.friction;
    hard.contacts.push_back(one);
    acting.push_back(c);
  }
  const solve::Solution<D> solution = solve::solve_island(hard, tolerance);
  impact.happened = true;
  impact.solved = solution.is_solved;
  impact.impulses.resize(island.contacts.size());
  for (std::size_t k = 0; k < acting.size(); ++k) {
    const std::size_t c = acting[k];
    const ImplicitContact<D>& contact = island.contacts[c];
    const ImplicitTouch<D>& touch = step.actions[c].touch;
    const Vec<D> impulse = solution.impulses[k];
    impact.impulses[c] = impulse;
    const Vec<D> mean = 0.5 * (velocity_at(contact, touch, walls[c], step.velocity, step.spin) +
                               velocity_at(contact, touch, walls[c], solution.velocities, solution.spins));
    const double pressed = dot(impulse, touch.normal) * dot(mean, touch.normal);
    impact.damping -= pressed;
    impact.friction -= dot(impulse, mean) - pressed;
  }
  step.velocity = solution.velocities;
  step.spin = solution.spins;
  return impact;
}

template ImplicitImpact<2> bounce(const ImplicitIsland<2>&, ImplicitStep<2>&);
template ImplicitImpact<3> bounce(const ImplicitIsland<3>&, ImplicitStep<3>&);

}  // namespace scree::step
