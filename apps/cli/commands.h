// The commands of the program: each file <command>.cpp adds one to the parser. A command's callback sets the
// exit code; errors leave it as exceptions and are told by main.cpp.
#pragma once

#include <string>

#include "command_line.h"

namespace scree::cli {

void add_run(Command& app, int& exit_code);
void add_resume(Command& app, int& exit_code);
void add_check(Command& app, int& exit_code);
void add_info(Command& app, int& exit_code);
void add_export(Command& app, int& exit_code);
void add_lab(Command& app, int& exit_code);
void add_list(Command& app, int& exit_code);
void add_mesh(Command& app, int& exit_code);
void add_pairs(Command& app, int& exit_code);
void add_render(Command& app, int& exit_code);
void add_plot(Command& app, int& exit_code);
void add_report(Command& app, int& exit_code);
void add_new(Command& app, int& exit_code);
void add_explain(Command& app, int& exit_code);
// Written in apps/bench.
void add_bench(Command& app, int& exit_code);
void add_reproduce(Command& app, int& exit_code);

/// Options that most commands share.
struct Common {
  int threads = 0;  ///< 0: as many as the machine has
  bool json = false;
  bool quiet = false;
  bool no_picture = false;
  int sweep = 0;  ///< the process of the sweep that this one is a member of; 0: of none

  /// From now on loops use that many threads, and the end of the sweep is heard of.
  void apply() const;
};
void add_threads(Command& command, Common& common);
void add_json(Command& command, Common& common);
void add_quiet(Command& command, Common& common);
void add_no_picture(Command& command, Common& common);
/// For sweeps: the run ends, with a checkpoint, when the process that started it does, however that ends.
void add_sweep(Command& command, Common& common);

/// The time in `text` [s], which came with the option `name`. Throws SceneError.
double parse_time(const std::string& text, const std::string& name);

/// The command line that started this process, quoted so that a shell reads it again.
const std::string& command_line();
void remember_command_line(int count, char** words);

}  // namespace scree::cli
