// Perkins 1999, section 6: a square of discs, fixed around the exterior, with alternating velocities.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "bench/square_of_discs.h"
#include "contestants.h"
#include "reproduction.h"
#include "scree/search/collect.h"

namespace scree::cli {
namespace {

constexpr double patience = 0.02;  // [s]

struct RaceFigures {
  std::map<std::string, double> seconds;  // mean per search, by method
  double at_rest = 0;                     // of dess2 when nothing has moved since its last search
  double area_fraction = 0;
};

RaceFigures race(std::size_t side, double size_ratio, std::size_t steps,
                 const std::vector<std::string>& methods) {
  std::vector<Contestant<2>> contestants;
  for (const std::string& method : methods) contestants.emplace_back(method, patience);
  Contestant<2> resting("dess2", patience);
  const auto guide = search::make<2>(*search::find_entry("hierarchical_grid"));
  bench::SquareOfDiscs discs(side, size_ratio);
  for (std::size_t step = 0; step < steps; ++step) {
    guide->prepare(discs.items());
    const std::vector<search::Pair> pairs = search::collect_sorted(*guide);
    for (Contestant<2>& contestant : contestants) contestant.search(discs.items(), pairs.size());
    resting.search_untimed(discs.items());
    resting.search(discs.items(), pairs.size());
    discs.step(pairs);
  }
  RaceFigures figures{{}, resting.mean_seconds(), discs.area_fraction()};
  for (const Contestant<2>& contestant : contestants)
    figures.seconds[contestant.name()] = contestant.mean_seconds();
  return figures;
}

std::string ms(double seconds) { return fmt::format("{:.4g}", 1e3 * seconds); }

const std::string how_it_differs =
    "The thesis prints curves without numbers and times whole steps of MIMES on a machine of 1999; here one "
    "core's CPU time of the search alone is taken, all methods in turn on the same positions, and every "
    "count of pairs is checked. A method whose search takes more than 20 ms is asked at every 25th step.";

const std::string how_sizes_vary =
    "Radii are spread evenly from 1 to the ratio and shuffled (the thesis does not say how its sizes are "
    "distributed). The discs cover the same share of the plane at all ratios, {}: the lattice follows the "
    "root mean square of the radii, which the fixed discs have, too, and large neighbours are pushed apart "
    "before the first step.";

/// Of a method's curve; the thesis speaks of large N.
std::optional<double> slope_of(std::span<const Vec2> points) {
  return log_log_slope(points.last(std::min<std::size_t>(3, points.size())));
}

/// Least and most of a over b, of all N.
Range ratio_of(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  Range range{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t k = 0; k < a.size(); ++k) {
    range.least = std::min(range.least, a[k][1] / b[k][1]);
    range.most = std::max(range.most, a[k][1] / b[k][1]);
  }
  return range;
}

}  // namespace

Outcome reproduce_perkins_figure_10(const ReproductionSettings& settings) {
  std::vector<std::string> methods;
  for (const search::Entry& entry : search::catalog()) methods.emplace_back(entry.name);
  const std::size_t steps = settings.scaled(500, 10);
  Outcome outcome;
  outcome.setting = fmt::format(
      "Test 1: a square of equal discs, the outermost fixed, the others with alternating velocities, {} "
      "steps. {} The last row is the slope in the log-log plot over the three largest N (figure 11).",
      steps, how_it_differs);
  outcome.columns = {"N"};
  for (const std::string& method : methods) outcome.columns.push_back(method + " [ms]");
  std::map<std::string, std::vector<Vec2>> curve;
  double cost_of_motion = 0;
  for (const std::size_t side : settings.scaled_sides(std::array<std::size_t, 5>{10, 20, 40, 80, 110}, 6)) {
    const std::size_t count = side * side;
    settings.progress(fmt::format("{} discs", count));
    const RaceFigures figures = race(side, 1, steps, methods);
    std::vector<std::string> row{std::to_string(count)};
    for (const std::string& method : methods) {
      row.push_back(ms(figures.seconds.at(method)));
      curve[method].push_back({static_cast<double>(count), 1e3 * figures.seconds.at(method)});
    }
    outcome.rows.push_back(row);
    cost_of_motion = figures.seconds.at("dess2") / figures.at_rest;
  }
  outcome.plot = {"Perkins 1999, figure 10", "discs", "ms per search", {}};
  outcome.rows.push_back({"slope"});
  for (const std::string& method : methods) {
    outcome.plot.curves.push_back({method, curve[method]});
    const auto slope = slope_of(curve[method]);
    outcome.rows.back().push_back(slope ? fmt::format("{:.2f}", *slope) : "");
  }

  const Range linear{0.8, 1.25}, root{1.25, 1.75};
  const auto claim_slope = [&](const std::string& method, const Range& range, const std::string& says) {
    const auto slope = slope_of(curve[method]);
    outcome.claims.push_back(
        slope ? judged(says, fmt::format("slope {:.2f} over the three largest N", *slope), "the slope",
                       *slope, range)
              : not_judged_at_this_scale(says, "there is one N only", "the slope is " + range.text()));
  };
  claim_slope("hashing2", linear, "Hashing2 approaches linear time for large N");
  claim_slope("hashing", root, "Hashing approaches N root N");
  claim_slope("dess", root, "DESS approaches N root N");
  claim_slope("dess2", root, "DESS2 approaches N root N");
  const auto claim_ratio = [&](const std::string& a, const std::string& b, const std::string& says,
                               const Range& range) {
    const Range ratio = ratio_of(curve[a], curve[b]);
    outcome.claims.push_back(judged(
        says, fmt::format("{} takes {:.2f} to {:.2f} times as long as {}", a, ratio.least, ratio.most, b),
        "the ratio at every N", ratio, range));
  };
  claim_ratio("dess2", "hashing2",
              "DESS2 and Hashing2 are very similar (within an order of 2) for less than 12,000 objects",
              {0.5, 2});
  claim_ratio("dess2", "hashing", "DESS2 is only insignificantly worse than Hashing", {0, 1.5});
  const double against_heap = curve["dess2"].back()[1] / curve["dess"].back()[1];
  outcome.claims.push_back(
      judged("the performance of DESS2 (insertion sort) indicates that object rearrangement is insignificant "
             "enough to neglect in the choice of sorting algorithm",
             fmt::format(
                 "at the largest N dess2 takes {:.2f} times as long as when nothing has moved since its last "
                 "search, and {:.2f} times as long as dess (heap sort)",
                 cost_of_motion, against_heap),
             "moving over at rest", cost_of_motion, {0, 1.25}));
  claim_ratio("spatial_sort_one_pass", "dess", "SpatialSort (one pass) is slower than DESS", {1});
  claim_slope("striped_dess", {1.3}, "StripeSort suffers from some hidden scaling problems");
  return outcome;
}

Outcome reproduce_perkins_figure_12(const ReproductionSettings& settings) {
  const std::vector<std::string> methods{"hashing", "hashing2", "spatial_sort", "spatial_sort_one_pass",
                                         "dess",    "dess2",    "striped_dess", "dess_rtree"};
  const std::vector<std::string> of_dess{"dess", "dess2", "striped_dess", "dess_rtree"};
  const std::size_t side = settings.scaled_sides(std::array<std::size_t, 1>{28}, 6).front();
  const std::size_t steps = settings.scaled(500, 10);
  Outcome outcome;
  outcome.columns = {"method", "ratio 1 [ms]", "ratio 2 [ms]", "ratio 4 [ms]", "4 over 1"};
  outcome.plot = {"Perkins 1999, figure 12", "size ratio", "ms per search", {}};
  std::map<std::string, std::vector<Vec2>> curve;
  std::string fractions;
  for (const double ratio : {1.0, 2.0, 4.0}) {
    settings.progress(fmt::format("size ratio {:g}", ratio));
    const RaceFigures figures = race(side, ratio, steps, methods);
    for (const auto& [method, seconds] : figures.seconds) curve[method].push_back({ratio, 1e3 * seconds});
    fractions += fmt::format("{}{:.3f}", fractions.empty() ? "" : ", ", figures.area_fraction);
  }
  outcome.setting = fmt::format(
      "Test 2: {} discs (the thesis interpolates to 800) of size ratios 1, 2 and 4, {} steps. {} {} That "
      "Hashing fails for larger ratios, because items leave its preset domain, cannot be tried: ours has "
      "none, and our fence has no gaps.",
      side * side, steps, fmt::format(fmt::runtime(how_sizes_vary), fractions), how_it_differs);
  const auto growth = [&](const std::string& method) { return curve[method][2][1] / curve[method][0][1]; };
  for (const std::string& method : methods) {
    const auto& points = curve[method];
    outcome.rows.push_back({method, fmt::format("{:.4g}", points[0][1]), fmt::format("{:.4g}", points[1][1]),
                            fmt::format("{:.4g}", points[2][1]), fmt::format("{:.2f}", growth(method))});
    outcome.plot.curves.push_back({method, points});
  }
  for (const std::string& method : of_dess)
    outcome.claims.push_back(
        judged(fmt::format("all of the DESS-based algorithms perform better with varying sizes: {}", method),
               fmt::format("at ratio 4 it takes {:.2f} times as long as at ratio 1", growth(method)),
               "ratio 4 over ratio 1", growth(method), {0, 1}));
  for (const std::string& method : of_dess) {
    const double over_first = curve[method][2][1] / curve["hashing"][2][1],
                 over_second = curve[method][2][1] / curve["hashing2"][2][1];
    outcome.claims.push_back(
        judged(fmt::format("this outweighs the better time of the Hashing algorithms for average sized "
                           "simulations: {}",
                           method),
               fmt::format("at ratio 4 it takes {:.2f} times as long as hashing and {:.2f} times as long as "
                           "hashing2",
                           over_first, over_second),
               "the time over both at ratio 4",
               {std::min(over_first, over_second), std::max(over_first, over_second)}, {0, 1}));
  }
  const double hashing_growth = std::min(growth("hashing"), growth("hashing2"));
  double dess_growth = 0;
  for (const std::string& method : of_dess) dess_growth = std::max(dess_growth, growth(method));
  outcome.claims.push_back(judged(
      "varying sizes suit DESS better than Hashing (due to increased accuracy)",
      fmt::format("from ratio 1 to 4 the DESS methods cost up to {:.2f} times as much, hashing {:.2f} and "
                  "hashing2 {:.2f} times",
                  dess_growth, growth("hashing"), growth("hashing2")),
      "the largest growth of DESS over the least of Hashing", dess_growth / hashing_growth, {0, 1}));
  return outcome;
}

Outcome reproduce_perkins_figure_13(const ReproductionSettings& settings) {
  const std::size_t steps = settings.scaled(500, 10);
  Outcome outcome;
  outcome.columns = {"N"};
  outcome.plot = {"Perkins 1999, figure 13", "discs", "ms per search (dess2)", {}};
  const std::vector<double> ratios{1, 2, 4, 8, 16, 32};
  for (const double ratio : ratios) {
    outcome.columns.push_back(fmt::format("ratio {:g} [ms]", ratio));
    outcome.plot.curves.push_back({fmt::format("ratio {:g}", ratio), {}});
  }
  Range fractions{1, 0};
  for (const std::size_t side : settings.scaled_sides(std::array<std::size_t, 4>{10, 20, 40, 80}, 6)) {
    const std::size_t count = side * side;
    std::vector<std::string> row{std::to_string(count)};
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      settings.progress(fmt::format("{} discs, size ratio {:g}", count, ratios[k]));
      const RaceFigures figures = race(side, ratios[k], steps, {"dess2"});
      const double seconds = figures.seconds.at("dess2");
      fractions = {std::min(fractions.least, figures.area_fraction),
                   std::max(fractions.most, figures.area_fraction)};
      row.push_back(ms(seconds));
      outcome.plot.curves[k].points.push_back({static_cast<double>(count), 1e3 * seconds});
    }
    outcome.rows.push_back(row);
  }
  outcome.setting = fmt::format("DESS2 on test 2 with size ratios 1 to 32, {} steps. {} {}", steps,
                                fmt::format(fmt::runtime(how_sizes_vary),
                                            fmt::format("{:.3f} to {:.3f}", fractions.least, fractions.most)),
                                how_it_differs);
  double least = 1e300, most = 0;
  for (const show::LogCurve& curve : outcome.plot.curves) {
    least = std::min(least, curve.points.back()[1]);
    most = std::max(most, curve.points.back()[1]);
  }
  outcome.claims.push_back(
      judged("DESS2 exhibits no dependence on the size ratio",
             fmt::format("slowest over fastest ratio at the largest N: {:.2f}", most / least),
             "slowest over fastest", most / least, {1, 1.5}));
  return outcome;
}

}  // namespace scree::cli
