#include <gtest/gtest.h>

#include <algorithm>

#include "scree/base/random.h"
#include "scree/solve/block_lu.h"
#include "scree/solve/colours.h"
#include "scree/solve/reduce_points.h"

namespace scree::solve {
namespace {

TEST(BlockLu, solves_what_it_was_given) {
  constexpr Row rows = 30;
  std::uint64_t index = 0;
  const auto next = [&] { return 2 * random_uniform(7, purpose("matrix"), index++) - 1; };
  std::vector<RowPair> pairs;
  for (Row row = 0; row < rows; ++row)
    for (const Row step : {1u, 7u})
      if (row + step < rows) pairs.emplace_back(row, row + step);
  const EliminationPattern pattern(rows, pairs);
  BlockLu<3> factor(pattern);
  std::vector<Vec<3>> x(rows), b(rows);
  for (Vec<3>& v : x) v = {next(), next(), next()};
  const auto add = [&](Row row, Row column, double diagonal) {
    Block<3> block = Block<3>::diagonal(diagonal);
    for (auto& line : block.at)
      for (double& value : line) value += next();
    factor.add(row, column, block);
    b[row] += block * x[column];
  };
  for (Row row = 0; row < rows; ++row) add(row, row, 12);
  for (const auto& [a, c] : pairs) {
    add(a, c, 0);
    add(c, a, 0);
  }
  ASSERT_TRUE(factor.factorise());
  factor.solve(b);
  for (Row row = 0; row < rows; ++row) EXPECT_LT(norm(b[row] - x[row]), 1e-13);
}

TEST(BlockLu, says_when_a_block_has_no_inverse) {
  const EliminationPattern pattern(1, {});
  BlockLu<2> factor(pattern);
  EXPECT_FALSE(factor.factorise());
}

TEST(Colours, pairs_of_a_colour_share_no_body_and_all_are_there) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t k = 0; k < 200; ++k) pairs.emplace_back(0, k + 1);  // more than there are colours
  for (std::uint32_t k = 1; k < 200; ++k) pairs.emplace_back(k, k + 1);
  const Colours colours = colour_pairs(150, pairs);  // the others do not move
  std::size_t total = colours.rest.size();
  EXPECT_GT(total, 0u);
  for (const auto& list : colours.pairs) {
    total += list.size();
    std::vector<std::uint32_t> bodies;
    for (const std::size_t pair : list)
      for (const std::uint32_t body : {pairs[pair].first, pairs[pair].second})
        if (body < 150) bodies.push_back(body);
    std::sort(bodies.begin(), bodies.end());
    EXPECT_EQ(std::adjacent_find(bodies.begin(), bodies.end()), bodies.end());
  }
  EXPECT_EQ(total, pairs.size());
}

std::vector<PatchPoint<3>> square_with_middle(double asked_in_the_middle) {
  return {
      {{0, 0, 0}, 0}, {{1, 0, 0}, 0}, {{0.4, 0.7, 0}, asked_in_the_middle}, {{1, 1, 0}, 0}, {{0, 1, 0}, 0}};
}

TEST(BearingPoints, are_the_corners_of_a_patch) {
  const std::vector<std::size_t> corners{0, 1, 3, 4};
  EXPECT_EQ(bearing_points<3>(square_with_middle(0), {0, 0, 1}, 1e-9), corners);
}

TEST(BearingPoints, keep_a_point_that_asks_for_more) {
  EXPECT_EQ(bearing_points<3>(square_with_middle(0.1), {0, 0, 1}, 1e-9).size(), 5u);
}

TEST(BearingPoints, keep_everything_that_is_not_flat) {
  EXPECT_EQ(bearing_points<3>(square_with_middle(0), {0.6, 0, 0.8}, 1e-9).size(), 5u);
}

TEST(BearingPoints, of_a_line_are_its_ends) {
  const std::vector<PatchPoint<2>> line{{{0.5, 1}, 0}, {{2, 1}, 0}, {{0, 1}, 0}, {{1, 1}, 0}};
  EXPECT_EQ(bearing_points<2>(line, {0, 1}, 1e-9), (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace scree::solve
