// Pairs of polygons that move, for timing: the same for scree and for its peers.
#pragma once

#include <vector>

#include "scree/base/random.h"
#include "scree/base/rotation.h"
#include "scree/contact/polygon_distance.h"
#include "scree/shape/convex_polygon.h"

namespace scree::bench {

struct PairPose {
  Rotation<2> first_turn, second_turn;
  Vec2 apart;
};

struct PolygonMotion {
  shape::ConvexPolygon first, second;
  std::vector<PairPose> poses;
};

enum class Meeting { apart, overlapping };

/// Two stones of radius 1, five hundredths apart or three hundredths into each other. Coherent: from pose to
/// pose they turn, and circle around each other, by about a thousandth of a radian; else poses have nothing
/// to do with each other.
inline PolygonMotion polygon_motion(std::size_t corners, Meeting meeting, bool coherent) {
  PolygonMotion motion{shape::ConvexPolygon::stone(corners, 1.2, 0.8, 5, 0).unit(),
                       shape::ConvexPolygon::stone(corners, 1.2, 0.8, 5, 1).unit(),
                       {}};
  constexpr std::size_t count = 1024;
  const double wanted = meeting == Meeting::apart ? 0.05 : -0.03;
  for (std::size_t k = 0; k < count; ++k) {
    const auto random = [&](std::uint64_t draw) { return 6.2831853 * random_uniform(draw, 1, k); };
    const double at = static_cast<double>(k);
    PairPose pose;
    pose.first_turn = rotation_by(coherent ? 0.001 * at : random(1));
    pose.second_turn = rotation_by(coherent ? 1 - 0.0013 * at : random(2));
    const Vec2 direction = rotate(rotation_by(coherent ? 0.0007 * at : random(3)), Vec2{1, 0});
    double distance = 2.05;
    for (int approach = 0; approach < 30; ++approach) {  // until the gap is as wanted
      const contact::PolygonPair pair({&motion.first, 1}, pose.first_turn, {&motion.second, 1},
                                      pose.second_turn, distance * direction);
      contact::FeaturePair hint = contact::facing_features(pair);
      const double gap = contact::closest_points(pair, hint).distance;
      if (gap < 1e-3) break;
      distance -= 0.9 * gap;
    }
    pose.apart = (distance + wanted) * direction;
    motion.poses.push_back(pose);
  }
  return motion;
}

}  // namespace scree::bench
