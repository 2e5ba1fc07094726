#include "scree/shape/corner_ring.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/text.h"

namespace scree::shape {
namespace {

double extent_of(std::span<const Vec2> corners) {
  Vec2 lo = corners[0], hi = corners[0];
  for (const Vec2& corner : corners)
    for (int k = 0; k < 2; ++k) {
      lo[k] = std::min(lo[k], corner[k]);
      hi[k] = std::max(hi[k], corner[k]);
    }
  return std::max(hi[0] - lo[0], hi[1] - lo[1]);
}

std::vector<NumberedCorner> hull_of(std::vector<NumberedCorner> points) {
  std::sort(points.begin(), points.end(), [](const NumberedCorner& a, const NumberedCorner& b) {
    return a.point[0] != b.point[0]   ? a.point[0] < b.point[0]
           : a.point[1] != b.point[1] ? a.point[1] < b.point[1]
                                      : a.number < b.number;
  });
  std::vector<NumberedCorner> hull;
  for (int side = 0; side < 2; ++side) {  // lower, then upper
    const std::size_t base = hull.size();
    for (const NumberedCorner& next : points) {
      while (hull.size() >= base + 2 && turn(hull[hull.size() - 2].point, hull.back().point, next.point) <= 0)
        hull.pop_back();
      hull.push_back(next);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

void drop_straight(std::vector<NumberedCorner>& ring, double extent) {
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

void turn_left(std::vector<NumberedCorner>& ring) {
  double doubled = 0;
  for (std::size_t k = 0; k < ring.size(); ++k)
    doubled += cross(ring[k].point - ring[0].point, ring[(k + 1) % ring.size()].point - ring[0].point);
  if (doubled < 0) std::reverse(ring.begin() + 1, ring.end());
}

}  // namespace

std::vector<Vec2> CornerRing::points() const {
  std::vector<Vec2> points;
  for (const NumberedCorner& corner : corners) points.push_back(corner.point);
  return points;
}

CornerRing ring_of(std::span<const Vec2> corners, std::string_view noun, bool take_hull) {
  CornerRing ring;
  const auto refuse = [&](std::string text, std::size_t corner) {
    ring.corners.clear();
    ring.fault = {std::move(text), corner};
    return ring;
  };
  for (std::size_t k = 0; k < corners.size(); ++k)
    if (!is_finite(corners[k])) return refuse("is not finite", k);
  if (corners.size() < 3)
    return refuse(fmt::format("is the last of too few: {} needs at least 3", with_article(noun)),
                  corners.size() - 1);
  ring.extent = extent_of(corners);
  const double square = ring.extent * ring.extent;
  if (!std::isnormal(square * square))  // as the second moment of the area
    return refuse(ring.extent > 1
                      ? fmt::format("lies too far from the others: the {} has no finite moments", noun)
                      : fmt::format("lies where all others do: the {} has no area", noun),
                  0);
  for (std::size_t k = 0; k < corners.size(); ++k) ring.corners.push_back({corners[k], k});
  if (take_hull) ring.corners = hull_of(std::move(ring.corners));
  drop_straight(ring.corners, ring.extent);
  if (ring.corners.size() < 3)
    return refuse(fmt::format("lies on a line with all others: the {} has no area", noun), 0);
  turn_left(ring.corners);
  return ring;
}

}  // namespace scree::shape
