#include "scree/shape/convex_polygon.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/shape/corner_ring.h"

namespace scree::shape {
namespace {

/// Rises with the angle of a direction, from 0 to 4; of plain arithmetic.
double pseudo_angle(const Vec2& direction) {
  const double share = direction[0] / (std::abs(direction[0]) + std::abs(direction[1]));
  return direction[1] >= 0 ? 1 - share : 3 + share;
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

/// The first corner that turns inwards, or a fault of the ring as a whole.
ConvexPolygon::Fault fault_of(const std::vector<NumberedCorner>& ring) {
  double around = 0;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const NumberedCorner &before = ring[(k + ring.size() - 1) % ring.size()], &here = ring[k],
                         &after = ring[(k + 1) % ring.size()];
    const double bend = turn(before.point, here.point, after.point);
    if (!(bend > 0)) return {"turns inwards, so the polygon is not convex", here.number};
    around += math::atan2(bend, dot(here.point - before.point, after.point - here.point));
  }
  if (around > 3 * math::pi) return {"belongs to a ring that crosses itself", ring[0].number};
  return {};
}

}  // namespace

ConvexPolygon::Made ConvexPolygon::make(std::span<const Vec2> corners, bool take_hull) {
  Made made;
  const auto refuse = [&](std::string text, std::size_t corner) {
    made.fault = {std::move(text), corner};
    return made;
  };
  for (std::size_t k = 0; k < corners.size(); ++k)
    if (!is_finite(corners[k])) return refuse("is not finite", k);
  if (corners.size() < 3)
    return refuse("is the last of too few: a polygon needs at least 3", corners.size() - 1);
  const double extent = extent_of(corners);
  if (!(extent > 0) || !std::isfinite(extent * extent))
    return refuse("lies where all others do: the polygon has no area", 0);
  std::vector<NumberedCorner> ring;
  for (std::size_t k = 0; k < corners.size(); ++k) ring.push_back({corners[k], k});
  if (take_hull) ring = hull_of(std::move(ring));
  drop_straight(ring, extent);
  if (ring.size() < 3) return refuse("lies on a line with all others: the polygon has no area", 0);
  turn_left(ring);
  if (made.fault = fault_of(ring); !made.fault.text.empty()) return made;
  std::vector<Vec2> points;
  for (const NumberedCorner& corner : ring) points.push_back(corner.point);
  made.polygon.push_back(ConvexPolygon(points));
  return made;
}

ConvexPolygon::ConvexPolygon(const std::vector<Vec2>& ring) {
  const std::size_t count = ring.size();
  // About the first corner, so that a polygon far from the origin loses no digits.
  double doubled = 0;
  Vec2 first_moment;
  for (std::size_t k = 1; k + 1 < count; ++k) {
    const Vec2 a = ring[k] - ring[0], b = ring[k + 1] - ring[0];
    const double part = cross(a, b);
    doubled += part;
    first_moment += part * (a + b);
  }
  area_ = 0.5 * doubled;
  const Vec2 from_first = first_moment / (3 * doubled);
  centroid_ = ring[0] + from_first;
  corners_.resize(count);
  for (std::size_t k = 0; k < count; ++k) corners_[k].point = (ring[k] - ring[0]) - from_first;
  double second_moment = 0, inner = HUGE_VAL;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec2 &a = corners_[k].point, &b = corners_[(k + 1) % count].point;
    corners_[k].along = (b - a) / norm(b - a);
    second_moment += cross(a, b) * (dot(a, a) + dot(a, b) + dot(b, b));
    radius_ = std::max(radius_, norm(a));
    inner = std::min(inner, cross(a, b) / norm(b - a));
  }
  inner_radius_ = inner;
  inertia_per_mass_ = second_moment / (12 * area_);
  for (std::size_t k = 0; k < count; ++k)
    angle_.push_back(pseudo_angle({corners_[k].along[1], -corners_[k].along[0]}));
  first_angle_ = static_cast<std::uint32_t>(std::min_element(angle_.begin(), angle_.end()) - angle_.begin());
  std::rotate(angle_.begin(), angle_.begin() + first_angle_, angle_.end());
}

std::uint32_t ConvexPolygon::farthest(const Vec2& direction) const {
  // The corner before the first edge whose normal has turned past the direction.
  const auto past = std::upper_bound(angle_.begin(), angle_.end(), pseudo_angle(direction));
  auto edge = first_angle_ + static_cast<std::uint32_t>(past - angle_.begin());
  const auto count = static_cast<std::uint32_t>(corners_.size());
  while (edge >= count) edge -= count;
  return edge;
}

ConvexPolygon ConvexPolygon::scaled(double factor) const {
  std::vector<Vec2> ring;
  for (const Corner& corner : corners_) ring.push_back(factor * corner.point);
  return ConvexPolygon(ring);
}

ConvexPolygon ConvexPolygon::regular(std::size_t corners) { return ellipse(corners, 1); }

ConvexPolygon ConvexPolygon::box(double width, double height) {
  const double x = 0.5 * width, y = 0.5 * height;
  return ConvexPolygon(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
}

ConvexPolygon ConvexPolygon::ellipse(std::size_t corners, double aspect) {
  SCREE_ASSERT(corners >= 3 && aspect > 0);
  std::vector<Vec2> ring;
  for (std::size_t k = 0; k < corners; ++k) {
    const double angle = 2 * math::pi * static_cast<double>(k) / static_cast<double>(corners);
    ring.push_back({aspect * math::cos(angle), math::sin(angle)});
  }
  return ConvexPolygon(ring);
}

ConvexPolygon ConvexPolygon::stone(std::size_t corners, double elongation, double angularity,
                                   std::uint64_t seed, std::uint64_t number) {
  SCREE_ASSERT(corners >= 3 && elongation >= 1 && angularity >= 0 && angularity <= 1);
  const std::uint64_t own_seed = random_bits(seed, purpose("stone"), number);
  const auto count = static_cast<double>(corners);
  // Gaps between neighbours vary by up to this share of the even one: no two corners meet.
  const double most = 0.9 * angularity;
  std::vector<Vec2> ring;
  for (std::size_t k = 0; k < corners; ++k) {
    const double shift = most * (random_uniform(own_seed, purpose("stone.corner"), k) - 0.5);
    const double angle = 2 * math::pi * (static_cast<double>(k) + shift) / count;
    ring.push_back({elongation * math::cos(angle), math::sin(angle)});
  }
  return ConvexPolygon(ring);
}

}  // namespace scree::shape
