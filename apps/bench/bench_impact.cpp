// scree bench impact: collision in time on stored queries with exact answers, and its cost beside the
// comparison of two triangles.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "bench/body_bench.h"
#include "bench/impact_queries.h"
#include "scree/base/error.h"
#include "scree/base/timer.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  std::string queries;
  int rounds = 5;
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

class ImpactBench {
 public:
  explicit ImpactBench(const Arguments& arguments) : arguments_(arguments) {}

  int run() {
    const std::vector<bench::ImpactQueryRecord> queries = bench::read_impact_queries(arguments_.queries);
    if (queries.empty())
      throw SceneError(Place{std::make_shared<const std::string>("--queries")},
                       fmt::format("'{}' holds no queries", arguments_.queries));
    // Queries and comparisons take turns, since the machine is not always as fast; of each the best counts.
    const std::vector<bench::TriangleCouple> near = bench::near_couples();
    bench::KernelTimes comparisons;
    std::vector<double> best(queries.size(), 1e30);
    for (int round = 0; round < arguments_.rounds; ++round) {
      bench::time_triangle_kernels(near, comparisons);
      for (std::size_t k = 0; k < queries.size(); ++k) {
        const int calls = round == 0 ? 1 : 8;
        const Stopwatch watch;
        for (int call = 0; call < calls; ++call) kept_ += bench::answer(queries[k], most_rounds).time;
        best[k] = std::min(best[k], 1e9 * watch.seconds() / calls);
      }
    }
    double comparison = 1e30;
    for (const auto& [name, nanoseconds] : comparisons)
      if (name.second == "closest") comparison = std::min(comparison, nanoseconds);
    tell(queries, best, comparison);
    return 0;
  }

 private:
  static constexpr int most_rounds = 1000;

  void say(const std::string& text) const {
    if (arguments_.common.json) return;
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  void tell(const std::vector<bench::ImpactQueryRecord>& queries, const std::vector<double>& best,
            double comparison) {
    say(fmt::format("{:<16} {:>7} {:>6} {:>7} {:>5} {:>6} {:>9} {:>6} {:>10} {:>9} {:>9}\n", "queries",
                    "number", "hits", "missed", "late", "stuck", "false hit", "spent", "median ns", "mean ns",
                    "p99 ns"));
    bench::ImpactScore all;
    for (const int kind : {0, 1, 2}) {
      bench::ImpactScore sum;
      std::vector<double> times;
      double total = 0;
      for (std::size_t k = 0; k < queries.size(); ++k) {
        if (kind != 2 && queries[k].is_edges != (kind == 1)) continue;
        bench::score(queries[k], bench::answer(queries[k], most_rounds), sum);
        times.push_back(best[k]);
        total += best[k];
      }
      if (times.empty()) continue;
      const double middle = median(times), mean = total / static_cast<double>(times.size());
      std::sort(times.begin(), times.end());
      const double high = times[times.size() * 99 / 100];
      const char* const name = kind == 0 ? "corner and face" : kind == 1 ? "edge and edge" : "all";
      say(fmt::format("{:<16} {:>7} {:>6} {:>7} {:>5} {:>6} {:>9} {:>6} {:>10.0f} {:>9.0f} {:>9.0f}\n", name,
                      sum.queries, sum.hits, sum.missed, sum.late, sum.stuck, sum.called_hits, sum.unsettled,
                      middle, mean, high));
      report_["rows"].push_back({{"kind", name},
                                 {"queries", sum.queries},
                                 {"hits", sum.hits},
                                 {"missed", sum.missed},
                                 {"late", sum.late},
                                 {"stuck", sum.stuck},
                                 {"false_hits", sum.called_hits},
                                 {"spent", sum.unsettled},
                                 {"median_ns", middle},
                                 {"mean_ns", mean},
                                 {"p99_ns", high}});
      if (kind == 2) {
        all = sum;
        median_ = middle;
      }
    }
    say(fmt::format("comparison of two triangles in doubles: {:.0f} ns\n", comparison));
    report_["comparison_ns"] = comparison;
    const auto count = [](std::size_t number) { return static_cast<double>(number); };
    const std::array<bench::TargetResult, 4> targets = {
        bench::TargetResult{"hits that were missed", 0, 0, count(all.missed), true, {}},
        bench::TargetResult{"times that are late", 0, 0, count(all.late), true, {}},
        bench::TargetResult{"free ways called hits", 600, 222, count(all.called_hits), true, {}},
        bench::TargetResult{
            "median cost over a comparison of triangles", 5, 2, median_ / comparison, true, {}}};
    report_["targets"] = tell_targets(targets, arguments_.common.json);
    if (arguments_.common.json) print_json(report_);
  }

  const Arguments& arguments_;
  nlohmann::ordered_json report_;
  double median_ = 0;
  double kept_ = 0;  // so that no call is left out
};

}  // namespace

void add_bench_impact(Command& subjects, int& exit_code) {
  Command command =
      subjects.add_subcommand("impact", "Collision in time on stored queries: right answers and cost");
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("--queries", arguments->queries, "folder of stored queries (NAME/vertex-face/*.csv, ...)")
      .required();
  command.add_option("--rounds", arguments->rounds, "rounds, of which the best counts")
      .shows_default()
      .in_range(1, 100);
  add_json(command, arguments->common);
  command.footer(
      "The residual is that of the natural map of all contacts over the length of the free velocities.\n\n"
      "Examples:\n"
      "  scree bench friction --problems siconos_friction");
  command.callback([arguments, &exit_code] { exit_code = ImpactBench(*arguments).run(); });
}

}  // namespace scree::cli
