// A run that is recorded: goes along with a Session, hands frames and checkpoints to a Recorder, tells an
// Observer how it goes, and lets the Watch stop it. Used by the command line.
#pragma once

#include <atomic>
#include <limits>
#include <optional>
#include <string>

#include "scree/record/run_store.h"
#include "scree/scene/description.h"
#include "scree/sim/session.h"
#include "scree/sim/summary.h"
#include "scree/sim/watch.h"

namespace scree::sim {

double steady_seconds();  ///< [s] of a clock that never goes back, from an arbitrary start

struct RunPlan {
  std::string scene_name;
  std::optional<double> frame_interval;  ///< [s] of simulated time; none: the first and the last state only
  double checkpoint_interval = 60;       ///< [s] of wall clock; the first ones come sooner
  double progress_interval = 0.25;       ///< [s] of wall clock
  double until = std::numeric_limits<double>::infinity();  ///< [s]: stop at the first step at or after it
  scene::WatchSettings watch;
  const std::atomic<bool>* stop = nullptr;  ///< finish the step and stop when it becomes true
  Companion* companion = nullptr;  ///< goes along, too; the run stops as if interrupted where it wants
  double (*wall_clock)() = steady_seconds;  ///< never reaches state
};

/// What the scene's [record] and [watch] ask for.
RunPlan plan_of(const scene::SceneDescription& scene);

/// Where a run puts what it makes; called from the session's thread. Any call may throw RunError (a full
/// disk); the run then ends with it.
class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Called once the start of the run has passed its checks and before anything else.
  virtual void begin() = 0;
  virtual void add(const record::Frame& frame) = 0;
  virtual void add(const record::Sample& sample) { static_cast<void>(sample); }
  virtual void save(const record::Checkpoint& checkpoint) = 0;
  /// The run rests at its last checkpoint, or is complete; every frame added so far is to be kept.
  virtual void end(const Summary& summary) = 0;
};

struct Progress {
  std::uint64_t step = 0;
  double time = 0, target = 0;  ///< [s] of simulated time; `target` is where this run will stop
  double time_step = 0;         ///< [s]
  std::uint64_t bodies = 0, removed = 0, contacts = 0, asleep = 0;
  double residual = 0;                   ///< of the energy, relative to its scale
  Overlap overlap;                       ///< the largest of the last step
  double wall_seconds = 0;               ///< of this process
  double particle_steps_per_second = 0;  ///< lately
  double seconds_left = 0;               ///< estimate; infinity while unknown
};

/// Called from the session's thread, between steps.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progressed(const Progress& progress, const Simulation& simulation) = 0;
  virtual void warned(const Warning& warning) = 0;
};

/// Decides when frames are due: at the first step at or after each multiple of the interval. A pure function
/// of time, so a resumed run records the same frames.
class FrameSchedule {
 public:
  explicit FrameSchedule(std::optional<double> interval) : interval_(interval) {}
  /// Called with the time of a state that has been dealt with; what comes at or before it is not due any
  /// more.
  void pass(double time);
  bool due(double time) const { return time >= next_; }

 private:
  std::optional<double> interval_;
  double next_ = 0;
};

class Runner : private Companion {
 public:
  Runner(Simulation& simulation, const RunPlan& plan, Recorder& recorder, Observer& observer);

  /// Continues from here instead of from the start.
  void restore(const record::Checkpoint& checkpoint);
  /// Runs until the end, `until`, or the stop flag. Throws RunStopped or RunError; what was recorded is then
  /// kept.
  Summary run();
  /// The same in the thread of the caller, who so meets the companion there.
  Summary run_here();
  /// Of the last checkpoint that was saved or restored; none so far: nothing.
  std::optional<double> last_checkpoint_time() const { return last_checkpoint_time_; }

 private:
  /// What a session calls.
  double most_overlap() const override { return watch_.quiet_overlap(); }
  /// Whether the state after this step, at this time [s], is recorded or reported.
  bool looks_at(std::uint64_t step, double time) const override;
  bool look(const StepReport& report) override;

  /// `do_part(part)` has a part done where the steps are made; `run_to_end()` makes steps until `look` says
  /// no.
  template <class DoPart, class RunToEnd>
  Summary run_by(DoPart&& do_part, RunToEnd&& run_to_end);
  void begin();
  void advance_here();
  void end(Outcome outcome);
  /// Why the run should not go on, if it should not.
  std::optional<Outcome> reason_to_stop() const;
  bool is_told_to_stop() const;
  bool companion_looks_at(std::uint64_t step, double time) const;
  /// Edits may have changed the interval between frames.
  void follow_frame_interval();
  static bool is_energy_due(std::uint64_t step);
  void check_energy();
  void look_at_clock();
  void record_due_frame();
  void record_due_samples();
  void record_last_frame();
  void count_body_steps();
  void report_progress(double now);
  void record_frame();
  void save_checkpoint();
  void keep_what_is_there(const RunStopped& stop);
  void tell_warnings();
  Summary summarise(Outcome outcome);

  Simulation& simulation_;
  RunPlan plan_;
  Recorder& recorder_;
  Observer& observer_;
  Watch watch_;
  FrameSchedule schedule_;
  std::vector<FrameSchedule> sample_schedules_;
  std::size_t record_phase_;
  std::size_t edits_seen_ = 0;
  double looked_at_ = 0;  // [s] of the last state that was dealt with
  bool resumed_ = false;
  bool companion_has_enough_ = false;
  bool last_frame_recorded_ = false;  ///< the current state has been handed over as a frame
  std::optional<double> last_checkpoint_time_;
  std::size_t told_warnings_ = 0;

  // Looking at the clock after every step would cost more than a step of a small scene, so it is looked at
  // every `stride_` steps, and the stride follows the pace.
  std::uint64_t stride_ = 1, next_look_ = 1;
  double started_ = 0, last_look_ = 0, last_progress_ = 0, last_checkpoint_ = 0;  // wall clock
  double checkpoint_wait_ = 0;                                                    // until the next checkpoint
  double saving_seconds_ = 0;        // what the last checkpoint took
  double reporting_seconds_ = 0;     // what the last progress report took
  double earlier_wall_seconds_ = 0;  // of the parts of this run before it was resumed
  double body_steps_ = 0;            // bodies times steps, of all parts
  double body_steps_at_progress_ = 0, time_at_progress_ = 0;
  std::uint64_t step_at_look_ = 0;
  double body_step_rate_ = 0, time_rate_ = 0;  // smoothed, per second of wall clock
};

}  // namespace scree::sim
