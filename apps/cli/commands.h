// The commands of the program: each file <command>.cpp adds one to the parser. A command's callback sets the
// exit code; errors leave it as exceptions and are told by main.cpp.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace scree::cli {

void add_run(CLI::App& app, int& exit_code);
void add_resume(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_info(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_list(CLI::App& app, int& exit_code);
void add_pairs(CLI::App& app, int& exit_code);
void add_render(CLI::App& app, int& exit_code);
void add_plot(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_new(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_reproduce(CLI::App& app, int& exit_code);
// Subjects of `scree bench`.
void add_bench_polygons(CLI::App& subjects, int& exit_code);
void add_bench_search(CLI::App& subjects, int& exit_code);
void add_bench_spheres(CLI::App& subjects, int& exit_code);

/// Options that most commands share.
struct Common {
  int threads = 0;  ///< 0: as many as the machine has
  bool json = false;
  bool quiet = false;
  bool no_picture = false;

  void apply() const;  ///< from now on loops use that many threads
};
void add_threads(CLI::App& command, Common& common);
void add_json(CLI::App& command, Common& common);
void add_quiet(CLI::App& command, Common& common);
void add_no_picture(CLI::App& command, Common& common);

/// The time in `text` [s], which came with the option `name`. Throws SceneError.
double parse_time(const std::string& text, const std::string& name);

/// The command line that started this process, quoted so that a shell reads it again.
const std::string& command_line();
void remember_command_line(int count, char** words);

}  // namespace scree::cli
