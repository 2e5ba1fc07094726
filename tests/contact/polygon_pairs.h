// Pairs of polygons for tests: random ones, and families in which edges are parallel, corners meet edges, or
// shapes are needles.
#pragma once

#include <vector>

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/contact/polygon_pair.h"

namespace scree::contact::testing {

inline double uniform(std::uint64_t number, std::uint64_t draw) {
  return random_uniform(number, purpose("test"), draw);
}

inline std::vector<shape::ConvexPolygon> test_shapes() {
  using shape::ConvexPolygon;
  std::vector<ConvexPolygon> shapes = {
      ConvexPolygon::regular(3),        ConvexPolygon::box(1, 1),   ConvexPolygon::regular(5),
      ConvexPolygon::regular(6),        ConvexPolygon::regular(8),  ConvexPolygon::regular(64),
      ConvexPolygon::box(10, 1),        ConvexPolygon::box(1, 200), ConvexPolygon::ellipse(16, 3),
      ConvexPolygon::ellipse(300, 1.5), ConvexPolygon::regular(4)};
  for (std::uint64_t k = 0; k < 12; ++k)
    shapes.push_back(ConvexPolygon::stone(3 + k, 1 + 0.3 * static_cast<double>(k % 4), 1, 7, k));
  for (ConvexPolygon& shape : shapes) shape = shape.unit();
  return shapes;
}

/// How two polygons lie.
struct Poses {
  std::size_t first = 0, second = 0;  // shapes
  double first_scale = 1, second_scale = 1;
  Rotation<2> first_turn, second_turn;
  Vec2 apart;

  PolygonPair pair(const std::vector<shape::ConvexPolygon>& shapes) const {
    return {{&shapes[first], first_scale}, first_turn, {&shapes[second], second_scale}, second_turn, apart};
  }
};

/// Number k of a long row: every third one has turns by multiples of 15 degrees and places on a lattice, so
/// that edges are parallel and corners meet edges and corners.
inline Poses random_poses(std::uint64_t k, std::size_t shape_count, double nearest, double farthest) {
  Poses poses;
  poses.first = static_cast<std::size_t>(uniform(k, 0) * static_cast<double>(shape_count));
  poses.second = static_cast<std::size_t>(uniform(k, 1) * static_cast<double>(shape_count));
  const bool special = k % 3 == 0;
  poses.first_scale = special ? 1 : 0.2 + 2 * uniform(k, 2);
  poses.second_scale = special ? 1 : 0.2 + 2 * uniform(k, 3);
  const auto angle = [&](std::uint64_t draw) {
    const double turn = 2 * math::pi * uniform(k, draw);
    return special ? math::pi / 12 * static_cast<double>(static_cast<int>(24 * uniform(k, draw))) : turn;
  };
  poses.first_turn = rotation_by(angle(4));
  poses.second_turn = rotation_by(angle(5));
  const double reach = poses.first_scale + poses.second_scale;
  const double distance = reach * (nearest + (farthest - nearest) * uniform(k, 6));
  poses.apart = rotate(rotation_by(angle(7)), Vec2{distance, 0});
  if (special)
    for (int axis = 0; axis < 2; ++axis)
      poses.apart[axis] = 0.125 * static_cast<double>(static_cast<int>(8 * poses.apart[axis]));
  return poses;
}

}  // namespace scree::contact::testing
