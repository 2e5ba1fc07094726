#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scree/contact/polygon_distance.h"
#include "tests/contact/polygon_pairs.h"

namespace scree::contact {
namespace {

using testing::Poses;
using testing::random_poses;
using testing::test_shapes;

/// Distance of two segments that do not cross, by their four ends.
long double to_segment(const Vec2& point, const Vec2& from, const Vec2& to) {
  const long double wx = static_cast<long double>(to[0]) - from[0],
                    wy = static_cast<long double>(to[1]) - from[1];
  const long double px = static_cast<long double>(point[0]) - from[0],
                    py = static_cast<long double>(point[1]) - from[1];
  long double share = (px * wx + py * wy) / (wx * wx + wy * wy);
  share = share < 0 ? 0 : (share > 1 ? 1 : share);
  const long double dx = px - share * wx, dy = py - share * wy;
  return std::sqrt(dx * dx + dy * dy);
}

/// Of every corner from every edge; the largest gap that an edge leaves tells whether they overlap.
struct Reference {
  long double distance = 0;
  bool apart = false;
};
Reference reference(const PolygonPair& pair) {
  std::vector<Vec2> a, b;
  for (std::uint32_t i = 0; i < pair.first_size(); ++i) a.push_back(pair.first_corner(i));
  for (std::uint32_t j = 0; j < pair.second_size(); ++j) b.push_back(pair.second_corner(j));
  Reference result;
  result.distance = std::numeric_limits<long double>::infinity();
  for (const auto& [own, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (std::size_t k = 0; k < other->size(); ++k) {
      const Vec2 &from = (*other)[k], &to = (*other)[(k + 1) % other->size()];
      double gap = std::numeric_limits<double>::infinity();
      for (const Vec2& point : *own) {
        result.distance = std::min(result.distance, to_segment(point, from, to));
        gap = std::min(gap, -cross(to - from, point - from));
      }
      result.apart |= gap > 0;
    }
  if (!result.apart) result.distance = 0;
  return result;
}

TEST(PolygonDistance, is_that_of_all_corners_and_edges) {
  const auto shapes = test_shapes();
  int apart = 0;
  for (std::uint64_t k = 0; k < 60'000; ++k) {
    const Poses poses = random_poses(k, shapes.size(), 0.2, 1.4);
    const PolygonPair pair = poses.pair(shapes);
    if (pair.first_size() * pair.second_size() > 2000 && k % 40 != 0) continue;
    FeaturePair hint = facing_features(pair);
    const ClosestPoints found = closest_points(pair, hint);
    const Reference expected = reference(pair);
    // Bodies that touch to the last digit may be called either.
    if (!expected.apart || expected.distance < 1e-14L) {
      EXPECT_LT(found.distance, 1e-13) << "pair " << k;
      continue;
    }
    ++apart;
    EXPECT_NEAR(found.distance, static_cast<double>(expected.distance), 1e-12) << "pair " << k;
    EXPECT_NEAR(norm(found.on_second - found.on_first), found.distance, 1e-12) << "pair " << k;
  }
  EXPECT_GT(apart, 10'000);
}

TEST(PolygonDistance, does_not_depend_on_where_the_walk_begins) {
  const auto shapes = test_shapes();
  for (std::uint64_t k = 0; k < 20'000; ++k) {
    const PolygonPair pair = random_poses(k, shapes.size(), 0.4, 1.3).pair(shapes);
    if (pair.first_size() * pair.second_size() > 2000) continue;
    FeaturePair hint = facing_features(pair);
    const ClosestPoints usual = closest_points(pair, hint);
    for (std::uint64_t trial = 0; trial < 6; ++trial) {
      FeaturePair other{static_cast<Feature>(2.0 * pair.first_size() * testing::uniform(k, 10 + trial)),
                        static_cast<Feature>(2.0 * pair.second_size() * testing::uniform(k, 20 + trial))};
      if (is_edge(other.first)) other.second -= other.second % 2;
      const ClosestPoints again = closest_points(pair, other);
      ASSERT_EQ(again.distance, usual.distance) << "pair " << k;
      if (usual.distance > 0) {
        ASSERT_EQ(again.features, usual.features) << "pair " << k;
        ASSERT_EQ(again.on_first, usual.on_first) << "pair " << k;
        ASSERT_EQ(again.on_second, usual.on_second) << "pair " << k;
      }
    }
  }
}

TEST(PolygonDistance, is_the_same_from_both_sides_and_in_any_frame) {
  const auto shapes = test_shapes();
  for (std::uint64_t k = 1; k < 30'000; k += 3) {  // without ties
    Poses poses = random_poses(k, shapes.size(), 0.6, 1.3);
    if (shapes[poses.first].size() * shapes[poses.second].size() > 2000) continue;
    FeaturePair hint;
    const double distance = closest_points(poses.pair(shapes), hint).distance;
    Poses seen = poses;
    std::swap(seen.first, seen.second);
    std::swap(seen.first_scale, seen.second_scale);
    std::swap(seen.first_turn, seen.second_turn);
    seen.apart = -seen.apart;
    hint = {};
    EXPECT_NEAR(closest_points(seen.pair(shapes), hint).distance, distance, 1e-12) << "pair " << k;
    const Rotation<2> turn = rotation_by(testing::uniform(k, 30));
    poses.first_turn = compose(turn, poses.first_turn);
    poses.second_turn = compose(turn, poses.second_turn);
    poses.apart = rotate(turn, poses.apart);
    hint = {};
    EXPECT_NEAR(closest_points(poses.pair(shapes), hint).distance, distance, 1e-12) << "pair " << k;
  }
}

TEST(PolygonDistance, follows_a_pair_that_moves) {
  const auto shapes = test_shapes();
  for (std::uint64_t k = 0; k < 60; ++k) {
    Poses poses = random_poses(3 * k + 1, shapes.size(), 1.05, 1.05);
    FeaturePair kept;
    for (int step = 0; step < 300; ++step) {
      poses.first_turn = advance(poses.first_turn, 1, 0.01);
      poses.second_turn = advance(poses.second_turn, -0.7, 0.01);
      poses.apart = rotate(rotation_by(0.005), poses.apart);
      const PolygonPair pair = poses.pair(shapes);
      FeaturePair fresh = facing_features(pair);
      ASSERT_EQ(closest_points(pair, kept).distance, closest_points(pair, fresh).distance);
    }
  }
}

TEST(PolygonDistance, of_boxes_side_by_side_is_the_gap) {
  const auto box = shape::ConvexPolygon::box(2, 1);
  const PolygonPair pair({&box, 1}, {}, {&box, 1}, {}, {0.5, 1.25});
  FeaturePair hint;
  const ClosestPoints found = closest_points(pair, hint);
  EXPECT_EQ(found.distance, 0.25);
  // The lowest of the corners that are equally near.
  EXPECT_TRUE(is_edge(found.features.first) || is_edge(found.features.second));
}

}  // namespace
}  // namespace scree::contact
