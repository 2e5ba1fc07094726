#include "sweep.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "interrupt.h"
#include "json_text.h"
#include "scene_request.h"
#include "scree/base/parallel.h"
#include "scree/record/atomic_file.h"
#include "scree/record/mark.h"
#include "scree/record/run_folder.h"
#include "scree/record/run_reader.h"
#include "scree/scene/files.h"
#include "scree/sim/quantity_text.h"
#include "sweep_table.h"
#include "terminal.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* plan_name = "sweep.json";
constexpr const char* table_name = "sweep.csv";
/// With more bodies than this a run keeps several threads busy by itself.
constexpr double small_run = 20'000;

/// What the folder remembers of a sweep, besides the scenes of its members.
struct Plan {
  std::vector<std::string> keys;
  std::vector<SweepRow> members;
  std::optional<std::uint64_t> seed;  // where the scenes give none
  bool is_small = true;
};

fs::path scene_file(const fs::path& folder, std::size_t number) {
  return folder / fmt::format("{}.toml", number);
}

[[noreturn]] void refuse(const std::string& folder, const std::string& why) {
  throw SceneError(Place{std::make_shared<const std::string>(folder)}, why);
}

std::string text_of(const fs::path& path) {
  const scene::FileText file = scene::read_text_file(path, scene::largest_csv, true);
  if (!file.fault.empty()) throw SceneError(Place{}, file.fault);
  return file.text;
}

std::optional<Plan> read_plan_if_whole(const std::string& folder) {
  const ordered_json json = ordered_json::parse(text_of(fs::path(folder) / plan_name), nullptr, false);
  Plan plan;
  try {
    json.at("keys").get_to(plan.keys);
    if (json.contains("seed")) plan.seed = json.at("seed").get<std::uint64_t>();
    json.at("small").get_to(plan.is_small);
    for (const ordered_json& values : json.at("members"))
      plan.members.push_back({values.get<std::vector<std::string>>(),
                              (fs::path(folder) / fmt::format("{}", plan.members.size())).string()});
    for (const SweepRow& member : plan.members)
      if (member.values.size() != plan.keys.size()) throw std::invalid_argument("");
    if (plan.members.empty()) throw std::invalid_argument("");
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return plan;
}

Plan read_plan(const std::string& folder) {
  std::optional<Plan> plan = read_plan_if_whole(folder);
  if (!plan) refuse(folder, fmt::format("{} is damaged; run the scene again with --force", plan_name));
  return *std::move(plan);
}

void write_plan(const scene::Sweep& sweep, double bodies, const std::string& folder) {
  record::make_folder(folder);
  ordered_json members = ordered_json::array();
  for (const scene::SweepMember& member : sweep.members) members.push_back(member.values);
  ordered_json json = {{"keys", sweep.keys}, {"small", bodies <= small_run}, {"members", members}};
  if (!sweep.has_seed) json["seed"] = seed_from_clock();
  record::write_atomically(fs::path(folder) / plan_name, json.dump(1) + '\n');
}

/// As it stands in the folder: by the mark scree knows it again when the plan is damaged.
std::string marked(const std::string& scene) { return fmt::format("{}# {}\n", scene, record::mark); }

/// Comes after the plan, so that a kill in between leaves a sweep that can be begun again.
void write_missing_scenes(const scene::Sweep& sweep, const std::string& folder) {
  for (std::size_t number = 0; number < sweep.members.size(); ++number)
    if (const fs::path file = scene_file(folder, number); !fs::exists(file))
      record::write_atomically(file, marked(sweep.members[number].text));
}

bool is_same(const scene::Sweep& sweep, const Plan& plan, const std::string& folder) {
  if (plan.keys != sweep.keys || plan.members.size() != sweep.members.size()) return false;
  for (std::size_t number = 0; number < sweep.members.size(); ++number)
    if (const fs::path file = scene_file(folder, number);
        fs::exists(file) && text_of(file) != marked(sweep.members[number].text))
      return false;
  return true;
}

void remove_run_and_empty_folder(const fs::path& folder) {
  record::remove_run(folder);
  if (std::distance(fs::directory_iterator(folder), fs::directory_iterator()) > 1) return;
  fs::remove(folder / record::lock_name);
  fs::remove(folder);
}

/// Takes away what scree wrote and leaves what people put there. Works without a plan, too: a damaged one
/// must not stand in the way of a new one.
void clear(const std::string& folder) {
  const std::optional<Plan> plan = read_plan_if_whole(folder);
  std::size_t count = plan ? plan->members.size() : 0;
  while (record::is_marked(scene_file(folder, count))) ++count;
  if (count == 0)
    refuse(folder,
           fmt::format("{} is not that of a sweep, so the folder is left alone; choose another with --out",
                       plan_name));
  // Backwards, so that a kill leaves what this finds again.
  for (std::size_t number = count; number-- > 0;) {
    const fs::path member = fs::path(folder) / fmt::format("{}", number);
    if (const auto kind = record::kind_of(member);
        kind == record::FolderKind::run || kind == record::FolderKind::starting)
      remove_run_and_empty_folder(member);
    fs::remove(fs::path(folder) / fmt::format("{}.log", number));
    fs::remove(scene_file(folder, number));
  }
  fs::remove(fs::path(folder) / table_name);
  fs::remove(fs::path(folder) / plan_name);
}

/// A run that cannot be read is not: the process that should go on with it tells why.
bool is_finished(const std::string& folder) {
  if (record::kind_of(folder) != record::FolderKind::run) return false;
  try {
    return record::RunReader(folder).completed();
  } catch (const Error&) {
    return false;
  }
}

/// The members' processes.
class Crew {
 public:
  Crew(const Plan& plan, const SweepOrder& order) : plan_(plan), order_(order) {
    const int most = plan.is_small ? threads() : 1;
    jobs_ = std::min<std::size_t>(static_cast<std::size_t>(most), plan.members.size());
    threads_ = std::max(1, threads() / static_cast<int>(jobs_));
  }
  /// Whatever happens here, no process is left behind.
  ~Crew() {
    stop_all();
    for (const auto& [process, number] : running_)
      while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
      }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// False when some member did not end well.
  bool run() {
    bool all_well = true;
    catch_interrupts();
    for (std::size_t number = 0; number < plan_.members.size() || !running_.empty();) {
      const bool may_start = number < plan_.members.size() && !interrupted();
      if (may_start && is_finished(plan_.members[number].folder)) {
        tell(number, "finished already");
        ++number;
      } else if (may_start && running_.size() < jobs_) {
        start(number++);
      } else if (running_.empty()) {
        break;
      } else {
        all_well = wait() && all_well;
      }
    }
    return all_well;
  }

 private:
  std::string log_of(std::size_t number) const {
    return (fs::path(order_.folder) / fmt::format("{}.log", number)).string();
  }

  std::vector<std::string> command_of(std::size_t number) const {
    const std::string& folder = plan_.members[number].folder;
    const bool begun = record::kind_of(folder) == record::FolderKind::run;
    std::vector<std::string> words{"scree"};
    if (begun)
      words.insert(words.end(), {"resume", folder});
    else
      words.insert(words.end(), {"run", scene_file(order_.folder, number).string(), "--out", folder});
    if (!begun && plan_.seed) words.insert(words.end(), {"--seed", fmt::format("{}", *plan_.seed)});
    words.insert(words.end(), {"--quiet", "--threads", fmt::format("{}", threads_), "--member-of",
                               fmt::format("{}", getpid())});
    if (order_.common.no_picture) words.push_back("--no-picture");
    for (const auto& [option, value] :
         {std::pair("--until", &order_.until), std::pair("--search", &order_.search),
          std::pair("--cpu", &order_.cpu_target)})
      if (!value->empty()) words.insert(words.end(), {option, *value});
    return words;
  }

  void start(std::size_t number) {
    std::vector<std::string> words = command_of(number);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log_of(number).c_str(),
                                     O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    std::error_code ignored;
    fs::remove(log_of(number), ignored);
    pid_t process = 0;
    const int fault = posix_spawn(&process, "/proc/self/exe", &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (fault != 0)
      throw RunError(
          fmt::format("a process for run {} could not be started: {}", number, std::strerror(fault)));
    running_[process] = number;
  }

  /// By a signal of its own: whoever got the first one as well, as from a terminal, takes it for the same
  /// wish and not for the second that ends it at once.
  void stop_all() const {
    for (const auto& [process, number] : running_) kill(process, SIGUSR1);
  }

  /// For one member to end. Tells all of them when this process is asked to stop.
  bool wait() {
    constexpr std::chrono::milliseconds glance(20);
    int status = 0;
    pid_t process = 0;
    while ((process = waitpid(-1, &status, WNOHANG)) == 0) {
      if (interrupted() && !std::exchange(is_stopping_, true)) stop_all();
      std::this_thread::sleep_for(glance);
    }
    if (process < 0 && errno == EINTR) return true;
    if (process < 0) {
      running_.clear();
      throw RunError(fmt::format("the runs of the sweep cannot be waited for: {}", std::strerror(errno)));
    }
    const auto found = running_.find(process);
    if (found == running_.end()) return true;
    const std::size_t number = found->second;
    running_.erase(found);
    const bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const std::string said = scene::read_text_file(log_of(number), scene::largest_csv, true).text;
    std::error_code ignored;
    if (said.empty()) fs::remove(log_of(number), ignored);
    tell(number, well ? "done" : interrupted() ? "interrupted" : "failed: " + said, !well);
    return well;
  }

  void tell(std::size_t number, const std::string& what, bool always = false) const {
    if (order_.common.quiet && !always) return;
    std::string values;
    for (std::size_t k = 0; k < plan_.keys.size(); ++k)
      values += fmt::format("{}{} = {}", k > 0 ? ", " : "", plan_.keys[k], plan_.members[number].values[k]);
    say(stderr, fmt::format("run {} of {} ({}): {}\n", number, plan_.members.size(), values, what));
  }

  const Plan& plan_;
  const SweepOrder& order_;
  std::size_t jobs_ = 1;
  int threads_ = 1;
  bool is_stopping_ = false;
  std::map<pid_t, std::size_t> running_;
};

/// The folder may come from a stranger: a member that is a link may be any run, and a scene that is a pipe
/// may never end.
void require_plain_members(const Plan& plan, const SweepOrder& order) {
  for (std::size_t number = 0; number < plan.members.size(); ++number) {
    const fs::file_status member = fs::symlink_status(plan.members[number].folder);
    const fs::file_status scene = fs::symlink_status(scene_file(order.folder, number));
    if ((fs::exists(member) && !fs::is_directory(member)) ||
        (fs::exists(scene) && !fs::is_regular_file(scene)))
      refuse(order.folder, fmt::format("run {} of the sweep or its scene is a link or no file", number));
  }
}

int run_plan(const Plan& plan, const SweepOrder& order) {
  require_plain_members(plan, order);
  const bool all_well = Crew(plan, order).run();
  const std::vector<ordered_json> rows = sweep_rows(plan.keys, plan.members);
  const fs::path table = fs::path(order.folder) / table_name;
  record::write_atomically(table, sweep_csv(rows));
  if (order.common.json) {
    const ordered_json json = {{"table", table.string()}, {"members", rows}};
    print_json(json);
  } else if (!order.common.quiet) {
    const auto finished = std::count_if(rows.begin(), rows.end(),
                                        [](const ordered_json& row) { return row["outcome"] == "finished"; });
    print(fmt::format("{} of {} runs finished; {}\n", finished, rows.size(), table.string()));
  }
  if (interrupted()) return interrupt_exit_code();
  return all_well ? 0 : static_cast<int>(ExitCode::run_stopped);
}

}  // namespace

std::string size_text(const scene::Sweep& sweep) {
  return sweep.lengths.size() < 2
             ? fmt::format("{}", sweep.members.size())
             : fmt::format("{} = {}", fmt::join(sweep.lengths, " x "), sweep.members.size());
}

bool is_sweep(const std::string& folder) { return fs::exists(fs::path(folder) / plan_name); }

void require_one_run(const std::string& folder) {
  if (!is_sweep(folder)) return;
  const std::size_t count = read_plan(folder).members.size();
  refuse(folder, fmt::format("is a sweep of {}; name one of its runs: {} to {}",
                             sim::count_text(count, "run"), (fs::path(folder) / "0").string(),
                             (fs::path(folder) / fmt::format("{}", count - 1)).string()));
}

int run_sweep(const scene::Sweep& sweep, double bodies, const SweepOrder& order) {
  if (is_sweep(order.folder)) {
    if (order.force) clear(order.folder);
  } else {
    record::require_free(order.folder, order.force);
    if (record::kind_of(order.folder) == record::FolderKind::run) {
      record::remove_run(order.folder);
      fs::remove(fs::path(order.folder) / record::lock_name);
    }
  }
  const bool is_begun = is_sweep(order.folder) && fs::exists(scene_file(order.folder, 0));
  if (!is_begun) write_plan(sweep, bodies, order.folder);
  const Plan plan = read_plan(order.folder);
  if (!is_same(sweep, plan, order.folder))
    refuse(order.folder,
           "holds a sweep of another scene or with other values; choose another folder with --out, or "
           "--force to replace it");
  write_missing_scenes(sweep, order.folder);
  return run_plan(plan, order);
}

int resume_sweep(const SweepOrder& order) {
  const Plan plan = read_plan(order.folder);
  for (std::size_t number = 0; number < plan.members.size(); ++number)
    if (!fs::exists(scene_file(order.folder, number)) &&
        record::kind_of(plan.members[number].folder) != record::FolderKind::run)
      refuse(order.folder,
             fmt::format("the scene of run {} is missing; `scree run` of the scene goes on here", number));
  return run_plan(plan, order);
}

}  // namespace scree::cli
