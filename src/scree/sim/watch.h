// The watch over a run: takes what each step reports and what the energy ledger says, and puts into words
// when the physics cannot be trusted any more, or stops the run when going on would be pointless.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scree/base/error.h"
#include "scree/scene/description.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

struct Warning {
  std::uint64_t step = 0;
  double time = 0;   ///< [s]
  std::string text;  ///< which body, where, why, what to do
};

/// The watch ended the run. Everything that was recorded before stays.
class RunStopped : public RunError {
 public:
  RunStopped(std::uint64_t at_step, double at_time, const std::string& message)
      : RunError(message), step(at_step), time(at_time) {}
  const std::uint64_t step;
  const double time;  ///< [s]
};

/// Each kind of warning is given once, and again only when it has become twice as bad.
class Watch {
 public:
  Watch(const scene::WatchSettings& settings, Simulation& simulation);

  /// Before the first step: the time steps and the overlaps that the scene starts with. Throws RunStopped.
  void check_start();
  /// Those of all stages. Throws RunStopped when one is more than [watch] time_step_stop times what its
  /// criterion allows.
  void check_time_steps();
  /// Up to this overlap ratio, `check_step` looks at nothing but the report.
  double quiet_overlap() const { return next_overlap_; }
  /// After every step; costs three comparisons while all is well. Throws RunStopped.
  void check_step(const StepReport& report) {
    if (!report.finite || report.stopped || report.overlap_ratio > next_overlap_ || report.cuts > 0 ||
        report.unsolved > 0) [[unlikely]]
      examine(report);
    if (report.overlap_ratio > largest_overlap_) largest_overlap_ = report.overlap_ratio;
  }
  void check_energy(const Energies& energies);
  /// Whether bodies were lost, or all are gone: costs a look at every body. Each is told once in a run.
  void check_bodies();

  const std::vector<Warning>& warnings() const { return warnings_; }
  double largest_overlap() const {
    return largest_overlap_;
  }  ///< over the smaller radius, of all steps so far

  /// What has been said already, so that a resumed run does not repeat it and its summary is complete.
  std::vector<Column> save() const;
  void restore(const std::vector<Column>& columns);

 private:
  enum class Cause { start, motion };

  void judge_time_steps(const std::vector<TimeStepAdvice>& time_steps);
  void examine(const StepReport& report);
  void judge_cuts(std::uint64_t cuts);
  void judge_solves(const StepReport& report);
  void judge_overlap(const Overlap& overlap, Cause cause);
  std::string overlap_text(const Overlap& overlap, Cause cause) const;
  /// Which contact it is, and whether a smaller time step helps; a full sentence.
  std::string energy_cause(bool gains) const;
  void warn(std::string text);

  scene::WatchSettings settings_;
  Simulation& simulation_;
  std::vector<Warning> warnings_;
  double largest_overlap_ = 0;
  double next_overlap_ = 0;  ///< the smallest of the three below: nothing to say up to here
  double next_warn_ = 0, next_strong_ = 0;
  double next_energy_ = 0;                          ///< relative to the scale of the ledger
  double next_time_step_ = 1;                       ///< over the criterion
  std::uint64_t cuts_ = 0, next_cuts_ = 1;          ///< steps made in parts, and as many as are told next
  std::uint64_t unsolved_ = 0, next_unsolved_ = 1;  ///< solves above the tolerance, likewise
  bool told_of_lost_ = false, told_of_last_ = false;
};

}  // namespace scree::sim
