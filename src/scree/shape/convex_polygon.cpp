#include "scree/shape/convex_polygon.h"

#include <algorithm>
#include <cmath>

#include "scree/base/contact_width.h"
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
  const CornerRing ring = ring_of(corners, "polygon", take_hull);
  made.fault = ring.fault.text.empty() ? fault_of(ring.corners) : ring.fault;
  if (!made.fault.text.empty()) return made;
  made.polygon.push_back(ConvexPolygon(ring.points()));
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
  contact_width_ = find_contact_width();
}

double ConvexPolygon::find_contact_width() const {
  const double depth = depth_of_contact_width * radius_;
  double widest = 0;
  for (std::uint32_t k = 0; k < size(); ++k) {
    const Vec2 start = corners_[k].point, along = corners_[k].along;
    // How far along the edge the boundary comes up to this depth, or ends in the tip of a needle.
    const auto reach = [&](std::uint32_t from, bool ahead) {
      for (std::size_t left = size(); left > 0; --left) {
        const std::uint32_t to = ahead ? next(from) : previous(from);
        const Vec2 a = corners_[from].point - start, b = corners_[to].point - start;
        const double height = cross(along, b), last = cross(along, a);
        if (height <= last) return dot(along, a);
        if (height > depth) return dot(along, a) + (depth - last) / (height - last) * dot(along, b - a);
        from = to;
      }
      return 0.0;
    };
    const double edge = dot(along, corners_[next(k)].point - start);
    widest = std::max({widest, edge, reach(next(k), true) - reach(k, false)});
  }
  return widest;
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
