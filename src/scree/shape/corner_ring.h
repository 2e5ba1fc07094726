// Rings of corners as people give them: what convex polygons and outlines have in common before they are
// made.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "scree/base/vec.h"

namespace scree::shape {

/// Corners nearer to a straight line than this share of the size are on it.
inline constexpr double straight = 1e-10;

struct NumberedCorner {
  Vec2 point;
  std::size_t number = 0;  // among the given corners
};

/// Positive where the way from a over b to c turns left.
inline double turn(const Vec2& a, const Vec2& b, const Vec2& c) { return cross(b - a, c - b); }

inline double extent_of(std::span<const Vec2> corners) {
  Vec2 lo = corners[0], hi = corners[0];
  for (const Vec2& corner : corners)
    for (int k = 0; k < 2; ++k) {
      lo[k] = std::min(lo[k], corner[k]);
      hi[k] = std::max(hi[k], corner[k]);
    }
  return std::max(hi[0] - lo[0], hi[1] - lo[1]);
}

/// Drops corners that lie on their neighbours or on the line between them.
inline void drop_straight(std::vector<NumberedCorner>& ring, double extent) {
  for (bool changed = true; changed && ring.size() >= 3;) {
    changed = false;
    for (std::size_t k = 0; k < ring.size() && ring.size() >= 3; ++k) {
      const Vec2 &before = ring[(k + ring.size() - 1) % ring.size()].point, &here = ring[k].point,
                 &after = ring[(k + 1) % ring.size()].point;
      const double base = norm(after - before);
      const bool same = norm(here - before) <= straight * extent;
      const bool on_line = std::abs(turn(before, here, after)) <= straight * extent * base &&
                           dot(here - before, after - here) >= 0;
      if (!same && !on_line) continue;
      ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(k));
      changed = true;
      --k;
    }
  }
}

/// Makes the ring anticlockwise; the first corner stays the first.
inline void turn_left(std::vector<NumberedCorner>& ring) {
  double doubled = 0;
  for (std::size_t k = 0; k < ring.size(); ++k)
    doubled += cross(ring[k].point - ring[0].point, ring[(k + 1) % ring.size()].point - ring[0].point);
  if (doubled < 0) std::reverse(ring.begin() + 1, ring.end());
}

}  // namespace scree::shape
