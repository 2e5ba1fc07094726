// What is known of the stages before the run: takes a scene and its world, gives a plan for each stage. A
// function of the scene, so that a resumed run finds the same.
#pragma once

#include <algorithm>

#include "scree/sim/build_world.h"
#include "scree/sim/time_step.h"

namespace scree::sim {

template <int D>
struct StagePlan {
  scene::Stage stage;
  Vec<D> gravity;
  double shear_rate = 0;  // [1/s]
  Expectations<D> expected;
  TimeStepAdvice time_step;
  std::uint64_t most_steps = 0;
  std::uint64_t steps_per_look = 0;  // at its condition
  std::size_t interactions = 0;      // see StagePlans
  step::RestPlan rest;
  double sleep_after = 0;  // [s] of rest

  double dt() const { return time_step.chosen; }  // [s]
  bool looks_at_condition(std::uint64_t step_of_stage) const { return step_of_stage % steps_per_look == 0; }
  /// What is counted in steps, for what is left of the stage after `passed` [s], with another time step [s].
  StagePlan with_time_step(double dt, double passed) const;
};

/// What a stage or an edit changes of materials and rules; the names are there.
void change_materials(std::span<const scene::Material> changes, std::vector<Material>& materials);
void change_rules(std::span<const scene::ContactRule> changes, std::vector<scene::ContactRule>& rules);

/// The smallest amounts that the ledgers count.
struct QuantumSizes {
  double energy = 1;  // [J]
  double force = 1;   // [N]
  double torque = 1;  // [N m]
};

template <int D>
class StagePlans {
 public:
  /// Leaves the world with the laws of the first stage. Throws SceneError when a stage cannot be.
  StagePlans(const scene::SceneDescription& scene, World<D>& world);

  std::size_t size() const { return plans_.size(); }
  /// Of a stage by number; the last one for a run that is over.
  const StagePlan<D>& at(std::size_t stage) const { return plans_[std::min(stage, plans_.size() - 1)]; }
  auto begin() const { return plans_.begin(); }
  auto end() const { return plans_.end(); }
  const step::Interactions& interactions_of(const StagePlan<D>& plan) const {
    return interactions_[plan.interactions];
  }

  /// Of every stage; from this one on with another time step, if one was asked for [s].
  std::vector<TimeStepAdvice> time_steps(std::size_t stage = 0, double asked_dt = 0) const;
  /// [s] at which the last stage ends at the latest, if this one begins at `stage_start`.
  double end_time(std::size_t stage, double stage_start) const;
  QuantumSizes quanta() const;
  double strongest_gravity() const;  // [m/s2]
  double greatest_speed() const;     // [m/s] that is expected
  bool any_rolls() const;
  /// Walls that only a later stage adds.
  std::vector<std::string> walls_to_come() const;

 private:
  void plan_sleep(const scene::SceneDescription& scene, const World<D>& world);

  std::vector<StagePlan<D>> plans_;
  std::vector<step::Interactions> interactions_;  // every set of laws that some stage has
};

}  // namespace scree::sim
