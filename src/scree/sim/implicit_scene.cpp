#include "scree/sim/implicit_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace scree::sim {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double elastic = 1e-12;  // a share of critical damping that is none

const char* const instead = "; take [run] stepper = \"explicit\"";

template <int D>
void require_possible(const World<D>& world, const scene::SceneDescription& scene) {
  std::vector<Complaint> complaints;
  const Place& place = scene.run.stepper.place;
  const auto complain = [&](const Place& at, const std::string& text) { complaints.push_back({at, text}); };
  if (scene.domain.shear)
    complain(
        scene.domain.shear->rate.place,
        std::string("a sheared box has no implicit steps: its copies move while a step is solved") + instead);
  if (scene.run.sleep)
    complain(place,
             "sleep = true is for explicit steps: implicit ones of bodies at rest are as long as you "
             "like, so leave it out");
  if (!scene.run.integrator.value.empty())
    complain(scene.run.integrator.place,
             "integrator is for explicit steps: say how implicit ones treat what "
             "contacts store with [run] implicit");
  if (world.bodies.any_shaped() || std::any_of(world.to_come.begin(), world.to_come.end(),
                                               [](const auto& newcomer) { return newcomer.shape != 0; }))
    complain(place,
             std::string("implicit steps know discs and spheres, and this scene has other bodies") + instead);
  for (std::size_t wall = 0; wall < world.walls.size(); ++wall)
    if (world.walls.meshes[wall])
      complain(place, "implicit steps know planes, boxes, cylinders and cones, and wall '" +
                          world.walls.names[wall] + "' is a mesh" + instead);
  const bool dissipates = scene.run.implicit.value.empty() || scene.run.implicit.value == "dissipate";
  std::set<std::size_t> told;
  for (std::uint32_t a = 0; a < world.materials.size(); ++a)
    for (std::uint32_t b = a; b < world.materials.size(); ++b) {
      if (!world.interactions.has(a, b) || !told.insert(world.interactions.between(a, b)).second) continue;
      const law::Choice& law = world.interactions.law(world.interactions.between(a, b));
      const auto springs = law.elastic(1, 1);
      const std::string pair = world.materials[a].name + '-' + world.materials[b].name;
      Place at = place;
      for (const scene::ContactRule& rule : scene.contacts)
        if (rule.law.value == law::catalog()[static_cast<std::size_t>(law.kind())].name) at = rule.law.place;
      if (!springs)
        complain(at, fmt::format("{}: law '{}' is not made of springs with a potential, which implicit steps "
                                 "need; take \"hooke\" or \"hertz_mindlin\", or [run] stepper = \"explicit\"",
                                 pair, law::catalog()[static_cast<std::size_t>(law.kind())].name));
      else if (!dissipates && springs->damping_ratio > elastic)
        complain(at,
                 fmt::format("{}: implicit = \"{}\" keeps what contacts store, and a restitution of {:.3g} "
                             "does not; give restitution = 1, or implicit = \"dissipate\"",
                             pair, scene.run.implicit.value, law::restitution_of(springs->damping_ratio)));
    }
  if (!complaints.empty()) throw SceneError(std::move(complaints));
}

}  // namespace

bool steps_implicitly(const scene::SceneDescription& scene) { return scene.run.stepper.value == "implicit"; }

template <int D>
step::ImplicitWay implicit_way(const World<D>& world, const scene::SceneDescription& scene) {
  if (steps_implicitly(scene)) require_possible(world, scene);
  if (scene.run.implicit.value == "conserve") return step::ImplicitWay::conserve;
  if (scene.run.implicit.value == "blend") return step::ImplicitWay::blend;
  return step::ImplicitWay::dissipate;
}

template <int D>
TimeStepAdvice advise_implicit_time_step(const World<D>& world, const scene::SceneDescription& scene,
                                         double gravity) {
  double speed = 0, radius = infinity;
  const auto see = [&](const Motion<D>& motion) {
    speed = std::max(speed, norm(motion.velocity));
    if (!is_fixed(motion)) radius = std::min(radius, motion.radius);
  };
  for (const Motion<D>& motion : world.bodies.motion) see(motion);
  for (const step::Newcomer<D>& newcomer : world.to_come) see(newcomer.motion);
  for (const world::WallState<D>& wall : world.walls.states)
    speed = std::max(speed, norm(wall.motion.velocity) + wall.motion.swing_rate * norm(wall.motion.swing) +
                                wall.motion.servo_max_speed);
  TimeStepAdvice advice;
  advice.limit = infinity;
  if (radius < infinity) {
    speed = std::max(speed, std::sqrt(2 * gravity * radius));
    if (speed > 0) advice.limit = radius / speed;
    advice.criterion = fmt::format("the time in which {:.3g} m/s pass the smallest radius", speed);
  }
  using Accuracy = scene::RunSettings::Accuracy;
  const double share = scene.run.accuracy == Accuracy::draft  ? 0.2
                       : scene.run.accuracy == Accuracy::fine ? 0.025
                                                              : 0.1;
  if (scene.run.time_step)
    advice.chosen = scene.run.time_step->value;
  else if (advice.limit < infinity)
    advice.chosen = share * advice.limit;
  else
    throw SceneError(scene.stages.front().duration.place,
                     "no time step can be found, since nothing in the scene falls or moves at a known speed: "
                     "give [run] time_step, as in time_step = \"5 ms\"");
  return advice;
}

template step::ImplicitWay implicit_way(const World<2>&, const scene::SceneDescription&);
template step::ImplicitWay implicit_way(const World<3>&, const scene::SceneDescription&);
template TimeStepAdvice advise_implicit_time_step(const World<2>&, const scene::SceneDescription&, double);
template TimeStepAdvice advise_implicit_time_step(const World<3>&, const scene::SceneDescription&, double);

}  // namespace scree::sim
