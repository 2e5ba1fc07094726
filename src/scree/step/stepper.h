// The family of steppers: each advances the state through time in its own way and knows the order of its
// phases. Takes the state, laws, a search and kernels from sim/; owns all scratch that its steps need. Others
// look at the state between calls only, at the stepper's common times.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/column.h"
#include "scree/base/timer.h"
#include "scree/step/changes.h"
#include "scree/step/contact_queries.h"
#include "scree/step/integrator.h"
#include "scree/step/sleep.h"
#include "scree/step/unexplained_work.h"

namespace scree::step {

/// What holds for the steps of one stage. Time is start + n dt with a whole number n, never accumulated.
struct Course {
  double start = 0;  // [s] time of its step 0
  double dt = 0;     // [s]
  RestPlan rest;

  double time_at(std::uint64_t step) const { return start + static_cast<double>(step) * dt; }
  bool is_rest_look(std::uint64_t step) const {
    return rest.steps_per_look > 0 && step % rest.steps_per_look == 0;
  }
};

/// Up to where a stepper may go on by itself.
struct Horizon {
  /// Whether the state at the end of this step of the course is looked at: then the call returns there. Asked
  /// before the step is made, once.
  std::function<bool(std::uint64_t step)> is_looked_at;
  /// The call also returns after a step with a larger overlap, as a share of the smaller radius.
  double most_overlap = std::numeric_limits<double>::infinity();
};

/// Solves of islands that stayed above the tolerance.
struct Unsolved {
  std::uint64_t count = 0;   // of this call
  double residual = 0;       // the largest since the start
  Id first = 0, second = 0;  // of the contact that has it
};

/// What became of a call.
struct Advanced {
  std::uint64_t steps = 0;   // that were made, at least one
  double overlap_ratio = 0;  // the largest of them all, over the smaller radius
  bool sound = true;         // false: some body's state is not a number; it must not be stepped on
  std::uint64_t cuts = 0;    // steps that could not be taken whole, and were made in parts
  Unsolved unsolved{};
};

/// What became of the search for contacts.
struct SearchReport {
  std::string choice;  // what a method that chooses by itself has chosen, and why; may be empty
  double skin = 0;     // [m]
  const search::SkinCosts* chosen_by = nullptr;  // null: the skin was given
};

/// For steppers that have a neighbour list.
template <int D>
SearchReport report_of(const NeighbourList<D>& list) {
  return {list.search().choice(), list.skin(), list.chooses_skin() ? &list.skin_costs() : nullptr};
}

template <int D>
class Stepper {
 public:
  virtual ~Stepper() = default;

  virtual std::string_view name() const = 0;
  /// Prepares a fresh state: forces of the initial poses and velocities, and the start of the ledgers.
  virtual void start(const Course& course) = 0;
  /// Makes steps `first` + 1, `first` + 2, ... of the course.
  [[nodiscard]] virtual Advanced advance(const Course& course, std::uint64_t first,
                                         const Horizon& horizon) = 0;

  /// Changes between two calls. Bodies that sleep must have been woken for all but `add` and `remove`.
  virtual void wake_all() = 0;
  /// The islands of bodies that are marked by slot.
  virtual void wake(std::vector<bool> by_slot) = 0;
  virtual void change_time_step(double before, double after) = 0;  // [s]
  virtual void change_gravity(const Vec<D>& gravity, double dt) = 0;
  virtual void change_interactions(const Interactions& interactions) = 0;
  virtual void set_wall_active(std::size_t wall, bool active) = 0;
  virtual void move_wall(std::size_t wall, const Pose<D>& pose, const Pose<D>& base) = 0;
  /// Newcomers must touch no other body, unless they `may_touch`: then no body may sleep.
  virtual void add(std::span<const Newcomer<D>> newcomers, double dt, bool may_touch) = 0;
  virtual void replace(std::span<const Replacement<D>> replacements, bool elsewhere, double dt) = 0;
  virtual void remove(std::span<const Slot> slots) = 0;

  virtual ContactQueries<D>& contacts() = 0;
  /// Goes on from a state whose columns were just replaced, with these contacts and laws; see
  /// restore_contacts. What the stepper adds to the state was loaded before.
  virtual void restore(const world::ContactRecords& contacts, const Interactions& interactions) = 0;
  /// What the stepper adds to the state, for checkpoints and the hash; in an order that does not hang on
  /// storage. The names begin with the stepper's own.
  virtual std::vector<Column> own_columns() const { return {}; }
  virtual void load_own_columns(std::span<const Column> columns) { static_cast<void>(columns); }

  /// For those whose steps can be tried on a copy.
  virtual std::optional<UnexplainedWork> find_unexplained_work(const WorkQuestion& question) const {
    static_cast<void>(question);
    return std::nullopt;
  }
  virtual SearchReport search_report() const = 0;
  virtual PhaseTimes& phases() = 0;
};

/// What a stepper is made of.
template <int D>
struct StepperParts {
  world::State<D>& state;  // must outlive the stepper
  Interactions interactions;
  std::unique_ptr<search::ContactSearch<D>> search;
  const kernel::Kernels<D>& kernels;
  Settings settings;
  const IntegratorEntry& integrator;
};

/// Laws that a stepper takes, and no others.
enum class TakenLaws {
  forces,   // all that give a force
  springs,  // those made of springs with a potential: see law::Choice::elastic
  hard      // bounds on impulses
};

struct StepperEntry {
  std::string_view name, summary, source;
  TakenLaws laws;
  std::unique_ptr<Stepper<2>> (*make_2d)(StepperParts<2>);
  std::unique_ptr<Stepper<3>> (*make_3d)(StepperParts<3>);
};

bool takes(const StepperEntry& stepper, const law::Entry& law);

/// The first is the default.
std::span<const StepperEntry> steppers();
const StepperEntry* find_stepper(std::string_view name);

template <int D>
std::unique_ptr<Stepper<D>> make(const StepperEntry& entry, StepperParts<D> parts) {
  if constexpr (D == 2)
    return entry.make_2d(std::move(parts));
  else
    return entry.make_3d(std::move(parts));
}

}  // namespace scree::step
