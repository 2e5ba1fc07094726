#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "scree/base/contact_width.h"
#include "scree/base/rotation.h"
#include "scree/shape/convex_polygon.h"

namespace scree::shape {
namespace {

TEST(ConvexPolygon, of_a_box_has_the_known_area_and_inertia) {
  const ConvexPolygon box = ConvexPolygon::box(3, 2);
  EXPECT_DOUBLE_EQ(box.area(), 6);
  EXPECT_DOUBLE_EQ(box.inertia_per_mass(), (9.0 + 4.0) / 12);
  EXPECT_DOUBLE_EQ(box.radius(), std::sqrt(1.5 * 1.5 + 1));
  EXPECT_DOUBLE_EQ(box.inner_radius(), 1);
}

TEST(ConvexPolygon, of_a_regular_one_has_the_known_area_and_inertia) {
  for (const std::size_t corners : {3, 4, 5, 6, 17, 1000}) {
    const ConvexPolygon polygon = ConvexPolygon::regular(corners);
    const double angle = 2 * math::pi / static_cast<double>(corners);
    EXPECT_NEAR(polygon.area(), 0.5 * static_cast<double>(corners) * math::sin(angle), 1e-12);
    EXPECT_NEAR(polygon.inertia_per_mass(), (2 + math::cos(angle)) / 6, 1e-12);
  }
}

TEST(ConvexPolygon, far_from_the_origin_is_measured_as_well) {
  const std::vector<Vec2> corners = {{1e6, 1e6}, {1e6 + 1, 1e6}, {1e6, 1e6 + 1}};
  const ConvexPolygon triangle = ConvexPolygon::make(corners).polygon.at(0);
  EXPECT_DOUBLE_EQ(triangle.area(), 0.5);
  EXPECT_NEAR(triangle.centroid()[0] - 1e6, 1.0 / 3, 1e-9);
  EXPECT_NEAR(triangle.inertia_per_mass(), 1.0 / 9, 1e-12);
}

TEST(ConvexPolygon, takes_clockwise_repeated_and_straight_corners) {
  const std::vector<Vec2> corners = {{0, 0}, {0, 1}, {0, 2}, {2, 2}, {2, 2}, {2, 0}, {1, 0}};
  const ConvexPolygon::Made made = ConvexPolygon::make(corners);
  ASSERT_EQ(made.fault.text, "");
  EXPECT_EQ(made.polygon[0].size(), 4u);
  EXPECT_DOUBLE_EQ(made.polygon[0].area(), 4);
}

TEST(ConvexPolygon, names_the_corner_that_is_wrong) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto fault = [](std::vector<Vec2> corners) { return ConvexPolygon::make(corners).fault; };
  EXPECT_EQ(fault({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}}).corner, 2u);
  EXPECT_NE(fault({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}}).text.find("inwards"), std::string::npos);
  EXPECT_EQ(fault({{0, 0}, {nan, 0}, {1, 1}}).corner, 1u);
  EXPECT_NE(fault({{0, 0}, {1, 1}}).text.find("at least 3"), std::string::npos);
  EXPECT_NE(fault({{0, 0}, {1, 1}, {2, 2}}).text.find("no area"), std::string::npos);
  // Their area is finite, its moments are not; and the other way round.
  EXPECT_NE(fault({{0, 0}, {1e100, 0}, {0, 1e100}}).text.find("too far"), std::string::npos);
  EXPECT_NE(fault({{0, 0}, {1e-100, 0}, {0, 1e-100}}).text.find("no area"), std::string::npos);
  // A five-pointed star turns to the left at every corner, but twice around.
  std::vector<Vec2> star;
  for (int k = 0; k < 5; ++k) star.push_back(rotate(rotation_by(0.8 * math::pi * k), Vec2{1, 0}));
  EXPECT_NE(fault(star).text.find("crosses itself"), std::string::npos);
}

TEST(ConvexPolygon, takes_the_hull_when_asked) {
  const std::vector<Vec2> corners = {{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}};
  EXPECT_DOUBLE_EQ(ConvexPolygon::make(corners, true).polygon.at(0).area(), 4);
}

TEST(ConvexPolygon, stones_are_convex_for_any_seed) {
  rc::check([] {
    const auto corners = *rc::gen::inRange<std::size_t>(3, 200);
    const double elongation = 1 + 0.01 * *rc::gen::inRange(0, 500),
                 angularity = 0.01 * *rc::gen::inRange(0, 101);
    const auto stone =
        ConvexPolygon::stone(corners, elongation, angularity, *rc::gen::arbitrary<std::uint64_t>(), 3).unit();
    RC_ASSERT(stone.size() == corners);
    RC_ASSERT(std::abs(stone.radius() - 1) < 1e-12);
    for (std::uint32_t k = 0; k < stone.size(); ++k)
      RC_ASSERT(cross(stone[k].along, stone[stone.next(k)].along) > 0);
    Vec2 moment;  // the centroid is the origin
    for (std::uint32_t k = 0; k < stone.size(); ++k) {
      const Vec2 &a = stone[k].point, &b = stone[stone.next(k)].point;
      moment += cross(a, b) * (a + b);
    }
    RC_ASSERT(norm(moment) < 1e-12);
  });
}

TEST(ConvexPolygon, is_as_wide_in_contact_as_its_widest_face) {
  EXPECT_NEAR(ConvexPolygon::box(3, 1).contact_width(), 3, 1e-15);
  EXPECT_NEAR(ConvexPolygon::box(3, 0.001).contact_width(), 3, 1e-15) << "thinner than the depth of the line";
  const std::vector<Vec2> needle = {{0, 0}, {3, 0}, {1, 0.01}};
  EXPECT_NEAR(ConvexPolygon::make(needle).polygon.at(0).contact_width(), 3, 1e-14);
  const double hexagon = 1 + 2 * 0.04 / std::sqrt(3.0);  // its sides widen with the depth
  EXPECT_NEAR(ConvexPolygon::regular(6).contact_width(), hexagon, 1e-14);
  EXPECT_NEAR(ConvexPolygon::regular(6).scaled(7).contact_width(), 7 * hexagon, 1e-13);
  EXPECT_NEAR(ConvexPolygon::regular(1000).contact_width(), contact_width_of_disc, 1e-4);
}

TEST(ConvexPolygon, no_line_at_that_depth_is_much_longer_than_the_contact_width) {
  for (std::uint64_t number = 0; number < 40; ++number)
    for (const std::size_t corners : {3u, 5u, 8u, 20u}) {
      const ConvexPolygon stone = ConvexPolygon::stone(corners, 1.5, 1, 3, number).unit();
      for (int k = 0; k < 64; ++k) {
        const double angle = 0.0981747704 * k;
        const Vec2 down{std::cos(angle), std::sin(angle)}, along{-down[1], down[0]};
        const double level = dot(down, stone[stone.farthest(down)].point) - 0.04;
        double least = 1e300, most = -1e300;
        for (std::uint32_t i = 0; i < stone.size(); ++i) {
          const Vec2 a = stone[i].point, b = stone[stone.next(i)].point;
          const double above = dot(down, a) - level, next = dot(down, b) - level;
          if ((above > 0) == (next > 0)) continue;
          const double place = dot(along, a + (above / (above - next)) * (b - a));
          least = std::min(least, place);
          most = std::max(most, place);
        }
        EXPECT_LT(most - least, 1.15 * stone.contact_width()) << corners << ' ' << number << ' ' << k;
      }
    }
}

TEST(ConvexPolygon, finds_the_farthest_corner_by_the_normals) {
  rc::check([] {
    const auto stone = ConvexPolygon::stone(*rc::gen::inRange<std::size_t>(3, 60), 2, 1,
                                            *rc::gen::arbitrary<std::uint64_t>(), 0);
    const Vec2 direction = rotate(rotation_by(0.001 * *rc::gen::inRange(0, 6284)), Vec2{1, 0});
    double most = -1e9;
    for (std::size_t k = 0; k < stone.size(); ++k) most = std::max(most, dot(direction, stone[k].point));
    RC_ASSERT(dot(direction, stone[stone.farthest(direction)].point) >= most - 1e-12);
  });
}

}  // namespace
}  // namespace scree::shape
