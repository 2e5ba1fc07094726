// scree bench: how fast the parts are, beside others. One subcommand per subject.
#include "commands.h"

namespace scree::cli {

void add_bench(CLI::App& app, int& exit_code) {
  CLI::App* subjects = app.add_subcommand("bench", "Measures how fast the parts are");
  subjects->require_subcommand(1);
  add_bench_spheres(*subjects, exit_code);
  add_bench_search(*subjects, exit_code);
  add_bench_polygons(*subjects, exit_code);
}

}  // namespace scree::cli
