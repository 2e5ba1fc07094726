// Ogarko and Luding 2012: how many levels a hierarchical grid should have (figure 4), and that it costs about
// as much for any sizes as for one (figure 5).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "contestants.h"
#include "grown_packing.h"
#include "reproduction.h"
#include "scree/base/error.h"
#include "scree/base/timer.h"
#include "scree/search/checked_items.h"
#include "scree/search/hierarchical_grid.h"
#include "scree/search/methods.h"
#include "scree/search/size_histogram.h"

namespace scree::cli {
namespace {

using search::Items;
using Curve = decltype(Outcome::plot.curves)::value_type;

constexpr int rounds = 7;

/// CPU seconds of one search, best of some.
double seconds_of(search::ContactSearch<3>& search, const Items<3>& items, std::size_t& pairs) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double begin = process_cpu_seconds();
    const std::size_t found = count_pairs<3>(search, items);
    best = std::min(best, process_cpu_seconds() - begin);
    if (pairs != 0 && found != pairs)
      throw RunError(fmt::format("one method found {} pairs, another {}", pairs, found));
    pairs = found;
    if (best > 5) break;
  }
  return best;
}

Vec3 cube(double side) { return {side, side, side}; }

struct LevelSeries {
  bool is_as_asked;  // else the size ratio was reduced, and the paper's claims do not speak of it
  std::vector<std::size_t> levels;
  std::vector<double> seconds, predicted;  // predicted up to a factor

  double least(const std::vector<double>& values) const {
    return *std::min_element(values.begin(), values.end());
  }
  std::size_t best(const std::vector<double>& values) const {
    return levels[static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin())];
  }
  double gain() const { return seconds.front() / least(seconds); }
  /// How far measured and predicted slowdown lie apart at most, as a factor.
  double worst_difference() const {
    double worst = 1;
    for (std::size_t k = 0; k < levels.size(); ++k) {
      const double ratio = seconds[k] / least(seconds) / (predicted[k] / least(predicted));
      worst = std::max({worst, ratio, 1 / ratio});
    }
    return worst;
  }
};

std::vector<Claim> claims_of_figure_4(const LevelSeries& size, const LevelSeries& volume) {
  const double best_of_size = static_cast<double>(size.best(size.seconds)),
               best_of_volume = static_cast<double>(volume.best(volume.seconds)),
               recipe = static_cast<double>(volume.best(volume.predicted));
  const double worst = std::max(size.worst_difference(), volume.worst_difference());
  std::vector<Claim> claims{
      judged("uniform size: the optimal number of levels is two",
             fmt::format("fastest with {}", best_of_size), "the number", best_of_size, {2, 2}),
      judged("uniform size: the speed-up over one level is about 30 %",
             fmt::format("one level takes {:.0f} % more than the best", 100 * (size.gain() - 1)),
             "one level over the best", size.gain(), {1.1, 1.6}),
      judged("uniform volume: fastest with eight levels", fmt::format("with {}", best_of_volume),
             "the number", best_of_volume, {7, 9}),
      judged("uniform volume: the recipe says seven", fmt::format("ours says {}", recipe), "the number",
             recipe, {6, 8}),
      judged("uniform volume: about 220 times as fast as one level (the linked cells)",
             fmt::format("{:.0f} times", volume.gain()), "one level over the best", volume.gain(),
             {110, 440}),
      judged("the prediction of equation 7 is in very good agreement",
             fmt::format("it is off by at most a factor of {:.2g} (uniform size) and {:.2g} (uniform volume)",
                         size.worst_difference(), volume.worst_difference()),
             "the largest factor between both", worst, {1, 1.5})};
  for (std::size_t k = 0; k < claims.size(); ++k) {
    const bool is_of_size = k < 2, is_of_both = k + 1 == claims.size();
    if (((is_of_size || is_of_both) && !size.is_as_asked) ||
        ((!is_of_size || is_of_both) && !volume.is_as_asked))
      claims[k] = not_judged_at_this_scale(claims[k].says, "too few spheres for a size ratio of 50",
                                           claims[k].accepted);
  }
  return claims;
}

/// `plain`, `tuned`: times for one size, by the grid with one level and by linked_cell, against N.
std::vector<Claim> claims_of_figure_5(const std::vector<Curve>& curves, const std::vector<Vec2>& plain,
                                      const std::vector<Vec2>& tuned) {
  std::vector<Claim> claims;
  Range relative{1e300, 0};
  double spread = -1;
  for (const show::LogCurve& curve : curves) {
    Range own{1e300, 0};
    for (const Vec2& point : curve.points)
      own = {std::min(own.least, point[1]), std::max(own.most, point[1])};
    relative = {std::min(relative.least, own.least), std::max(relative.most, own.most)};
    if (curve.points.size() > 1) spread = std::max(spread, (own.most - own.least) / (own.most + own.least));
  }
  const char* const too_few = "too few spheres for such sizes";
  const char* const says_linear = "the linked cells of one size are linear in N";
  const char* const says_constant = "the relative time does not depend on N, within 10 %";
  const char* const says_close =
      "the time is close to that of one size, the largest difference is about 50 %";
  const char* const says_falls = "the time falls as the size ratio grows at constant volume fraction";
  const auto slope = log_log_slope(plain), tuned_slope = log_log_slope(tuned);
  claims.push_back(slope ? judged(says_linear,
                                  fmt::format("exponent {:.2f} (linked_cell: {:.2f})", *slope, *tuned_slope),
                                  "the exponent of hierarchical_grid with one level", *slope, {0.9, 1.1})
                         : not_judged_at_this_scale(says_linear, "there is one N only",
                                                    "the exponent is " + Range{0.9, 1.1}.text()));
  const Claim constant = judged(says_constant, fmt::format("within {:.0f} %", 100 * spread),
                                "for every distribution half of its range over the middle", spread, {0, 0.1});
  claims.push_back(spread >= 0 ? constant
                               : not_judged_at_this_scale(says_constant, too_few, constant.accepted));
  const Claim close = judged(
      says_close, fmt::format("it takes {:.2f} to {:.2f} times as long", relative.least, relative.most),
      "the relative time everywhere", relative, {0.5, 1.6});
  claims.push_back(relative.most > 0 ? close : not_judged_at_this_scale(says_close, too_few, close.accepted));
  const auto &narrow = curves[1].points, &wide = curves[2].points;
  if (wide.empty()) {
    claims.push_back(
        not_judged_at_this_scale(says_falls, too_few, "ratio 50 over ratio 10 is " + Range{0, 1}.text()));
  } else {
    const double fall = wide.back()[1] / narrow.back()[1];  // both end with the largest N
    claims.push_back(judged(says_falls,
                            fmt::format("by a factor of {:.2f} (uniform volume, largest N)", fall),
                            "ratio 50 over ratio 10", fall, {0, 1}));
  }
  return claims;
}

}  // namespace

Outcome reproduce_ogarko_figure_4(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(125'001, 500);
  const std::array<std::size_t, 14> wanted{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 36, 50};
  Outcome outcome;
  outcome.columns = {"sizes", "ratio", "levels", "m", "ms per search", "slowdown", "predicted by equation 7"};
  outcome.plot = {"Ogarko and Luding 2012, figure 4", "levels", "slowdown", {}};
  std::vector<LevelSeries> series;
  std::string reached;
  for (const Sizes& asked : {uniform_size(50), uniform_volume(50)}) {
    const Sizes sizes = fitted(asked, count);
    settings.progress(fmt::format("{} spheres, {}, ratio {:.3g}: growing", count, sizes.name, sizes.ratio));
    const Packing packing = packing_of(sizes, count);
    reached += fmt::format("{}{}: ratio {:.3g}, fraction {:.3f}", reached.empty() ? "" : "; ", sizes.name,
                           sizes.ratio, packing.reached);
    const Items<3> items = packing.items();
    const auto classes = search::size_histogram<3>(items, search::check_items(items).largest);
    LevelSeries one{sizes.ratio == asked.ratio, {}, {}, {}};
    std::size_t pairs = 0;
    std::vector<double> items_per_cell;
    for (const std::size_t levels : wanted) {
      const search::GridLevels chosen = search::levels_of_number<3>(classes, cube(packing.side), levels);
      if (chosen.cell_sizes.size() != levels) continue;  // not to be had with these sizes
      const auto grid = search::make_hierarchical_grid<3>({levels, chosen.cell_sizes});
      one.levels.push_back(levels);
      one.seconds.push_back(seconds_of(*grid, items, pairs));
      one.predicted.push_back(chosen.cost());
      items_per_cell.push_back(chosen.items_per_cell);
    }
    const std::string label = fmt::format("{}, ratio {:.3g}", sizes.name, sizes.ratio);
    Curve measured{label, {}}, predicted{label + ", equation 7", {}};
    for (std::size_t k = 0; k < one.levels.size(); ++k) {
      const double slowdown = one.seconds[k] / one.least(one.seconds);
      const double expected = one.predicted[k] / one.least(one.predicted);
      outcome.rows.push_back({sizes.name, fmt::format("{:.3g}", sizes.ratio), std::to_string(one.levels[k]),
                              fmt::format("{:.3g}", items_per_cell[k]),
                              fmt::format("{:.4g}", 1e3 * one.seconds[k]), fmt::format("{:.3g}", slowdown),
                              fmt::format("{:.3g}", expected)});
      measured.points.push_back({static_cast<double>(one.levels[k]), slowdown});
      predicted.points.push_back({static_cast<double>(one.levels[k]), expected});
    }
    outcome.plot.curves.push_back(measured);
    outcome.plot.curves.push_back(predicted);
    series.push_back(one);
  }
  outcome.setting = fmt::format(
      "{} spheres grown in a periodic cube (the paper: with walls) to a fraction of {} ({}), then made 1 % "
      "larger so that neighbours touch. Where the cube is too small for several of the largest side by side, "
      "the size ratio is reduced, and claims that speak of a ratio of 50 are not judged. CPU time of one "
      "search by hierarchical_grid with the cell sizes of appendix A for a given number of levels, best of "
      "{}; the paper prints the time of whole simulations, of which the search is a part, so its factors are "
      "smaller where the search is quick. Predicted: L (m + K), K = 0.3, of the same cell sizes.",
      count, packed_fraction, reached, rounds);
  outcome.claims = claims_of_figure_4(series[0], series[1]);
  return outcome;
}

Outcome reproduce_ogarko_figure_5(const ReproductionSettings& settings) {
  constexpr std::array<std::size_t, 5> counts{8'000, 16'000, 32'000, 64'000, 125'000};
  Outcome outcome;
  outcome.columns = {"sizes",
                     "N",
                     "ratio",
                     "method",
                     "ns per sphere",
                     "relative to one size by hierarchical_grid with one level",
                     "relative to one size by linked_cell",
                     "pairs per sphere"};
  outcome.plot = {"Ogarko and Luding 2012, figure 5",
                  "spheres",
                  "time relative to one size (hierarchical_grid, one level)",
                  {}};
  const std::array<Sizes, 3> wanted{two_sizes(10), uniform_volume(10), uniform_volume(50)};
  for (const Sizes& sizes : wanted)
    outcome.plot.curves.push_back({fmt::format("{}, ratio {:g}", sizes.name, sizes.ratio), {}});
  std::array<std::size_t, 3> too_few_for{};  // of each of these, up to which N
  std::vector<Vec2> plain, tuned;
  for (const std::size_t count : settings.scaled(counts, 400)) {
    settings.progress(fmt::format("{} spheres", count));
    const auto n = static_cast<double>(count);
    const Packing equal = packing_of(one_size(), count);
    search::HierarchicalGridSettings one_level;
    one_level.levels = 1;
    std::size_t equal_pairs = 0;
    const auto single = search::make_hierarchical_grid<3>(one_level);
    const auto cells = search::make_linked_cell<3>();
    plain.push_back({n, seconds_of(*single, equal.items(), equal_pairs)});
    tuned.push_back({n, seconds_of(*cells, equal.items(), equal_pairs)});
    const auto add_row = [&](const Sizes& sizes, const std::string& method, double seconds,
                             std::size_t pairs) {
      outcome.rows.push_back({sizes.name, std::to_string(count), fmt::format("{:g}", sizes.ratio), method,
                              fmt::format("{:.4g}", 1e9 * seconds / n),
                              fmt::format("{:.3g}", seconds / plain.back()[1]),
                              fmt::format("{:.3g}", seconds / tuned.back()[1]),
                              fmt::format("{:.3g}", static_cast<double>(pairs) / n)});
    };
    add_row(one_size(), "hierarchical_grid with one level", plain.back()[1], equal_pairs);
    add_row(one_size(), "linked_cell", tuned.back()[1], equal_pairs);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const Sizes& sizes = wanted[k];
      if (!fits(sizes, count)) {
        too_few_for[k] = count;
        continue;
      }
      const Packing packing = packing_of(sizes, count);
      search::HierarchicalGridSettings grid_settings;
      if (k == 0) grid_settings.levels = 2;
      const auto grid = search::make_hierarchical_grid<3>(grid_settings);
      std::size_t pairs = 0;
      const double seconds = seconds_of(*grid, packing.items(), pairs);
      add_row(sizes, "hierarchical_grid", seconds, pairs);
      outcome.plot.curves[k].points.push_back({n, seconds / plain.back()[1]});
    }
  }
  std::string left_out;
  for (std::size_t k = 0; k < wanted.size(); ++k)
    if (too_few_for[k] > 0)
      left_out += fmt::format("{}{} with ratio {:g} up to N = {}", left_out.empty() ? "" : "; ",
                              wanted[k].name, wanted[k].ratio, too_few_for[k]);
  outcome.setting = fmt::format(
      "Spheres grown in a periodic cube (the paper: with walls) to a fraction of {}, then made 1 % larger so "
      "that neighbours touch. CPU time of one search by hierarchical_grid with the paper's recipe (two "
      "sizes: "
      "two levels), best of {}, over that for spheres of one size: by hierarchical_grid with one level, "
      "which "
      "is what the paper compares with and what its claims are judged by; and by our linked_cell, which is "
      "tuned far beyond that. As in the paper, sizes are left out where the cube is too small for several of "
      "the largest side by side ({}). The paper prints the time of whole simulations.",
      packed_fraction, rounds, left_out.empty() ? "here: none" : left_out);
  outcome.claims = claims_of_figure_5(outcome.plot.curves, plain, tuned);
  return outcome;
}

}  // namespace scree::cli
