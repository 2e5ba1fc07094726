#include "scree/base/periodic_box.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace scree {
namespace {

PeriodicBox<2> strip() {
  PeriodicBox<2> box;
  box.repeat(0, -1, 3);
  return box;
}

TEST(PeriodicBox, leaves_open_axes_alone) {
  EXPECT_TRUE(strip().any());
  EXPECT_FALSE(PeriodicBox<3>().any());
  EXPECT_EQ(strip().nearest({0.5, 1e6}), (Vec2{0.5, 1e6}));
  EXPECT_EQ(strip().way_back({0.5, -1e6}), Vec2{});
}

RC_GTEST_PROP(PeriodicBox, the_nearest_copy_is_within_half_a_length_and_whole_lengths_away, (int tenths)) {
  const double apart = 0.1 * (tenths % 1'000'000);
  const double nearest = strip().nearest({apart, 0})[0];
  RC_ASSERT(std::abs(nearest) <= 2 * (1 + 1e-9));
  const double lengths = (apart - nearest) / 4;
  RC_ASSERT(std::abs(lengths - std::nearbyint(lengths)) < 1e-9);
}

TEST(PeriodicBox, both_bodies_see_the_same_distance) {
  for (double apart = -2.1; apart < 2.1; apart += 0.0137)
    EXPECT_EQ(strip().nearest({apart, 0})[0], -strip().nearest({-apart, 0})[0]) << apart;
}

TEST(PeriodicBox, brings_back_what_left) {
  EXPECT_EQ(strip().way_back({3, 0}), (Vec2{-4, 0}));
  EXPECT_EQ(strip().way_back({-1.5, 0}), (Vec2{4, 0}));
  EXPECT_EQ(strip().way_back({-1, 0}), Vec2{});
}

}  // namespace
}  // namespace scree
