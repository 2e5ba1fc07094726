#include "scree/search/hierarchical_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "scree/base/error.h"
#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"

namespace scree::search {
namespace {

using Sizes = std::vector<double>;

/// Radii from 0.005 to 0.5, the same number in every class of sizes.
template <int D>
std::vector<Sphere<D>> spheres() {
  std::uint64_t draw = 0;
  const auto number = [&] { return random_uniform(1, purpose("tests.hierarchical_grid"), draw++); };
  std::vector<Sphere<D>> result(600);
  for (Sphere<D>& sphere : result) {
    for (int k = 0; k < D; ++k) sphere.centre[k] = (D == 2 ? 8 : 4) * number() - 3;
    sphere.radius = 0.5 * std::pow(100, -number());
  }
  return result;
}

template <int D>
std::vector<Box<D>> boxes() {
  std::vector<Box<D>> result;
  for (const Sphere<D>& sphere : spheres<D>()) {
    result.push_back(Box<D>::around(sphere.centre, sphere.radius));
    result.back().hi[D - 1] += sphere.radius;
  }
  return result;
}

template <int D>
void expect_exact(const Items<D>& items, const Sizes& cell_sizes) {
  const auto plain = make<D>(catalog().front());
  plain->prepare(items);
  const std::vector<Pair> wanted = collect_sorted(*plain);
  ASSERT_GT(wanted.size(), 100u);
  const auto grid = make_hierarchical_grid<D>({0, cell_sizes});
  for (int step = 0; step < 2; ++step) {
    grid->prepare(items);
    EXPECT_EQ(collect_sorted(*grid), wanted) << D << "D, " << cell_sizes.size() << " sizes, the first "
                                             << (cell_sizes.empty() ? 0 : cell_sizes[0]);
  }
  const Box<D> region = Box<D>::around(Vec<D>{1, 1}, 0.7);
  std::vector<std::uint32_t> found, wanted_there;
  grid->find_in_region(region, found);
  plain->find_in_region(region, wanted_there);
  EXPECT_FALSE(wanted_there.empty());
  EXPECT_EQ(found, wanted_there);
}
template <int D>
void expect_exact(const Sizes& cell_sizes) {
  const auto some = spheres<D>();
  expect_exact(Items<D>::spheres(some), cell_sizes);
  expect_exact(Items<D>::spheres(some, 0.01), cell_sizes);
  const auto others = boxes<D>();
  expect_exact(Items<D>::boxes(others), cell_sizes);
}
void expect_exact_everywhere(const Sizes& cell_sizes) {
  expect_exact<2>(cell_sizes);
  expect_exact<3>(cell_sizes);
}

TEST(HierarchicalGrid, is_exact_with_levels_that_are_given) {
  for (const Sizes& sizes : {Sizes{2}, Sizes{0.1, 2}, Sizes{0.03, 0.1, 0.3, 0.7, 2}})
    expect_exact_everywhere(sizes);
}

TEST(HierarchicalGrid, sorts_levels_and_drops_those_that_are_given_twice) {
  expect_exact_everywhere({2, 0.1, 0.3, 0.1, 2});
}

TEST(HierarchicalGrid, adds_a_level_for_items_that_fit_none) {
  for (const Sizes& sizes : {Sizes{0.02}, Sizes{0.1, 0.02}, Sizes{1e-200}}) expect_exact_everywhere(sizes);
}

TEST(HierarchicalGrid, takes_levels_that_no_item_needs) {
  for (const Sizes& sizes : {Sizes{1e-300, 1e-9, 2, 50}, Sizes{1e150}, Sizes{1e-200, 1e100}})
    expect_exact_everywhere(sizes);
}

TEST(HierarchicalGrid, takes_as_many_levels_as_it_can_number) {
  Sizes sizes;
  for (int k = 1; k <= 254; ++k) sizes.push_back(0.001 * k);  // and one more for the largest items
  expect_exact_everywhere(sizes);
}

TEST(HierarchicalGrid, chooses_levels_if_none_are_given) { expect_exact_everywhere({}); }

TEST(HierarchicalGrid, refuses_sizes_of_cells_that_are_none) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double size : {0.0, -0.0, -1.0, infinity, -infinity, std::nan(""), 2e150})
    for (const Sizes& sizes : {Sizes{size}, Sizes{0.1, size}, Sizes{size, 0.1}})
      EXPECT_THROW(make_hierarchical_grid<3>({0, sizes}), SceneError) << size;
  EXPECT_THROW(make_hierarchical_grid<2>({0, Sizes(255, 1.0)}), SceneError);
  try {
    make_hierarchical_grid<2>({0, {0.5, -0.25}});
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("-0.25"), std::string::npos) << error.what();
  }
}

TEST(HierarchicalGrid, is_exact_with_any_number_of_levels) {
  const auto some = spheres<3>();
  const auto plain = make<3>(catalog().front());
  plain->prepare(Items<3>::spheres(some));
  for (const std::size_t levels : {1, 2, 5, 64, 255}) {
    const auto grid = make_hierarchical_grid<3>({levels, {}});
    grid->prepare(Items<3>::spheres(some));
    EXPECT_EQ(collect_sorted(*grid), collect_sorted(*plain)) << levels << " levels";
  }
}

}  // namespace
}  // namespace scree::search
