// scree: the command line. Parses, calls a command, and tells errors: what was wrong on standard error, one
// line each, and with --json as one object on standard output.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <vector>

#include "commands.h"
#include "json_text.h"
#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/scene/suggest.h"
#include "scree/sim/families.h"
#include "scree/sim/summary.h"
#include "scree/sim/watch.h"
#include "terminal.h"

namespace scree::cli {
namespace {
using nlohmann::ordered_json;

bool wants_json(int count, char** words) {
  for (int k = 1; k < count; ++k)
    if (std::string_view(words[k]) == "--json") return true;
  return false;
}

struct Failure {
  std::string kind;
  std::string message;
  ExitCode exit_code = ExitCode::internal;
  ordered_json details = ordered_json::object();
};

int tell(const Failure& failure, bool json) {
  say(stderr, "scree: " + failure.message + '\n');
  if (json) {
    ordered_json error = {{"kind", failure.kind},
                          {"message", failure.message},
                          {"exit_code", static_cast<int>(failure.exit_code)}};
    error.update(failure.details);
    print_json({{"error", error}});
  }
  return static_cast<int>(failure.exit_code);
}

Failure failure_of(const SceneError& error) {
  ordered_json complaints = ordered_json::array();
  for (const Complaint& complaint : error.complaints)
    complaints.push_back({{"file", complaint.place.file ? *complaint.place.file : ""},
                          {"line", complaint.place.line},
                          {"column", complaint.place.column},
                          {"message", complaint.message}});
  return {"scene", error.what(), error.exit_code, {{"complaints", complaints}}};
}

Failure failure_of(const RunError& error) {
  Failure failure{"run", error.what(), error.exit_code, ordered_json::object()};
  if (const auto* stop = dynamic_cast<const sim::RunStopped*>(&error))
    failure.details = {{"step", stop->step}, {"time", stop->time}};
  return failure;
}

bool is_any(const CLI::App* /*command*/) { return true; }

/// The command that was given; null when there was none.
const CLI::App* command_in(const CLI::App& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  return given.empty() ? nullptr : given.front();
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::string unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& known_name : option->get_lnames()) known.push_back("--" + known_name);
  const std::vector<std::string_view> views(known.begin(), known.end());
  const bool before_command = !command.get_subcommands(is_any).empty() && scene::nearest(name, views).empty();
  return fmt::format(
      "unknown option {}{}", in_quotes(name),
      before_command ? "; the options of a command come after it" : scene::suggestion(name, views));
}

std::string missing_command(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands(is_any)) known.push_back(command->get_name());
  const std::vector<std::string_view> views(known.begin(), known.end());
  if (words.empty()) return "a command is missing" + scene::suggestion("", views);
  return fmt::format("there is no command {}{}", in_quotes(words.front()),
                     scene::suggestion(words.front(), views));
}

/// What is wrong with the words that the commands left over, if they are why the line could not be read: the
/// parser itself tells neither which word nor what was meant. Empty when its own message says enough.
std::string fault_of_words(const CLI::App& app, const CLI::ParseError& error) {
  if (!dynamic_cast<const CLI::ExtrasError*>(&error) && !dynamic_cast<const CLI::RequiredError*>(&error))
    return {};
  for (const CLI::App* command = &app; command != nullptr; command = command_in(*command)) {
    std::vector<std::string> words = command->remaining();
    std::erase(words, "--");
    const bool is_group = !command->get_subcommands(is_any).empty();
    const auto option = std::find_if(words.begin(), words.end(), is_option);
    // A word after an unknown option may be its value; one before the first command would be a command.
    if (option != words.end() && (!is_group || option == words.begin()))
      return unknown_option(*command, *option);
    if (is_group && (!words.empty() || !command_in(*command))) return missing_command(*command, words);
    if (!words.empty()) return fmt::format("unexpected word {}", in_quotes(words.front()));
  }
  return {};
}

/// CLI11 counts its own errors from 100; here every misuse is 2, and help and version are no misuse.
int tell_usage(const CLI::App& app, const CLI::ParseError& error, bool json) {
  if (error.get_exit_code() == 0) return app.exit(error);
  std::string name = app.get_name();
  for (const CLI::App* command = command_in(app); command != nullptr; command = command_in(*command))
    name += ' ' + command->get_name();
  const std::string fault = fault_of_words(app, error);
  return tell(
      {"usage",
       fmt::format("{}\n`{} --help` shows what it takes.", fault.empty() ? error.what() : fault, name),
       ExitCode::bad_input},
      json);
}

/// The commit is known to builds from a clone; of the kernels the fastest that this machine runs is told.
std::string version_text() {
  std::string kernels;
  for (const sim::Family& family : sim::families())
    if (family.name == "cpu")
      for (const sim::Member& member : family.members)
        for (const sim::Detail& detail : member.details)
          if (const bool* runs = std::get_if<bool>(&detail.value); runs != nullptr && *runs)
            kernels = member.name;
  constexpr std::string_view commit = SCREE_COMMIT;
  return fmt::format("scree {} ({}kernels: {})", sim::version(),
                     commit.empty() ? "" : fmt::format("commit {}, ", commit), kernels);
}

int run_program(int count, char** words) {
  CLI::App app("Discrete elements: simulates discs, spheres and polygons in contact.");
  app.name("scree");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.footer("`scree help COMMAND` explains a command with examples. A first run: scree run box");
  int exit_code = 0;
  Command commands(app);
  add_run(commands, exit_code);
  add_resume(commands, exit_code);
  add_check(commands, exit_code);
  add_info(commands, exit_code);
  add_export(commands, exit_code);
  add_render(commands, exit_code);
  add_plot(commands, exit_code);
  add_report(commands, exit_code);
  add_new(commands, exit_code);
  add_explain(commands, exit_code);
  add_lab(commands, exit_code);
  add_list(commands, exit_code);
  add_mesh(commands, exit_code);
  add_pairs(commands, exit_code);
  add_bench(commands, exit_code);
  add_reproduce(commands, exit_code);

  // Whoever started this process may ignore children; here they are waited for.
  std::signal(SIGCHLD, SIG_DFL);
  // A file that may not grow is then an error of the write that wanted it to, and told like one.
  std::signal(SIGXFSZ, SIG_IGN);
  const bool json = wants_json(count, words);
  remember_command_line(count, words);
  try {
    // "help run" is "run --help". The parser takes words from the back.
    if (count > 1 && std::string_view(words[1]) == "help") {
      std::vector<std::string> asked{"--help"};
      if (count > 2) asked.emplace_back(words[2]);
      app.parse(asked);
    }
    app.parse(count, words);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw RunError("standard output cannot be written");
    return exit_code;
  } catch (const CLI::ParseError& error) {
    return tell_usage(app, error, json);
  } catch (const SceneError& error) {
    return tell(failure_of(error), json);
  } catch (const RunError& error) {
    return tell(failure_of(error), json);
  } catch (const Error& error) {
    return tell({"internal", error.what(), error.exit_code}, json);
  } catch (const std::filesystem::filesystem_error& error) {
    return tell({"run", fmt::format("'{}': {}", error.path1().string(), error.code().message()),
                 ExitCode::run_stopped},
                json);
  } catch (const std::system_error& error) {
    return tell(
        {"run", fmt::format("the system refuses what is needed: {}", error.what()), ExitCode::run_stopped},
        json);
  } catch (const std::bad_alloc&) {
    return tell({"run", "there is not enough memory for this", ExitCode::run_stopped}, json);
  } catch (const std::exception& error) {
    return tell({"internal", fmt::format("internal error, please report it: {}", error.what())}, json);
  }
}
}  // namespace
}  // namespace scree::cli

int main(int count, char** words) { return scree::cli::run_program(count, words); }
