// A simulation in Python's hands: takes a scene, makes steps in the thread of the caller with Python's lock
// released, and meets callbacks, Ctrl-C and a recorder between them.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "columns.h"
#include "scree/record/measure_table.h"
#include "scree/sim/folder_recorder.h"
#include "scree/sim/runner.h"

namespace scree::python {

/// A function of Python that is called at multiples of a simulated time, or of a number of steps.
struct Callback {
  pybind11::function function;
  std::optional<double> interval;  // [s]
  std::uint64_t steps = 0;
};

/// Where to go, and who comes along.
struct Journey {
  double until = std::numeric_limits<double>::infinity();  // [s]
  std::uint64_t until_step = std::numeric_limits<std::uint64_t>::max();
  std::vector<Callback> callbacks;
  pybind11::object progress;  // called with how it goes, or None
};

struct RecordOrder {
  std::string folder;
  bool goes_on = false;  // with the run that is in the folder, which is in the state of this simulation
  bool force = false;
  std::string command_line;
};

class Driver : private sim::Companion {
 public:
  Driver(scene::SceneDescription scene, const sim::BuildOptions& options, int threads);
  /// Goes on with what a folder holds.
  static std::unique_ptr<Driver> resumed(const std::string& folder, int threads);
  ~Driver() override;

  /// For looking at it: between steps. Throws RunError while it runs in another thread.
  sim::Simulation& simulation();
  const scene::SceneDescription& scene() const { return scene_; }

  /// Without a record.
  void advance(const Journey& journey);
  /// With one, as `scree run` and `scree resume` do it; gives the summary as JSON.
  std::string record(const RecordOrder& order, const Journey& journey);
  /// The run at hand ends after this step; from any thread.
  void stop() { is_stopped_ = true; }

  /// Changes, each as an [[edit]] writes it: all of them, or none. Throws SceneError.
  void edit(const std::vector<std::string>& texts);
  std::unique_ptr<Driver> branch();
  pybind11::array column(const std::string& name, bool in_storage_order);

  const record::MeasureTables& measures() const { return measures_; }
  /// Said since it was last asked for.
  std::vector<std::string> take_warnings();

 private:
  friend class KeptSamples;
  friend class WarnedObserver;
  struct Due {
    Callback callback;
    sim::FrameSchedule schedule;
    bool is_at(std::uint64_t step, double time) const {
      return callback.interval ? schedule.due(time) : step % callback.steps == 0;
    }
  };
  /// While it exists, the simulation belongs to the thread that made it.
  class Turn;

  bool looks_at(std::uint64_t step, double time) const override;
  bool look(const sim::StepReport& report) override;

  void begin(const Journey& journey);
  void advance_to_goal();
  void finish(const std::exception_ptr& error);
  void call_back();
  void look_at_clock();
  void take_samples();
  void keep(const record::Sample& sample);
  /// Views of the storage that are held get the memory as it is; the simulation goes on in a copy.
  void part_from_views();
  void require_not_over();

  scene::SceneDescription scene_;
  sim::BuildOptions options_;
  int threads_ = 0;
  std::unique_ptr<sim::Simulation> simulation_;
  std::optional<sim::Watch> watch_;
  std::size_t told_warnings_ = 0;
  std::vector<std::string> warnings_;
  record::MeasureTables measures_;
  std::vector<sim::FrameSchedule> sample_schedules_;
  std::weak_ptr<Block> block_;
  bool has_begun_ = false;
  std::exception_ptr broken_;  // why no step can be made any more

  std::atomic<std::thread::id> runs_in_{};
  double until_ = 0;  // [s] of the journey at hand
  std::uint64_t until_step_ = 0;
  std::vector<Due> due_;
  pybind11::object progress_;
  std::exception_ptr raised_;  // by a callback, or Ctrl-C
  std::atomic<bool> is_stopped_ = false;
  std::uint64_t stride_ = 1, next_look_ = 0;                     // steps between looks at the clock
  double last_look_ = 0, last_signals_ = 0, last_progress_ = 0;  // [s] of the clock on the wall
};

}  // namespace scree::python
