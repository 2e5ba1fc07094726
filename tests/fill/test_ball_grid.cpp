#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "scree/base/random.h"
#include "scree/fill/ball_grid.h"

namespace scree::fill {
namespace {

/// Balls of sizes from 1 to `ratio`, some with centres outside the bounds.
template <int D>
std::vector<Ball<D>> scatter(std::size_t count, double ratio, std::uint64_t seed) {
  std::vector<Ball<D>> balls(count);
  for (std::size_t number = 0; number < count; ++number) {
    for (int k = 0; k < D; ++k)
      balls[number].centre[k] = -20 + 140 * random_uniform(seed, purpose("test.centre"), number * D + k);
    const double part = random_uniform(seed, purpose("test.radius"), number);
    balls[number].radius = 0.05 * (1 + (ratio - 1) * part * part * part);
  }
  return balls;
}

template <int D>
Box<D> cube() {
  Box<D> box;
  for (int k = 0; k < D; ++k) box.hi[k] = 100;
  return box;
}

template <int D>
void check_against_all_pairs() {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const double ratio = *rc::gen::element(1.0, 3.0, 30.0, 300.0);
  const double gap = *rc::gen::element(0.0, 0.3, 5.0);
  const auto balls = scatter<D>(150, ratio, seed);
  std::vector<double> radii;
  for (const Ball<D>& ball : balls) radii.push_back(ball.radius);
  BallGrid<D> grid(cube<D>(), radii);
  for (std::size_t number = 0; number < balls.size(); ++number) {
    const auto blocked = std::any_of(balls.begin(), balls.begin() + static_cast<std::ptrdiff_t>(number),
                                     [&](const Ball<D>& other) { return !are_apart(other, balls[number]); });
    RC_ASSERT(grid.is_clear(balls[number]) == !blocked);
    grid.insert(balls[number]);
  }
  for (const Ball<D>& ball : balls) {
    std::set<std::uint32_t> visited;
    grid.visit_near(ball, gap, [&](std::uint32_t number, const Ball<D>& other) {
      RC_ASSERT(other.centre == balls[number].centre);
      RC_ASSERT(visited.insert(number).second);
    });
    for (std::uint32_t number = 0; number < balls.size(); ++number)
      if (norm(balls[number].centre - ball.centre) < ball.radius + balls[number].radius + gap)
        RC_ASSERT(visited.count(number) == 1u);
  }
}
RC_GTEST_PROP(BallGrid, agrees_with_all_pairs_in_the_plane, ()) { check_against_all_pairs<2>(); }
RC_GTEST_PROP(BallGrid, agrees_with_all_pairs_in_space, ()) { check_against_all_pairs<3>(); }

TEST(BallGrid, lets_balls_touch) {
  const std::vector<double> radii{0.25, 0.5};
  BallGrid<2> grid(cube<2>(), radii);
  EXPECT_TRUE(grid.is_empty());
  grid.insert({{10, 10}, 0.25});
  EXPECT_TRUE(grid.is_clear({{10.75, 10}, 0.5}));
  EXPECT_FALSE(grid.is_clear({{10.74, 10}, 0.5}));
}

TEST(Divide, keeps_edges_long_and_cells_few) {
  const Box<3> needle{{0, 0, 0}, {1e9, 1, 1e-3}};
  for (const double edge : {1e-6, 0.3, 1e4}) {
    const auto cells = divide(needle, edge, 1000);
    EXPECT_LE(1.0 * cells[0] * cells[1] * cells[2], 1000);
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(cells[k] == 1 || needle.size()[k] / cells[k] >= edge);
  }
  EXPECT_EQ(divide(Box<2>{{0, 0}, {10, 4}}, 0.99, 1000), (std::array<std::uint32_t, 2>{10, 4}));
}

}  // namespace
}  // namespace scree::fill
