// The simulation of one dimension: joins a state, a stepper and the stages of a scene with what happens after
// a step: inlets, sinks, flows, measures, conditions.
#pragma once

#include "scree/sim/clock.h"
#include "scree/sim/editor.h"
#include "scree/sim/edits.h"
#include "scree/sim/facts.h"
#include "scree/sim/flow_counters.h"
#include "scree/sim/frame.h"
#include "scree/sim/hand_over.h"
#include "scree/sim/home.h"
#include "scree/sim/inflow.h"
#include "scree/sim/measurements.h"
#include "scree/sim/simulation.h"
#include "scree/sim/sinks.h"
#include "scree/sim/stage_condition.h"
#include "scree/sim/stage_plan.h"
#include "scree/sim/state_columns.h"
#include "scree/step/accounts.h"
#include "scree/step/stepper.h"

namespace scree::sim {

template <int D>
class SimulationOf final : public Simulation {
 public:
  SimulationOf(const scene::SceneDescription& scene, const BuildOptions& options);

  StepReport advance(const Outlook& outlook) override;
  void apply(const Edit& edit) override;
  const std::vector<scene::Edit>& journal() const override { return edits_.journal(); }

  std::uint64_t step() const override { return clock_.step; }
  double time() const override { return clock_.time(dt()); }
  double end_time() const override { return plans_.end_time(clock_.stage, clock_.stage_start()); }
  bool finished() const override { return clock_.stage >= plans_.size(); }
  TimeStepAdvice time_step() const override { return plan().time_step; }

  Counts counts() const override;
  Energies energies() override;
  Momenta momenta() const override;
  FlowBalance flow_balance() const override;
  Overlap largest_overlap() const override;
  Faults faults() const override;
  Hash128 state_hash() const override;
  StateView state() const override { return &state_; }
  std::shared_ptr<const void> hand_over_columns() override { return hand_over(state_.bodies); }

  Methods methods() const override;
  SceneFacts facts() const override;
  std::string describe(Id id, bool with_place) const override;

  record::Frame frame() override;
  std::vector<double> measure_intervals() const override { return measures_.intervals(); }
  record::Sample sample(std::size_t number) override;
  record::Sample measure(const scene::Measure& one) override {
    if (one.kind == scene::Measure::Kind::flow)
      throw RunError("a flow has to be followed from the start: write it into the scene");
    Rows rows = sim::measure(one, moment());
    return {one.name, clock_.step, time(), std::move(rows.columns), std::move(rows.values)};
  }
  std::vector<Column> contacts() override {
    queries().want_views(true);
    world::ContactViews<D> views = queries().views();
    return contact_columns<D>(views.empty() ? queries().geometry() : std::move(views));
  }
  record::Checkpoint checkpoint() override;
  void restore(const record::Checkpoint& checkpoint) override;

  PhaseTimes& phases() override { return stepper_->phases(); }

 private:
  /// A world and the box that it is in.
  struct Beginning {
    Beginning(const scene::SceneDescription& scene, std::uint64_t seed);
    World<D> world;
    PeriodicBox<D> box;
  };
  SimulationOf(const scene::SceneDescription& scene, const BuildOptions& options, std::uint64_t seed,
               Beginning beginning);
  void make_stepper(const scene::SceneDescription& scene, const BuildOptions& options, Beginning beginning);
  /// The forces before the first step.
  void start();

  /// Whether the stage, inlets, sinks or flows look at the state after this step of the count, or an edit of
  /// the scene follows it.
  bool looks_after(std::uint64_t step_of_count) const;
  step::Course course() const { return {clock_.count_start, dt(), plan().rest}; }
  step::ContactQueries<D>& queries() const { return stepper_->contacts(); }  // answers use its scratch
  /// Before the next step. False, with a reason to stop, when one cannot be made.
  bool make_due_edits();
  void make(const scene::Edit& edit, bool is_scheduled);
  /// The plan of the present stage, for the time step that holds in it.
  void follow_time_step();
  /// What may happen after a step, in this order.
  void remove_at_sinks();
  void let_in();
  /// Whether the stage has come to its end; false, with a reason to stop, if it never will.
  bool stage_is_over();
  void enter_next_stage();

  /// Of the current stage; of the last one when the run is over.
  const StagePlan<D>& plan() const { return edited_plan_ ? *edited_plan_ : plans_.at(clock_.stage); }
  double dt() const { return plan().dt(); }
  OpenStage open_stage() const { return {plan().stage.name, clock_.stage_start(), time()}; }
  double shear_speed() const;  // [m/s] in the current stage
  void begin_condition();
  Situation<D> situation() const;
  void set_wall_active(const std::string& name, bool active);
  void act_on_walls();
  LostBodies lost_bodies() const;
  std::string search_choice() const;
  Moment<D> moment();
  std::vector<Overlap> overlaps() const;

  StagePlans<D> plans_;
  std::optional<StagePlan<D>> edited_plan_;  // of the current stage, after an edit of the time step
  Clock clock_;
  Edits edits_;
  std::optional<StageCondition> condition_;  // of the current stage
  std::string stop_reason_;
  MassQuantum mass_quantum_;
  FlowEntry at_start_;
  Inflow<D> inflow_;
  Sinks<D> sinks_;
  Home<D> home_;
  Measurements<D> measures_;
  FlowCounters<D> flows_;
  double initial_energy_ = 0;  // [J]

  std::vector<scene::Region> regions_;
  bool records_contacts_ = false;
  double thickness_ = 1;  // [m]
  std::vector<Material> materials_;
  std::vector<std::string> names_;  // of bodies, by id
  SceneNotes notes_;
  std::uint64_t seed_ = 0;
  std::string search_name_;
  const kernel::Target* target_ = nullptr;
  const step::IntegratorEntry* integrator_entry_ = nullptr;
  world::State<D> state_;
  std::unique_ptr<step::Stepper<D>> stepper_;
  std::optional<Editor<D>> editor_;
};

}  // namespace scree::sim
