// Rigid bodies of convex parts: exact sums, outlines cut into parts, and faults that name corner or part.
#include "scree/shape/rigid_polygon.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/math.h"
#include "scree/base/random.h"

namespace scree::shape {
namespace {

ConvexPolygon rectangle(const Vec2& lo, const Vec2& hi) {
  const std::vector<Vec2> corners{lo, {hi[0], lo[1]}, hi, {lo[0], hi[1]}};
  return ConvexPolygon::make(corners).polygon.at(0);
}

const std::vector<Vec2> letter_l{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};

double signed_area(const std::vector<Vec2>& ring) {
  double doubled = 0;
  for (std::size_t k = 0; k < ring.size(); ++k) doubled += cross(ring[k], ring[(k + 1) % ring.size()]);
  return 0.5 * doubled;
}

TEST(RigidPolygon, two_halves_of_a_box_weigh_what_the_box_does) {
  const RigidPolygon halves =
      RigidPolygon::make({rectangle({1, 1}, {2, 2}), rectangle({2, 1}, {4, 2})}).polygon.at(0);
  const ConvexPolygon whole = rectangle({1, 1}, {4, 2});
  ASSERT_EQ(halves.parts().size(), 2u);
  EXPECT_NEAR(halves.area(), whole.area(), 1e-15);
  EXPECT_NEAR(halves.inertia_per_mass(), whole.inertia_per_mass(), 1e-15);
  EXPECT_NEAR(halves.radius(), whole.radius(), 1e-15);
  EXPECT_NEAR(norm(halves.centroid() - whole.centroid()), 0, 1e-15);
}

TEST(RigidPolygon, an_l_has_the_centroid_and_inertia_of_its_two_bars) {
  const RigidPolygon body = RigidPolygon::from_outline(letter_l).polygon.at(0);
  EXPECT_EQ(body.parts().size(), 2u);
  EXPECT_NEAR(body.area(), 5, 1e-14);
  // A bar of 3 x 1 at (1.5, 0.5) and one of 1 x 2 at (0.5, 2).
  const Vec2 centroid{(3 * 1.5 + 2 * 0.5) / 5, (3 * 0.5 + 2 * 2.0) / 5};
  EXPECT_NEAR(norm(body.centroid() - centroid), 0, 1e-15);
  const auto bar = [&](double width, double height, const Vec2& place) {
    const Vec2 arm = place - centroid;
    return width * height * ((width * width + height * height) / 12 + dot(arm, arm));
  };
  EXPECT_NEAR(body.inertia_per_mass(), (bar(3, 1, {1.5, 0.5}) + bar(1, 2, {0.5, 2})) / 5, 1e-14);
  EXPECT_NEAR(body.radius(), norm(Vec2{3, 0} - centroid), 1e-15);
}

TEST(RigidPolygon, parts_that_share_area_are_refused_by_number) {
  const auto made =
      RigidPolygon::make({rectangle({5, 5}, {6, 6}), rectangle({0, 0}, {2, 1}), rectangle({1.5, 0}, {3, 1})});
  EXPECT_TRUE(made.polygon.empty());
  EXPECT_EQ(made.fault.corner, 1u);
  EXPECT_NE(made.fault.text.find("overlaps part 3 by 0.5 m2"), std::string::npos) << made.fault.text;
}

TEST(RigidPolygon, any_ring_that_does_not_cross_itself_is_cut_into_parts_of_the_same_area) {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    // Corners in order of angle about a point make a star, which seldom is convex.
    const std::size_t count = 3 + trial % 40;
    std::vector<Vec2> ring;
    for (std::size_t k = 0; k < count; ++k) {
      const double radius = 0.2 + random_uniform(trial, 1, k);
      const double angle = 2 * math::pi * static_cast<double>(k) / static_cast<double>(count);
      ring.push_back({3 + radius * math::cos(angle), radius * math::sin(angle) - 7});
    }
    if (trial % 2 == 1) std::reverse(ring.begin(), ring.end());
    const RigidPolygon::Made made = RigidPolygon::from_outline(ring);
    ASSERT_EQ(made.polygon.size(), 1u) << trial << ": " << made.fault.text;
    EXPECT_NEAR(made.polygon[0].area(), std::abs(signed_area(ring)), 1e-11) << trial;
    std::size_t inward = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Vec2 &a = ring[k], &b = ring[(k + 1) % count], &c = ring[(k + 2) % count];
      inward += (cross(b - a, c - b) > 0) != (trial % 2 == 0);
    }
    EXPECT_LE(made.polygon[0].parts().size(), 2 * inward + 1)
        << trial << ": each corner needs at most two cuts";
  }
}

TEST(RigidPolygon, a_gear_is_a_wheel_with_one_part_per_tooth) {
  for (const std::size_t teeth : {6u, 8u, 12u, 31u}) {
    const RigidPolygon gear = RigidPolygon::gear(teeth, 0.2);
    EXPECT_EQ(gear.parts().size(), teeth + 1) << teeth;
    EXPECT_NEAR(gear.radius(), 1, 1e-14);
    EXPECT_NEAR(norm(gear.centroid()), 0, 1e-14);
    // Seams are no rim: four stretches for each tooth are left, of which one is the wheel's.
    EXPECT_EQ(gear.rim().size(), 4 * teeth);
  }
}

TEST(RigidPolygon, scaled_to_size_one_it_keeps_its_look) {
  const RigidPolygon body = RigidPolygon::from_outline(letter_l).polygon.at(0);
  const RigidPolygon unit = body.unit();
  EXPECT_DOUBLE_EQ(unit.radius(), 1);
  EXPECT_NEAR(unit.area() * body.radius() * body.radius(), body.area(), 1e-14);
  EXPECT_NEAR(unit.inertia_per_mass() * body.radius() * body.radius(), body.inertia_per_mass(), 1e-14);
}

TEST(RigidPolygon, the_rim_is_as_long_as_the_outline) {
  double length = 0;
  for (const auto& [from, to] : RigidPolygon::from_outline(letter_l).polygon.at(0).rim())
    length += norm(to - from);
  EXPECT_NEAR(length, 12, 1e-5);
}

TEST(RigidPolygon, outlines_that_make_no_body_are_refused_with_the_corner) {
  const auto fault = [](const std::vector<Vec2>& corners) {
    const RigidPolygon::Made made = RigidPolygon::from_outline(corners);
    EXPECT_TRUE(made.polygon.empty());
    return std::to_string(made.fault.corner) + ' ' + made.fault.text;
  };
  EXPECT_EQ(fault({{0, 0}, {2, 2}, {2, 0}, {0, 2}}),
            "2 begins an edge that meets the one from corner 1: the outline crosses itself");
  EXPECT_EQ(fault({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}),
            "2 begins an edge that meets the one from corner 1: the outline crosses itself");
  EXPECT_EQ(fault({{0, 0}, {2, 0}, {1, 0}, {1, 3}}), "1 folds the outline back on itself");
  EXPECT_EQ(fault({{0, 0}, {1, 0}, {NAN, 1}}), "2 is not finite");
  EXPECT_EQ(fault({{0, 0}, {1, 0}}), "1 is the last of too few: an outline needs at least 3");
  EXPECT_EQ(fault({{0, 0}, {1, 1}, {2, 2}, {3, 3}}).substr(2),
            "lies on a line with all others: the outline has no area");
}

}  // namespace
}  // namespace scree::shape
