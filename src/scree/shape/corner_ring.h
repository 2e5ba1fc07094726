// Rings of corners as people give them: what convex polygons and outlines have in common before they are
// made.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "scree/shape/convex_polygon.h"

namespace scree::shape {

/// Corners nearer to a straight line than this share of the size are on it.
inline constexpr double straight = 1e-10;

struct NumberedCorner {
  Vec2 point;
  std::size_t number = 0;  // among the given corners
};

/// Positive where the way from a over b to c turns left.
inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) { return cross(b - a, c - b); }

/// Anticlockwise, without corners that lie on their neighbours or on the line between them; the first stays
/// the first unless it is one of those.
struct CornerRing {
  std::vector<NumberedCorner> corners;
  double extent = 0;  // [m] of the longer side of their box
  ConvexPolygon::Fault fault;

  std::vector<Vec2> points() const;
};

/// Mends what can be mended; with a fault there are no corners. `noun` is what the ring is to
/// become: "polygon".
CornerRing ring_of(std::span<const Vec2> corners, std::string_view noun, bool take_hull = false);

}  // namespace scree::shape
