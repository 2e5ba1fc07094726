#include "scree/sim/stage_plan.h"

#include <fmt/format.h>

#include <cmath>

#include "scree/base/exact_sum.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {
constexpr std::uint64_t steps_per_look = 100;

/// Beyond, the time of a step cannot be told from that of the next.
constexpr double most_steps = 1e15;

/// A body that stays within a tenth of its radius for as long as it takes to fall by two hundred of them is
/// held by others.
constexpr double rest_share = 0.1, rest_time = 20;
/// How often an island is looked at while its rest lasts: a swing is seen on its way at some of them.
constexpr std::uint32_t looks_for_sleep = 10;

/// A duration that is a multiple of the step but for rounding is not given one step more.
std::uint64_t steps_in(const scene::Placed<double>& duration, const TimeStepAdvice& step) {
  const double steps = std::ceil(duration.value / step.chosen * (1 - 1e-12));
  if (!(steps <= most_steps))
    throw SceneError(
        duration.place,
        fmt::format("{} are {:.3g} time steps of {}{}, more than can be counted: shorten it, or take longer "
                    "time steps",
                    quantity_text(duration.value, "s"), steps, quantity_text(step.chosen, "s"),
                    step.criterion.empty() ? "" : fmt::format(" (limited by {})", step.criterion)));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(steps));
}

std::uint64_t steps_per_rest_look(double sleep_after, double dt) {
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(sleep_after / (looks_for_sleep * dt))));
}
}  // namespace

void change_materials(std::span<const scene::Material> changes, std::vector<Material>& materials) {
  for (const scene::Material& change : changes) {
    Material& material = materials[material_number(materials, change.name)];
    if (change.young) material.elasticity.young = change.young->value;
    if (change.poisson) material.elasticity.poisson = change.poisson->value;
  }
}

void change_rules(std::span<const scene::ContactRule> changes, std::vector<scene::ContactRule>& rules) {
  for (const scene::ContactRule& change : changes)
    for (scene::ContactRule& rule : rules) {
      if (rule.first != change.first || rule.second != change.second) continue;
      for (const scene::ContactRule::Value& value : change.values) {
        std::erase_if(rule.values, [&](const auto& old) { return old.name == value.name; });
        rule.values.push_back(value);
      }
    }
}

template <int D>
StagePlan<D> StagePlan<D>::with_time_step(double dt, double passed) const {
  StagePlan<D> plan = *this;
  plan.time_step.chosen = dt;
  scene::Placed<double> left = stage.duration;
  left.value = std::max(0.0, left.value - passed);
  plan.most_steps = steps_in(left, plan.time_step);
  if (stage.check) plan.steps_per_look = steps_in(*stage.check, plan.time_step);
  if (rest.steps_per_look > 0) plan.rest.steps_per_look = steps_per_rest_look(sleep_after, dt);
  return plan;
}

template <int D>
StagePlans<D>::StagePlans(const scene::SceneDescription& scene, World<D>& world)
    : interactions_{world.interactions} {
  Vec<D> gravity = vec_of<D>(scene.gravity);
  const std::optional<scene::Shear>& shear = scene.domain.shear;
  double shear_rate = shear ? shear->rate.value : 0;
  std::vector<scene::ContactRule> rules = scene.contacts;
  const std::vector<Material> materials = world.materials;
  for (const scene::Stage& stage : scene.stages) {
    if (stage.gravity) gravity = vec_of<D>(stage.gravity->value);
    if (!stage.materials.empty() || !stage.contacts.empty()) {
      change_materials(stage.materials, world.materials);
      change_rules(stage.contacts, rules);
      RuleNotes told_already;
      world.interactions = sim::interactions_of(world, rules, told_already);
      interactions_.push_back(world.interactions);
    }
    if (stage.shear_rate) shear_rate = stage.shear_rate->value;
    const double gradient = shear ? scene.domain.hi[shear->gradient] - scene.domain.lo[shear->gradient] : 0;
    StagePlan<D> plan;
    plan.stage = stage;
    plan.gravity = gravity;
    plan.shear_rate = shear_rate;
    plan.expected = expectations(world, gravity, std::abs(shear_rate) * gradient);
    plan.time_step = advise_time_step(world, scene, plan.expected);
    if (scene.stages.size() > 1) plan.time_step.stage = stage.name;
    plan.most_steps = steps_in(stage.duration, plan.time_step);
    plan.steps_per_look = stage.check ? steps_in(*stage.check, plan.time_step) : steps_per_look;
    plan.interactions = interactions_.size() - 1;
    plans_.push_back(std::move(plan));
  }
  world.materials = materials;
  world.interactions = interactions_[plans_.front().interactions];
  if (scene.run.sleep) plan_sleep(scene, world);
}

template <int D>
void StagePlans<D>::plan_sleep(const scene::SceneDescription& scene, const World<D>& world) {
  if (scene.domain.shear)
    throw SceneError({}, "[run] sleep = true: nothing comes to rest in a box that is sheared");
  double largest = 0;
  for (const Motion<D>& motion : world.bodies.motion)
    if (!is_fixed(motion)) largest = std::max(largest, motion.radius);
  for (const step::Newcomer<D>& newcomer : world.to_come) largest = std::max(largest, newcomer.motion.radius);
  const scene::RunSettings& run = scene.run;
  bool any = false;
  for (StagePlan<D>& plan : plans_) {
    const double gravity = norm(plan.gravity);
    if (gravity == 0 && !run.sleep_after) continue;
    if (run.sleep_within)
      plan.rest.rule.way = run.sleep_within->value;
    else
      plan.rest.rule.share = rest_share;
    plan.sleep_after = run.sleep_after ? run.sleep_after->value : rest_time * std::sqrt(largest / gravity);
    plan.rest.looks = looks_for_sleep;
    plan.rest.steps_per_look = steps_per_rest_look(plan.sleep_after, plan.dt());
    any = true;
  }
  if (!any) throw SceneError({}, "[run] sleep = true: without gravity, give sleep_after, too");
}

template <int D>
std::vector<TimeStepAdvice> StagePlans<D>::time_steps(std::size_t stage, double asked_dt) const {
  std::vector<TimeStepAdvice> advices;
  for (const StagePlan<D>& plan : plans_) {
    advices.push_back(plan.time_step);
    if (asked_dt > 0 && advices.size() > stage) advices.back().chosen = asked_dt;
  }
  return advices;
}

template <int D>
double StagePlans<D>::end_time(std::size_t stage, double stage_start) const {
  double end = stage_start;
  for (; stage < plans_.size(); ++stage) end += plans_[stage].stage.duration.value;
  return end;
}

template <int D>
QuantumSizes StagePlans<D>::quanta() const {
  double energy = 0, force = 0, reach = 0;
  for (const StagePlan<D>& plan : plans_) {
    const Expectations<D>& expected = plan.expected;
    const double gravity = norm(plan.gravity);
    energy = std::max(
        energy, expected.heaviest * (0.5 * expected.speed * expected.speed + gravity * expected.fall_height));
    // Forces that stop a body within some steps, at arms as long as the scene.
    force = std::max(force, expected.heaviest * (gravity + 0.1 * expected.speed / plan.dt()));
    reach = std::max(reach, expected.reach);
  }
  return {quantum_for(energy), quantum_for(force), quantum_for(force * reach)};
}

template <int D>
double StagePlans<D>::strongest_gravity() const {
  double strongest = 0;
  for (const StagePlan<D>& plan : plans_) strongest = std::max(strongest, norm(plan.gravity));
  return strongest;
}

template <int D>
double StagePlans<D>::greatest_speed() const {
  double greatest = 0;
  for (const StagePlan<D>& plan : plans_) greatest = std::max(greatest, plan.expected.speed);
  return greatest;
}

template <int D>
bool StagePlans<D>::any_rolls() const {
  return std::any_of(interactions_.begin(), interactions_.end(),
                     [](const step::Interactions& laws) { return laws.any_rolls(); });
}

template <int D>
std::vector<std::string> StagePlans<D>::walls_to_come() const {
  std::vector<std::string> seen, to_come;
  for (const StagePlan<D>& plan : plans_) {
    seen.insert(seen.end(), plan.stage.remove.begin(), plan.stage.remove.end());
    for (const std::string& name : plan.stage.add)
      if (std::find(seen.begin(), seen.end(), name) == seen.end()) to_come.push_back(name);
  }
  return to_come;
}

template struct StagePlan<2>;
template struct StagePlan<3>;
template class StagePlans<2>;
template class StagePlans<3>;

}  // namespace scree::sim
