// A simulation that other threads drive, change and look at: a thread of its own makes the steps; what others
// ask for is done by that thread between two steps, in the order in which it was asked. Takes a scene, or a
// simulation that is built already; gives snapshots, checkpoints and branches. The laboratory, Python and the
// command line's runner are clients of it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "scree/sim/simulation.h"
#include "scree/sim/watch.h"

namespace scree::sim {

/// What a run is at one of its common times; never changes.
struct Snapshot {
  record::Frame frame;  ///< step, time, bodies in the order of their ids, walls
  bool finished = false;
  TimeStepAdvice time_step;
  std::vector<scene::Edit> journal;
};
std::shared_ptr<const Snapshot> snapshot_of(Simulation& simulation);
/// The scene of a simulation with every edit that was made, as a file that repeats the run to the same hash.
std::string hand_on(const scene::SceneDescription& scene, const Simulation& simulation);

/// Goes along with a session: called in its thread, between steps. What it throws ends the running and
/// reaches the caller who asked for it.
class Companion {
 public:
  virtual ~Companion() = default;
  /// Larger overlaps, over the smaller radius, are looked at.
  virtual double most_overlap() const { return std::numeric_limits<double>::infinity(); }
  /// Whether the state after this step, at this time [s], is looked at. Asked before the step is made, once.
  virtual bool looks_at(std::uint64_t step, double time) const = 0;
  /// After steps of which the last is looked at. False: the session pauses here.
  virtual bool look(const StepReport& report) = 0;
};

/// Why a session does not run any more.
enum class Rest {
  goal,      ///< it has come to where it was asked to go
  finished,  ///< the scene is over
  paused,    ///< by `pause`, by a companion, or because another goal took the place of this one
};

struct SessionSettings {
  /// [bytes] for states that are kept so that branches from the past are quick. Fewer are kept, farther
  /// apart, as the run grows longer.
  std::size_t most_memory = std::size_t{512} << 20;
  /// `last_seen` knows the state of every rest, too; a look at every body each time.
  bool sees_rests = true;
  /// Called in the session's thread after each rest. It may not wait for the session.
  std::function<void()> on_rest{};
};

class Session {
 public:
  /// Builds the scene in the thread of the session; what is wrong with it reaches the first caller who asks
  /// for anything. It does not run until it is asked to.
  explicit Session(scene::SceneDescription scene, const BuildOptions& options = {},
                   const SessionSettings& settings = {});
  /// Runs a simulation that others own; both must outlive the session. It keeps no past.
  Session(Simulation& simulation, Companion& companion);
  /// Stops between two steps. Whoever still waits gets an error.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Goes on until it is there; returns at once. Steps are counted from the start of the run, times [s] are
  /// simulated ones: it rests at the first step at or after them.
  std::future<Rest> run_until_step(std::uint64_t step);
  std::future<Rest> run_until_time(double time);
  std::future<Rest> run_steps(std::uint64_t count);
  std::future<Rest> run_to_end();
  std::future<void> pause();

  std::future<void> edit(Edit edit);
  std::future<record::Checkpoint> save();
  /// The present state, as soon as the step at hand is made.
  std::future<std::shared_ptr<const Snapshot>> look();
  /// The last snapshot that was asked for, or of the last rest; never waits for a step. Null before the
  /// first.
  std::shared_ptr<const Snapshot> last_seen() const;
  /// The scene with every edit that was made, as a file that repeats the run to the same hash.
  std::future<std::string> hand_on();
  /// Anything else, between two steps.
  template <class Ask>
  auto ask(Ask question) -> std::future<std::invoke_result_t<Ask, Simulation&>>;

  /// A session of its own that is at an earlier step of this one, or at the present one, with the edits that
  /// had been made until then; with `edits`, with only so many of them. It goes its own way from there. Found
  /// from the nearest state that was kept, or from the start; throws RunError when the step is still to come.
  std::unique_ptr<Session> branch(std::uint64_t step, std::optional<std::size_t> edits = std::nullopt);
  /// The same with other edits than those that were made: those of steps before it are made where they
  /// belong, those of later steps are still to come. Found from a state before the first edit that differs.
  /// The step may be one that this session has not come to yet. Returns before that state is found; what is
  /// wrong with it reaches the first caller who asks for anything.
  std::unique_ptr<Session> branch_with(std::uint64_t step, std::vector<scene::Edit> edits);
  /// Before the last edit. Throws RunError when there was none.
  std::unique_ptr<Session> undo();
  /// Goes on with another search method, from the same bits.
  std::future<void> change_search(std::string name);
  /// Every edit that was made, and those that the scene still plans, in the order of their steps.
  std::future<std::vector<scene::Edit>> all_edits();

 private:
  struct Goal {
    std::uint64_t step = std::numeric_limits<std::uint64_t>::max();
    double time = std::numeric_limits<double>::infinity();
    std::promise<Rest> reached;
    bool is_met_by(std::uint64_t at_step, double at_time) const { return at_step >= step || at_time >= time; }
  };
  /// A state to go back to.
  struct Kept {
    record::Checkpoint checkpoint;
    std::size_t edits = 0;  // made until then
  };
  /// Where a branch begins and where it goes.
  struct Origin {
    scene::SceneDescription scene;
    std::optional<record::Checkpoint> checkpoint;
    std::uint64_t step = 0;
    std::size_t made = 0;           // edits that the checkpoint has seen
    std::vector<scene::Edit> then;  // edits to be made there
  };
  Session(Origin origin, const BuildOptions& options, const SessionSettings& settings);

  void work();
  void begin();
  void post(std::function<void()> task);
  std::future<Rest> go(Goal goal);
  /// In the session's thread:
  void go_on();
  void rest(Rest why);
  void rest_with_error();
  void keep_state();
  Simulation& require_simulation();
  Origin origin_of(std::uint64_t step, std::optional<std::size_t> edits);
  /// Begins at the last kept state that is not after the step and has seen `common` edits at most.
  Origin nearest_origin(std::uint64_t step, std::size_t common) const;
  std::vector<scene::Edit> made_and_planned() const;
  void require_past(std::uint64_t step) const;

  Origin origin_;
  BuildOptions options_;
  SessionSettings settings_;
  std::unique_ptr<Simulation> own_;
  Simulation* simulation_ = nullptr;
  Companion* companion_ = nullptr;
  std::optional<Watch> watch_;  // of a simulation of its own
  std::exception_ptr broken_;   // why it can make no more steps
  std::optional<Goal> goal_;
  std::vector<Kept> past_;
  std::uint64_t next_keep_ = 0, spacing_ = 64;  // steps
  std::size_t past_bytes_ = 0;
  double last_kept_ = 0;  // [s] of a clock on the wall, which no result depends on

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  std::shared_ptr<const Snapshot> last_seen_;
  bool ending_ = false;
  std::atomic<bool> is_called_ = false;  // tasks wait, or it is to end

  std::thread thread_;
};

template <class Ask>
auto Session::ask(Ask question) -> std::future<std::invoke_result_t<Ask, Simulation&>> {
  using Answer = std::invoke_result_t<Ask, Simulation&>;
  const auto task = std::make_shared<std::packaged_task<Answer()>>(
      [this, question = std::move(question)]() mutable { return question(require_simulation()); });
  post([task] { (*task)(); });
  return task->get_future();
}

}  // namespace scree::sim
