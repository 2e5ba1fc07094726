#include "scree/sim/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "scree/base/text.h"
#include "scree/sim/edits.h"

namespace scree::sim {
namespace {
/// Saving takes at most this share of the time, however short the interval that was asked for.
constexpr double most_saving = 0.1;
/// The first checkpoint comes so soon [s], each further one after twice the time, up to what was asked for: a
/// run that is killed early can be looked at, too.
constexpr double first_checkpoint = 2;
/// Telling how it goes takes at most this share: energies and overlaps of a million bodies cost a second.
constexpr double most_reporting = 0.02;
/// Looks at the energy between frames, which a scene may have few of. Each costs as much as some steps.
constexpr std::uint64_t steps_per_energy = 5000;
/// The clock is looked at about this often [s].
constexpr double look_interval = 0.02;
/// Weight of the newest of the rates that are shown.
constexpr double newest = 0.1;
/// Times are products of an integer and a rounded number: two that are meant to be equal may differ by some
/// ulps.
constexpr double rounding = 1e-12;
constexpr std::string_view totals_name = "runner/totals", writer_name = "runner/version";

/// Which version of scree wrote a checkpoint.
Column writer_column() {
  const std::string_view text = version();
  return Column::copy_of<std::uint8_t>(std::string(writer_name),
                                       {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}
std::string writer_of(const record::Checkpoint& checkpoint) {
  for (const Column& column : checkpoint.columns)
    if (column.name == writer_name && column.element == Element::u8)
      return "scree " + one_line({reinterpret_cast<const char*>(column.bytes.data()), column.bytes.size()});
  return "an earlier scree, which did not say its version";
}
}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

RunPlan plan_of(const scene::SceneDescription& scene) {
  RunPlan plan;
  plan.scene_name = scene.name;
  if (scene.record.frames) plan.frame_interval = scene.record.frames->value;
  if (scene.record.checkpoint) plan.checkpoint_interval = scene.record.checkpoint->value;
  plan.watch = scene.watch;
  return plan;
}

void FrameSchedule::pass(double time) {
  if (!interval_) {
    next_ = std::numeric_limits<double>::infinity();
    return;
  }
  const double passed = std::floor(time / *interval_ * (1 + rounding));
  next_ = (passed + 1) * *interval_ * (1 - rounding);
}

Runner::Runner(Simulation& simulation, const RunPlan& plan, Recorder& recorder, Observer& observer)
    : simulation_(simulation),
      plan_(plan),
      recorder_(recorder),
      observer_(observer),
      watch_(plan.watch, simulation),
      schedule_(plan.frame_interval),
      record_phase_(simulation.phases().add_phase("record")) {
  for (const double interval : simulation.readings().measure_intervals())
    sample_schedules_.emplace_back(interval);
}

void Runner::restore(const record::Checkpoint& checkpoint) {
  watch_.restore(checkpoint.columns);
  told_warnings_ = watch_.warnings().size();
  try {
    simulation_.restore(checkpoint);
  } catch (const RunError& error) {
    throw RunError(
        fmt::format("the checkpoint of step {} was written by {}, and this scree {} cannot go on from it: {}",
                    checkpoint.step, writer_of(checkpoint), version(), error.what()));
  }
  last_frame_recorded_ = simulation_.finished();
  for (const Column& column : checkpoint.columns) {
    if (column.name != totals_name || column.rows < 2) continue;
    const std::span<const double> totals = column.values<double>();
    earlier_wall_seconds_ = totals[0];
    body_steps_ = totals[1];
    if (totals.size() > 2) last_frame_recorded_ = totals[2] != 0;  // earlier versions did not say
  }
  follow_frame_interval();
  schedule_.pass(simulation_.time());
  for (FrameSchedule& schedule : sample_schedules_) schedule.pass(simulation_.time());
  last_checkpoint_time_ = checkpoint.time;
  resumed_ = true;
}

Summary Runner::run() {
  Session session(simulation_, *this);
  return run_by([&](auto&& part) { session.ask([&](Simulation&) { part(); }).get(); },
                [&] { session.run_to_end().get(); });
}

Summary Runner::run_here() {
  return run_by([](auto&& part) { part(); }, [this] { advance_here(); });
}

void Runner::advance_here() {
  const Outlook outlook{most_overlap(),
                        [this](std::uint64_t step, double time) { return looks_at(step, time); }};
  bool goes_on = true;
  while (goes_on && !simulation_.finished()) goes_on = look(simulation_.advance(outlook));
}

template <class DoPart, class RunToEnd>
Summary Runner::run_by(DoPart&& do_part, RunToEnd&& run_to_end) {
  do_part([this] { begin(); });
  std::optional<Outcome> outcome;
  Summary summary;
  try {
    if (!resumed_)
      do_part([this] {
        record_due_samples();
        record_frame();
        // A simulation that was driven or changed by others cannot be begun again from its scene.
        if (simulation_.step() > 0 || !simulation_.journal().empty()) save_checkpoint();
      });
    for (outcome = reason_to_stop(); !outcome; outcome = reason_to_stop()) run_to_end();
    do_part([&] {
      // Not where a run pauses: it is to say what one says that was never interrupted.
      if (*outcome != Outcome::finished) return;
      check_energy();
      watch_.check_bodies();
      tell_warnings();
    });
  } catch (const RunStopped& stop) {
    do_part([&] { keep_what_is_there(stop); });
    throw;
  }
  do_part([&] {
    end(*outcome);
    summary = summarise(*outcome);
    recorder_.end(summary);
  });
  return summary;
}

void Runner::begin() {
  started_ = last_look_ = last_progress_ = last_checkpoint_ = plan_.wall_clock();
  checkpoint_wait_ = std::min(first_checkpoint, plan_.checkpoint_interval);
  step_at_look_ = simulation_.step();
  next_look_ = step_at_look_ + 1;
  body_steps_at_progress_ = body_steps_;
  time_at_progress_ = looked_at_ = simulation_.time();
  if (resumed_)
    watch_.check_time_steps();
  else
    watch_.check_start();
  tell_warnings();
  recorder_.begin();
}

void Runner::end(Outcome outcome) {
  count_body_steps();
  report_progress(plan_.wall_clock());
  // The last frame of a run that can go on is not part of its checkpoint: going on drops it, so that the
  // frames are those of a run that was never interrupted.
  if (outcome == Outcome::finished) record_last_frame();
  save_checkpoint();
  record_last_frame();
}

std::optional<Outcome> Runner::reason_to_stop() const {
  if (simulation_.finished()) return Outcome::finished;
  if (simulation_.time() >= plan_.until * (1 - rounding)) return Outcome::until;
  if (is_told_to_stop() || companion_has_enough_) return Outcome::interrupted;
  return std::nullopt;
}

bool Runner::look(const StepReport& report) {
  last_frame_recorded_ = false;
  watch_.check_step(report);
  if (watch_.warnings().size() != told_warnings_) tell_warnings();
  if (simulation_.journal().size() != edits_seen_) {
    watch_.check_time_steps();
    follow_frame_interval();
  }
  if (!sample_schedules_.empty()) record_due_samples();
  if (is_energy_due(simulation_.step())) check_energy();
  if (schedule_.due(simulation_.time())) record_due_frame();
  if (simulation_.step() >= next_look_) look_at_clock();
  looked_at_ = simulation_.time();
  if (plan_.companion != nullptr && !plan_.companion->look(report)) companion_has_enough_ = true;
  return !reason_to_stop();
}

void Runner::follow_frame_interval() {
  edits_seen_ = simulation_.journal().size();
  const std::optional<double> interval = frame_interval_of(simulation_.journal());
  if (!interval || interval == plan_.frame_interval) return;
  plan_.frame_interval = interval;
  schedule_ = FrameSchedule(interval);
  schedule_.pass(looked_at_);  // up to there all that was due has been recorded
}

bool Runner::is_told_to_stop() const {
  return plan_.stop != nullptr && plan_.stop->load(std::memory_order_relaxed);
}

bool Runner::companion_looks_at(std::uint64_t step, double time) const {
  return plan_.companion != nullptr && plan_.companion->looks_at(step, time);
}

bool Runner::looks_at(std::uint64_t step, double time) const {
  const auto is_due = [time](const FrameSchedule& schedule) { return schedule.due(time); };
  const bool edits_were_made = simulation_.journal().size() != edits_seen_;
  return edits_were_made || step >= next_look_ || is_energy_due(step) ||
         time >= plan_.until * (1 - rounding) || is_told_to_stop() || is_due(schedule_) ||
         companion_looks_at(step, time) ||
         std::any_of(sample_schedules_.begin(), sample_schedules_.end(), is_due);
}

// By the step, never by the clock: the warnings of a run are the same however fast it goes and whether it was
// resumed.
bool Runner::is_energy_due(std::uint64_t step) { return step % steps_per_energy == 0; }

void Runner::check_energy() {
  watch_.check_energy(simulation_.energies());
  tell_warnings();
}

void Runner::look_at_clock() {
  const double now = plan_.wall_clock();
  const double elapsed = now - last_look_;
  if (elapsed < look_interval / 2) {
    stride_ *= 2;
  } else if (elapsed > 2 * look_interval) {
    stride_ = std::max<std::uint64_t>(1, stride_ / 2);
  }
  next_look_ = simulation_.step() + stride_;
  last_look_ = now;
  count_body_steps();
  if (now - last_progress_ >= std::max(plan_.progress_interval, reporting_seconds_ / most_reporting)) {
    report_progress(now);
    reporting_seconds_ = plan_.wall_clock() - now;
  }
  if (now - last_checkpoint_ >= std::max(checkpoint_wait_, saving_seconds_ / most_saving)) {
    save_checkpoint();
    checkpoint_wait_ = std::min(2 * checkpoint_wait_, plan_.checkpoint_interval);
  }
}

void Runner::count_body_steps() {
  body_steps_ += static_cast<double>(simulation_.step() - step_at_look_) *
                 static_cast<double>(simulation_.counts().bodies);
  step_at_look_ = simulation_.step();
}

void Runner::report_progress(double now) {
  const double elapsed = now - last_progress_;
  if (elapsed > 0) {
    const double weight = time_rate_ == 0 ? 1 : newest;
    body_step_rate_ += weight * ((body_steps_ - body_steps_at_progress_) / elapsed - body_step_rate_);
    time_rate_ += weight * ((simulation_.time() - time_at_progress_) / elapsed - time_rate_);
  }
  last_progress_ = now;
  body_steps_at_progress_ = body_steps_;
  time_at_progress_ = simulation_.time();

  Progress progress;
  progress.step = simulation_.step();
  progress.time = simulation_.time();
  progress.target = std::min(simulation_.end_time(), plan_.until);
  progress.time_step = simulation_.time_step().chosen;
  const Counts counts = simulation_.counts();
  progress.bodies = counts.bodies;
  progress.removed = counts.removed;
  progress.asleep = counts.asleep;
  progress.contacts = counts.contacts;
  const Energies energies = simulation_.energies();
  progress.residual = energies.scale() > 0 ? energies.residual() / energies.scale() : 0;
  progress.overlap = simulation_.largest_overlap();
  progress.wall_seconds = now - started_;
  progress.particle_steps_per_second = body_step_rate_;
  progress.seconds_left =
      progress.time >= progress.target ? 0 : (progress.target - progress.time) / time_rate_;
  observer_.progressed(progress, simulation_);
}

void Runner::record_due_frame() {
  watch_.check_energy(simulation_.energies());
  watch_.check_bodies();
  tell_warnings();
  record_frame();
}

void Runner::record_due_samples() {
  for (std::size_t measure = 0; measure < sample_schedules_.size(); ++measure) {
    if (!sample_schedules_[measure].due(simulation_.time())) continue;
    const PhaseTimes::Scope scope(simulation_.phases(), record_phase_);
    recorder_.add(simulation_.readings().sample(measure));
    sample_schedules_[measure].pass(simulation_.time());
  }
}

void Runner::record_last_frame() {
  if (!last_frame_recorded_) record_frame();
}

void Runner::record_frame() {
  const PhaseTimes::Scope scope(simulation_.phases(), record_phase_);
  recorder_.add(simulation_.frame());
  schedule_.pass(simulation_.time());
  last_frame_recorded_ = true;
}

void Runner::save_checkpoint() {
  const double begin = plan_.wall_clock();
  {
    const PhaseTimes::Scope scope(simulation_.phases(), record_phase_);
    record::Checkpoint checkpoint = simulation_.checkpoint();
    for (Column& column : watch_.save()) checkpoint.columns.push_back(std::move(column));
    const double totals[] = {earlier_wall_seconds_ + plan_.wall_clock() - started_, body_steps_,
                             last_frame_recorded_ ? 1.0 : 0.0};
    checkpoint.columns.push_back(Column::copy_of<double>(std::string(totals_name), totals));
    checkpoint.columns.push_back(writer_column());
    recorder_.save(checkpoint);
  }
  last_checkpoint_time_ = simulation_.time();
  last_checkpoint_ = plan_.wall_clock();
  saving_seconds_ = last_checkpoint_ - begin;
}

/// The frame of the moment shows what went wrong, unless its numbers are not numbers. No checkpoint: it would
/// push out good ones.
void Runner::keep_what_is_there(const RunStopped& stop) {
  try {
    if (!simulation_.faults().broken) record_last_frame();
    count_body_steps();
    Summary summary = summarise(Outcome::stopped);
    summary.reason = stop.what();
    recorder_.end(summary);
  } catch (const RunError&) {
    // Why the run was stopped is the more important of the two messages; it is on its way up.
  }
}

void Runner::tell_warnings() {
  for (; told_warnings_ < watch_.warnings().size(); ++told_warnings_)
    observer_.warned(watch_.warnings()[told_warnings_]);
}

Summary Runner::summarise(Outcome outcome) {
  Summary summary = summary_of(simulation_);
  summary.outcome = outcome;
  summary.scene = plan_.scene_name;
  summary.warnings = watch_.warnings();
  summary.largest_overlap = watch_.largest_overlap();
  summary.wall_seconds = earlier_wall_seconds_ + plan_.wall_clock() - started_;
  summary.particle_steps_per_second = summary.wall_seconds > 0 ? body_steps_ / summary.wall_seconds : 0;
  return summary;
}

}  // namespace scree::sim
