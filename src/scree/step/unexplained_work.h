// Which contact an energy comes from that the ledger cannot explain. Takes forces as they stand between two
// steps, goes on from a copy of the state with the same laws and integrator, and adds up for each pair what
// its contacts did to the bodies beyond what left their springs and what was booked as lost. The copy is made
// for it and thrown away: nothing that it is given changes. Slow, for a run that is about to warn.
#pragma once

#include <optional>

#include "scree/step/contact_forces.h"
#include "scree/step/integrator.h"

namespace scree::step {

/// What is followed, and how far.
struct WorkQuestion {
  double time = 0, dt = 0;               // [s] at which the copy goes on, and by which steps
  bool gains = true;                     // energy that came out of nothing; else energy that vanished
  double least = 0;                      // [J] less is none
  std::uint64_t body_steps = 1'000'000;  // that may be spent
};

/// The pair whose contacts make or destroy the most.
struct UnexplainedWork {
  Id first = 0, second = 0;  // the second may be a wall
  std::uint64_t steps = 0;   // that were followed
  double work = 0;           // [J] in these steps; negative if energy vanished
  double at_half_step = 0;   // [J] of the same pair in the same time, with half the step

  /// Whether smaller steps help: half the step at least halves it.
  bool is_of_time_step() const { return 2 * std::abs(at_half_step) <= std::abs(work); }
};

/// Nothing where no pair makes any, where there are too many bodies for more than a glance, and in sheared
/// boxes, whose copies do work too.
template <int D>
std::optional<UnexplainedWork> find_unexplained_work(const ContactForces<D>& forces,
                                                     const IntegratorEntry& integrator,
                                                     const WorkQuestion& question);

}  // namespace scree::step
