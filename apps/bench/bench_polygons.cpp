// scree bench polygons: distance, overlap and whole worlds, beside Box2D, Boost.Geometry and GEOS.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "bench/polygon_bench.h"
#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  bool peers = false;
  bool worlds = true;
  std::vector<std::size_t> counts = {1'000, 10'000, 50'000};
};

class PolygonBench {
 public:
  explicit PolygonBench(const Arguments& arguments) : arguments_(arguments) {
    if (!arguments.peers) return;
    program_ = bench::find_polygon_peers();
    if (!program_)
      throw SceneError(Place{std::make_shared<const std::string>("--peers")},
                       "the program scree-polygon-peers is not there; './dev bench --peers polygons' "
                       "installs Box2D and GEOS and builds it");
  }

  int run() {
    // The peers and scree take turns, since the machine is not always as fast; of each the best counts.
    for (int turn = 0; turn < (program_ ? 2 : 1); ++turn) {
      if (program_) ask_peers();
      time_pairs();
    }
    tell_pairs();
    if (arguments_.worlds) time_worlds();
    report_["targets"] = tell_targets(judge(), arguments_.common.json);
    if (arguments_.common.json) print_json(report_);
    return 0;
  }

 private:
  void say(const std::string& text) const {
    if (arguments_.common.json) return;
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
  void ask_peers() {
    say("asking the peers ...\n");
    for (const bench::PeerFigure& figure : bench::ask_polygon_peers(*program_)) {
      double& best = peers_.try_emplace({figure.name, figure.corners}, figure.value).first->second;
      const bool is_rate = figure.name.starts_with("box2d_world");
      best = is_rate ? std::max(best, figure.value) : std::min(best, figure.value);
    }
  }
  void keep_shortest(const std::string& name, std::size_t size, double nanoseconds) {
    double& best = measured_.try_emplace({name, size}, nanoseconds).first->second;
    best = std::min(best, nanoseconds);
  }
  double peer(const std::string& name, std::size_t corners) const {
    const auto found = peers_.find({name, corners});
    return found == peers_.end() ? 0 : found->second;
  }
  static std::string number(double value) { return value > 0 ? fmt::format("{:.1f}", value) : "-"; }

  static constexpr std::size_t corner_counts[] = {3, 4, 8, 16, 32, 64, 128, 256, 512};

  void time_pairs() {
    for (const std::size_t corners : corner_counts) {
      keep_shortest("distance", corners, bench::time_polygon_distance(corners, true));
      keep_shortest("unrelated", corners, bench::time_polygon_distance(corners, false));
      keep_shortest("overlap", corners, bench::time_polygon_overlap(corners, true));
    }
    keep_shortest("packing", 8, bench::time_distance_in_packing(50'000, 8));
  }

  void tell_pairs() {
    say(fmt::format(
        "\nOne pair, ns per call\n{:>8} {:>10} {:>10} {:>10} | {:>10} {:>10} {:>10} {:>10} {:>10}\n",
        "corners", "distance", "unrelated", "overlap", "Box2D", "Box2D cold", "GEOS dist.", "Boost area",
        "GEOS area"));
    for (const std::size_t corners : corner_counts) {
      const double coherent = mine("distance", corners), cold = mine("unrelated", corners),
                   overlap = mine("overlap", corners);
      say(fmt::format("{:>8} {:>10.1f} {:>10.1f} {:>10.1f} | {:>10} {:>10} {:>10} {:>10} {:>10}\n", corners,
                      coherent, cold, overlap, number(peer("box2d_distance_coherent", corners)),
                      number(peer("box2d_distance_cold", corners)), number(peer("geos_distance", corners)),
                      number(peer("boost_overlap", corners)), number(peer("geos_overlap", corners))));
      report_["pairs"].push_back({{"corners", corners},
                                  {"distance_ns", coherent},
                                  {"distance_unrelated_ns", cold},
                                  {"overlap_ns", overlap}});
    }
    const double packed = mine("packing", 8);
    say(fmt::format("in a packing of 50,000 bodies of 8 corners: {:.1f} ns\n", packed));
    report_["distance_in_packing_ns"] = packed;
  }

  void time_worlds() {
    say(fmt::format("\nWhole worlds\n{:>9} {:>8} {:>7} {:>16} {:>14} {:>13}\n", "bodies", "shape", "threads",
                    "M body-steps/s", "sim. s/CPU s", "contacts/body"));
    for (const std::size_t count : arguments_.counts)
      for (const bench::PolygonWorld& world : bench::polygon_worlds(count))
        for (const int thread_count : threads() > 1 ? std::vector<int>{1, threads()} : std::vector<int>{1}) {
          const bench::WorldFigures figures = bench::time_polygon_world(world, thread_count);
          measured_[{fmt::format("world {} {}", world.name, thread_count), count}] =
              figures.body_steps_per_second;
          say(fmt::format("{:>9} {:>8} {:>7} {:>16.3f} {:>14.4g} {:>13.2f}\n", count, world.name,
                          thread_count, 1e-6 * figures.body_steps_per_second,
                          figures.simulated_per_cpu_second,
                          static_cast<double>(figures.contacts) / static_cast<double>(count)));
          report_["worlds"].push_back({{"bodies", count},
                                       {"shape", world.name},
                                       {"threads", thread_count},
                                       {"body_steps_per_second", figures.body_steps_per_second},
                                       {"simulated_seconds_per_cpu_second", figures.simulated_per_cpu_second},
                                       {"contacts", figures.contacts}});
        }
    constexpr std::size_t heap = 300;
    const bench::SleepFigures sleep = bench::time_sleeping_heap(heap);
    if (sleep.share == 1) measured_[{"sleep", heap}] = sleep.asleep / sleep.pouring;
    say(
        fmt::format("a heap of {} stones: {:.1f} us per step while they come down, {:.2f} us with {:.0f} % "
                    "of them asleep\n",
                    heap, 1e6 * sleep.pouring, 1e6 * sleep.asleep, 100 * sleep.share));
    report_["sleeping_heap"] = {{"bodies", heap},
                                {"pouring_seconds_per_step", sleep.pouring},
                                {"asleep_seconds_per_step", sleep.asleep},
                                {"share_asleep", sleep.share}};
    for (const std::size_t count : {1'000u, 10'000u})
      if (peer("box2d_world", count) > 0)
        say(fmt::format("{:>9} {:>8} {:>7} {:>16.3f} {:>14.4g} {:>13.2f}  Box2D\n", count, "hexagons", 1,
                        1e-6 * peer("box2d_world", count), peer("box2d_world_time", count),
                        peer("box2d_world_contacts", count) / static_cast<double>(count)));
    if (!peers_.empty())
      say("Box2D has the same bodies at the same places in the same container, a hundred times larger, so "
          "that "
          "ten seconds of its time\ncount as one; both are timed in the same phase of the fall. 60 steps per "
          "second, 8 and 3 iterations, continuous and sleep off.\n");
  }

  double mine(const std::string& name, std::size_t size) const {
    const auto found = measured_.find({name, size});
    return found == measured_.end() ? 0 : found->second;
  }
  /// The project's targets, as far as they were measured.
  std::vector<bench::TargetResult> judge() const {
    std::vector<bench::TargetResult> results;
    const auto add = [&](const char* what, double least, double goal, double measured, bool is_upper_bound) {
      if (measured > 0 && std::isfinite(measured))
        results.push_back({what, least, goal, measured, is_upper_bound, {}});
    };
    add("distance, coherent: time at 256 corners over time at 4", 1.4, 1.1,
        mine("distance", 256) / mine("distance", 4), true);
    add("distance, 8 corners: faster than Box2D's with cache", 4, 6,
        peer("box2d_distance_coherent", 8) / mine("distance", 8), false);
    add("distance, 64 corners: faster than the same", 10, 15,
        peer("box2d_distance_coherent", 64) / mine("distance", 64), false);
    add("area and centroid, 8 corners: faster than the best library", 80, 120,
        std::min(peer("boost_overlap", 8), peer("geos_overlap", 8)) / mine("overlap", 8), false);
    add("distance in a packing of 50,000 over in cache", 3, 1.5, mine("packing", 8) / mine("distance", 8),
        true);
    add("10,000 hexagons: body-steps per second over Box2D's", 8, 20,
        mine("world hexagons 1", 10'000) / peer("box2d_world", 10'000), false);
    add("10,000 stones of 32 corners over 10,000 hexagons, cost", 1.5, 1.15,
        mine("world hexagons 1", 10'000) / mine("world stones 1", 10'000), true);
    add("two threads over one, 50,000 stones", 1.8, 1.95,
        mine("world stones 2", 50'000) / mine("world stones 1", 50'000), false);
    add("a settled heap with sleep on, cost of a step over the same while pouring", 0.3, 0.1,
        mine("sleep", 300), true);
    return results;
  }

  const Arguments& arguments_;
  std::optional<std::filesystem::path> program_;  // of the peers
  std::map<std::pair<std::string, std::size_t>, double> peers_, measured_;
  nlohmann::ordered_json report_;
};

}  // namespace

void add_bench_polygons(Command& subjects, int& exit_code) {
  Command command = subjects.add_subcommand(
      "polygons", "Pairs and worlds of polygons, beside Box2D, Boost.Geometry and GEOS");
  auto arguments = std::make_shared<Arguments>();
  command.add_flag("--peers", arguments->peers, "Box2D, Boost.Geometry and GEOS beside scree");
  command.add_flag("!--pairs-only", arguments->worlds, "no whole worlds");
  command.add_option("--count", arguments->counts, "numbers of bodies, such as 1000,10000")
      .delimiter(',')
      .in_range(10, 10'000'000);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  command.footer(
      "Coherent pairs move a little from call to call, unrelated ones have nothing in common. Worlds fall "
      "into "
      "a container\n"
      "with law overlap_area (Schinner's, which the paper's figures are of) and are timed after 0.2 s of "
      "fall; "
      "DEM takes\n"
      "many small steps where Box2D takes few large ones, so look at both columns.\n\n"
      "Examples:\n"
      "  scree bench polygons --pairs-only\n"
      "  scree bench polygons --peers --count 10000");
  command.callback([arguments, &exit_code] {
    arguments->common.apply();
    exit_code = PolygonBench(*arguments).run();
  });
}

}  // namespace scree::cli
