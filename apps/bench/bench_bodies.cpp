// scree bench bodies: pairs of triangles and pairs of triangulated bodies, beside FCL.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "bench/body_bench.h"
#include "scree/base/error.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

struct Arguments {
  Common common;
  bool peers = false;
  int rounds = 3;
};

class BodyBench {
 public:
  explicit BodyBench(const Arguments& arguments) : arguments_(arguments) {
    if (!arguments.peers) return;
    program_ = bench::find_body_peers();
    if (!program_)
      throw SceneError(Place{std::make_shared<const std::string>("--peers")},
                       "the program scree-body-peers is not there; './dev bench --peers bodies' installs FCL "
                       "and builds it");
  }

  int run() {
    const std::vector<bench::TriangleCouple> near = bench::near_couples(), random = bench::random_couples();
    std::vector<bench::BodyMeeting> meetings;
    for (const int subdivisions : {1, 2, 3}) meetings.push_back(bench::body_meeting(subdivisions));
    // The peers and scree take turns, since the machine is not always as fast; of each the best counts.
    for (int round = 0; round < arguments_.rounds; ++round) {
      if (program_) {
        say("asking the peers ...\n");
        bench::ask_body_peers(*program_, peers_);
      }
      bench::time_triangle_kernels(near, near_);
      bench::time_triangle_kernels(random, random_);
      for (const std::string& target : bench::body_targets())
        for (const bench::BodyMeeting& meeting : meetings)
          bodies_[{target, meeting.first.triangles.size()}].keep_best(bench::time_bodies(meeting, target));
    }
    tell_kernels();
    tell_bodies();
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
  double peer(const std::string& name, std::size_t size) const {
    for (const auto& [key, value] : peers_)
      if (key.first == name && (size == 0 || key.second == size)) return value;
    return 0;
  }
  static double time_of(const bench::KernelTimes& times, const std::string& target, const char* name) {
    const auto found = times.find({target, name});
    return found == times.end() ? 0 : found->second;
  }

  void tell_kernels() {
    say(
        fmt::format("\nOne pair of triangles, ns, full lanes in cache\n{:>8} {:>7} {:>8} {:>8} {:>6} {:>7} "
                    "{:>11} {:>8}\n",
                    "", "target", "gather", "spheres", "axes", "sweeps", "comparison", "doubles"));
    for (const auto& [name, times] : {std::pair{"near", &near_}, std::pair{"random", &random_}})
      for (const std::string& target : bench::triangle_targets()) {
        const auto of = [&, &all = *times](const char* kernel) { return time_of(all, target, kernel); };
        say(fmt::format("{:>8} {:>7} {:>8.2f} {:>8.2f} {:>6.2f} {:>7.2f} {:>11.2f} {:>8.2f}\n", name, target,
                        of("gather floats"), of("spheres"), of("axes"), of("sweeps"), of("comparison"),
                        of("closest")));
        report_["triangles"].push_back({{"pairs", name},
                                        {"target", target},
                                        {"gather_ns", of("gather floats")},
                                        {"gather_doubles_ns", of("gather")},
                                        {"spheres_ns", of("spheres")},
                                        {"axes_ns", of("axes")},
                                        {"sweeps_ns", of("sweeps")},
                                        {"comparison_ns", of("comparison")},
                                        {"doubles_ns", of("closest")}});
      }
    for (const char* const name : {"near", "random"})
      if (const double fcl = peer(std::string("fcl_triangles_") + name, 0); fcl > 0) {
        say(fmt::format("{:>8} {:>7} {:>52.1f}\n", name, "FCL", fcl));
        report_["fcl_triangles"].push_back({{"pairs", name}, {"ns", fcl}});
      }
  }

  void tell_bodies() {
    say(fmt::format(
        "\nOne pair of rocks, us, gap {} m, contacts closer than {} m, skin {} m; the step has half of it "
        "used up\n"
        "{:>9} {:>7} {:>7} {:>7} {:>7} {:>7} {:>10} | {:>6} {:>6} {:>6} {:>8} {:>7} {:>8} {:>11}\n",
        bench::body_gap, bench::body_reach, bench::body_skin, "triangles", "target", "search", "cold", "list",
        "step", "surrogates", "tests", "found", "axes", "contacts", "listed", "selected", "comparisons"));
    for (const auto& [key, f] : bodies_) {
      say(
          fmt::format("{:>9} {:>7} {:>7.1f} {:>7.1f} {:>7.1f} {:>7.2f} {:>10.1f} | {:>6.0f} {:>6.0f} "
                      "{:>6.0f} {:>8.1f} {:>7.0f} {:>8.0f} {:>11.0f}\n",
                      key.second, key.first, f.search, f.cold, f.list, f.step, f.surrogates, f.box_tests,
                      f.candidates, f.after_axes, f.contacts, f.listed, f.selected, f.surrogate_tests));
      report_["bodies"].push_back({{"triangles", key.second},
                                   {"target", key.first},
                                   {"search_us", f.search},
                                   {"cold_us", f.cold},
                                   {"list_us", f.list},
                                   {"step_us", f.step},
                                   {"surrogates_us", f.surrogates},
                                   {"contacts", f.contacts},
                                   {"listed", f.listed},
                                   {"surrogate_comparisons", f.surrogate_tests},
                                   {"surrogate_fit_ms", f.fit},
                                   {"bytes_per_triangle", f.bytes_per_triangle}});
    }
    for (const std::size_t size : {80u, 1280u})
      if (const double fcl = fcl_bodies(size); fcl > 0) {
        say(fmt::format("{:>9} {:>7} {:>15.1f}  least distance alone\n", size, "FCL", fcl));
        report_["fcl_bodies"].push_back({{"triangles", size}, {"least_distance_us", fcl}});
      }
  }
  /// The better of its two kinds of bounds.
  double fcl_bodies(std::size_t size) const {
    return std::min(peer("fcl_bodies_rss", size), peer("fcl_bodies_obbrss", size));
  }

  /// The project's targets, as far as they were measured.
  std::vector<bench::TargetResult> judge() const {
    std::vector<bench::TargetResult> results;
    const auto add = [&](const std::string& what, double least, double goal, double measured,
                         bool is_upper_bound) {
      if (measured > 0 && std::isfinite(measured))
        results.push_back({what, least, goal, measured, is_upper_bound, {}});
    };
    const std::size_t size = 1280;
    for (const std::string& target : bench::body_targets()) {
      const bool is_wide = target == "avx512";
      const auto found = bodies_.find({target, size});
      if (found == bodies_.end()) continue;
      const bench::BodyFigures& f = found->second;
      const auto named = [&](const char* what) { return fmt::format("{}, {}", what, target); };
      add(named("near triangles, doubles: faster than FCL's"), is_wide ? 3 : 1.5, is_wide ? 5 : 2.5,
          peer("fcl_triangles_near", 0) / time_of(near_, target, "closest"), false);
      add(named("random triangles, doubles: faster than FCL's"), is_wide ? 3 : 1.5, is_wide ? 5 : 2.5,
          peer("fcl_triangles_random", 0) / time_of(random_, target, "closest"), false);
      add(named("float filter (axes) over doubles"), 1.0 / 10, 1.0 / 18,
          time_of(near_, target, "axes") / time_of(near_, target, "closest"), true);
      add(named("rocks of 1,280, cold: faster than FCL's least distance"), 4, 8, fcl_bodies(size) / f.cold,
          false);
      add(named("the same, step from the list over cold"), 1.0 / 6, 1.0 / 10, f.step / f.cold, true);
      if (target != bench::body_targets().back()) continue;
      add("comparisons of surrogates, 1,280 triangles, over 8,200", 1, 0.25, f.surrogate_tests / 8200, true);
      add("bytes per triangle of the tree (no surrogates)", 500, 350, f.bytes_per_triangle, true);
    }
    return results;
  }

  const Arguments& arguments_;
  std::optional<std::filesystem::path> program_;  // of the peers
  bench::BodyPeerFigures peers_;
  bench::KernelTimes near_, random_;
  std::map<std::pair<std::string, std::size_t>, bench::BodyFigures> bodies_;
  nlohmann::ordered_json report_;
};

}  // namespace

void add_bench_bodies(Command& subjects, int& exit_code) {
  Command command =
      subjects.add_subcommand("bodies", "Pairs of triangles and of triangulated bodies, beside FCL");
  auto arguments = std::make_shared<Arguments>();
  command.add_flag("--peers", arguments->peers, "FCL beside scree");
  command.add_option("--rounds", arguments->rounds, "the best of so many counts; scree and peers take turns")
      .shows_default()
      .in_range(1, 100);
  add_json(command, arguments->common);
  command.footer(
      "Near triangles are those of two rocks that a list holds, random ones have edges of some metre at "
      "distances up to that.\n"
      "Cold: trees searched, all pairs of triangles closer than twice the halo found and measured in "
      "doubles. Step: the same from a\n"
      "list. FCL finds the least distance of the two bodies only.\n\n"
      "Examples:\n"
      "  scree bench bodies\n"
      "  scree bench bodies --peers --rounds 5");
  command.callback([arguments, &exit_code] { exit_code = BodyBench(*arguments).run(); });
}

}  // namespace scree::cli
