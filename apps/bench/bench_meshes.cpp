// scree bench meshes: what a contact with a mesh costs, by how large it is and how finely cut.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "bench/mesh_bench.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  int rounds = 3;
};

struct Row {
  bench::Floor floor;
  const char* what;
  double resting = 0, rolling = 0;  // [s]
};

void keep_best(double& best, double seconds) { best = best > 0 ? std::min(best, seconds) : seconds; }

int time_floors(const Arguments& arguments) {
  std::array<Row, 5> rows{Row{{0, 0}, "a plane", 0, 0}, Row{{1, 0}, "one square", 0, 0},
                          Row{{22, 4.2}, "edges of 4.2 radii", 0, 0},
                          Row{{224, 4.2}, "the same, a hundred times as large", 0, 0},
                          Row{{224, 0}, "edges of 0.4 radii", 0, 0}};
  for (int round = 0; round < arguments.rounds; ++round)
    for (Row& row : rows) {
      keep_best(row.resting, bench::time_floor(row.floor, bench::FloorMotion::rest));
      keep_best(row.rolling, bench::time_floor(row.floor, bench::FloorMotion::roll));
    }
  nlohmann::ordered_json report;
  if (!arguments.common.json)
    fmt::print("{} balls on a floor, one thread, ns of CPU time per ball and step\n{:>10} {:>9} {:>9}\n",
               bench::floor_balls, "triangles", "at rest", "rolling");
  for (const Row& row : rows) {
    if (!arguments.common.json)
      fmt::print("{:>10} {:>9.1f} {:>9.1f}  {}\n", row.floor.triangles(), 1e9 * row.resting,
                 1e9 * row.rolling, row.what);
    report["floors"].push_back({{"triangles", row.floor.triangles()},
                                {"what", row.what},
                                {"resting_ns", 1e9 * row.resting},
                                {"rolling_ns", 1e9 * row.rolling}});
  }
  const auto promise = [](const char* what, double measured) {
    return bench::TargetResult{
        .what = what, .least = 1.1, .goal = 1, .measured = measured, .is_upper_bound = true, .remark = {}};
  };
  const Row &small = rows[2], &large = rows[3];
  const std::array<bench::TargetResult, 2> results{
      promise("100,352 triangles over 968, at rest", large.resting / small.resting),
      promise("100,352 triangles over 968, rolling", large.rolling / small.rolling)};
  report["targets"] = tell_targets(results, arguments.common.json);
  if (arguments.common.json) print_json(report);
  return 0;
}

}  // namespace

void add_bench_meshes(Command& subjects, int& exit_code) {
  Command command = subjects.add_subcommand("meshes", "Balls on a floor of few triangles and of many");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("--rounds", arguments->rounds, "the best of so many counts; floors take turns")
      .shows_default()
      .in_range(1, 100);
  add_json(command, arguments->common);
  command.footer(
      "A contact costs the same however large the mesh is. On the finest a ball presses on two or three "
      "triangles at once,\nand each of them must be looked at.\n\n"
      "Examples:\n"
      "  scree bench meshes");
  command.callback([arguments, &exit_code] {
    arguments->common.apply();
    exit_code = time_floors(*arguments);
  });
}

}  // namespace scree::cli
