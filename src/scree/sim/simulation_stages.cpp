// The stages of a simulation: what each brings, when it ends, what happens then.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/exact_sum.h"
#include "scree/sim/quantity_text.h"
#include "scree/sim/simulation_of.h"

namespace scree::sim {
namespace {
constexpr std::uint64_t steps_per_look = 100;

/// Beyond, the time of a step cannot be told from that of the next.
constexpr double most_steps = 1e15;

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

void change_materials(const scene::Stage& stage, std::vector<Material>& materials) {
  for (const scene::Material& change : stage.materials) {
    Material& material = materials[material_number(materials, change.name)];
    if (change.young) material.elasticity.young = change.young->value;
    if (change.poisson) material.elasticity.poisson = change.poisson->value;
  }
}

void change_rules(const scene::Stage& stage, std::vector<scene::ContactRule>& rules) {
  for (const scene::ContactRule& change : stage.contacts)
    for (scene::ContactRule& rule : rules) {
      if (rule.first != change.first || rule.second != change.second) continue;
      for (const scene::ContactRule::Value& value : change.values) {
        std::erase_if(rule.values, [&](const auto& old) { return old.name == value.name; });
        rule.values.push_back(value);
      }
    }
}
}  // namespace

template <int D>
void SimulationOf<D>::plan_stages(const scene::SceneDescription& scene, World<D>& world) {
  Vec<D> gravity = vec_of<D>(scene.gravity);
  const std::optional<scene::Shear>& shear = scene.domain.shear;
  double shear_rate = shear ? shear->rate.value : 0;
  std::vector<scene::ContactRule> rules = scene.contacts;
  const std::vector<Material> materials = world.materials;
  interactions_ = {world.interactions};
  for (const scene::Stage& stage : scene.stages) {
    if (stage.gravity) gravity = vec_of<D>(stage.gravity->value);
    if (!stage.materials.empty() || !stage.contacts.empty()) {
      change_materials(stage, world.materials);
      change_rules(stage, rules);
      RuleNotes told_already;
      world.interactions = interactions_of(world, rules, told_already);
      interactions_.push_back(world.interactions);
    }
    if (stage.shear_rate) shear_rate = stage.shear_rate->value;
    const double gradient = shear ? scene.domain.hi[shear->gradient] - scene.domain.lo[shear->gradient] : 0;
    StagePlan plan{
        stage, gravity, shear_rate,     expectations(world, gravity, std::abs(shear_rate) * gradient),
        {},    0,       steps_per_look, interactions_.size() - 1,
        {}};
    plan.time_step = advise_time_step(world, scene, plan.expected);
    if (scene.stages.size() > 1) plan.time_step.stage = stage.name;
    plan.most_steps = steps_in(stage.duration, plan.time_step);
    if (stage.check) plan.steps_per_look = steps_in(*stage.check, plan.time_step);
    plans_.push_back(std::move(plan));
  }
  if (plans_.front().stage.until) condition_.emplace(plans_.front().stage.until->value);
  world.materials = materials;
  world.interactions = interactions_[plans_.front().interactions];
}

template <int D>
std::vector<TimeStepAdvice> SimulationOf<D>::time_steps() const {
  std::vector<TimeStepAdvice> advices;
  for (const StagePlan& plan : plans_) advices.push_back(plan.time_step);
  return advices;
}

template <int D>
void SimulationOf<D>::choose_quanta(step::Settings& settings) const {
  double energy = 0, force = 0, reach = 0;
  for (const StagePlan& plan : plans_) {
    const Expectations<D>& expected = plan.expected;
    const double gravity = norm(plan.gravity);
    energy = std::max(
        energy, expected.heaviest * (0.5 * expected.speed * expected.speed + gravity * expected.fall_height));
    // Forces that stop a body within some steps, at arms as long as the scene.
    force = std::max(force, expected.heaviest * (gravity + 0.1 * expected.speed / plan.time_step.chosen));
    reach = std::max(reach, expected.reach);
  }
  settings.quantum = quantum_for(energy);
  settings.force_quantum = quantum_for(force);
  settings.torque_quantum = quantum_for(force * reach);
}

template <int D>
Situation<D> SimulationOf<D>::situation() const {
  return {forces(),
          regions_,
          time(),
          static_cast<double>(clock_.step_of_stage) * dt(),
          static_cast<double>(plan().steps_per_look) * dt(),
          awaits_bodies()};
}

template <int D>
bool SimulationOf<D>::awaits_bodies() const {
  const auto may_bring = [&](const Inlet<D>& inlet) {
    return inlet.works_in(plan().stage.name) && inlet.may_bring_after(time());
  };
  const auto is_free = [](const Motion<D>& motion) { return !is_fixed(motion); };
  const auto& bodies = state_.bodies.motion;
  return std::any_of(inlets_.begin(), inlets_.end(), may_bring) &&
         std::none_of(bodies.begin(), bodies.end(), is_free);
}

template <int D>
bool SimulationOf<D>::stage_is_over() {
  const bool time_is_up = clock_.step_of_stage >= plan().most_steps;
  if (!condition_) return time_is_up;
  const bool is_due = time_is_up || clock_.step_of_stage % plan().steps_per_look == 0;
  if (is_due && condition_->look(situation())) return true;
  if (!time_is_up || !plan().stage.must_end_by_condition) return time_is_up;
  stop_reason_ = fmt::format(
      "stage '{}' has not come to its end after its limit of {}: until = \"{}\" ({}). Raise the limit, or "
      "ask "
      "for less.",
      plan().stage.name, quantity_text(plan().stage.duration.value, "s"), plan().stage.until->value.text,
      condition_->tell(situation()));
  return false;
}

template <int D>
std::size_t SimulationOf<D>::wall_number(const std::string& name) const {
  const std::vector<std::string>& names = state_.walls.names;
  const auto found = std::find(names.begin(), names.end(), name);
  SCREE_ASSERT(found != names.end());
  return static_cast<std::size_t>(found - names.begin());
}

template <int D>
void SimulationOf<D>::hide_walls_to_come() {
  std::vector<std::string> seen;
  for (const StagePlan& plan : plans_) {
    for (const std::string& name : plan.stage.remove) seen.push_back(name);
    for (const std::string& name : plan.stage.add)
      if (std::find(seen.begin(), seen.end(), name) == seen.end())
        stepper_->set_wall_active(wall_number(name), false);
  }
  act_on_walls();
}

template <int D>
void SimulationOf<D>::act_on_walls() {
  for (const std::string& name : plan().stage.remove) stepper_->set_wall_active(wall_number(name), false);
  for (const std::string& name : plan().stage.add) stepper_->set_wall_active(wall_number(name), true);
  for (const std::string& name : plan().stage.stop) step::set_wall_motion(state_.walls.states[wall_number(name)], {}, time());
}

template <int D>
double SimulationOf<D>::shear_speed() const {
  const PeriodicBox<D>& box = state_.box;
  return plan().shear_rate * box.length[box.shear.gradient];
}

template <int D>
void SimulationOf<D>::enter_next_stage() {
  const double before = dt();
  for (Inlet<D>& inlet : inlets_) inlet.state().open_before = open_time(inlet);
  clock_.stage_start = time();
  clock_.step_of_stage = 0;
  ++clock_.stage;
  condition_.reset();
  if (finished()) return;
  if (plan().stage.until) condition_.emplace(plan().stage.until->value);
  stepper_->wake_all();
  if (plan().gravity != state_.gravity) stepper_->change_gravity(plan().gravity, before);
  if (plan().interactions != plans_[clock_.stage - 1].interactions) 
    stepper_->change_interactions(interactions_[plan().interactions]);
  if (state_.box.is_sheared && plan().shear_rate != plans_[clock_.stage - 1].shear_rate)
    step::set_shear_speed(state_, shear_speed(), time());
  act_on_walls();
  if (dt() != before) stepper_->change_time_step(before, dt());
}

#define SCREE_INSTANTIATE_STAGES(D)                                                      \
  template void SimulationOf<D>::plan_stages(const scene::SceneDescription&, World<D>&); \
  template std::vector<TimeStepAdvice> SimulationOf<D>::time_steps() const;              \
  template void SimulationOf<D>::choose_quanta(step::Settings&) const;           \
  template Situation<D> SimulationOf<D>::situation() const;                              \
  template bool SimulationOf<D>::awaits_bodies() const;                                  \
  template bool SimulationOf<D>::stage_is_over();                                        \
  template std::size_t SimulationOf<D>::wall_number(const std::string&) const;           \
  template void SimulationOf<D>::hide_walls_to_come();                                   \
  template void SimulationOf<D>::act_on_walls();                                         \
  template double SimulationOf<D>::shear_speed() const;                                  \
  template void SimulationOf<D>::enter_next_stage()
SCREE_INSTANTIATE_STAGES(2);
SCREE_INSTANTIATE_STAGES(3);
#undef SCREE_INSTANTIATE_STAGES

}  // namespace scree::sim
