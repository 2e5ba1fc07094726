// Poirrier 2009, table 1: what cutting items does to a kd tree.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "random_spheres.h"
#include "reproduction.h"
#include "scree/search/bounds.h"
#include "scree/search/locational_code.h"

namespace scree::cli {
namespace {

using search::Items;
using search::Sphere;

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

}  // namespace scree::cli
