// scree bench: how fast the parts are, beside others. One subcommand per subject.
#include "apps/cli/commands.h"
#include "subjects.h"

namespace scree::cli {

void add_bench(Command& app, int& exit_code) {
  Command subjects = app.add_subcommand("bench", "Measures how fast the parts are");
  subjects.require_subcommand();
  add_bench_spheres(subjects, exit_code);
  add_bench_search(subjects, exit_code);
  add_bench_polygons(subjects, exit_code);
  add_bench_meshes(subjects, exit_code);
  add_bench_bodies(subjects, exit_code);
  add_bench_friction(subjects, exit_code);
  add_bench_impact(subjects, exit_code);
}

}  // namespace scree::cli
