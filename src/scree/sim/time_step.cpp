#include "scree/sim/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/shape/round.h"
#include "scree/sim/implicit_scene.h"

namespace scree::sim {
namespace {

/// Of an automatic step: what fits into a contact, and of the time of a Rayleigh wave.
struct Criterion {
  double steps_per_contact, share_of_rayleigh_time;
};
Criterion criterion_of(scene::RunSettings::Accuracy accuracy) {
  using Accuracy = scene::RunSettings::Accuracy;
  if (accuracy == Accuracy::draft) return {25, 0.4};
  if (accuracy == Accuracy::fine) return {200, 0.05};
  return {50, 0.2};
}

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The lightest body of a material that moves.
struct Lightest {
  double mass = infinity, radius = infinity;
  bool moves() const { return mass < infinity; }
};

template <int D>
std::vector<Lightest> lightest_by_material(const World<D>& world) {
  std::vector<Lightest> lightest(world.materials.size());
  for (std::size_t slot = 0; slot < world.bodies.size(); ++slot) {
    const Motion<D>& motion = world.bodies.motion[slot];
    if (is_fixed(motion)) continue;
    Lightest& one = lightest[world.bodies.material[slot]];
    one.mass = std::min(one.mass, 1 / motion.inverse_mass);
    one.radius = std::min(one.radius, motion.radius);
  }
  for (const step::Newcomer<D>& newcomer : world.to_come) {
    Lightest& one = lightest[newcomer.material];
    one.mass = std::min(one.mass, 1 / newcomer.motion.inverse_mass);
    one.radius = std::min(one.radius, newcomer.motion.radius);
  }
  return lightest;
}

/// Time that a surface wave needs around a sphere: pi R sqrt(rho / G) / (0.1631 nu + 0.8766).
double rayleigh_time(const Material& material, double radius) {
  const double shear = *material.elasticity.young / (2 * (1 + *material.elasticity.poisson));
  return shape::pi * radius * std::sqrt(material.density / shear) /
         (0.1631 * *material.elasticity.poisson + 0.8766);
}

/// Of hard contacts: nothing has to be resolved, but what falls onto a body in one step should not be faster
/// than what the halo takes up.
template <int D>
TimeStepAdvice advise_hard_time_step(const World<D>& world, const scene::SceneDescription& scene,
                                     const Expectations<D>& expected) {
  constexpr double steps_per_limit = 4;  // of normal accuracy
  double least_halo = infinity, least_radius = infinity;
  const auto consider = [&](const Motion<D>& motion, double halo) {
    if (is_fixed(motion)) return;
    least_halo = std::min(least_halo, halo);
    least_radius = std::min(least_radius, motion.radius);
  };
  for (std::size_t slot = 0; slot < world.bodies.size(); ++slot) {
    double halo = scene.run.halo.around(world.bodies.motion[slot].radius);
    if constexpr (D == 3)
      if (world.bodies.is_mesh(static_cast<Slot>(slot)))
        halo = world.bodies.mesh_of(static_cast<Slot>(slot)).halo;
    consider(world.bodies.motion[slot], halo);
  }
  for (const step::Newcomer<D>& newcomer : world.to_come)
    consider(newcomer.motion, scene.run.halo.around(newcomer.motion.radius));
  TimeStepAdvice advice;
  advice.limit = infinity;
  if (expected.gravity > 0 && least_halo < infinity) {
    advice.limit = 2 * std::sqrt(2 * 2 * least_halo / expected.gravity);
    advice.criterion = "twice the time of a fall through the halos of the smallest bodies";
  } else if (expected.speed > 0 && least_radius < infinity) {
    advice.limit = least_radius / expected.speed;
    advice.criterion = "the time in which the fastest body passes the radius of the smallest";
  }
  using Accuracy = scene::RunSettings::Accuracy;
  const double finer = scene.run.accuracy == Accuracy::draft  ? 0.5
                       : scene.run.accuracy == Accuracy::fine ? 4
                                                              : 1;
  if (scene.run.time_step)
    advice.chosen = scene.run.time_step->value;
  else if (advice.limit < infinity)
    advice.chosen = advice.limit / (steps_per_limit * finer);
  else
    throw SceneError(scene.stages.front().duration.place,
                     "no time step can be found, since nothing in the scene falls or moves at a known speed: "
                     "give [run] time_step, as in time_step = \"5 ms\"");
  return advice;
}

}  // namespace

template <int D>
Expectations<D> expectations(const World<D>& world, const Vec<D>& gravity, double shear_speed) {
  Expectations<D> result;
  const double strength = norm(gravity);
  double lowest = infinity, highest = -infinity, given = 0;
  const auto see = [&](const Vec<D>& place) {
    if (strength == 0) return;
    const double height = -dot(gravity, place) / strength;
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  };
  const auto expect = [&](const Motion<D>& motion) {
    see(motion.position);
    given = std::max(given, norm(motion.velocity));
    result.reach = std::max(result.reach, norm(motion.position) + motion.radius);
    if (!is_fixed(motion)) result.heaviest = std::max(result.heaviest, 1 / motion.inverse_mass);
  };
  for (const Motion<D>& motion : world.bodies.motion) expect(motion);
  for (const step::Newcomer<D>& newcomer : world.to_come) expect(newcomer.motion);
  for (std::uint32_t wall = 0; wall < world.walls.size(); ++wall) {
    const Box<D> box = world::extent(world.walls, wall);
    if (box.is_empty()) continue;
    const world::WallMotion<D>& motion = world.walls.states[wall].motion;
    for (int corner = 0; corner < 1 << D; ++corner) {
      Vec<D> place;
      for (int k = 0; k < D; ++k) place[k] = (corner >> k & 1) != 0 ? box.hi[k] : box.lo[k];
      see(place);
      const Vec<D> turning = cross(motion.spin, place - motion.point);
      given = std::max(given, norm(motion.velocity) + norm(turning) + motion.swing_rate * norm(motion.swing) +
                                  motion.servo_max_speed);
    }
  }
  result.gravity = strength;
  if (highest > lowest) result.fall_height = highest - lowest;
  // Two bodies that move against each other meet at twice the speed of either.
  result.speed = std::max({2 * given, std::sqrt(2 * strength * result.fall_height), shear_speed});
  return result;
}

template <int D>
TimeStepAdvice advise_time_step(const World<D>& world, const scene::SceneDescription& scene,
                                const Expectations<D>& expected) {
  if (world.is_hard) return advise_hard_time_step(world, scene, expected);
  if (steps_implicitly(scene)) return advise_implicit_time_step(world, scene, expected.gravity);
  const std::vector<Lightest> lightest = lightest_by_material(world);
  std::vector<bool> stands(world.materials.size(), false);  // a wall or fixed body is made of it
  for (const world::Facet<D>& facet : world.walls.facets) stands[facet.material] = true;
  for (std::size_t slot = 0; slot < world.bodies.size(); ++slot)
    if (is_fixed(world.bodies.motion[slot])) stands[world.bodies.material[slot]] = true;

  const Criterion rule = criterion_of(scene.run.accuracy);
  TimeStepAdvice advice;
  advice.limit = infinity;
  const auto consider = [&](double limit, const std::string& criterion) {
    if (limit < advice.limit) {
      advice.limit = limit;
      advice.criterion = criterion;
    }
  };
  const auto consider_contact = [&](std::size_t a, std::size_t b, double mass, double radius) {
    const law::Choice& law = world.interactions.law(
        world.interactions.between(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
    const std::string pair = world.materials[a].name + '-' + world.materials[b].name;
    if (!law.hertzian()) {
      consider(law.contact_time(mass, radius, 0) / rule.steps_per_contact,
               fmt::format("contact time / {} of {}", rule.steps_per_contact, pair));
    } else if (law.coheres() && !(expected.speed > 0)) {
      consider(law.contact_time(mass, radius, 0) / rule.steps_per_contact,
               fmt::format("swing / {} of {} on its bond", rule.steps_per_contact, pair));
    } else if (expected.speed > 0) {
      consider(law.contact_time(mass, radius, expected.speed) / rule.steps_per_contact,
               fmt::format("Hertz contact time / {} of {} at {:.3g} m/s", rule.steps_per_contact, pair,
                           expected.speed));
    }
  };
  for (std::size_t a = 0; a < lightest.size(); ++a) {
    if (!lightest[a].moves()) continue;
    bool hertzian = false;  // in some contact that bodies of this material may have
    for (std::size_t b = 0; b < lightest.size(); ++b) {
      if (lightest[b].moves())
        consider_contact(a, b, 1 / (1 / lightest[a].mass + 1 / lightest[b].mass),
                         1 / (1 / lightest[a].radius + 1 / lightest[b].radius));
      if (stands[b]) consider_contact(a, b, lightest[a].mass, lightest[a].radius);
      if (lightest[b].moves() || stands[b])
        hertzian |=
            world.interactions
                .law(world.interactions.between(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)))
                .hertzian();
    }
    const Material& material = world.materials[a];
    if (hertzian && material.elasticity.young && material.elasticity.poisson)
      consider(rule.share_of_rayleigh_time * rayleigh_time(material, lightest[a].radius),
               fmt::format("{} x Rayleigh time of {}", rule.share_of_rayleigh_time, material.name));
  }

  if (scene.run.time_step) {
    advice.chosen = scene.run.time_step->value;
  } else if (advice.limit < infinity) {
    advice.chosen = advice.limit;
  } else {
    throw SceneError(
        scene.stages.front().duration.place,
        "no time step can be found, since nothing in the scene moves or touches at a known speed: give "
        "[run] time_step, as in time_step = \"1e-5 s\"");
  }
  return advice;
}

template Expectations<2> expectations(const World<2>&, const Vec<2>&, double);
template Expectations<3> expectations(const World<3>&, const Vec<3>&, double);
template TimeStepAdvice advise_time_step(const World<2>&, const scene::SceneDescription&,
                                         const Expectations<2>&);
template TimeStepAdvice advise_time_step(const World<3>&, const scene::SceneDescription&,
                                         const Expectations<3>&);

}  // namespace scree::sim
