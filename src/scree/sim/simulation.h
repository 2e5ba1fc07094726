// A running simulation, whatever its dimension, laws and methods: takes a SceneDescription, gives frames,
// checkpoints, energies and reports to whoever drives it (the command line's runner, tests, later the
// laboratory and Python).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scree/base/exact_sum.h"
#include "scree/base/hash.h"
#include "scree/base/ids.h"
#include "scree/base/timer.h"
#include "scree/record/measure_table.h"
#include "scree/record/run_store.h"
#include "scree/scene/description.h"
#include "scree/sim/edit.h"

namespace scree::world {
template <int D>
struct State;  // scree/world/state.h
}

namespace scree::sim {

/// What the command line may decide on top of the scene. None of it changes a bit of the result, except the
/// seed.
struct BuildOptions {
  std::optional<std::uint64_t> seed;
  std::string search;      ///< empty: the scene's choice
  std::string cpu_target;  ///< of the kernels; empty: the best that this machine has
  /// For tests of the promise that storage does not matter: rebuild the lists and shuffle the storage every
  /// step.
  bool shuffle_every_step = false;
};

/// Where the energy is [J]. The first three are state functions, the others are booked since the start.
struct Energies {
  double kinetic = 0, potential = 0, elastic = 0;
  double damping = 0, friction = 0, rolling = 0;  ///< lost by each
  double wall_work = 0;                           ///< done on bodies by moving walls and by springs of edits
  double removed = 0;                             ///< carried out by bodies that left
  double added = 0;                               ///< by bodies that came, or by a change of gravity
  double sleep = 0;                               ///< of motion, taken from bodies that fell asleep
  double model = 0;    ///< destroyed (or, negative, created) by laws that have no potential
  double scheme = 0;   ///< lost by the way in which an implicit step is made
  double initial = 0;  ///< kinetic + potential + elastic at the start

  /// Every entry but the initial energy, by name, in the order in which people read them. The one list that
  /// frames and the summary are made from.
  std::array<std::pair<const char*, double>, 12> entries() const {
    return {{{"kinetic", kinetic},
             {"potential", potential},
             {"elastic", elastic},
             {"damping", damping},
             {"friction", friction},
             {"rolling", rolling},
             {"model", model},
             {"scheme", scheme},
             {"wall_work", wall_work},
             {"removed", removed},
             {"added", added},
             {"sleep", sleep}}};
  }
  double now() const { return kinetic + potential + elastic; }
  double lost() const { return damping + friction + rolling + model + scheme + sleep; }
  /// What the sum misses: zero for an exact integrator.
  double residual() const { return now() + lost() + removed - wall_work - added - initial; }
  /// What the residual is to be compared with.
  double scale() const;
};

/// A quantity that only walls, fixed bodies and gravity can change, and what the account of these misses.
struct Balance {
  std::vector<double> value;
  double residual = 0;  ///< length of the difference to what it should be
  /// What the residual is to be compared with: the sum of the sizes of its terms, those that came from
  /// outside since the start included.
  double scale = 0;

  double relative_residual() const { return scale > 0 ? residual / scale : 0; }
};

/// Bodies and mass that came in, are there, or went out. Masses are whole numbers of a quantum, so that the
/// balance of many bodies is exact: at the start + brought = inside + taken, to the last quantum.
struct FlowEntry {
  enum class Kind { start, inlet, sink, inside } kind{};
  std::string name;
  std::uint64_t bodies = 0;
  ExactSum mass;  ///< in quanta
};
struct FlowBalance {
  std::vector<FlowEntry> entries;
  double quantum = 1;      ///< [kg]
  bool is_closed() const;  ///< both bodies and mass
};

/// What one step noticed; `sim` decides what to do about it.
struct StepReport {
  double overlap_ratio = 0;              ///< largest overlap over the smaller radius
  bool finite = true;                    ///< false: some body's state is not a number
  bool stopped = false;                  ///< true: the scene cannot go on; `stop_reason` says why
  std::uint64_t cuts = 0;                ///< steps that could not be taken whole, and were made in parts
  std::uint64_t unsolved = 0;            ///< solves of islands that stayed above the tolerance
  double worst_residual = 0;             ///< the largest since the start
  Id worst_first = 0, worst_second = 0;  ///< of the contact that has it
};

struct Overlap {
  double ratio = 0;          ///< overlap over the smaller radius
  double depth = 0;          ///< [m]
  Id first = 0, second = 0;  ///< the second may be a wall
};

/// Bodies that left everything behind that could hold them.
struct LostBodies {
  std::uint64_t count = 0;
  Id first = 0;               ///< the lowest of their ids
  bool all_are_gone = false;  ///< no body is left that could move, and none will come
};

/// The time step and why it is what it is.
struct TimeStepAdvice {
  double chosen = 0;      ///< [s]
  double limit = 0;       ///< [s] by the criterion; chosen above it is risky, above twice it stops
  std::string criterion;  ///< "contact time / 50 of glass-glass at 2 m/s"
  std::string stage;      ///< that it is for; empty if there is but one
};

struct MaterialCount {
  std::string name;
  std::uint64_t bodies = 0;
  double mass = 0;  ///< [kg]
};

/// How deep bodies would sink, over their radius: polygons at their sharpest corner, round ones by an impact.
/// The largest of all.
struct CornerDepths {
  double standing = 0;  ///< under their own weight
  double falling = 0;   ///< with the greatest speed that is expected
};

/// What `scree check` tells before anything runs.
struct SceneFacts {
  std::vector<MaterialCount> materials;
  std::uint64_t bodies = 0, fixed_bodies = 0, walls = 0;
  double least_radius = 0, most_radius = 0;
  double mass = 0;
  std::uint64_t steps = 0;
  std::uint64_t bodies_to_come = 0;  ///< by inlets, at most
  double body_steps = 0;             ///< bodies times steps, as long as no body leaves
  bool settles = false;              ///< gravity brings bodies together
  double memory_bytes = 0;           ///< estimate, bodies to come included
  std::uint64_t overlaps_at_start = 0;
  Overlap largest_overlap_at_start;
  std::vector<std::string> pairs_left_at_default;  ///< "glass-steel"
  std::vector<std::string> laws_taken;  ///< "glass-steel: overlap_depth, ...", of pairs that name no law
  std::vector<std::string> bonds;       ///< "sand-sand: pulls off at ..., Bond number ...", where laws pull
  CornerDepths corners;                 ///< zero without polygons and such laws
  std::vector<std::string> notes;       ///< what is odd, but can be lived with
  std::vector<TimeStepAdvice> time_steps;  ///< of every stage
};

/// What the caller of a simulation wants to look at.
struct Outlook {
  double most_overlap = std::numeric_limits<double>::infinity();  ///< larger ones, over the smaller radius
  /// Whether it looks at the state after this step, counted from the start, at this time [s]. Asked before
  /// the step is made, once.
  std::function<bool(std::uint64_t step, double time)> is_looked_at;

  static Outlook at_every_step() {
    return {0, [](std::uint64_t, double) { return true; }};
  }
};

/// The pair whose contacts make energy that the ledger cannot explain, or destroy it.
struct EnergySource {
  Id first = 0, second = 0;  ///< the second may be a wall
  std::uint64_t steps = 0;   ///< that were followed
  double work = 0;           ///< [J] in these steps; negative if energy vanished
  double at_half_step = 0;   ///< [J] in the same time, with half the time step
  bool is_of_time_step = false;
};

/// By what a simulation works.
struct Methods {
  int dimension = 3;
  std::string search;
  std::string search_choice;  ///< what a search that chooses took and why; empty for all others
  std::string integrator, stepper, cpu_target;
  std::uint64_t seed = 0;
};

struct Counts {
  std::uint64_t bodies = 0, removed = 0, contacts = 0, asleep = 0;
};

/// D numbers [kg m/s]; 1 or 3 numbers about the origin [kg m2/s].
struct Momenta {
  Balance linear, angular;
};

/// What is wrong with the present state.
struct Faults {
  std::string stop_reason;   ///< why the last step was reported as stopped; empty if it was not
  std::optional<Id> broken;  ///< the lowest id whose state is not finite
  LostBodies lost;
};

/// All bodies, walls, contacts of sleepers and ledgers, as they are now, for those who know the dimension.
using StateView = std::variant<const world::State<2>*, const world::State<3>*>;

/// What can be read off the state after the last step.
class Readings {
 public:
  virtual ~Readings() = default;

  /// Of the scene's measurements, by number [s].
  virtual std::vector<double> measure_intervals() const { return {}; }
  /// Of one of them.
  virtual record::Sample sample(std::size_t measure) {
    static_cast<void>(measure);
    return {};
  }
  /// One that the scene does not have. Throws RunError for a flow, which has to be followed from the start.
  virtual record::Sample measure(const scene::Measure& measure) {
    static_cast<void>(measure);
    return {};
  }
  /// Which bodies touch, where, and how hard, as frames list it: one row per contact, in key order. Right
  /// after a restart the forces are not known: they are zero until the next step.
  virtual std::vector<Column> contacts() { return {}; }
  /// Where energy that the ledger misses comes from (`gains`) or goes to, in the steps from here on, tried on
  /// a copy. Costs seconds; nothing where no pair can be told.
  virtual std::optional<EnergySource> energy_source(bool gains) {
    static_cast<void>(gains);
    return std::nullopt;
  }
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  /// Goes on, at least one step of the current stage, to the next state that is looked at: by the caller, or
  /// by what the scene asks for (the end of the stage, inlets, sinks, edits, ...). By default one step.
  virtual StepReport advance(const Outlook& outlook = Outlook::at_every_step()) = 0;
  /// Changes what is simulated, between two steps; kept in the journal. Throws SceneError, with nothing
  /// changed, when the edit cannot be.
  virtual void apply(const Edit& edit) = 0;
  /// Every edit that was made so far, those of the scene and others, in their order.
  virtual const std::vector<scene::Edit>& journal() const = 0;

  virtual std::uint64_t step() const = 0;
  virtual double time() const = 0;      ///< [s] since the start of the first stage
  virtual double end_time() const = 0;  ///< [s] latest end of the last stage: conditions may end it sooner
  virtual bool finished() const = 0;
  virtual TimeStepAdvice time_step() const = 0;  ///< of the current stage

  virtual Counts counts() const = 0;
  virtual Energies energies() = 0;
  virtual Momenta momenta() const = 0;
  virtual FlowBalance flow_balance() const { return {}; }
  virtual Overlap largest_overlap() const = 0;
  /// Costs a look at every body.
  virtual Faults faults() const = 0;
  virtual Hash128 state_hash() const = 0;
  virtual StateView state() const = 0;
  /// Goes on with copies of the columns of bodies, and gives the memory in which they were to whoever still
  /// looks at it; it lives as long as what is returned. Changes no value.
  virtual std::shared_ptr<const void> hand_over_columns() { return nullptr; }

  virtual Methods methods() const = 0;
  virtual SceneFacts facts() const = 0;
  /// "body 12", "body 'ball'", "wall 'floor'"; with its place "body 12 at (0.1, 0.2, 0.3) m".
  virtual std::string describe(Id id, bool with_place = false) const = 0;

  virtual record::Frame frame() = 0;
  virtual Readings& readings() = 0;
  virtual record::Checkpoint checkpoint() = 0;
  /// Puts this simulation, built from the same scene, into the state of the checkpoint, bit for bit.
  virtual void restore(const record::Checkpoint& checkpoint) = 0;

  virtual PhaseTimes& phases() = 0;
};

/// Goes on to this step, counted from the start, or to the end if that comes first; nothing is looked at on
/// the way. Throws RunError where the scene cannot go on.
void advance_to_step(Simulation& simulation, std::uint64_t step);
/// To the first state at or after this time [s].
void advance_to_time(Simulation& simulation, double time);
void advance_to_end(Simulation& simulation);

/// The words that scenes may use, from the catalogues of laws, searches, integrators and steppers.
scene::Vocabulary vocabulary();

/// Throws SceneError when the scene cannot be built (fills that do not fit, laws without their numbers, ...).
std::unique_ptr<Simulation> build(const scene::SceneDescription& scene, const BuildOptions& options);

}  // namespace scree::sim
