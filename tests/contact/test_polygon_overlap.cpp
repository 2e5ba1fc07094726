// Boost would else round places to a grid of integers.
#define BOOST_GEOMETRY_NO_ROBUSTNESS
#include <gtest/gtest.h>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <cmath>

#include "scree/contact/polygon_overlap.h"
#include "tests/contact/polygon_pairs.h"

namespace scree::contact {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<long double>;
using Ring = bg::model::polygon<Point, false, false>;

using testing::Poses;
using testing::random_poses;
using testing::test_shapes;

struct Expected {
  double area = 0;
  Vec2 centroid;
};
Expected by_boost(const PolygonPair& pair) {
  Ring a, b;
  for (std::uint32_t i = 0; i < pair.first_size(); ++i)
    a.outer().push_back({pair.first_corner(i)[0], pair.first_corner(i)[1]});
  for (std::uint32_t j = 0; j < pair.second_size(); ++j)
    b.outer().push_back({pair.second_corner(j)[0], pair.second_corner(j)[1]});
  std::vector<Ring> parts;
  bg::intersection(a, b, parts);
  Expected expected;
  for (const Ring& part : parts) {
    const auto area = static_cast<double>(bg::area(part));
    if (area <= expected.area) continue;
    Point centre{0, 0};
    bg::centroid(part, centre);
    expected = {area, {static_cast<double>(centre.x()), static_cast<double>(centre.y())}};
  }
  return expected;
}

TEST(PolygonOverlap, is_that_of_boost_geometry) {
  const auto shapes = test_shapes();
  ClipSpace space;
  int overlapping = 0;
  for (std::uint64_t k = 0; k < 30'000; ++k) {
    const Poses poses = random_poses(k, shapes.size(), 0.1, 1.1);
    const PolygonPair pair = poses.pair(shapes);
    if (pair.first_size() * pair.second_size() > 2000 && k % 40 != 0) continue;
    Crossings hint;
    const SharedArea found = shared_area(pair, hint, space);
    const Expected expected = by_boost(pair);
    ASSERT_NEAR(found.area, expected.area, 1e-12) << "pair " << k;
    if (expected.area < 1e-4) continue;
    ++overlapping;
    ASSERT_LT(norm(found.centroid - expected.centroid), 1e-9) << "pair " << k;
    if (expected.area > 0.05) {
      ASSERT_LT(norm(found.centroid - expected.centroid), 1e-12) << "pair " << k;
    }
  }
  EXPECT_GT(overlapping, 8'000);
}

TEST(PolygonOverlap, does_not_depend_on_the_crossings_of_the_last_step) {
  const auto shapes = test_shapes();
  ClipSpace space;
  int followed = 0;
  for (std::uint64_t k = 0; k < 30'000; ++k) {
    const PolygonPair pair = random_poses(k, shapes.size(), 0.4, 1.0).pair(shapes);
    if (pair.first_size() * pair.second_size() > 2000) continue;
    Crossings hint;
    const SharedArea usual = shared_area(pair, hint, space);
    for (std::uint64_t trial = 0; trial < 6; ++trial) {
      const auto any = [&](std::uint64_t draw, std::uint32_t count) {
        return static_cast<std::uint32_t>(testing::uniform(k, 10 * trial + draw) * count);
      };
      Crossings other{any(30, pair.first_size()), any(31, pair.second_size()), any(32, pair.first_size()),
                      any(33, pair.second_size())};
      SharedArea direct;
      Crossings tried = other;
      followed += follow_crossings(pair, tried, direct);
      const SharedArea again = shared_area(pair, other, space);
      ASSERT_EQ(again.area, usual.area) << "pair " << k;
      ASSERT_EQ(again.centroid, usual.centroid) << "pair " << k;
      ASSERT_EQ(again.line, usual.line) << "pair " << k;
      ASSERT_EQ(again.middle(), usual.middle()) << "pair " << k;
      ASSERT_EQ(again.depth(), usual.depth()) << "pair " << k;
    }
  }
  EXPECT_GT(followed, 1'000);
}

/// The contact line is the slope of the area: what makes a potential of the area exact.
TEST(PolygonOverlap, changes_by_the_contact_line_when_the_first_moves_or_turns) {
  const auto shapes = test_shapes();
  ClipSpace space;
  int seen = 0;
  for (std::uint64_t k = 1; k < 20'000; k += 3) {
    const Poses poses = random_poses(k, shapes.size(), 0.3, 1.0);
    if (shapes[poses.first].size() * shapes[poses.second].size() > 2000) continue;
    Crossings hint;
    const SharedArea here = shared_area(poses.pair(shapes), hint, space);
    if (here.area < 1e-3 || norm(here.line) < 0.05) continue;
    const double step = 1e-7;
    // A shift of the first by (dx, dy) in its own frame.
    const Vec2 shift{0.6 * step, 0.8 * step};
    const auto area_at = [&](double sign) {
      Poses moved = poses;
      moved.apart -= sign * rotate(poses.first_turn, shift);
      Crossings fresh;
      return shared_area(moved.pair(shapes), fresh, space).area;
    };
    const Vec2 push{here.line[1], -here.line[0]};  // into the second
    EXPECT_NEAR((area_at(1) - area_at(-1)) / (2 * step), dot(push, shift) / step, 2e-6) << "pair " << k;
    const auto turned_area = [&](double sign) {
      Poses moved = poses;
      moved.first_turn = compose(rotation_by(sign * step), poses.first_turn);
      Crossings fresh;
      return shared_area(moved.pair(shapes), fresh, space).area;
    };
    EXPECT_NEAR((turned_area(1) - turned_area(-1)) / (2 * step), cross(here.middle(), push), 2e-6)
        << "pair " << k;
    ++seen;
  }
  EXPECT_GT(seen, 1'000);
}

TEST(PolygonOverlap, of_a_tower_of_boxes_that_stand_flush) {
  const auto box = shape::ConvexPolygon::box(1, 1);
  const PolygonPair pair({&box, 1}, {}, {&box, 1}, {}, {0, 0.99});
  ClipSpace space;
  Crossings hint;
  const SharedArea found = shared_area(pair, hint, space);
  EXPECT_NEAR(found.area, 0.01, 1e-15);
  EXPECT_NEAR(found.centroid[0], 0, 1e-15);
  EXPECT_NEAR(std::abs(found.line[0]), 1, 1e-12);
  EXPECT_NEAR(found.depth(), 0.01, 1e-12);
}

TEST(PolygonOverlap, of_a_polygon_inside_another_is_all_of_it) {
  const auto hexagon = shape::ConvexPolygon::regular(6);
  const PolygonPair pair({&hexagon, 0.2}, {}, {&hexagon, 1}, {}, {0.1, 0.2});
  ClipSpace space;
  Crossings hint;
  const SharedArea found = shared_area(pair, hint, space);
  EXPECT_NEAR(found.area, 0.04 * hexagon.area(), 1e-15);
  EXPECT_EQ(found.line, Vec2{});
  EXPECT_GT(found.depth(), 0.3);
}

}  // namespace
}  // namespace scree::contact
