// Poirrier 2009, table 1: what cutting items does to a kd tree.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kd_tree_culling.h"
#include "random_spheres.h"
#include "reproduction.h"

namespace scree::cli {
namespace {

constexpr std::size_t printed_count = 10'000;
struct Printed {
  double density;
  double ratio_whole, pairs_whole, true_whole;
  double parts, ratio_split, pairs_split, true_split;
};
constexpr std::array<Printed, 5> printed{{{0.01, 8.0275e6, 1261197, 389, 6.37, 10.9362, 4928, 429},
                                          {0.05, 1.5836e6, 1834155, 1901, 6.67, 10.8227, 25643, 2660},
                                          {0.1, 1.3439e6, 2300212, 3715, 6.24, 13.4065, 62148, 6235},
                                          {0.5, 2.9324e6, 4193598, 16227, 6.35, 13.4745, 280736, 63454},
                                          {1.0, 4.0032e6, 5552230, 28144, 6.01, 12.5170, 492790, 72176}}};

/// The least and the most that was seen.
class Seen {
 public:
  void add(double value) {
    range_.least = std::min(range_.least, value);
    range_.most = std::max(range_.most, value);
  }
  const Range& range() const { return range_; }
  std::string text(const char* format) const {
    return fmt::format(fmt::runtime(format), range_.least, range_.most);
  }

 private:
  Range range_{std::numeric_limits<double>::infinity(), 0};
};

}  // namespace

Outcome reproduce_poirrier_table_1(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(printed_count, 200);
  Outcome outcome;
  outcome.setting = fmt::format(
      "{} equal spheres, centres uniform in a cube, density d; printed figures are for 10,000 and stand "
      "beside that number only. The root node is the cube around all spheres, 19 cuts along each axis. With "
      "such a root V_n/V_e cannot exceed N/d, every sphere in the root, which is below the volume ratios "
      "printed without splitting: the paper's root node, whose size it does not tell, must have been far "
      "larger. Split, a pair that overlaps may be selected in several nodes, and counts as often among the "
      "true positives.",
      count);
  outcome.columns = {"d",     "V_n/V_e whole",        "paper", "selected whole",
                     "paper", "true positives whole", "paper", "parts per sphere",
                     "paper", "V_n/V_e split",        "paper", "selected split",
                     "paper", "true positives split", "paper"};
  outcome.plot = {"Poirrier 2009, table 1", "density d", "selected pairs", {}};
  outcome.plot.curves = {{"whole", {}}, {"split", {}}, {"whole, paper", {}}, {"split, paper", {}}};
  const auto paper = [&](const char* format, double value) {
    return count == printed_count ? fmt::format(fmt::runtime(format), value) : std::string();
  };
  Seen parts, split_ratio, volume_gain, pair_gain;
  for (const Printed& row : printed) {
    settings.progress(fmt::format("d = {:g}", row.density));
    const std::vector<search::Sphere<3>> spheres = random_spheres(count, row.density, 1);
    const Culling whole = cull(view(spheres), false), split = cull(view(spheres), true);
    const double parts_per_sphere = static_cast<double>(split.parts) / static_cast<double>(count);
    outcome.rows.push_back({fmt::format("{:g}", row.density), fmt::format("{:.4g}", whole.volume_ratio),
                            paper("{:.5g}", row.ratio_whole), std::to_string(whole.selected),
                            paper("{:.0f}", row.pairs_whole), std::to_string(whole.true_positives),
                            paper("{:.0f}", row.true_whole), fmt::format("{:.2f}", parts_per_sphere),
                            paper("{:.2f}", row.parts), fmt::format("{:.2f}", split.volume_ratio),
                            paper("{:.2f}", row.ratio_split), std::to_string(split.selected),
                            paper("{:.0f}", row.pairs_split), std::to_string(split.true_positives),
                            paper("{:.0f}", row.true_split)});
    const std::array<double, 4> values{static_cast<double>(whole.selected),
                                       static_cast<double>(split.selected), row.pairs_whole, row.pairs_split};
    for (std::size_t k = 0; k < values.size(); ++k)
      if (k < 2 || count == printed_count) outcome.plot.curves[k].points.push_back({row.density, values[k]});
    parts.add(parts_per_sphere);
    split_ratio.add(split.volume_ratio);
    volume_gain.add(whole.volume_ratio / split.volume_ratio);
    pair_gain.add(values[0] / values[1]);
  }
  outcome.claims = {
      judged("splitting multiplies the number of elements by 6.5 (printed: 6.01 to 6.67)",
             parts.text("by {:.2f} to {:.2f}"), "the factor at every d", parts.range(), {5.5, 7.5}),
      judged("split, the nodes fill 10 to 14 times the volume of the spheres (printed: 10.8 to 13.5)",
             split_ratio.text("{:.1f} to {:.1f} times"), "the ratio at every d", split_ratio.range(),
             {10, 14}),
      judged(
          "splitting reduces by almost a factor 10^6 the average enclosing volume (printed: 1.0e5 to 7.3e5)",
          volume_gain.text("by a factor of {:.3g} to {:.3g}; the paper's root node must have been larger"),
          "the factor at every d", volume_gain.range(), {1e5, 1e6}),
      judged("splitting reduces the number of candidate pairs by a factor 10 to 100 (printed: 11 to 256)",
             pair_gain.text("by a factor of {:.0f} to {:.0f}"), "the factor at every d", pair_gain.range(),
             {10, 256})};
  return outcome;
}

}  // namespace scree::cli
