#include "scree/sim/session.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "scree/scene/edit.h"
#include "scree/scene/load.h"
#include "scree/scene/parse_toml.h"
#include "scree/scene/write_toml.h"
#include "scree/sim/edits.h"

namespace scree::sim {
namespace {

/// Keeping states for branches takes at most this share of the time.
constexpr double most_keeping = 0.05;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Whether an edit of the scene is still to be made in a run that is at this step.
bool is_to_come(const scene::Edit& edit, std::uint64_t step, const std::vector<scene::Edit>& journal) {
  const auto is_it = [&](const scene::Edit& made) {
    return made.step == edit.step && made.text == edit.text;
  };
  return edit.step > step || (edit.step == step && std::none_of(journal.begin(), journal.end(), is_it));
}

/// A scene that says which seed it was run with.
std::string with_seed(const std::string& text, std::uint64_t seed) {
  const auto file = std::make_shared<const std::string>("the scene");
  scene::Table root = scene::parse_toml(text, file);
  scene::Complaints complaints;
  scene::set_value(root, "scene.seed", {static_cast<std::int64_t>(seed), Place{file, 0, 0}}, complaints);
  complaints.raise();
  return scene::write_toml(root);
}

/// What the standard library says of a thread that cannot be had names neither memory nor thread.
template <class Work>
std::thread start(Work work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error&) {
    throw RunError(
        "not enough memory or threads for the thread that runs the simulation: nothing was computed");
  }
}

bool are_same(const scene::Edit& a, const scene::Edit& b) { return a.step == b.step && a.text == b.text; }

std::size_t bytes_of(const record::Checkpoint& checkpoint) {
  std::size_t bytes = 0;
  for (const Column& column : checkpoint.columns) bytes += column.bytes.size();
  return bytes;
}

}  // namespace

std::shared_ptr<const Snapshot> snapshot_of(Simulation& simulation) {
  return std::make_shared<const Snapshot>(
      Snapshot{simulation.frame(), simulation.finished(), simulation.time_step(), simulation.journal()});
}

std::string hand_on(const scene::SceneDescription& scene, const Simulation& simulation) {
  std::vector<scene::Edit> edits = simulation.journal();
  for (const scene::Edit& one : scene.edits)
    if (is_to_come(one, simulation.step(), simulation.journal())) edits.push_back(one);
  return with_seed(scene::with_edits(scene.resolved_text, edits), simulation.methods().seed);
}

Session::Session(scene::SceneDescription scene, const BuildOptions& options, const SessionSettings& settings)
    : Session(Origin{std::move(scene), std::nullopt, 0, 0, {}}, options, settings) {}

Session::Session(Origin origin, const BuildOptions& options, const SessionSettings& settings)
    : origin_(std::move(origin)),
      options_(options),
      settings_(settings),
      thread_(start([this] { work(); })) {}

Session::Session(Simulation& simulation, Companion& companion)
    : simulation_(&simulation),
      companion_(&companion),
      next_keep_(std::numeric_limits<std::uint64_t>::max()),
      thread_(start([this] { work(); })) {}

Session::~Session() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    is_called_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Session::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    is_called_ = true;
  }
  wake_.notify_one();
}

std::future<Rest> Session::go(Goal goal) {
  std::future<Rest> reached = goal.reached.get_future();
  const auto shared = std::make_shared<Goal>(std::move(goal));
  post([this, shared] {
    if (goal_) rest(Rest::paused);
    goal_ = std::move(*shared);
    try {
      const Simulation& simulation = require_simulation();
      if (broken_) std::rethrow_exception(broken_);
      if (simulation.finished())
        rest(Rest::finished);
      else if (goal_->is_met_by(simulation.step(), simulation.time()))
        rest(Rest::goal);
    } catch (...) {
      rest_with_error();
    }
  });
  return reached;
}

std::future<Rest> Session::run_until_step(std::uint64_t step) {
  Goal goal;
  goal.step = step;
  return go(std::move(goal));
}

std::future<Rest> Session::run_until_time(double time) {
  Goal goal;
  // Times are products of an integer and a rounded number: two that are meant to be equal may differ by some
  // ulps.
  goal.time = time * (1 - 1e-12);
  return go(std::move(goal));
}

std::future<Rest> Session::run_to_end() { return go({}); }

std::future<Rest> Session::run_steps(std::uint64_t count) {
  Goal goal;
  std::future<Rest> reached = goal.reached.get_future();
  const auto shared = std::make_shared<Goal>(std::move(goal));
  post([this, shared, count] {
    if (goal_) rest(Rest::paused);
    goal_ = std::move(*shared);
    try {
      const Simulation& simulation = require_simulation();
      if (broken_) std::rethrow_exception(broken_);
      goal_->step = simulation.step() + count;
      if (simulation.finished())
        rest(Rest::finished);
      else if (count == 0)
        rest(Rest::goal);
    } catch (...) {
      rest_with_error();
    }
  });
  return reached;
}

std::future<void> Session::pause() {
  return ask([this](Simulation&) {
    if (goal_) rest(Rest::paused);
  });
}

std::future<void> Session::edit(Edit edit) {
  return ask([this, edit = std::move(edit)](Simulation& simulation) {
    if (broken_) std::rethrow_exception(broken_);
    simulation.apply(edit);
  });
}

std::future<record::Checkpoint> Session::save() {
  return ask([](Simulation& simulation) { return simulation.checkpoint(); });
}

std::future<std::shared_ptr<const Snapshot>> Session::look() {
  return ask([this](Simulation& simulation) {
    std::shared_ptr<const Snapshot> seen = snapshot_of(simulation);
    const std::lock_guard lock(mutex_);
    return last_seen_ = std::move(seen);
  });
}

std::shared_ptr<const Snapshot> Session::last_seen() const {
  const std::lock_guard lock(mutex_);
  return last_seen_;
}

std::future<std::string> Session::hand_on() {
  return ask([this](Simulation& simulation) {
    return with_seed(scene::with_edits(origin_.scene.resolved_text, made_and_planned()),
                     simulation.methods().seed);
  });
}

std::vector<scene::Edit> Session::made_and_planned() const {
  std::vector<scene::Edit> edits = simulation_->journal();
  for (const scene::Edit& one : origin_.scene.edits)
    if (is_to_come(one, simulation_->step(), simulation_->journal())) edits.push_back(one);
  return edits;
}

std::future<std::vector<scene::Edit>> Session::all_edits() {
  return ask([this](Simulation&) { return made_and_planned(); });
}

void Session::require_past(std::uint64_t step) const {
  if (!own_) throw RunError("a session that runs the simulation of others keeps no past to branch from");
  if (step > own_->step())
    throw RunError("step " + std::to_string(step) + " is still to come: the run is at step " +
                   std::to_string(own_->step()));
}

Session::Origin Session::nearest_origin(std::uint64_t step, std::size_t common) const {
  Origin origin{origin_.scene, std::nullopt, step, 0, {}};
  origin.scene.edits.clear();
  const Kept* nearest = nullptr;
  for (const Kept& state : past_)
    if (state.checkpoint.step <= step && state.edits <= common) nearest = &state;
  if (nearest == nullptr) return origin;
  origin.checkpoint = nearest->checkpoint;
  origin.made = nearest->edits;
  mark_as_scheduled(*origin.checkpoint);
  return origin;
}

Session::Origin Session::origin_of(std::uint64_t step, std::optional<std::size_t> edits) {
  require_past(step);
  const std::vector<scene::Edit>& journal = own_->journal();
  std::size_t kept = 0;
  while (kept < journal.size() && journal[kept].step <= step) ++kept;
  const bool keeps_all = kept == journal.size() && !edits;
  if (edits) kept = std::min(kept, *edits);

  Origin origin = nearest_origin(step, kept);
  for (std::size_t k = 0; k < kept; ++k)
    (k < origin.made || journal[k].step < step ? origin.scene.edits : origin.then).push_back(journal[k]);
  for (const scene::Edit& one : origin_.scene.edits)
    if (keeps_all && is_to_come(one, step, journal)) origin.scene.edits.push_back(one);
  return origin;
}

std::unique_ptr<Session> Session::branch(std::uint64_t step, std::optional<std::size_t> edits) {
  Origin origin = ask([&](Simulation&) { return origin_of(step, edits); }).get();
  std::unique_ptr<Session> other(new Session(std::move(origin), options_, settings_));
  other->ask([](Simulation&) {}).get();
  return other;
}

std::unique_ptr<Session> Session::branch_with(std::uint64_t step, std::vector<scene::Edit> edits) {
  const auto by_step = [](const scene::Edit& a, const scene::Edit& b) { return a.step < b.step; };
  std::stable_sort(edits.begin(), edits.end(), by_step);
  Origin origin = ask([&](Simulation& simulation) {
                    require_past(simulation.step());
                    const std::vector<scene::Edit>& journal = simulation.journal();
                    const auto differs =
                        std::mismatch(journal.begin(), journal.end(), edits.begin(), edits.end(), are_same);
                    std::uint64_t before = step;
                    if (differs.first != journal.end()) before = std::min(before, differs.first->step);
                    if (differs.second != edits.end()) before = std::min(before, differs.second->step);
                    Origin found =
                        nearest_origin(before, static_cast<std::size_t>(differs.first - journal.begin()));
                    found.step = step;
                    return found;
                  }).get();
  for (std::size_t k = 0; k < edits.size(); ++k)
    (k < origin.made || edits[k].step != step ? origin.scene.edits : origin.then).push_back(edits[k]);
  return std::unique_ptr<Session>(new Session(std::move(origin), options_, settings_));
}

std::future<void> Session::change_search(std::string name) {
  return ask([this, name = std::move(name)](Simulation&) {
    if (!own_) throw RunError("the simulation belongs to others: its search cannot be changed here");
    BuildOptions options = options_;
    options.search = name;
    scene::SceneDescription scene = origin_.scene;
    scene.edits = made_and_planned();
    record::Checkpoint checkpoint = own_->checkpoint();
    mark_as_scheduled(checkpoint);
    std::unique_ptr<Simulation> other = build(scene, options);
    other->restore(checkpoint);
    own_ = std::move(other);
    simulation_ = own_.get();
    watch_.emplace(scene.watch, *own_);
    origin_.scene = std::move(scene);
    options_ = options;
  });
}

std::unique_ptr<Session> Session::undo() {
  const auto [step, edits] = ask([](Simulation& simulation) {
                               const std::vector<scene::Edit>& journal = simulation.journal();
                               if (journal.empty()) throw RunError("there is no edit to undo");
                               return std::pair(journal.back().step, journal.size() - 1);
                             }).get();
  return branch(step, edits);
}

Simulation& Session::require_simulation() {
  if (simulation_ == nullptr) std::rethrow_exception(broken_);
  return *simulation_;
}

void Session::begin() {
  if (simulation_ != nullptr) return;
  try {
    own_ = build(origin_.scene, options_);
    if (origin_.checkpoint) own_->restore(*origin_.checkpoint);
    simulation_ = own_.get();
    watch_.emplace(origin_.scene.watch, *own_);
    next_keep_ = own_->step();
    keep_state();
    advance_to_step(*own_, origin_.step);
    for (const scene::Edit& edit : origin_.then) own_->apply(WrittenEdit{edit.text});
    origin_.checkpoint.reset();
  } catch (...) {
    broken_ = std::current_exception();
    simulation_ = nullptr;
  }
}

void Session::work() {
  begin();
  for (bool goes_on = true; goes_on;) {
    std::deque<std::function<void()>> tasks;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !tasks_.empty() || goal_; });
      tasks.swap(tasks_);
      goes_on = !ending_;
      is_called_ = ending_;
    }
    if (!goes_on) break;  // promises of tasks that are dropped say so
    for (const std::function<void()>& task : tasks) task();
    if (goal_) go_on();
  }
  if (goal_) rest(Rest::paused);
}

void Session::go_on() {
  try {
    Simulation& simulation = *simulation_;
    Outlook outlook;
    outlook.most_overlap = companion_ ? companion_->most_overlap() : watch_->quiet_overlap();
    outlook.is_looked_at = [this](std::uint64_t step, double time) {
      return is_called_.load(std::memory_order_relaxed) || goal_->is_met_by(step, time) ||
             step >= next_keep_ || (companion_ && companion_->looks_at(step, time));
    };
    const StepReport report = simulation.advance(outlook);
    if (watch_) watch_->check_step(report);
    const bool may_go_on = !companion_ || companion_->look(report);
    if (simulation.step() >= next_keep_) keep_state();
    if (simulation.finished())
      rest(Rest::finished);
    else if (goal_->is_met_by(simulation.step(), simulation.time()))
      rest(Rest::goal);
    else if (!may_go_on)
      rest(Rest::paused);
  } catch (...) {
    if (!companion_) broken_ = std::current_exception();
    rest_with_error();
  }
}

void Session::rest(Rest why) {
  if (own_ && settings_.sees_rests) {
    std::shared_ptr<const Snapshot> seen = snapshot_of(*own_);
    const std::lock_guard lock(mutex_);
    last_seen_ = std::move(seen);
  }
  Goal goal = std::move(*goal_);
  goal_.reset();
  goal.reached.set_value(why);
  if (settings_.on_rest) settings_.on_rest();
}

void Session::rest_with_error() {
  Goal goal = std::move(*goal_);
  goal_.reset();
  goal.reached.set_exception(std::current_exception());
  if (settings_.on_rest) settings_.on_rest();
}

void Session::keep_state() {
  const double begin = seconds_now();
  Kept kept{own_->checkpoint(), own_->journal().size()};
  const double cost = seconds_now() - begin;
  past_bytes_ += bytes_of(kept.checkpoint);
  past_.push_back(std::move(kept));
  // The first state stays; of the others every second goes when there is no room, or when keeping takes long.
  const double since = begin - last_kept_;
  last_kept_ = begin + cost;
  if (past_.size() > 2 && since < cost / most_keeping) spacing_ *= 2;
  while (past_bytes_ > settings_.most_memory && past_.size() > 2) {
    std::vector<Kept> fewer;
    past_bytes_ = 0;
    for (std::size_t k = 0; k < past_.size(); k += 2) {
      past_bytes_ += bytes_of(past_[k].checkpoint);
      fewer.push_back(std::move(past_[k]));
    }
    past_ = std::move(fewer);
    spacing_ *= 2;
  }
  next_keep_ = own_->step() + spacing_;
}

}  // namespace scree::sim
