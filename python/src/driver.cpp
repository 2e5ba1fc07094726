#include "driver.h"

#include <algorithm>
#include <ctime>

#include <fmt/chrono.h>

#include "gate.h"
#include "scree/record/run_folder.h"
#include "scree/sim/provenance.h"

namespace py = pybind11;

namespace scree::python {
namespace {

/// Times are products of an integer and a rounded number: two that are meant to be equal may differ by some
/// ulps.
constexpr double rounding = 1e-12;
constexpr double look_interval = 0.02;      // [s] between looks at the clock
constexpr double signal_interval = 0.05;    // [s] between questions for Ctrl-C
constexpr double progress_interval = 0.25;  // [s]

std::string now_text() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace

class Driver::Turn {
 public:
  explicit Turn(Driver& driver) : driver_(driver), running_(driver.threads_) {
    std::thread::id none{};
    if (!driver_.runs_in_.compare_exchange_strong(none, std::this_thread::get_id()))
      throw RunError(none == std::this_thread::get_id()
                         ? "this simulation is running: a callback may look at it and edit it, not run it"
                         : "this simulation is running in another thread");
  }
  ~Turn() { driver_.runs_in_ = std::thread::id{}; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Driver& driver_;
  Running running_;
};

/// Samples of a recorded run stay in memory, too.
class KeptSamples : public sim::Recorder {
 public:
  KeptSamples(Driver& driver, sim::Recorder& kept) : driver_(driver), kept_(kept) {}
  void begin() override { kept_.begin(); }
  void add(const record::Frame& frame) override { kept_.add(frame); }
  void add(const record::Sample& sample) override {
    kept_.add(sample);
    driver_.keep(sample);
  }
  void save(const record::Checkpoint& checkpoint) override { kept_.save(checkpoint); }
  void end(const sim::Summary& summary) override { kept_.end(summary); }

 private:
  Driver& driver_;
  sim::Recorder& kept_;
};

class WarnedObserver : public sim::Observer {
 public:
  explicit WarnedObserver(Driver& driver) : driver_(driver) {}
  void progressed(const sim::Progress&, const sim::Simulation&) override {}
  void warned(const sim::Warning& warning) override { driver_.warnings_.push_back(warning.text); }

 private:
  Driver& driver_;
};

Driver::Driver(scene::SceneDescription scene, const sim::BuildOptions& options, int threads)
    : scene_(std::move(scene)), options_(options), threads_(threads) {
  const Running running(threads_);
  const py::gil_scoped_release unlocked;
  simulation_ = sim::build(scene_, options_);
  watch_.emplace(scene_.watch, *simulation_);
  for (const double interval : simulation_->readings().measure_intervals())
    sample_schedules_.emplace_back(interval);
}

Driver::~Driver() { part_from_views(); }

std::unique_ptr<Driver> Driver::resumed(const std::string& folder, int threads) {
  record::RunWriter writer = record::RunWriter::resume(folder);
  if (writer.completed()) throw RunError(folder + " is finished: there is nothing to resume");
  const record::Provenance provenance = writer.provenance();
  const std::optional<record::RecoveredCheckpoint> recovered = writer.take_checkpoint();
  auto driver = std::make_unique<Driver>(sim::scene_of(provenance), sim::options_of(provenance), threads);
  if (!recovered) return driver;
  if (!recovered->note.empty()) driver->warnings_.push_back(recovered->note);
  driver->watch_->restore(recovered->checkpoint.columns);
  driver->simulation_->restore(recovered->checkpoint);
  driver->has_begun_ = true;
  for (sim::FrameSchedule& schedule : driver->sample_schedules_) schedule.pass(driver->simulation_->time());
  return driver;
}

sim::Simulation& Driver::simulation() {
  const std::thread::id owner = runs_in_;
  if (owner != std::thread::id{} && owner != std::this_thread::get_id())
    throw RunError(
        "this simulation is running in another thread: look at it from a callback, or when it rests");
  return *simulation_;
}

void Driver::require_not_over() {
  if (broken_) std::rethrow_exception(broken_);
  if (simulation_->finished()) throw RunError("the run is over: its scene has no further stage");
}

void Driver::begin(const Journey& journey) {
  require_not_over();
  until_ = journey.until * (1 - rounding);
  until_step_ = journey.until_step;
  due_.clear();
  for (const Callback& callback : journey.callbacks) {
    due_.push_back({callback, sim::FrameSchedule(callback.interval)});
    // The state at the start of a run is met, that at the start of a further part was met before.
    if (simulation_->step() > 0) due_.back().schedule.pass(simulation_->time());
  }
  progress_ = journey.progress;
  raised_ = nullptr;
  is_stopped_ = false;
  stride_ = 1;
  next_look_ = simulation_->step() + 1;
  last_look_ = last_signals_ = last_progress_ = sim::steady_seconds();
  if (simulation_->step() == 0) call_back();
  part_from_views();
}

void Driver::finish(const std::exception_ptr& error) {
  due_.clear();
  progress_ = py::object();
  if (error) std::rethrow_exception(error);
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

void Driver::advance(const Journey& journey) {
  const Turn turn(*this);
  begin(journey);
  if (raised_ || is_stopped_) return finish(nullptr);
  std::exception_ptr error;
  {
    const py::gil_scoped_release unlocked;
    try {
      if (!has_begun_) watch_->check_start();
      has_begun_ = true;
      take_samples();
      advance_to_goal();
    } catch (...) {
      error = broken_ = std::current_exception();
    }
  }
  finish(error);
}

void Driver::advance_to_goal() {
  const sim::Outlook outlook{watch_->quiet_overlap(), [this](std::uint64_t step, double time) {
                               const auto is_due = [time](const sim::FrameSchedule& one) {
                                 return one.due(time);
                               };
                               return looks_at(step, time) ||
                                      std::any_of(sample_schedules_.begin(), sample_schedules_.end(), is_due);
                             }};
  bool goes_on =
      !raised_ && !is_stopped_ && simulation_->step() < until_step_ && simulation_->time() < until_;
  while (goes_on && !simulation_->finished()) {
    const sim::StepReport report = simulation_->advance(outlook);
    watch_->check_step(report);
    for (; told_warnings_ < watch_->warnings().size(); ++told_warnings_)
      warnings_.push_back(watch_->warnings()[told_warnings_].text);
    take_samples();
    goes_on = look(report);
  }
}

std::string Driver::record(const RecordOrder& order, const Journey& journey) {
  const std::string& folder = order.folder;
  const Turn turn(*this);
  require_not_over();
  std::optional<sim::FolderRecorder> recorder;
  std::optional<record::Checkpoint> checkpoint;
  if (!order.goes_on) {
    record::require_free(folder, order.force);
    record::Provenance provenance = sim::provenance_of(scene_, options_, *simulation_);
    provenance.command_line = order.command_line;
    provenance.started = now_text();
    recorder.emplace(folder, std::move(provenance), order.force);
  } else {
    record::RunWriter writer = record::RunWriter::resume(folder);
    std::optional<record::RecoveredCheckpoint> recovered = writer.take_checkpoint();
    const std::string there = recovered ? recovered->checkpoint.state_hash : std::string();
    const bool is_at_start = !recovered && simulation_->step() == 0 && simulation_->journal().empty();
    if (writer.completed() || (!is_at_start && there != simulation_->state_hash().text()))
      throw RunError(folder +
                     " holds another state than this simulation, which went on without a record: name "
                     "another folder");
    if (recovered) checkpoint = std::move(recovered->checkpoint);
    recorder.emplace(std::move(writer));
  }

  sim::RunPlan plan = sim::plan_of(scene_);
  plan.until = journey.until;
  plan.companion = this;
  KeptSamples kept(*this, *recorder);
  WarnedObserver observer(*this);
  begin(journey);
  if (raised_) finish(nullptr);
  std::exception_ptr error;
  sim::Summary summary;
  {
    const py::gil_scoped_release unlocked;
    try {
      sim::Runner runner(*simulation_, plan, kept, observer);
      if (checkpoint) runner.restore(*checkpoint);
      summary = runner.run_here();
      has_begun_ = true;
      for (sim::FrameSchedule& schedule : sample_schedules_) schedule.pass(simulation_->time());
    } catch (const sim::RunStopped& stop) {
      const std::string message = std::string(stop.what()) + '\n' + recorder->what_is_kept();
      error = broken_ = std::make_exception_ptr(sim::RunStopped(stop.step, stop.time, message));
    } catch (...) {
      error = std::current_exception();  // of the record: the simulation may go on
    }
  }
  finish(error);
  return sim::to_json(summary);
}

bool Driver::looks_at(std::uint64_t step, double time) const {
  return step >= next_look_ || step >= until_step_ || time >= until_ ||
         std::any_of(due_.begin(), due_.end(), [&](const Due& one) { return one.is_at(step, time); });
}

bool Driver::look(const sim::StepReport&) {
  const std::uint64_t step = simulation_->step();
  const double time = simulation_->time();
  if (std::any_of(due_.begin(), due_.end(), [&](const Due& one) { return one.is_at(step, time); })) {
    const py::gil_scoped_acquire locked;
    call_back();
    part_from_views();
  }
  if (step >= next_look_) look_at_clock();
  return !raised_ && !is_stopped_ && step < until_step_ && time < until_;
}

void Driver::call_back() {
  const std::uint64_t step = simulation_->step();
  const double time = simulation_->time();
  for (Due& one : due_) {
    if (raised_ || !one.is_at(step, time)) continue;
    one.schedule.pass(time);
    try {
      one.callback.function();
    } catch (py::error_already_set&) {
      raised_ = std::current_exception();
    }
  }
}

void Driver::look_at_clock() {
  const double now = sim::steady_seconds();
  const double elapsed = now - last_look_;
  if (elapsed < look_interval / 2)
    stride_ *= 2;
  else if (elapsed > 2 * look_interval)
    stride_ = std::max<std::uint64_t>(1, stride_ / 2);
  next_look_ = simulation_->step() + stride_;
  last_look_ = now;
  if (is_ending()) is_stopped_ = true;
  if (now - last_signals_ < signal_interval || is_stopped_) return;
  last_signals_ = now;
  const py::gil_scoped_acquire locked;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (progress_.is_none() || !progress_ || now - last_progress_ < progress_interval) return;
    last_progress_ = now;
    progress_(simulation_->time(), std::min(simulation_->end_time(), until_));
  } catch (py::error_already_set&) {
    raised_ = std::current_exception();
  }
}

void Driver::take_samples() {
  for (std::size_t number = 0; number < sample_schedules_.size(); ++number) {
    if (!sample_schedules_[number].due(simulation_->time())) continue;
    keep(simulation_->readings().sample(number));
    sample_schedules_[number].pass(simulation_->time());
  }
}

void Driver::keep(const record::Sample& sample) {
  record::MeasureTable& table = measures_[sample.measure];
  if (table.steps.empty() || table.steps.back() < sample.step) table.add(sample);
}

void Driver::edit(const std::vector<std::string>& texts) {
  sim::Simulation& idle = simulation();
  if (broken_) std::rethrow_exception(broken_);
  part_from_views();
  std::optional<record::Checkpoint> before;
  if (texts.size() > 1) before = idle.checkpoint();
  try {
    for (const std::string& text : texts) idle.apply(sim::WrittenEdit{text});
  } catch (...) {
    if (before) idle.restore(*before);
    throw;
  }
}

std::unique_ptr<Driver> Driver::branch() {
  sim::Simulation& idle = simulation();
  if (broken_) std::rethrow_exception(broken_);
  // All of it now: while the copy is built, another thread may run this one.
  const record::Checkpoint checkpoint = idle.checkpoint();
  const std::vector<Column> watched = watch_->save();
  const bool has_begun = has_begun_;
  record::MeasureTables measures = measures_;
  std::vector<sim::FrameSchedule> schedules = sample_schedules_;
  auto other = std::make_unique<Driver>(scene_, options_, threads_);
  other->simulation_->restore(checkpoint);
  other->watch_->restore(watched);
  other->has_begun_ = has_begun;
  other->told_warnings_ = other->watch_->warnings().size();
  other->measures_ = std::move(measures);
  other->sample_schedules_ = std::move(schedules);
  return other;
}

py::array Driver::column(const std::string& name, bool in_storage) {
  const sim::StateView state = simulation().state();
  if (!in_storage) return in_id_order(state, name);
  std::shared_ptr<Block> block = block_.lock();
  if (!block) block_ = block = std::make_shared<Block>();
  return in_storage_order(state, name, block);
}

void Driver::part_from_views() {
  const std::shared_ptr<Block> held = block_.lock();
  if (held) held->owned = simulation_->hand_over_columns();
  block_.reset();
}

std::vector<std::string> Driver::take_warnings() { return std::exchange(warnings_, {}); }

}  // namespace scree::python
