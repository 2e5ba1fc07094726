// The simulation of one dimension: joins a world, a search, laws, an integrator and the stages of a scene.
#pragma once

#include <algorithm>

#include "scree/sim/build_world.h"
#include "scree/sim/inlets.h"
#include "scree/sim/measurement.h"
#include "scree/sim/simulation.h"
#include "scree/sim/stage_condition.h"
#include "scree/sim/time_step.h"
#include "scree/step/accounts.h"
#include "scree/step/stepper.h"

namespace scree::sim {

template <int D>
class SimulationOf final : public Simulation {
 public:
  SimulationOf(const scene::SceneDescription& scene, const BuildOptions& options);

  int dimension() const override { return D; }
  std::uint64_t step() const override { return clock_.step; }
  double time() const override { return time_at(clock_.step_of_stage); }
  double end_time() const override;
  bool finished() const override { return clock_.stage >= plans_.size(); }
  TimeStepAdvice time_step() const override { return plan().time_step; }
  std::vector<TimeStepAdvice> time_steps() const override;

  using Simulation::advance;
  StepReport advance(const Outlook& outlook) override;

  std::uint64_t body_count() const override { return state_.bodies.size(); }
  std::uint64_t removed_count() const override { return state_.bodies.next_id() - body_count(); }
  std::uint64_t contact_count() const override { return forces().contact_count(); }
  std::uint64_t asleep_count() const override { return state_.bodies.size() - state_.bodies.awake(); }
  Energies energies() override;
  Balance momentum() const override;
  Balance angular_momentum() const override;
  FlowBalance flow_balance() const override;
  Overlap largest_overlap() const override;
  LostBodies lost_bodies() const override;
  std::optional<Id> first_broken_body() const override;
  Hash128 state_hash() const override;
  std::string stop_reason() const override { return stop_reason_; }

  SceneFacts facts() const override;
  std::string search_name() const override { return search_name_; }
  std::string search_choice() const override;
  std::string integrator_name() const override { return std::string(integrator_entry_->name); }
  std::string stepper_name() const override { return std::string(stepper_->name()); }
  std::string cpu_target() const override { return std::string(target_->name); }
  std::uint64_t seed() const override { return seed_; }

  std::string describe(Id id) const override;
  std::string where(Id id) const override;

  record::Frame frame() override;
  std::size_t measure_count() const override { return measures_.size(); }
  double measure_interval(std::size_t measure) const override { return measures_[measure].interval.value; }
  record::Sample sample(std::size_t number) override;
  record::Checkpoint checkpoint() override;
  void restore(const record::Checkpoint& checkpoint) override;

  PhaseTimes& phases() override { return stepper_->forces().phases(); }

 private:
  /// Where the run is. Time is stage start + n dt with an integer n, never accumulated.
  struct Clock {
    std::uint64_t step = 0;  // since the start
    std::uint64_t stage = 0;
    std::uint64_t step_of_stage = 0;
    double stage_start = 0;  // [s]
  };

  /// What is known of a stage before the run: a function of the scene, so that a resumed run finds the same.
  struct StagePlan {
    scene::Stage stage;
    Vec<D> gravity;
    double shear_rate = 0;  // [1/s]
    Expectations<D> expected;
    TimeStepAdvice time_step;
    std::uint64_t most_steps = 0;
    std::uint64_t steps_per_look = 0;  // at its condition
    std::size_t interactions = 0;      // number in interactions_
    step::RestPlan rest;
  };
  double time_at(std::uint64_t step_of_stage) const;  // [s]
  /// Whether stages, inlets, sinks or flows look at the state after this step.
  bool is_looked_at(std::uint64_t step_of_stage) const;
  step::Course course() const { return {clock_.stage_start, dt(), plan().rest}; }
  step::ContactForces<D>& forces() const { return stepper_->forces(); }  // its scratch is used by looking
  /// Leaves the world with the laws of the first stage.
  void plan_stages(const scene::SceneDescription& scene, World<D>& world);
  void choose_quanta(step::Settings& settings) const;
  /// Of the current stage; of the last one when the run is over.
  const StagePlan& plan() const { return plans_[std::min<std::size_t>(clock_.stage, plans_.size() - 1)]; }
  double dt() const { return plan().time_step.chosen; }
  double shear_speed() const;  // [m/s] in the current stage
  void start();
  /// Whether the stage has come to its end; false, with a reason to stop, if it never will.
  bool stage_is_over();
  void enter_next_stage();
  void plan_sleep(const scene::SceneDescription& scene, const World<D>& world);
  std::size_t wall_number(const std::string& name) const;
  /// Before the first step: walls that only a later stage adds are not there.
  void hide_walls_to_come();
  void act_on_walls();
  Situation<D> situation() const;
  /// Nobody is there who could move, but an inlet may still bring some in this stage.
  bool awaits_bodies() const;
  void prepare_measures(const scene::SceneDescription& scene);
  bool is_beyond(const scene::Measure& measure, const Vec<D>& place) const;
  /// Of a body that a periodic box brought back while it went this way [m]: 1 if it has passed the plane
  /// forward, -1 backward, 0 not at all.
  int passes_on_way_back(const scene::Measure& measure, const Vec<D>& from, const Vec<D>& to,
                         const Vec<D>& way) const;
  /// Where bodies from this id on stand to the planes of the flows; nothing is counted.
  void look_at_planes(Id first);
  void count_flows();
  Moment<D> moment();
  Rows flow_rows(const FlowCount& count) const;
  void save_measures(std::vector<Column>& columns) const;
  /// A frame of the state right after a restart lists contacts, too, but their forces are not known anew.
  void save_recorded_contacts(std::vector<Column>& columns);
  void restore_recorded_contacts(const record::Checkpoint& checkpoint);
  void restore_measures(const record::Checkpoint& checkpoint);

  struct Outflow {
    std::uint64_t bodies = 0;
    ExactSum mass;  // quanta of mass_quantum_
  };
  void prepare_flow(const scene::SceneDescription& scene, const World<D>& world);
  void survey_home(const scene::SceneDescription& scene, const World<D>& world);
  /// Whether a body at this place will never come back to anything of the scene.
  bool is_lost(const Motion<D>& motion, const Box<D>& home) const;
  /// Whether a body that falls from here comes to a wall that is an endless plane.
  bool falls_onto_plane(const Vec<D>& place) const;
  /// Which sink a body at this place has come to; none: -1. The last is what lies outside the domain.
  int sink_at(const Motion<D>& motion) const;
  /// Takes out the bodies that have come to a sink, and lets in those that are due.
  void remove_at_sinks();
  void let_in();
  double open_time(const Inlet<D>& inlet) const;
  ExactSum mass_of(const Motion<D>& motion) const;
  void save_flow(std::vector<Column>& columns) const;
  void restore_flow(const record::Checkpoint& checkpoint);
  template <class Bytes>
  void hash_flow(Bytes& bytes) const {
    for (const Inlet<D>& inlet : inlets_) bytes.add(inlet.state());
    for (const FlowCount& count : flows_)
      bytes.add(count.forward)
          .add(count.backward)
          .add(count.forward_mass.low_word())
          .add(count.backward_mass.low_word());
    for (const Outflow& outflow : outflows_)
      bytes.add(outflow.bodies).add(outflow.mass.low_word()).add(outflow.mass.high_word());
  }
  /// Who comes by inlets, and how many bodies that makes over the steps: for a simulation at its start.
  void foretell_bodies(SceneFacts& facts) const;
  Overlap overlap_of(const world::ContactKey& key) const;  // of round bodies
  std::vector<Overlap> overlaps() const;
  /// Calls visit(id, slot) in id order: for sums that reach state.
  template <class Visit>
  void for_each_body(Visit&& visit) const {
    const world::Bodies<D>& bodies = state_.bodies;
    for (Id id = 0; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot) visit(id, slot);
  }

  std::vector<StagePlan> plans_;
  std::vector<scene::Region> regions_;
  std::optional<StageCondition> condition_;  // of the current stage
  std::string stop_reason_;
  Box<D> domain_;
  Box<D> home_ = Box<D>::empty();  // holds what the scene begins with, and where bodies come in and go out
  bool walls_hold_all_ = false;    // at the start, all bodies are in a box around the walls
  bool domain_has_bounds_ = false;
  std::vector<Inlet<D>> inlets_;
  std::vector<scene::Sink> sinks_;
  std::vector<Outflow> outflows_;  // by sink, then of the domain
  double mass_quantum_ = 1;        // [kg]
  FlowEntry at_start_;
  std::vector<scene::Measure> measures_;
  std::vector<FlowCount> flows_;     // by measure; idle for kinds that are no flow
  std::vector<Vec<D>> last_places_;  // by id, for flows in a periodic box
  bool needs_contacts_ = false, has_flows_ = false;
  std::vector<step::Interactions> interactions_;  // every set of laws that some stage has
  bool records_contacts_ = false;
  double thickness_ = 1;
  std::vector<Material> materials_;
  std::vector<std::string> names_;
  RuleNotes rule_notes_;
  CornerDepths corners_;
  std::vector<std::string> notes_;
  std::uint64_t seed_ = 0;
  std::string search_name_;
  const kernel::Target* target_ = nullptr;
  const step::IntegratorEntry* integrator_entry_ = nullptr;
  world::State<D> state_;
  std::unique_ptr<step::Stepper<D>> stepper_;
  Clock clock_;
  double initial_energy_ = 0;  // [J]
};

}  // namespace scree::sim
