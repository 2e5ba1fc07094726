// A simulation without physics: time passes, and the test decides what each step reports.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>

#include "scree/sim/runner.h"

namespace scree::sim {

class FakeSimulation : public Simulation, private Readings {
 public:
  std::uint64_t steps_in_all = 100;
  double dt = 1e-3;
  double limit = 1e-3;
  /// What a step reports, by step number; silence is a good step.
  std::map<std::uint64_t, StepReport> reports;
  std::function<Energies(std::uint64_t)> ledger = [](std::uint64_t) { return resting(); };
  Overlap overlap_at_start;
  std::optional<Id> broken;
  std::string refusal;                            // of checkpoints, with this reason
  std::optional<EnergySource> source;             // of energy that the ledger misses
  std::uint64_t losing_step = ~std::uint64_t{0};  // from here on two bodies are lost
  std::function<void(std::uint64_t)> on_step = [](std::uint64_t) {};

  static Energies resting() {
    Energies energies;
    energies.kinetic = energies.initial = 1;
    return energies;
  }

  std::uint64_t step() const override { return step_; }
  double time() const override { return static_cast<double>(step_) * dt; }
  double end_time() const override { return static_cast<double>(steps_in_all) * dt; }
  bool finished() const override { return step_ >= steps_in_all; }
  TimeStepAdvice time_step() const override { return {dt, limit, "contact time / 50", ""}; }
  StepReport advance(const Outlook& = Outlook::at_every_step()) override {
    ++step_;
    on_step(step_);
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    const auto found = reports.find(step_);
    if (found == reports.end()) return {};
    overlap_ = {found->second.overlap_ratio, found->second.overlap_ratio * 0.01, 3, wall_id(0)};
    return found->second;
  }

  void apply(const Edit&) override {}
  const std::vector<scene::Edit>& journal() const override { return journal_; }
  Counts counts() const override { return {10, 2, 4, 0}; }
  StateView state() const override { return static_cast<const world::State<3>*>(nullptr); }
  Energies energies() override { return ledger(step_); }
  Momenta momenta() const override { return {{{1, 2, 3}, 0, 1}, {{0, 0, 0}, 0, 1}}; }
  Readings& readings() override { return *this; }
  std::optional<EnergySource> energy_source(bool gains) override {
    return source && (source->work > 0) == gains ? source : std::nullopt;
  }
  Overlap largest_overlap() const override { return overlap_; }
  Faults faults() const override {
    Faults faults{"", broken, {}};
    if (step_ >= losing_step) faults.lost = {2, 5, false};
    return faults;
  }
  Hash128 state_hash() const override { return {state_, step_}; }

  SceneFacts facts() const override {
    SceneFacts facts;
    facts.largest_overlap_at_start = overlap_at_start;
    facts.steps = steps_in_all;
    facts.time_steps = {time_step()};
    return facts;
  }
  Methods methods() const override {
    return {3, "linked_cell", "", "velocity_verlet", "explicit", "SSE2", 7};
  }
  std::string describe(Id id, bool with_place) const override {
    if (is_wall(id)) return "wall 'floor'";
    return "body " + std::to_string(id) + (with_place ? " at (0.1, 0.2, 0.3) m" : "");
  }

  record::Frame frame() override { return {step(), time(), {}, {}, {}, {}}; }
  record::Checkpoint checkpoint() override {
    record::Checkpoint checkpoint{step(), time(), state_hash().text(), {}};
    checkpoint.columns.push_back(
        Column::copy_of<std::uint64_t>("state", std::span<const std::uint64_t>(&state_, 1)));
    return checkpoint;
  }
  void restore(const record::Checkpoint& checkpoint) override {
    if (!refusal.empty()) throw RunError(refusal);
    step_ = checkpoint.step;
    state_ = checkpoint.columns.at(0).values<std::uint64_t>()[0];
  }
  PhaseTimes& phases() override { return phases_; }

 private:
  std::uint64_t step_ = 0, state_ = 1;
  Overlap overlap_;
  PhaseTimes phases_;
  std::vector<scene::Edit> journal_;
};

/// Keeps everything in memory, and forgets what a resumed run folder forgets: frames after the last
/// checkpoint.
class MemoryRecorder : public Recorder {
 public:
  bool begun = false;
  std::vector<std::uint64_t> frames;  // step numbers
  std::vector<record::Checkpoint> checkpoints;
  std::optional<Summary> summary;
  std::uint64_t full_at_step = ~std::uint64_t{0};  // the disk is full when a frame of this step arrives

  void begin() override { begun = true; }
  void add(const record::Frame& frame) override {
    if (frame.step >= full_at_step) throw RunError("no space left");
    frames.push_back(frame.step);
  }
  void save(const record::Checkpoint& checkpoint) override {
    checkpoints.push_back(checkpoint);
    frames_in_checkpoint_ = frames.size();
  }
  void end(const Summary& last) override { summary = last; }

  void resume() {
    frames.resize(frames_in_checkpoint_);
    summary.reset();
  }

 private:
  std::size_t frames_in_checkpoint_ = 0;
};

class ListeningObserver : public Observer {
 public:
  std::vector<Progress> progress;
  std::vector<Warning> warnings;
  void progressed(const Progress& now, const Simulation&) override { progress.push_back(now); }
  void warned(const Warning& warning) override { warnings.push_back(warning); }
};

}  // namespace scree::sim
