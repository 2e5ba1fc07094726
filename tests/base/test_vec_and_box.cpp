#include <gtest/gtest.h>

#include <limits>

#include "scree/base/box.h"
#include "scree/base/vec.h"

namespace scree {
namespace {

TEST(Vec, adds_scales_and_multiplies_by_component) {
  const Vec3 a{1, 2, 3}, b{-4, 0.5, 2};
  EXPECT_EQ(a + b, (Vec3{-3, 2.5, 5}));
  EXPECT_EQ(a - b, (Vec3{5, 1.5, 1}));
  EXPECT_EQ(2 * a, (Vec3{2, 4, 6}));
  EXPECT_EQ(a / 2, (Vec3{0.5, 1, 1.5}));
  EXPECT_EQ(-a, (Vec3{-1, -2, -3}));
  EXPECT_EQ(dot(a, b), 3);
  EXPECT_EQ(norm(Vec3{2, 3, 6}), 7);
  EXPECT_EQ(norm(Vec2{3, 4}), 5);
}

TEST(Vec, cross_products_follow_the_right_hand) {
  EXPECT_EQ(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(cross(Vec3{0, 1, 0}, Vec3{0, 0, 1}), (Vec3{1, 0, 0}));
  EXPECT_EQ(cross(Vec2{1, 0}, Vec2{0, 1}), 1);
  EXPECT_EQ(cross(2.0, Vec2{3, 0}), (Vec2{0, 6})) << "counter-clockwise spin moves the right side up";
}

TEST(Vec, tells_finite_from_not) {
  EXPECT_TRUE(is_finite(Vec2{1e308, -1e308}));
  EXPECT_FALSE(is_finite(Vec2{0, std::numeric_limits<double>::infinity()}));
  EXPECT_FALSE(is_finite(Vec3{0, 0, std::numeric_limits<double>::quiet_NaN()}));
}

TEST(Box, touching_boxes_overlap_and_separate_ones_do_not) {
  const Box<2> box{{0, 0}, {1, 1}};
  EXPECT_TRUE(overlap(box, Box<2>{{1, 1}, {2, 2}}));
  EXPECT_TRUE(overlap(box, Box<2>{{0.2, 0.2}, {0.3, 0.3}}));
  EXPECT_FALSE(overlap(box, Box<2>{{0, 1.0000001}, {1, 2}}));
  EXPECT_FALSE(overlap(Box<2>{{-3, 0}, {-0.1, 1}}, box));
}

TEST(Box, an_empty_box_grows_to_what_it_is_given) {
  Box<3> box = Box<3>::empty();
  EXPECT_TRUE(box.is_empty());
  EXPECT_FALSE(box.contains(Vec3{}));
  box.include(Vec3{1, 2, 3});
  EXPECT_FALSE(box.is_empty());
  EXPECT_EQ(box.volume(), 0);
  box.include(Vec3{0, 4, 1});
  EXPECT_EQ(box.lo, (Vec3{0, 2, 1}));
  EXPECT_EQ(box.hi, (Vec3{1, 4, 3}));
  EXPECT_EQ(box.size(), (Vec3{1, 2, 2}));
  EXPECT_EQ(box.volume(), 4);
  EXPECT_TRUE(box.contains(Vec3{1, 4, 3})) << "boxes are closed";
  EXPECT_FALSE(box.contains(Vec3{0.5, 3, 3.1}));
}

}  // namespace
}  // namespace scree
