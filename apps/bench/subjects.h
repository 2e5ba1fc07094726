// The subjects of `scree bench`: each file bench_<subject>.cpp adds one.
#pragma once

#include "apps/cli/command_line.h"

namespace scree::cli {

void add_bench_bodies(Command& subjects, int& exit_code);
void add_bench_friction(Command& subjects, int& exit_code);
void add_bench_impact(Command& subjects, int& exit_code);
void add_bench_meshes(Command& subjects, int& exit_code);
void add_bench_polygons(Command& subjects, int& exit_code);
void add_bench_search(Command& subjects, int& exit_code);
void add_bench_spheres(Command& subjects, int& exit_code);

}  // namespace scree::cli
