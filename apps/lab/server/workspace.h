// What is simulated in the laboratory: a scene, the branches of its history, and how the one that is shown is
// played. Used by one thread (desk.h); the sessions have threads of their own.
#pragma once

#include <chrono>
#include <future>
#include <list>
#include <optional>

#include "apps/lab/server/branch.h"

namespace scree::lab {

using Clock = std::chrono::steady_clock;

struct Speed {
  enum class Mode { steps, rate, fast } mode = Mode::rate;
  double value = 1;  // steps per picture, or simulated seconds per second
};

/// A scene's text and what it may read.
struct SceneText {
  std::string text;
  std::string name = "scene";  // stands for the file in messages
  scene::FileReach reach;
  std::optional<std::uint64_t> seed{};
};

/// What a picture shows.
struct Shown {
  std::shared_ptr<const Still> still;
  std::uint32_t branch = 0;
  bool of_the_past = false;
};

/// A series of numbers over time.
struct Series {
  scene::Measure measure;
  bool is_probe = true;
  std::vector<std::string> columns;
  std::vector<std::uint64_t> steps;
  std::vector<double> times;
  std::vector<double> values;       // rows of columns
  std::vector<double> last_sample;  // of those with several rows per moment
  std::size_t rows = 1;             // per moment

  void add(const record::Sample& sample);
  void drop_after(std::uint64_t step);
};

class Workspace {
 public:
  /// `on_rest` is called by other threads when a run rests. `most_memory` [bytes] is for all of the past.
  Workspace(std::function<void()> on_rest, std::size_t most_memory);

  bool is_open() const { return !branches_.empty(); }
  /// Throws SceneError; then what was open stays open.
  void open(const SceneText& text);
  const scene::SceneDescription& scene() const { return scene_; }
  const std::string& scene_text() const { return opened_text_; }
  const std::string& scene_name() const { return opened_name_; }

  void run();
  void pause();
  void step(std::uint64_t count);
  void restart();
  void set_speed(const Speed& speed);
  const Speed& speed() const { return speed_; }
  bool is_running() const { return running_; }
  /// Lets the run go on where it has come to the end of a picture. True: something that is shown has changed.
  bool tick(Clock::time_point now);
  /// When `tick` has something to do next, if nothing else happens.
  Clock::time_point next_tick() const;
  /// Why the run cannot go on; empty if it can.
  const std::string& broken() const { return broken_; }

  /// The journal's text. Edits of a group are undone together; none: on its own.
  std::string edit(const std::string& text, std::optional<std::uint64_t> group);
  bool can_undo();
  bool can_redo() { return !past_ && !current().undone.empty(); }
  void undo();
  void redo();

  void go(std::uint64_t step);
  bool is_in_past() const { return past_.has_value(); }
  bool is_exact() const { return !past_ || past_->is_ready; }
  /// What went wrong when the exact state of the past was restored; null: nothing.
  std::exception_ptr past_fault() const { return past_ ? past_->fault : nullptr; }
  void present();
  std::uint32_t fork(const std::string& name);
  void switch_to(std::uint32_t branch);
  void drop(std::uint32_t branch);
  Branch& require_branch(std::uint32_t branch);
  Branch& current();
  const std::list<Branch>& branches() const { return branches_; }

  void change_search(const std::string& method);
  /// The session of what is shown; waits until its state is exact.
  sim::Session& shown_session();
  Shown show();
  /// Keeps what is shown for the time line, and samples the series.
  void remember(const std::shared_ptr<const Still>& still);
  Series& add_probe(scene::Measure measure);
  void remove_probe(const std::string& name);
  std::list<Series>& series() { return series_; }

  /// One TOML file that repeats what is shown.
  std::string hand_on();
  bool was_edited();
  /// Writes all branches into the folder. Throws RunError.
  void save(const std::string& folder);
  void open_saved(const std::string& folder);

 private:
  struct Past {
    std::uint64_t step = 0;
    std::shared_ptr<const Still> still;  // the nearest kept one
    std::unique_ptr<sim::Session> session;
    std::future<void> ready;
    bool is_ready = false;
    std::exception_ptr fault;
  };

  void require_open() const;
  sim::SessionSettings session_settings() const;
  void start(scene::SceneDescription scene);
  Branch& add_branch(std::unique_ptr<sim::Session> session, std::uint32_t parent, std::uint64_t forked_at,
                     const std::string& name);
  /// Replaces the session of the present branch.
  void replace_session(std::unique_ptr<sim::Session> session, std::uint64_t step);
  bool is_planned(const scene::Edit& edit) const;
  /// These edits, and those of the scene that come after them.
  std::vector<scene::Edit> with_planned(std::vector<scene::Edit> made, std::uint64_t step) const;
  /// From where and to where the last edit made by hand, with its group, stands in the journal.
  std::optional<std::pair<std::size_t, std::size_t>> last_group(const std::vector<scene::Edit>& journal);
  void set_goal();
  void finish_goal();
  void leave_past_by_forking();
  void sample_series();

  std::function<void()> on_rest_;
  std::size_t most_memory_;
  scene::SceneDescription scene_;
  std::string opened_text_, opened_name_;
  std::list<Branch> branches_;
  std::uint32_t current_ = 0, last_number_ = 0;
  std::uint64_t last_group_ = std::uint64_t{1} << 60;  // of edits that name none
  std::optional<Past> past_;
  std::shared_ptr<const Roster> roster_;
  std::list<Series> series_;
  Clock::time_point last_sample_{};

  Speed speed_;
  bool running_ = false;
  std::optional<std::future<sim::Rest>> goal_;
  Clock::time_point next_goal_{};
  double wished_time_ = 0;  // [s] simulated
  std::string broken_;
};

}  // namespace scree::lab
