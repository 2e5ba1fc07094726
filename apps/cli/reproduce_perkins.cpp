// Perkins 1999, section 6: a square of discs, fixed around the exterior, with alternating velocities.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "contestants.h"
#include "reproduction.h"
#include "scree/base/random.h"
#include "scree/search/collect.h"

namespace scree::cli {
namespace {

using search::Sphere;

/// Discs on a square lattice that push each other apart by linear springs; units of mass, stiffness and
/// radius.
class SquareOfDiscs {
 public:
  SquareOfDiscs(std::size_t side, double size_ratio) : velocities_(side * side), is_fixed_(side * side) {
    const double spacing = 2.02 * size_ratio;
    for (std::size_t row = 0; row < side; ++row)
      for (std::size_t column = 0; column < side; ++column) {
        const std::size_t disc = discs_.size();
        const double share = random_uniform(1, purpose("reproduce.perkins"), disc);
        discs_.push_back({Vec2{spacing * static_cast<double>(column), spacing * static_cast<double>(row)},
                          1 + (size_ratio - 1) * share});
        is_fixed_[disc] = row == 0 || column == 0 || row + 1 == side || column + 1 == side;
        const double speed = ((row + column) % 2 == 0 ? 0.1 : -0.1) * size_ratio;
        if (!is_fixed_[disc]) velocities_[disc] = {speed, row % 2 == 0 ? speed : -speed};
      }
  }

  search::Items<2> items() const { return search::Items<2>::spheres(discs_); }
  void step(const std::vector<search::Pair>& pairs) {
    constexpr double dt = 0.2;
    for (const auto& [a, b] : pairs) {
      const Vec2 apart = discs_[b].centre - discs_[a].centre;
      const double distance = norm(apart), overlap = discs_[a].radius + discs_[b].radius - distance;
      const Vec2 kick = (distance > 0 ? dt * overlap / distance : 0) * apart;
      if (!is_fixed_[a]) velocities_[a] -= kick;
      if (!is_fixed_[b]) velocities_[b] += kick;
    }
    for (std::size_t disc = 0; disc < discs_.size(); ++disc) discs_[disc].centre += dt * velocities_[disc];
  }

 private:
  std::vector<Sphere<2>> discs_;
  std::vector<Vec2> velocities_;
  std::vector<bool> is_fixed_;
};

/// Mean seconds per search, by method.
std::map<std::string, double> race(std::size_t side, double size_ratio, std::size_t steps,
                                   const std::vector<std::string>& methods) {
  std::vector<Contestant<2>> contestants;
  for (const std::string& method : methods) contestants.emplace_back(method, 0.02);
  const auto guide = search::make<2>(*search::find_entry("hierarchical_grid"));
  SquareOfDiscs discs(side, size_ratio);
  for (std::size_t step = 0; step < steps; ++step) {
    guide->prepare(discs.items());
    const std::vector<search::Pair> pairs = search::collect_sorted(*guide);
    for (Contestant<2>& contestant : contestants) contestant.search(discs.items(), pairs.size());
    discs.step(pairs);
  }
  std::map<std::string, double> result;
  for (const Contestant<2>& contestant : contestants) result[contestant.name()] = contestant.mean_seconds();
  return result;
}

std::string ms(double seconds) { return fmt::format("{:.4g}", 1e3 * seconds); }

const std::string how_it_differs =
    "The thesis prints curves without numbers and times whole steps of MIMES on a machine of 1999; here one "
    "core's CPU time of the search alone is taken, all methods in turn on the same positions, and every "
    "count of "
    "pairs is checked. A method whose search takes more than 20 ms is asked at every 25th step.";

}  // namespace

Outcome reproduce_perkins_figure_10(const ReproductionSettings& settings) {
  std::vector<std::string> methods;
  for (const search::Entry& entry : search::catalog()) methods.emplace_back(entry.name);
  const std::size_t steps = settings.scaled(500, 10);
  Outcome outcome;
  outcome.setting = fmt::format(
      "Test 1: a square of equal discs, the outermost fixed, the others with alternating velocities, {} "
      "steps. {}",
      steps, how_it_differs);
  outcome.columns = {"N"};
  for (const std::string& method : methods) outcome.columns.push_back(method + " [ms]");
  std::map<std::string, std::vector<Vec2>> curve;
  for (const std::size_t side : {10, 20, 40, 80, 110}) {
    const std::size_t scaled_side = settings.scaled(side, 6), count = scaled_side * scaled_side;
    if (!outcome.rows.empty() && outcome.rows.back()[0] == std::to_string(count)) continue;
    settings.progress(fmt::format("{} discs", count));
    const auto seconds = race(scaled_side, 1, steps, methods);
    std::vector<std::string> row{std::to_string(count)};
    for (const std::string& method : methods) {
      row.push_back(ms(seconds.at(method)));
      curve[method].push_back({static_cast<double>(count), 1e3 * seconds.at(method)});
    }
    outcome.rows.push_back(row);
  }
  outcome.plot = {"Perkins 1999, figure 10", "discs", "ms per search", {}};
  for (const std::string& method : methods) outcome.plot.curves.push_back({method, curve[method]});

  const auto slope = [&](const std::string& method) {
    const std::span<const Vec2> points(curve[method]);
    return log_log_slope(
        points.last(std::min<std::size_t>(3, points.size())));  // the thesis speaks of large N
  };
  const auto claim_slope = [&](const std::string& method, double least, double most,
                               const std::string& says) {
    outcome.claims.push_back({says, fmt::format("slope {:.2f} over the three largest N", slope(method)),
                              least <= slope(method) && slope(method) <= most});
  };
  claim_slope("hashing2", 0.8, 1.2, "Hashing2 approaches linear time");
  claim_slope("hashing", 1.2, 1.8, "Hashing approaches N root N");
  claim_slope("dess", 1.2, 1.8, "DESS approaches N root N");
  claim_slope("dess2", 1.2, 1.8, "DESS2 approaches N root N");
  const auto last = [&](const std::string& method) { return curve[method].back()[1]; };
  const auto claim_ratio = [&](const std::string& a, const std::string& b, const std::string& says,
                               double least, double most) {
    const double ratio = last(a) / last(b);
    outcome.claims.push_back(
        {says, fmt::format("{} takes {:.2f} times as long as {} at the largest N", a, ratio, b),
         least <= ratio && ratio <= most});
  };
  claim_ratio("dess2", "hashing2", "DESS2 is within a factor of 2 of Hashing2 below 12,000 objects", 0, 2);
  claim_ratio("dess2", "hashing", "DESS2 is only insignificantly worse than Hashing", 0, 1.5);
  claim_ratio("dess2", "dess", "rearrangement is small, insertion sort (DESS2) beats heap sort (DESS)", 0, 1);
  claim_ratio("spatial_sort_one_pass", "dess", "SpatialSort (one pass) is slower than DESS", 1, 1e9);
  claim_slope("striped_dess", 1.3, 9, "striping has hidden scaling problems");
  return outcome;
}

Outcome reproduce_perkins_figure_12(const ReproductionSettings& settings) {
  const std::vector<std::string> methods{"hashing", "hashing2", "spatial_sort", "spatial_sort_one_pass",
                                         "dess",    "dess2",    "striped_dess", "dess_rtree"};
  const std::size_t side = settings.scaled(28, 6), steps = settings.scaled(500, 10);
  Outcome outcome;
  outcome.setting = fmt::format(
      "Test 2: {} discs (the thesis interpolates to 800) of size ratios 1, 2 and 4, {} steps. {} That "
      "Hashing "
      "fails for larger ratios, because items leave its preset domain, cannot be tried: ours has none.",
      side * side, steps, how_it_differs);
  outcome.columns = {"method", "ratio 1 [ms]", "ratio 2 [ms]", "ratio 4 [ms]", "4 over 1"};
  outcome.plot = {"Perkins 1999, figure 12", "size ratio", "ms per search", {}};
  std::map<std::string, std::vector<Vec2>> curve;
  for (const double ratio : {1.0, 2.0, 4.0}) {
    settings.progress(fmt::format("size ratio {:g}", ratio));
    for (const auto& [method, seconds] : race(side, ratio, steps, methods))
      curve[method].push_back({ratio, 1e3 * seconds});
  }
  for (const std::string& method : methods) {
    const auto& points = curve[method];
    outcome.rows.push_back({method, fmt::format("{:.4g}", points[0][1]), fmt::format("{:.4g}", points[1][1]),
                            fmt::format("{:.4g}", points[2][1]),
                            fmt::format("{:.2f}", points[2][1] / points[0][1])});
    outcome.plot.curves.push_back({method, points});
  }
  const auto growth = [&](const std::string& method) { return curve[method][2][1] / curve[method][0][1]; };
  outcome.claims.push_back({"DESS suffers less from varying sizes than Hashing",
                            fmt::format("from ratio 1 to 4 dess2 costs {:.2f} times as much, hashing2 {:.2f}",
                                        growth("dess2"), growth("hashing2")),
                            growth("dess2") < growth("hashing2")});
  return outcome;
}

Outcome reproduce_perkins_figure_13(const ReproductionSettings& settings) {
  const std::size_t steps = settings.scaled(500, 10);
  Outcome outcome;
  outcome.setting =
      fmt::format("DESS2 on test 2 with size ratios 1 to 32, {} steps. {}", steps, how_it_differs);
  outcome.columns = {"N"};
  outcome.plot = {"Perkins 1999, figure 13", "discs", "ms per search (dess2)", {}};
  const std::vector<double> ratios{1, 2, 4, 8, 16, 32};
  for (const double ratio : ratios) {
    outcome.columns.push_back(fmt::format("ratio {:g} [ms]", ratio));
    outcome.plot.curves.push_back({fmt::format("ratio {:g}", ratio), {}});
  }
  for (const std::size_t side : {10, 20, 40, 80}) {
    const std::size_t scaled_side = settings.scaled(side, 6), count = scaled_side * scaled_side;
    std::vector<std::string> row{std::to_string(count)};
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      settings.progress(fmt::format("{} discs, size ratio {:g}", count, ratios[k]));
      const double seconds = race(scaled_side, ratios[k], steps, {"dess2"}).at("dess2");
      row.push_back(ms(seconds));
      outcome.plot.curves[k].points.push_back({static_cast<double>(count), 1e3 * seconds});
    }
    outcome.rows.push_back(row);
  }
  double least = 1e300, most = 0;
  for (const show::LogCurve& curve : outcome.plot.curves) {
    least = std::min(least, curve.points.back()[1]);
    most = std::max(most, curve.points.back()[1]);
  }
  outcome.claims.push_back({"DESS2 exhibits no dependence on the size ratio",
                            fmt::format("slowest over fastest ratio at the largest N: {:.2f}", most / least),
                            most < 1.5 * least});
  return outcome;
}

}  // namespace scree::cli
