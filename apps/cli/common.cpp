#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "commands.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/base/units.h"
#include "terminal.h"

namespace scree::cli {
namespace {
constexpr int most_threads = 1024;
constexpr const char* member_of = "--member-of";

std::string& recorded_command_line() {
  static std::string text;
  return text;
}

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 ||
           std::string_view("-_./=:,+%@").find(static_cast<char>(letter)) != std::string_view::npos;
  });
  if (plain) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}
}  // namespace

void Common::apply() const {
  if (sweep > 0) {
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    if (getppid() != sweep) throw RunError("the sweep of this run has ended");
  }
  const int wanted =
      threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  set_threads(wanted);
  if (const int started = scree::threads(); started < wanted)
    say(stderr, fmt::format("warning: the system does not allow {} threads; {} used\n", wanted,
                            started == 1 ? "one is" : fmt::format("{} are", started)));
}

void add_threads(Command& command, Common& common) {
  command.add_option("--threads", common.threads, "how many threads to use; 0 or absent: one per core")
      .in_range(0, most_threads)
      .type_name("N");
}

void add_json(Command& command, Common& common) {
  command.add_flag("--json", common.json, "print JSON on standard output, errors included");
}

void add_quiet(Command& command, Common& common) {
  command.add_flag("--quiet,-q", common.quiet, "no progress and no report; warnings and errors stay");
}

void add_no_picture(Command& command, Common& common) {
  command.add_flag("--no-picture", common.no_picture,
                   "leave no picture, energy plot and report page in the run folder");
}

void add_sweep(Command& command, Common& common) {
  command.add_option(member_of, common.sweep, "the process of a sweep").hidden();
}

double parse_time(const std::string& text, const std::string& name) {
  const Quantity quantity = parse_quantity(text, Kind::time);
  const Place place{std::make_shared<const std::string>(name)};
  if (!quantity.fault.empty()) throw SceneError(place, quantity.fault);
  if (!(quantity.value > 0)) throw SceneError(place, "expected a time above zero, got '" + text + "'");
  return quantity.value;
}

const std::string& command_line() { return recorded_command_line(); }

void remember_command_line(int count, char** words) {
  std::string& text = recorded_command_line();
  for (int k = 0; k < count; ++k) {
    if (std::string_view(words[k]) == member_of) {
      ++k;  // the number of a process says nothing to who reads it later
      continue;
    }
    text += (k > 0 ? " " : "") + quoted(k == 0 ? std::string("scree") : words[k]);
  }
}

}  // namespace scree::cli
