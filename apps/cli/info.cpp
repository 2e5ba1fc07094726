// scree info: what a run folder holds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "commands.h"
#include "json_text.h"
#include "scree/base/text.h"
#include "scree/record/plain_file.h"
#include "scree/record/run_folder.h"
#include "scree/record/run_reader.h"
#include "scree/show/plot.h"
#include "scree/sim/quantity_text.h"
#include "scree/sim/summary.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
using nlohmann::ordered_json;
using sim::quantity_text;

struct Arguments {
  Common common;
  std::string folder;
  bool scene = false;
};

/// First and last value of a number about the whole.
struct Change {
  std::string name;
  double first = 0, last = 0;
};

std::vector<Change> changes_of(const record::RunReader& reader) {
  std::vector<Change> changes;
  for (const auto& [name, values] : reader.totals())
    if (!values.empty()) changes.push_back({name, values.front(), values.back()});
  return changes;
}

ordered_json summary_of(const record::RunReader& reader) {
  return ordered_json::parse(sim::checked_summary(reader.summary()));
}

/// Those whose files are there: the index knows of others, too.
std::vector<std::size_t> frames_of(const record::RunReader& reader) {
  std::vector<std::size_t> frames;
  for (std::size_t k = 0; k < reader.frame_count(); ++k)
    if (reader.has_file_of(k)) frames.push_back(k);
  return frames;
}

ordered_json json_of(const record::RunReader& reader) {
  const record::Provenance& provenance = reader.provenance();
  const std::vector<std::size_t> frames = frames_of(reader);
  ordered_json first = ordered_json::object(), last = ordered_json::object(),
               frame_list = ordered_json::array();
  for (const Change& change : changes_of(reader)) {
    first[change.name] = change.first;
    last[change.name] = change.last;
  }
  for (const std::size_t k : frames)
    frame_list.push_back({{"step", reader.frame_step(k)}, {"time", reader.frame_time(k)}});
  const ordered_json summary = summary_of(reader);
  ordered_json measures = ordered_json::object();
  for (const auto& [name, table] : reader.measures())
    measures[name] = {{"columns", table.columns}, {"samples", table.times.size()}, {"rows", table.rows}};
  return {{"folder", reader.folder().string()},
          {"completed", reader.completed()},
          {"state_hash",
           summary.is_object() ? summary.value("state_hash", ordered_json(nullptr)) : ordered_json(nullptr)},
          {"frames", frames.size()},
          {"missing_frames", reader.frame_count() - frames.size()},
          {"frame_list", frame_list},
          {"first", first},
          {"last", last},
          {"checkpoints", reader.checkpoint_steps()},
          {"measures", measures},
          {"provenance",
           {{"version", provenance.version},
            {"scene_name", provenance.scene_name},
            {"scene_text", provenance.scene_text},
            {"seed", provenance.seed},
            {"dimension", provenance.dimension},
            {"command_line", provenance.command_line},
            {"started", provenance.started},
            {"settings", provenance.settings}}},
          {"summary", summary}};
}

/// By the kernel's list of locks: trying to take the lock might refuse a writer that comes at that moment.
bool is_being_written(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / record::lock_name;
  struct stat facts = {};
  long holder = 0;
  if (!(std::istringstream(record::first_bytes(path, 32)) >> holder) || lstat(path.c_str(), &facts) != 0)
    return false;
  std::ifstream locks("/proc/locks");
  const std::string process = fmt::format(" {} ", holder), file = fmt::format(":{} ", facts.st_ino);
  for (std::string line; std::getline(locks, line);)
    if (line.find("FLOCK") != std::string::npos && line.find(process) != std::string::npos &&
        line.find(file) != std::string::npos)
      return true;
  return false;
}

std::string state_text(const record::RunReader& reader, const ordered_json& summary) {
  const std::string folder = reader.folder().string();
  if (reader.completed()) return "finished";
  if (is_being_written(reader.folder())) return "running";
  const std::string how =
      reader.checkpoint_steps().empty()
          ? "not finished, no checkpoint yet"
          : fmt::format("not finished, last checkpoint at step {}", reader.checkpoint_steps().back());
  return fmt::format("{}{}; go on with: scree resume {}", how,
                     summary.is_object() ? fmt::format(" ({})", summary.value("outcome", "")) : "", folder);
}

std::string text_of(const record::RunReader& reader) {
  const record::Provenance& provenance = reader.provenance();
  const ordered_json summary = summary_of(reader);
  const int width = width_of(stdout);
  Table facts;
  facts.add({"state", state_text(reader, summary)});
  if (summary.is_object() && !summary.value("reason", "").empty())
    facts.add({"reason", summary.value("reason", "")});
  const std::vector<std::size_t> frames = frames_of(reader);
  const std::size_t missing = reader.frame_count() - frames.size();
  facts.add({"frames", frames.empty() ? std::string(missing > 0 ? "none" : "none yet")
                                      : fmt::format("{}, t = {} to {}", frames.size(),
                                                    quantity_text(reader.frame_time(frames.front()), "s"),
                                                    quantity_text(reader.frame_time(frames.back()), "s"))});
  if (missing > 0)
    facts.add({"", fmt::format("{} more were recorded, but their files are missing", missing)});
  facts.add({"begun", fmt::format("{} by scree {}", provenance.started, provenance.version)});
  facts.add({"command", provenance.command_line});
  std::string settings = fmt::format("{}D, seed {}", provenance.dimension, provenance.seed);
  for (const auto& [name, value] : provenance.settings) settings += fmt::format(", {} {}", name, value);
  facts.add({"settings", settings});
  if (summary.is_object() && !summary.value("state_hash", "").empty())
    facts.add({"state hash", summary.value("state_hash", "")});

  std::string text = fmt::format("{}: a run of {}\n{}", reader.folder().string(), provenance.scene_name,
                                 facts.text(2, width));
  Table totals({1, 2});
  totals.add({"", "first frame", "last frame"});
  for (const Change& change : changes_of(reader))
    totals.add({change.name, fmt::format("{:.6g}", change.first), fmt::format("{:.6g}", change.last),
                show::unit_of_column(change.name)});
  if (reader.frame_count() > 0) text += totals.text(2, width);
  Table measures;
  for (const auto& [name, table] : reader.measures())
    measures.add({name, fmt::format("{}{}: {}", sim::count_text(table.times.size(), "sample"),
                                    table.rows > 1 ? fmt::format(" of {} rows", table.rows) : "",
                                    fmt::join(table.columns, ", "))});
  if (!reader.measures().empty())
    text += "measured (scree plot DIR NAME.COLUMN draws it):\n" + measures.text(2, width);
  return text;
}

int info(const Arguments& arguments) {
  require_one_run(arguments.folder);
  const record::RunReader reader(arguments.folder);
  const std::string& scene = reader.provenance().scene_text;
  const std::string text = arguments.scene && arguments.common.json ? json_text({{"scene", scene}})
                           : arguments.scene       ? is_terminal(stdout) ? printable(scene) : scene
                           : arguments.common.json ? json_text(json_of(reader))
                                                   : printable(text_of(reader));
  std::fputs(text.c_str(), stdout);
  return 0;
}
}  // namespace

void add_info(Command& app, int& exit_code) {
  Command command = app.add_subcommand("info", "Says what a run folder holds");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("folder", arguments->folder, "the run folder").required().type_name("DIR");
  add_json(command, arguments->common);
  add_threads(command, arguments->common);
  command.add_flag("--scene", arguments->scene,
                   "print the scene that was run, with all its changes, and nothing else");
  command.footer(
      "Frames, the time that they cover, energies of the first and the last one, what was measured, the "
      "state hash, "
      "what made\nthe run, and "
      "whether it is finished. Can be called while the run is going on.\n\n"
      "Examples:\n"
      "  scree info box.run\n"
      "  scree info box.run --json\n"
      "  scree info box.run --scene > again.toml");
  command.callback([arguments, &exit_code] { exit_code = info(*arguments); });
}

}  // namespace scree::cli
