#include "apps/lab/server/workspace.h"

#include <algorithm>

namespace scree::lab {
namespace {

using namespace std::chrono_literals;

constexpr auto picture_period = std::chrono::microseconds(16'667);
constexpr auto sample_period = 50ms;
constexpr std::size_t most_branches = 8;
constexpr std::size_t most_probes = 32;
constexpr std::size_t most_moments = 20'000;  // of a series

std::uint64_t step_of(sim::Session& session) {
  return session.ask([](sim::Simulation& simulation) { return simulation.step(); }).get();
}
std::vector<scene::Edit> journal_of(sim::Session& session) {
  return session.ask([](sim::Simulation& simulation) { return simulation.journal(); }).get();
}

std::uint64_t seed_from_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count()) %
         1'000'000'000u;
}

scene::SceneDescription read(const SceneText& text) {
  std::vector<scene::Override> overrides;
  const auto seed_with = [&](std::uint64_t seed) {
    overrides.push_back({"scene.seed=" + std::to_string(seed), "seed"});
  };
  if (text.seed) seed_with(*text.seed);
  scene::SceneDescription scene =
      scene::read_scene_text(text.text, text.name, sim::vocabulary(), overrides, text.reach);
  if (!scene.seed) {
    seed_with(seed_from_clock());
    scene = scene::read_scene_text(text.text, text.name, sim::vocabulary(), overrides, text.reach);
  }
  // Kept states then hold the forces of contacts, so that the past can be asked about them, too.
  scene.record.contacts = true;
  return scene;
}

}  // namespace

void Series::add(const record::Sample& sample) {
  if (sample.columns.empty() || (!steps.empty() && sample.step <= steps.back())) return;
  columns = sample.columns;
  rows = sample.values.size() / columns.size();
  last_sample = sample.values;
  steps.push_back(sample.step);
  times.push_back(sample.time);
  if (rows == 1) values.insert(values.end(), sample.values.begin(), sample.values.end());
  if (steps.size() <= most_moments) return;
  // Every second goes, so that the whole of a long run stays in sight.
  std::size_t kept = 0;
  for (std::size_t k = 0; k < steps.size(); k += 2, ++kept) {
    steps[kept] = steps[k];
    times[kept] = times[k];
    if (rows == 1)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(k * columns.size()), columns.size(),
                  values.begin() + static_cast<std::ptrdiff_t>(kept * columns.size()));
  }
  steps.resize(kept);
  times.resize(kept);
  if (rows == 1) values.resize(kept * columns.size());
}

void Series::drop_after(std::uint64_t step) {
  while (!steps.empty() && steps.back() > step) {
    steps.pop_back();
    times.pop_back();
    if (rows == 1) values.resize(values.size() - columns.size());
  }
}

Workspace::Workspace(std::function<void()> on_rest, std::size_t most_memory)
    : on_rest_(std::move(on_rest)), most_memory_(most_memory) {}

void Workspace::require_open() const {
  if (!is_open()) throw RunError("no scene is open");
}

sim::SessionSettings Workspace::session_settings() const {
  return {most_memory_ / (2 * most_branches), false, on_rest_};
}

void Workspace::open(const SceneText& text) {
  scene::SceneDescription scene = read(text);
  auto session = std::make_unique<sim::Session>(scene, sim::BuildOptions{}, session_settings());
  session->ask([](sim::Simulation&) {}).get();
  if (is_open()) pause();
  past_.reset();
  branches_.clear();
  series_.clear();
  roster_.reset();
  last_number_ = 0;
  opened_text_ = text.text;
  opened_name_ = scene.name;
  scene_ = std::move(scene);
  for (const scene::Measure& measure : scene_.measures)
    series_.push_back({measure, false, {}, {}, {}, {}, {}, 1});
  current_ = add_branch(std::move(session), 0, 0, "main").number;
  broken_.clear();
}

Branch& Workspace::add_branch(std::unique_ptr<sim::Session> session, std::uint32_t parent,
                              std::uint64_t forked_at, const std::string& name) {
  if (branches_.size() >= most_branches)
    throw RunError("there are " + std::to_string(most_branches) + " branches already: drop one first");
  branches_.push_back({++last_number_,
                       parent,
                       forked_at,
                       name,
                       std::move(session),
                       TimeLine(most_memory_ / (2 * most_branches)),
                       {},
                       {}});
  return branches_.back();
}

Branch& Workspace::require_branch(std::uint32_t branch) {
  for (Branch& one : branches_)
    if (one.number == branch) return one;
  throw RunError("there is no branch " + std::to_string(branch));
}

Branch& Workspace::current() {
  require_open();
  return require_branch(current_);
}

// Playing.

void Workspace::run() {
  require_open();
  if (past_) leave_past_by_forking();
  if (running_) return;
  broken_.clear();
  running_ = true;
  next_goal_ = Clock::now();
  wished_time_ = current().session->ask([](sim::Simulation& one) { return one.time(); }).get();
}

void Workspace::pause() {
  require_open();
  current().session->pause().get();
  running_ = false;
  finish_goal();
}

void Workspace::finish_goal() {
  if (!goal_) return;
  std::future<sim::Rest> goal = std::move(*goal_);
  goal_.reset();
  try {
    if (goal.get() == sim::Rest::finished) running_ = false;
  } catch (const std::exception& error) {
    running_ = false;
    broken_ = error.what();
  }
}

void Workspace::step(std::uint64_t count) {
  require_open();
  if (past_) leave_past_by_forking();
  pause();
  goal_ = current().session->run_steps(count);
  goal_->wait();
  finish_goal();
  remember(show().still);
}

void Workspace::set_speed(const Speed& speed) {
  speed_ = speed;
  if (!running_) return;
  pause();
  run();
}

void Workspace::set_goal() {
  sim::Session& session = *current().session;
  switch (speed_.mode) {
    case Speed::Mode::steps:
      goal_ = session.run_steps(static_cast<std::uint64_t>(speed_.value));
      return;
    case Speed::Mode::fast:
      goal_ = session.run_to_end();
      return;
    case Speed::Mode::rate: {
      const double way = speed_.value * std::chrono::duration<double>(picture_period).count();
      const double time = session.ask([](sim::Simulation& one) { return one.time(); }).get();
      wished_time_ = std::max(wished_time_, time) + way;
      if (wished_time_ > time) goal_ = session.run_until_time(wished_time_);
      return;
    }
  }
}

bool Workspace::tick(Clock::time_point now) {
  bool changed = false;
  if (past_ && !past_->is_ready && past_->ready.wait_for(0s) == std::future_status::ready) {
    past_->is_ready = true;
    try {
      past_->ready.get();
    } catch (...) {
      past_->fault = std::current_exception();
    }
    changed = true;
  }
  if (goal_ && goal_->wait_for(0s) == std::future_status::ready) {
    finish_goal();
    changed = true;
  }
  if (running_ && !goal_ && now >= next_goal_) {
    next_goal_ = std::max(now - picture_period, next_goal_) + picture_period;
    set_goal();
  }
  return changed;
}

Clock::time_point Workspace::next_tick() const {
  if (past_ && !past_->is_ready) return Clock::now() + 5ms;
  if (running_ && !goal_) return next_goal_;
  return Clock::time_point::max();
}

void Workspace::restart() {
  require_open();
  pause();
  past_.reset();
  Branch& branch = current();
  branch.groups.clear();
  branch.undone.clear();
  replace_session(branch.session->branch_with(0, scene_.edits), 0);
}

void Workspace::replace_session(std::unique_ptr<sim::Session> session, std::uint64_t step) {
  session->ask([](sim::Simulation&) {}).get();
  Branch& branch = current();
  branch.session = std::move(session);
  branch.time_line.drop_after(step);
  for (Series& one : series_) one.drop_after(step);
  broken_.clear();
}

// Edits.

std::string Workspace::edit(const std::string& text, std::optional<std::uint64_t> group) {
  require_open();
  if (past_) leave_past_by_forking();
  Branch& branch = current();
  branch.session->edit(sim::WrittenEdit{text}).get();
  const std::vector<scene::Edit> journal = journal_of(*branch.session);
  branch.groups[journal.size() - 1] = group ? *group : ++last_group_;
  branch.undone.clear();
  return journal.back().text;
}

bool Workspace::is_planned(const scene::Edit& edit) const {
  return std::any_of(scene_.edits.begin(), scene_.edits.end(), [&](const scene::Edit& planned) {
    return planned.step == edit.step && planned.text == edit.text;
  });
}

std::vector<scene::Edit> Workspace::with_planned(std::vector<scene::Edit> made, std::uint64_t step) const {
  const std::size_t count = made.size();
  for (const scene::Edit& planned : scene_.edits) {
    const auto is_it = [&](const scene::Edit& one) {
      return one.step == planned.step && one.text == planned.text;
    };
    if (planned.step >= step &&
        std::none_of(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(count), is_it))
      made.push_back(planned);
  }
  return made;
}

std::optional<std::pair<std::size_t, std::size_t>> Workspace::last_group(
    const std::vector<scene::Edit>& journal) {
  const std::map<std::size_t, std::uint64_t>& groups = current().groups;
  const auto last = groups.lower_bound(journal.size());
  if (last == groups.begin()) return std::nullopt;
  auto first = std::prev(last);
  const auto [end, group] = *first;
  while (first != groups.begin() && std::prev(first)->second == group &&
         std::prev(first)->first + 1 == first->first)
    --first;
  return std::pair(first->first, end);
}

bool Workspace::can_undo() { return !past_ && !current().groups.empty(); }

void Workspace::undo() {
  if (past_) throw RunError("this is the past: go back to the present to undo what was done there");
  pause();
  Branch& branch = current();
  const std::vector<scene::Edit> journal = journal_of(*branch.session);
  const auto found = last_group(journal);
  if (!found) throw RunError("there is no edit to undo");
  const auto [first, last] = *found;
  const std::uint64_t step = journal[first].step;
  const auto begin = journal.begin();
  Undone undone{{begin, begin + static_cast<std::ptrdiff_t>(last) + 1}, branch.groups};
  const std::vector<scene::Edit> before(begin, begin + static_cast<std::ptrdiff_t>(first));
  replace_session(branch.session->branch_with(step, with_planned(before, step)), step);
  branch.groups.erase(branch.groups.lower_bound(first), branch.groups.end());
  branch.undone.push_back(std::move(undone));
}

void Workspace::redo() {
  if (past_ || current().undone.empty()) throw RunError("there is nothing to do again");
  pause();
  Branch& branch = current();
  Undone again = branch.undone.back();
  const std::uint64_t step = again.journal.back().step;
  replace_session(branch.session->branch_with(step, with_planned(again.journal, step)), step);
  branch.groups = std::move(again.groups);
  branch.undone.pop_back();
}

// The past, and branches.

void Workspace::go(std::uint64_t step) {
  require_open();
  pause();
  Branch& branch = current();
  step = std::min(step, step_of(*branch.session));
  if (step == step_of(*branch.session)) return present();
  std::vector<scene::Edit> made = journal_of(*branch.session);
  std::erase_if(made, [&](const scene::Edit& edit) { return edit.step > step; });
  Past past;
  past.step = step;
  past.still = branch.time_line.nearest(step);
  past.session = branch.session->branch_with(step, with_planned(std::move(made), step));
  past.ready = past.session->ask([](sim::Simulation&) {});
  past_ = std::move(past);
}

void Workspace::present() {
  require_open();
  past_.reset();
}

void Workspace::leave_past_by_forking() { fork(""); }

std::uint32_t Workspace::fork(const std::string& name) {
  Branch& from = current();
  const std::uint64_t step = past_ ? past_->step : step_of(*from.session);
  if (!past_) pause();
  std::unique_ptr<sim::Session> session;
  if (past_) {
    shown_session();  // throws what was wrong with it
    session = std::move(past_->session);
  } else {
    session = from.session->branch(step);
  }
  const std::size_t made = journal_of(*session).size();
  Branch& branch = add_branch(std::move(session), from.number, step, name);
  if (branch.name.empty()) branch.name = "branch " + std::to_string(branch.number);
  for (const std::shared_ptr<const Still>& still : from.time_line.stills())
    if (still->step <= step) branch.time_line.keep(still);
  branch.groups = {from.groups.begin(), from.groups.lower_bound(made)};
  past_.reset();
  current_ = branch.number;
  for (Series& one : series_) one.drop_after(step);
  broken_.clear();
  return branch.number;
}

void Workspace::switch_to(std::uint32_t branch) {
  require_branch(branch);
  pause();
  past_.reset();
  current_ = branch;
  broken_.clear();
  // What was sampled belongs to another history.
  for (Series& one : series_) one.drop_after(0);
}

void Workspace::drop(std::uint32_t branch) {
  require_branch(branch);
  if (branch == current_) throw RunError("this branch is shown: switch to another one first");
  branches_.remove_if([&](const Branch& one) { return one.number == branch; });
}

void Workspace::change_search(const std::string& method) {
  const std::vector<std::string_view> known = sim::vocabulary().searches;
  if (std::find(known.begin(), known.end(), method) == known.end())
    throw RunError("there is no search method '" + method + "'");
  shown_session().change_search(method).get();
}

sim::Session& Workspace::shown_session() {
  if (!past_) return *current().session;
  if (!past_->is_ready) {
    past_->ready.wait();
    tick(Clock::now());
  }
  if (past_->fault) std::rethrow_exception(past_->fault);
  return *past_->session;
}

Shown Workspace::show() {
  if (past_ && (!past_->is_ready || past_->fault) && past_->still) return {past_->still, current_, true};
  const auto still = shown_session().ask([&](sim::Simulation& one) { return still_of(one, roster_); }).get();
  roster_ = still->roster;
  return {still, current_, past_.has_value()};
}

void Workspace::remember(const std::shared_ptr<const Still>& still) {
  if (past_) return;
  TimeLine& line = current().time_line;
  if (line.is_due(still->step)) line.keep(still);
  sample_series();
}

void Workspace::sample_series() {
  const Clock::time_point now = Clock::now();
  if (series_.empty() || (running_ && now - last_sample_ < sample_period)) return;
  last_sample_ = now;
  const auto samples = shown_session()
                           .ask([&](sim::Simulation& one) {
                             std::vector<record::Sample> all;
                             std::size_t number = 0;
                             for (const Series& series : series_)
                               all.push_back(series.is_probe ? one.readings().measure(series.measure)
                                                             : one.readings().sample(number++));
                             return all;
                           })
                           .get();
  auto sample = samples.begin();
  for (Series& series : series_) series.add(*sample++);
}

Series& Workspace::add_probe(scene::Measure measure) {
  require_open();
  const auto count = static_cast<std::size_t>(
      std::count_if(series_.begin(), series_.end(), [](const Series& one) { return one.is_probe; }));
  if (count >= most_probes) throw RunError("there are " + std::to_string(most_probes) + " probes already");
  const std::string name = measure.name;
  remove_probe(name);
  series_.push_back({std::move(measure), true, {}, {}, {}, {}, {}, 1});
  try {
    Series& added = series_.back();
    added.add(shown_session()
                  .ask([&](sim::Simulation& one) { return one.readings().measure(added.measure); })
                  .get());
    if (added.columns.empty()) throw RunError("there is nothing to measure");
  } catch (...) {
    series_.pop_back();
    throw;
  }
  return series_.back();
}

void Workspace::remove_probe(const std::string& name) {
  series_.remove_if([&](const Series& one) { return one.is_probe && one.measure.name == name; });
}

}  // namespace scree::lab
