// Poirrier 2009: what cutting items does to a kd tree (table 1), and falling spheres (tables 2 and 3).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "contestants.h"
#include "reproduction.h"
#include "scree/base/random.h"
#include "scree/search/bounds.h"
#include "scree/search/collect.h"
#include "scree/search/locational_code.h"

namespace scree::cli {
namespace {

using search::Items;
using search::Sphere;

std::vector<Sphere<3>> random_spheres(std::size_t count, double density, std::uint64_t seed) {
  const double side = std::cbrt(4.0 / 3 * 3.14159265358979 * static_cast<double>(count) / density);
  std::vector<Sphere<3>> spheres(count);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      spheres[k].centre[axis] = side * random_uniform(seed, purpose("reproduce.poirrier"), 3 * k + axis);
    spheres[k].radius = 1;
  }
  return spheres;
}
Items<3> view(const std::vector<Sphere<3>>& spheres) {
  const auto* numbers = reinterpret_cast<const double*>(spheres.data());
  return Items<3>::spheres(spheres.size(), numbers, numbers + 3, 4);
}

struct Culling {
  std::size_t parts = 0, selected = 0, true_positives = 0;
  double volume_ratio = 0;
};

/// Places the items in a kd tree and counts what the sweep selects.
Culling cull(const Items<3>& items, bool splits) {
  using Space = search::CodeSpace<3>;
  struct Record {
    search::LocationalCode<3> code;
    std::uint32_t item;
  };
  Box<3> bounds = Box<3>::empty();
  for (std::size_t item = 0; item < items.count(); ++item) bounds.include(items.box(item));
  const Space space(bounds);
  std::vector<Record> records;
  Culling result;
  double nodes = 0;
  for (std::uint32_t item = 0; item < items.count(); ++item) {
    const auto box = space.numbers_of(bounds_of(items, item));
    if (splits) {
      for (const auto& part : Space::split(box))
        if (!part.is_copy) records.push_back({part.code, item});
    } else {
      records.push_back({Space::node_around(box), item});
    }
  }
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
    return a.code.key != b.code.key ? a.code.key < b.code.key : a.item < b.item;
  });
  for (std::size_t k = 0; k < records.size(); ++k) {
    nodes += static_cast<double>(records[k].code.volume());
    for (std::size_t j = k + 1; j < records.size() && records[k].code.holds(records[j].code.path()); ++j) {
      if (records[k].item == records[j].item) continue;
      ++result.selected;
      result.true_positives += items.overlap(records[k].item, records[j].item) ? 1 : 0;
    }
  }
  result.parts = records.size();
  // Volumes of nodes are counted in smallest nodes, of which the cube around the items has 2^57.
  double side = 0;
  for (int k = 0; k < 3; ++k) side = std::max(side, bounds.hi[k] - bounds.lo[k]);
  const double smallest = side * side * side / std::ldexp(1.0, search::LocationalCode<3>::most_bits);
  result.volume_ratio = nodes * smallest / (4.0 / 3 * 3.14159265358979 * static_cast<double>(items.count()));
  return result;
}

/// Spheres that fall on a floor and are pushed apart pair by pair, as the paper has it: not physics, but
/// packed more and more and coherent in time.
class FallingSpheres {
 public:
  explicit FallingSpheres(std::size_t count)
      : spheres_(random_spheres(count, 0.1, 2)),
        guide_(search::make<3>(*search::find_entry("linked_cell"))) {}

  Items<3> items() const { return view(spheres_); }
  void step() {
    speed_ += 0.02;
    for (Sphere<3>& sphere : spheres_) sphere.centre[2] = std::max(0.0, sphere.centre[2] - speed_);
    for (const auto& [a, b] : pairs()) {
      const Vec3 apart = spheres_[b].centre - spheres_[a].centre;
      const double distance = norm(apart);
      if (!(distance > 0)) continue;
      const Vec3 push = (0.5 * (2 - distance) / distance) * apart;
      spheres_[a].centre -= push;
      spheres_[b].centre += push;
    }
  }
  std::vector<search::Pair> pairs() {
    guide_->prepare(items());
    return search::collect_sorted(*guide_);
  }

 private:
  std::vector<Sphere<3>> spheres_;
  std::unique_ptr<search::ContactSearch<3>> guide_;
  double speed_ = 0;
};

}  // namespace

Outcome reproduce_poirrier_table_1(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(10'000, 200);
  struct Printed {
    double density, ratio_whole, pairs_whole, parts, ratio_split, pairs_split;
  };
  constexpr std::array<Printed, 5> printed{{{0.01, 8.0275e6, 1261197, 6.37, 10.9362, 4928},
                                            {0.05, 1.5836e6, 1834155, 6.67, 10.8227, 25643},
                                            {0.1, 1.3439e6, 2300212, 6.24, 13.4065, 62148},
                                            {0.5, 2.9324e6, 4193598, 6.35, 13.4745, 280736},
                                            {1.0, 4.0032e6, 5552230, 6.01, 12.5170, 492790}}};
  Outcome outcome;
  outcome.setting = fmt::format(
      "{} equal spheres, centres uniform in a cube, density d; printed figures are for 10,000. The root node "
      "is the cube around "
      "all spheres, 19 cuts along each axis. The printed volume ratio without splitting (1.3e6 to 8.0e6) is "
      "above N/d, what it would be with every sphere in a root node as tight as ours, so it is not compared.",
      count);
  outcome.columns = {"d",
                     "V_n/V_e whole",
                     "selected whole",
                     "paper",
                     "parts per sphere",
                     "paper",
                     "V_n/V_e split",
                     "paper",
                     "selected split",
                     "paper",
                     "overlapping pairs"};
  outcome.plot = {"Poirrier 2009, table 1", "density d", "selected pairs", {}};
  outcome.plot.curves = {{"whole", {}}, {"split", {}}, {"whole, paper", {}}, {"split, paper", {}}};
  // Beside another number of spheres printed figures would mean nothing.
  const auto paper = [&](const char* format, double value) {
    return count == 10'000 ? fmt::format(fmt::runtime(format), value) : std::string();
  };
  double least_gain = 1e300, most_gain = 0, most_parts = 0, most_split_ratio = 0;
  for (const Printed& row : printed) {
    settings.progress(fmt::format("d = {:g}", row.density));
    const std::vector<Sphere<3>> spheres = random_spheres(count, row.density, 1);
    const Culling whole = cull(view(spheres), false), split = cull(view(spheres), true);
    const double parts = static_cast<double>(split.parts) / static_cast<double>(count);
    outcome.rows.push_back({fmt::format("{:g}", row.density), fmt::format("{:.4g}", whole.volume_ratio),
                            std::to_string(whole.selected), paper("{:.0f}", row.pairs_whole),
                            fmt::format("{:.2f}", parts), paper("{:.2f}", row.parts),
                            fmt::format("{:.2f}", split.volume_ratio), paper("{:.2f}", row.ratio_split),
                            std::to_string(split.selected), paper("{:.0f}", row.pairs_split),
                            std::to_string(whole.true_positives)});
    const std::array<double, 4> values{static_cast<double>(whole.selected),
                                       static_cast<double>(split.selected), row.pairs_whole, row.pairs_split};
    for (std::size_t k = 0; k < values.size(); ++k)
      outcome.plot.curves[k].points.push_back({row.density, values[k]});
    const double gain = values[0] / values[1];
    least_gain = std::min(least_gain, gain);
    most_gain = std::max(most_gain, gain);
    most_parts = std::max(most_parts, parts);
    most_split_ratio = std::max(most_split_ratio, split.volume_ratio);
  }
  outcome.claims = {
      {"splitting multiplies the number of elements by about 6.5",
       fmt::format("by at most {:.2f}", most_parts), most_parts > 5 && most_parts < 8},
      {"split, the nodes fill 10 to 14 times the volume of the spheres",
       fmt::format("at most {:.1f} times", most_split_ratio), most_split_ratio > 5 && most_split_ratio < 28},
      {"splitting reduces the number of candidate pairs by a factor of 10 to 100 (printed: 11 to 256)",
       fmt::format("by a factor of {:.0f} to {:.0f}", least_gain, most_gain), least_gain > 8}};
  return outcome;
}

Outcome reproduce_poirrier_table_2(const ReproductionSettings& settings) {
  struct Printed {
    std::string method;
    std::array<double, 5> milliseconds;  // 0: none
  };
  const std::array<std::size_t, 5> counts{50'000, 100'000, 500'000, 1'000'000, 5'000'000};
  const std::vector<Printed> methods{{"all_pairs", {23818, 94813, 0, 0, 0}},
                                     {"sort_and_update", {64662, 266840, 0, 0, 0}},
                                     {"kd_tree_1", {211, 434, 2261, 4194, 18885}},
                                     {"kd_tree_2", {297, 620, 3288, 6153, 24205}},
                                     {"hierarchical_grid", {}},
                                     {"linked_cell", {}}};
  Outcome outcome;
  outcome.setting =
      "Equal spheres, initially uniform with d = 0.1, fall on a floor and are pushed apart pair by pair; "
      "mean CPU "
      "time of one core per search over steps 50 to 60 (printed: an Intel E2180 at 2 GHz, four runs). Sweep "
      "& "
      "Prune is our sort_and_update, quadratic our all_pairs. Delaunay is left out: it needs CGAL, which is "
      "a "
      "peer of the benchmarks and not part of scree. A method stays behind where one search would take more "
      "than "
      "a minute, judged by the size before and N squared. Printed figures stand beside the sizes that they "
      "were "
      "printed for.";
  outcome.columns = {"N", "method", "ms per search", "paper [ms]", "pairs"};
  outcome.plot = {"Poirrier 2009, tables 2 and 3", "spheres", "ms per search, steps 50 to 60", {}};
  for (const Printed& method : methods) outcome.plot.curves.push_back({method.method, {}});
  for (const Printed& method : methods)
    if (method.milliseconds[0] > 0) outcome.plot.curves.push_back({method.method + ", paper", {}});

  std::vector<double> last_seconds(methods.size(), 0);
  std::size_t last_count = 1;
  for (std::size_t size = 0; size < counts.size(); ++size) {
    const std::size_t count = settings.scaled(counts[size], 500);
    settings.progress(fmt::format("{} spheres", count));
    const double growth = static_cast<double>(count) / static_cast<double>(last_count);
    std::vector<std::optional<Contestant<3>>> contestants(methods.size());
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const bool is_quadratic = k < 2;
      if (!is_quadratic || last_seconds[k] * growth * growth < longest_search)
        contestants[k].emplace(methods[k].method, 1.0);
    }
    FallingSpheres spheres(count);
    std::size_t pairs = 0;
    for (int step = 0; step <= 60; ++step) {
      if (step >= 49) {  // one search before, for what is kept from step to step
        pairs = spheres.pairs().size();
        for (auto& contestant : contestants) {
          if (!contestant) continue;
          if (step == 50 && contestant->mean_seconds() < 1) contestant->forget_times();
          contestant->search(spheres.items(), pairs);
        }
      }
      spheres.step();
    }
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const double seconds = contestants[k] ? contestants[k]->mean_seconds() : 0;
      last_seconds[k] = contestants[k] ? seconds : 2 * longest_search;
      if (seconds > 0) outcome.plot.curves[k].points.push_back({static_cast<double>(count), 1e3 * seconds});
      const double printed = count == counts[size] ? methods[k].milliseconds[size] : 0;
      outcome.rows.push_back(
          {std::to_string(count), methods[k].method,
           contestants[k] ? fmt::format("{:.4g}", 1e3 * seconds) : std::string("more than a minute"),
           printed > 0 ? fmt::format("{:.0f}", printed) : std::string(), std::to_string(pairs)});
      for (picture::Curve& curve : outcome.plot.curves)
        if (printed > 0 && curve.name == methods[k].method + ", paper")
          curve.points.push_back({static_cast<double>(counts[size]), printed});
    }
    last_count = count;
  }
  const auto& curves = outcome.plot.curves;
  const double quadratic = curves[0].points[0][1], swept = curves[1].points[0][1],
               kd = curves[2].points[0][1];
  outcome.claims.push_back(
      {"the kd tree is more than fifty times faster than the quadratic method (printed: 113 at the first N)",
       fmt::format("{:.0f} times", quadratic / kd), quadratic > 50 * kd});
  outcome.claims.push_back(
      {"the kd tree is more than fifty times faster than Sweep & Prune in a highly dynamic situation "
       "(printed: 306)",
       fmt::format("{:.1f} times", swept / kd), swept > 50 * kd});
  const double unique = curves[3].points.back()[1] / curves[2].points.back()[1];
  outcome.claims.push_back({"unique pairs cost 1.3 to 1.5 times as much (printed for kd-tree-2)",
                            fmt::format("{:.2f} times at the largest N", unique),
                            unique > 1.15 && unique < 1.6});
  const double slope = log_log_slope(curves[2].points);
  outcome.claims.push_back(
      {"the kd tree is loglinear (printed slope 0.98)", fmt::format("slope {:.2f}", slope), slope < 1.15});
  return outcome;
}

}  // namespace scree::cli
