// Poirrier 2009, tables 2 and 3: spheres that fall and are packed more and more, by several methods.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "falling_race.h"

namespace scree::cli {
namespace {

using Series = std::vector<FallingFigures>;
using Curve = decltype(Outcome::plot.curves)::value_type;

std::string time_cell(const FallingFigures& figures) {
  if (figures.is_missing) return "not installed (./dev bench --peers)";
  if (!figures.was_run()) return "not run: expected to take more than a minute";
  return fmt::format("{:.4g}", 1e3 * figures.seconds);
}
std::string candidates_cell(const FallingFigures& figures) {
  return figures.candidates > 0 ? fmt::format("{:.6g}", figures.candidates) : std::string();
}
std::string anew_cell(const FallingFigures& figures) {
  return figures.fresh_starts ? fmt::format("{} of {}", *figures.fresh_starts, figures.searches)
                              : std::string();
}
/// Beside another number of spheres printed figures would mean nothing.
std::string paper_cell(const PrintedFigures& printed, std::size_t count) {
  const auto place = std::find(printed_counts.begin(), printed_counts.end(), count);
  const double figure =
      place == printed_counts.end() ? 0 : printed[static_cast<std::size_t>(place - printed_counts.begin())];
  return figure > 0 ? fmt::format("{:g}", figure) : std::string();
}

Curve curve_of(const std::string& name, const Series& series) {
  Curve curve{name, {}};
  for (const FallingFigures& one : series)
    if (one.was_run()) curve.points.push_back({static_cast<double>(one.count), 1e3 * one.seconds});
  return curve;
}
Curve printed_curve(const FallingMethod& method) {
  Curve curve{method.name + ", paper", {}};
  for (std::size_t size = 0; size < printed_counts.size(); ++size)
    if (method.milliseconds[size] > 0)
      curve.points.push_back({static_cast<double>(printed_counts[size]), method.milliseconds[size]});
  return curve;
}

const char* const how =
    "Equal spheres, initially uniform with d = 0.1, fall on a floor and are pushed apart pair by pair; "
    "mean CPU time of one core per search over eleven steps (printed: an Intel E2180 at 2 GHz, four "
    "runs). The paper does not tell its acceleration; with ours, 0.02 radii per step in each step, fewer "
    "spheres overlap at steps 50 to 60 than in the paper. Every method searches once before, untimed, so "
    "that what is kept from step to step is there; where one search takes more than a second, one of the "
    "window is timed instead of eleven (of Delaunay, which keeps nothing, the one before). Quadratic is "
    "our all_pairs; Delaunay is CGAL's, timed in scree-search-peers. A method is not run where one search "
    "is expected to take more than a minute, by its own growth over the two sizes before. Sweep & Prune "
    "is our sort_and_update, which gives up mending after 32 exchanges per end of an item and makes "
    "everything anew by a sort and a hierarchical grid: 'made anew' says in how many of the timed "
    "searches. Where that is most of them, its time is not that of Sweep & Prune as published. Candidate "
    "pairs are those of the last step: all for the quadratic method, boxes that overlap for Sweep & "
    "Prune, edges for Delaunay, what the sweep comes upon for the first kd tree, and unique pairs that "
    "overlap for the second. Printed figures stand beside the sizes that they were printed for.";

const FallingMethod quadratic{
    "all_pairs", 2, {23818, 94813, 0, 0, 0}, {1.25e9, 5e9, 125e9, 500e9, 12.5e12}, {}};
const FallingMethod swept{"sort_and_update", 1, {64662, 266840, 0, 0, 0}, {471044, 972680, 0, 0, 0}, {}};
const FallingMethod triangulated{"delaunay",
                                 1,
                                 {11350, 23616, 118408, 240563, 0},
                                 {365396, 732000, 3.67e6, 7.34e6, 0},
                                 {32, 76, 312, 623, 0}};
const FallingMethod first_tree{"kd_tree_1",
                               1,
                               {211, 434, 2261, 4194, 18885},
                               {3.30e6, 5.84e6, 35.8e6, 78.9e6, 518e6},
                               {9, 17, 82, 144, 558}};
const FallingMethod second_tree{"kd_tree_2",
                                1,
                                {297, 620, 3288, 6153, 24205},
                                {277806, 565180, 3.01e6, 6.01e6, 30.4e6},
                                {18, 35, 193, 353, 1500}};
/// Where the methods stand in both tables.
enum Place : std::size_t { at_quadratic, at_swept, at_triangulated, at_first_tree, at_second_tree };
const std::vector<FallingMethod> of_the_paper{quadratic, swept, triangulated, first_tree, second_tree};

/// Figures of two methods at the largest size that both were run at.
struct Match {
  const FallingFigures *above = nullptr, *below = nullptr;
  explicit operator bool() const { return above != nullptr; }
  double seconds() const { return above->seconds / below->seconds; }
  double bytes() const { return above->bytes / below->bytes; }
  double candidates() const { return above->candidates / below->candidates; }
};
Match match(const Series& above, const Series& below,
            std::size_t most_spheres = std::numeric_limits<std::size_t>::max()) {
  for (std::size_t size = above.size(); size-- > 0;)
    if (above[size].was_run() && below[size].was_run() && above[size].count <= most_spheres)
      return {&above[size], &below[size]};
  return {};
}
constexpr const char* not_installed = "not judged: CGAL is not installed (./dev bench --peers)";

/// What the kd tree gains over a method.
Claim gain_claim(const Series& method, const Series& tree, const std::string& name,
                 const std::string& printed) {
  const std::string says =
      fmt::format("the kd tree is more than fifty times faster than {} (printed: {})", name, printed);
  const Range range{50};
  const Match both = match(method, tree);
  if (!both) return {says, not_installed, "the ratio is " + range.text(), std::nullopt};
  const std::string found = fmt::format("{:.3g} times at N = {}", both.seconds(), both.above->count);
  if (both.above->was_mostly_made_anew())
    return {says,
            fmt::format("not judged: {}, but it was made anew in {} of {} searches, which is another method",
                        found, *both.above->fresh_starts, both.above->searches),
            "the ratio is " + range.text() + " and most searches mended", std::nullopt};
  return judged(says, found, "the ratio", both.seconds(), range);
}

}  // namespace

Outcome reproduce_poirrier_table_2(const ReproductionSettings& settings) {
  std::vector<FallingMethod> methods = of_the_paper;
  for (const char* const name : {"hierarchical_grid", "linked_cell"}) methods.push_back({name});
  const auto table = race_on_falling_spheres(settings, methods, {50})[0];
  Outcome outcome;
  outcome.setting = how + std::string(" Steps 50 to 60.");
  outcome.columns = {"N",
                     "method",
                     "ms per search",
                     "paper [ms]",
                     "candidate pairs",
                     "paper [candidate pairs]",
                     "made anew",
                     "pairs that overlap"};
  outcome.plot = {"Poirrier 2009, table 2", "spheres", "ms per search, steps 50 to 60", {}};
  for (std::size_t size = 0; size < table[0].size(); ++size)
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const FallingFigures& one = table[k][size];
      outcome.rows.push_back({std::to_string(one.count), methods[k].name, time_cell(one),
                              paper_cell(methods[k].milliseconds, one.count), candidates_cell(one),
                              paper_cell(methods[k].candidates, one.count), anew_cell(one),
                              std::to_string(one.pairs)});
    }
  for (std::size_t k = 0; k < methods.size(); ++k)
    outcome.plot.curves.push_back(curve_of(methods[k].name, table[k]));
  for (const FallingMethod& method : of_the_paper) outcome.plot.curves.push_back(printed_curve(method));

  const Series& tree = table[at_first_tree];
  outcome.claims = {gain_claim(table[at_quadratic], tree, "the quadratic method", "113 to 218"),
                    gain_claim(table[at_swept], tree, "Sweep & Prune", "306 to 615"),
                    gain_claim(table[at_triangulated], tree, "Delaunay triangulation", "52 to 57")};
  const Range loglinear{0.85, 1.15};
  const char* const says_linear = "the kd tree is loglinear (printed slope 0.98)";
  const auto slope = log_log_slope(curve_of("", tree).points);
  outcome.claims.push_back(
      slope
          ? judged(says_linear, fmt::format("slope {:.2f}", *slope), "the slope", *slope, loglinear)
          : not_judged_at_this_scale(says_linear, "there is one N only", "the slope is " + loglinear.text()));
  const FallingFigures &largest_tree = tree.back(), &largest_sweep = table[at_swept].back();
  const double tightness = largest_tree.candidates / largest_sweep.candidates;
  outcome.claims.push_back(judged(
      "the selection of candidate pairs is much less tight with the kd tree than with the other algorithms "
      "(printed: 6 to 7 times as many as with Sweep & Prune)",
      fmt::format("{:.1f} times as many at N = {}", tightness, largest_tree.count), "the ratio", tightness,
      {3}));
  return outcome;
}

Outcome reproduce_poirrier_table_3(const ReproductionSettings& settings) {
  const std::vector<FallingMethod>& methods = of_the_paper;
  const FallingTable table = race_on_falling_spheres(settings, methods, {0, 50});
  Outcome outcome;
  outcome.setting =
      how +
      std::string(
          " Steps 0 to 10 (few contacts; the paper draws them in figure 11) and 50 to 60, to which candidate "
          "pairs and memory belong. Memory is what the method has allocated beyond the items; printed: of "
          "the whole process. The edges of the Delaunay triangulation do not contain all overlapping pairs: "
          "'missed' says how many they lack.");
  outcome.columns = {"N",
                     "method",
                     "ms at steps 0-10",
                     "made anew",
                     "ms at steps 50-60",
                     "made anew",
                     "paper [ms]",
                     "candidate pairs",
                     "paper [candidate pairs]",
                     "MB",
                     "paper [MB]",
                     "missed"};
  outcome.plot = {"Poirrier 2009, table 3", "spheres", "ms per search", {}};
  const auto &early = table[0], &late = table[1];
  for (std::size_t size = 0; size < late[0].size(); ++size)
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const FallingFigures &one = late[k][size], &first = early[k][size];
      outcome.rows.push_back({std::to_string(one.count), methods[k].name, time_cell(first), anew_cell(first),
                              time_cell(one), anew_cell(one), paper_cell(methods[k].milliseconds, one.count),
                              candidates_cell(one), paper_cell(methods[k].candidates, one.count),
                              one.was_run() ? fmt::format("{:.3g}", 1e-6 * one.bytes) : std::string(),
                              paper_cell(methods[k].megabytes, one.count),
                              k == at_triangulated && one.was_run()
                                  ? fmt::format("{:.2g} %", 100 * one.missed)
                                  : std::string()});
    }
  for (std::size_t k = 0; k < methods.size(); ++k) {
    outcome.plot.curves.push_back(curve_of(methods[k].name + ", 50-60", late[k]));
    outcome.plot.curves.push_back(curve_of(methods[k].name + ", 0-10", early[k]));
  }
  for (const FallingMethod& method : methods) outcome.plot.curves.push_back(printed_curve(method));

  const Match unique = match(late[at_second_tree], late[at_first_tree]);
  outcome.claims.push_back(
      judged("unique pairs (kd-tree-2) take 1.3 to 1.5 times as long as kd-tree-1 (printed)",
             fmt::format("{:.2f} times; our kd_tree_1 reports each pair once already, in the one node that "
                         "holds the low corner of the overlap, and so has nothing to save",
                         unique.seconds()),
             "the ratio", unique.seconds(), {1.2, 1.6}));
  outcome.claims.push_back(judged("and need 2 to 2.7 times the memory (printed)",
                                  fmt::format("{:.2f} times", unique.bytes()), "the ratio", unique.bytes(),
                                  {1.5, 3.5}));
  const char* const says_memory = "Delaunay needs 3.6 to 4.5 times the memory of kd-tree-1 (printed)";
  const Range memory{2.5, 6};
  const Match triangles = match(late[at_triangulated], late[at_first_tree]);
  outcome.claims.push_back(
      triangles ? judged(says_memory, fmt::format("{:.2f} times", triangles.bytes()), "the ratio",
                         triangles.bytes(), memory)
                : Claim{says_memory, not_installed, "the ratio is " + memory.text(), std::nullopt});
  const double tightness = unique.below->candidates / unique.above->candidates;
  outcome.claims.push_back(
      judged("kd-tree-1 hands on 10 to 17 times as many candidates as kd-tree-2 (printed)",
             fmt::format("{:.1f} times at N = {}", tightness, unique.above->count), "the ratio", tightness,
             {5, 34}));
  const Match sweep_late = match(late[at_swept], late[at_first_tree]),
              sweep_early = match(early[at_swept], early[at_first_tree], sweep_late.above->count);
  outcome.claims.push_back(
      judged("Sweep & Prune is good in the first steps and loses as things become dynamic",
             fmt::format("it takes {:.3g} times as long as the kd tree at first (made anew in {}), {:.3g} "
                         "times later (made anew in {}, because mending would have been more work)",
                         sweep_early.seconds(), anew_cell(*sweep_early.above), sweep_late.seconds(),
                         anew_cell(*sweep_late.above)),
             "later over at first", sweep_late.seconds() / sweep_early.seconds(), {1.5}));
  const Match steady = match(late[at_first_tree], early[at_first_tree]);
  outcome.claims.push_back(
      judged("the kd tree does not depend on what moves: about as fast at both times",
             fmt::format("{:.2f} times as long later, when more spheres touch", steady.seconds()),
             "later over at first", steady.seconds(), {0.5, 2}));
  return outcome;
}

}  // namespace scree::cli
