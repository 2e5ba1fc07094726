#include "scree/search/grid_levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "scree/search/hierarchical_grid.h"
#include "scree/search/size_histogram.h"

namespace scree::search {
namespace {

// Systems of the paper: 125,001 spheres, radii from 1 to 50, volume fraction 0.62.
constexpr std::size_t count = 125'001;

/// Radii at even quantiles of a distribution; extent of the cube that they fill to 0.62.
template <class Quantile>
std::pair<std::vector<double>, Vec3> spheres(const Quantile& quantile) {
  std::vector<double> data;
  double volume = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double radius = quantile((static_cast<double>(k) + 0.5) / count);
    data.insert(data.end(), {0, 0, 0, radius});
    volume += 4.0 / 3 * 3.14159265358979 * radius * radius * radius;
  }
  const double side = std::cbrt(volume / 0.62);
  return {data, Vec3{side, side, side}};
}
std::vector<SizeClass> classes_of(const std::vector<double>& data) {
  const auto items = Items<3>::spheres(data.size() / 4, data.data(), data.data() + 3, 4);
  return size_histogram(items, check_items(items).largest);
}

double uniform_size(double share) { return 1 + 49 * share; }
/// The same volume in every class of sizes: the number of spheres falls with the cube of their radius.
double uniform_volume(double share) { return 1 / std::sqrt(1 - share * (1 - 1.0 / 2500)); }

TEST(GridLevels, are_as_many_as_the_paper_says_for_uniform_volume) {
  const auto [data, extent] = spheres(uniform_volume);
  const GridLevels best = best_levels<3>(classes_of(data), extent);
  EXPECT_GE(best.cell_sizes.size(), 6u);
  EXPECT_LE(best.cell_sizes.size(), 8u);  // 7 by equation 7, 8 in the paper's experiment
  EXPECT_EQ(best.cell_sizes.back(), 2 * data[data.size() - 1]);
}

// By hand: with x the share of items on the first of two levels, x^4 = 1 - x, hence m = 1.28 and cost 3.16;
// three levels come to 2.96. Classes of sizes are coarser than items by a few per cent. The paper's
// experiment is flat there and takes two.
TEST(GridLevels, follow_equation_7_for_uniform_size) {
  const auto [data, extent] = spheres(uniform_size);
  const std::vector<SizeClass> classes = classes_of(data);
  EXPECT_NEAR(levels_of_number<3>(classes, extent, 1).cost(), 4.9, 0.2);
  EXPECT_NEAR(levels_of_number<3>(classes, extent, 2).cost(), 3.16, 0.2);
  EXPECT_NEAR(levels_of_number<3>(classes, extent, 3).cost(), 2.96, 0.2);
  EXPECT_EQ(best_levels<3>(classes, extent).cell_sizes.size(), 3u);
}

TEST(GridLevels, are_one_for_equal_sizes) {
  const std::vector<SizeClass> equal{{1.0, 1000}};
  EXPECT_EQ(best_levels<3>(equal, {10, 10, 10}).cell_sizes, std::vector<double>{1.0});
}

TEST(GridLevels, hold_about_the_same_number_of_items_per_cell) {
  const auto [data, extent] = spheres(uniform_volume);
  const std::vector<SizeClass> classes = classes_of(data);
  const GridLevels levels = levels_of_number<3>(classes, extent, 7);
  ASSERT_EQ(levels.cell_sizes.size(), 7u);
  std::size_t k = 0;
  for (std::size_t level = 0; level < 7; ++level) {
    double items = 0;
    for (; k < classes.size() && classes[k].size <= levels.cell_sizes[level]; ++k)
      items += static_cast<double>(classes[k].count);
    const double cells = std::pow(extent[0] / levels.cell_sizes[level], 3);
    EXPECT_LT(items / cells, 1.15 * levels.items_per_cell) << "level " << level;
    if (level < 6) {  // the last takes what is left
      EXPECT_GT(items / cells, levels.items_per_cell) << "level " << level;
    }
  }
}

TEST(SizeHistogram, counts_every_item_in_ascending_classes) {
  const double data[] = {0, 0, 2, 0, 0, 0, 0, 0, 1e-30, 0, 0, 2, 0, 0, 1.999, 0, 0, 1};
  const auto items = Items<2>::spheres(6, data, data + 2, 3);
  const std::vector<SizeClass> classes = size_histogram(items, check_items(items).largest);
  EXPECT_EQ(classes, (std::vector<SizeClass>{{2e-30, 2}, {2, 1}, {2 * 1.999, 1}, {4, 2}}));
}

}  // namespace
}  // namespace scree::search
