// A polygon inside a round hole: the parts of it that stick out through the rim.
#include <cmath>
#include <utility>

#include "scree/base/math.h"
#include "scree/contact/area_sum.h"
#include "scree/contact/polygon_touch.h"

namespace scree::contact {
namespace {

/// Area between an arc and its chord, and how far its centroid is from the circle's centre.
struct CircleSegment {
  double area = 0, distance = 0;
};
CircleSegment segment_of(double radius, double chord) {
  const double half = std::fmin(chord / (2 * radius), 1.0), rest = std::sqrt(1 - half * half);
  const double angle = 2 * math::atan2(half, rest);
  const double square = angle * angle;
  // Series where the difference of angle and sine would lose digits.
  const double bulge =
      angle < 0.1 ? square * angle / 6 * (1 - square / 20 * (1 - square / 42)) : angle - 2 * half * rest;
  if (!(bulge > 0)) return {0, radius};
  return {0.5 * radius * radius * bulge,
          angle < 1e-3 ? radius : 4 * radius * half * half * half / (3 * bulge)};
}

/// Where the way from a place inside to one outside meets the rim.
Vec2 rim_crossing(const Vec2& inside, const Vec2& outside, const Vec2& centre, double radius) {
  const Vec2 way = outside - inside, from = inside - centre;
  const double a = dot(way, way), b = dot(way, from), c = dot(from, from) - radius * radius;
  const double share = (std::sqrt(std::fmax(b * b - a * c, 0.0)) - b) / a;
  return inside + share * way;
}

/// The ring of corners, and between two corners outside the nearest point of their edge if that is inside: so
/// what sticks out in two places is seen as two parts.
class RimWalk {
 public:
  RimWalk(const ScaledPolygon& polygon, const Vec2& centre, double radius)
      : polygon_(polygon), centre_(centre), radius_(radius) {
    settle();
  }
  bool is_outside() const { return !on_edge_ && excess_ > 0; }
  double excess() const { return excess_; }  // [m] of a corner, beyond the rim
  const Vec2& place() const { return place_; }
  std::uint32_t corner() const { return corner_; }
  bool on_edge() const { return on_edge_; }

  void next() {
    const shape::ConvexPolygon& shape = *polygon_.shape;
    if (!on_edge_ && excess_ > 0) {
      const Vec2 to = polygon_.scale * shape[shape.next(corner_)].point, way = to - place_;
      const double share = dot(centre_ - place_, way) / dot(way, way);
      const Vec2 nearest = place_ + share * way;
      if (share > 0 && share < 1 && norm(nearest - centre_) < radius_ && norm(to - centre_) > radius_) {
        place_ = nearest;
        on_edge_ = true;
        return;
      }
    }
    on_edge_ = false;
    corner_ = shape.next(corner_);
    settle();
  }

 private:
  void settle() {
    place_ = polygon_.scale * (*polygon_.shape)[corner_].point;
    excess_ = norm(place_ - centre_) - radius_;
  }

  const ScaledPolygon& polygon_;
  Vec2 centre_, place_;
  double radius_, excess_ = 0;
  std::uint32_t corner_ = 0;
  bool on_edge_ = false;
};

/// Brings the parts into the order that `touch_rim` promises; `none` stands where there is no part.
void sort_by_sides(const Vec2& inward, const PolygonTouch& none, std::vector<PolygonTouch>& parts) {
  constexpr std::size_t nothing = static_cast<std::size_t>(-1);
  std::size_t best[2] = {nothing, nothing}, spare[2] = {nothing, nothing};  // deepest and second on each side
  const auto is_deeper = [&](std::size_t k, std::size_t other) {
    return other == nothing || parts[k].depth > parts[other].depth;
  };
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::size_t side = cross(inward, parts[k].centroid) > 0 ? 1 : 0;
    std::size_t lesser = k;
    if (is_deeper(k, best[side])) std::swap(lesser, best[side]);
    if (lesser != nothing && is_deeper(lesser, spare[side])) spare[side] = lesser;
  }
  std::size_t own[2] = {nothing, nothing};
  for (const std::size_t side : {0, 1}) own[side] = best[side] != nothing ? best[side] : spare[1 - side];
  std::vector<PolygonTouch> sorted;
  for (const std::size_t side : {0, 1}) sorted.push_back(own[side] != nothing ? parts[own[side]] : none);
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (k != own[0] && k != own[1]) sorted.push_back(parts[k]);
  parts = std::move(sorted);
}

}  // namespace

void touch_rim(const ScaledPolygon& polygon, const Vec2& centre, double radius,
               std::vector<PolygonTouch>& touches) {
  const shape::ConvexPolygon& shape = *polygon.shape;
  const double away = norm(centre);
  const Vec2 inward = away > 0 ? centre / away : Vec2{1, 0};  // from the polygon's centre
  PolygonTouch none;
  none.normal = inward;
  none.centroid = none.middle = (away - radius) * inward;
  touches.assign(2, none);

  if (away + polygon.radius() <= radius) return;
  RimWalk walk(polygon, centre, radius);
  for (std::uint32_t steps = 0; walk.is_outside(); ++steps) {
    if (steps == 2 * polygon.size()) {  // all of it is outside
      touches[0].depth = away + polygon.radius() - radius;
      touches[0].area = shape.area() * polygon.scale * polygon.scale;
      return;
    }
    walk.next();
  }
  touches.clear();
  const double size = polygon.radius();
  const std::uint32_t start = walk.corner();
  const bool start_on_edge = walk.on_edge();
  do {
    const Vec2 inside = walk.place();
    walk.next();
    if (!walk.is_outside()) continue;
    const Vec2 in = rim_crossing(inside, walk.place(), centre, radius);
    AreaSum outline(in);
    PolygonTouch part;
    Vec2 last;
    for (; walk.is_outside(); walk.next()) {
      part.depth = std::fmax(part.depth, walk.excess());
      last = walk.place();
      outline.add(last);
    }
    const Vec2 out = rim_crossing(walk.place(), last, centre, radius);
    outline.add(out);
    SharedArea shared;
    shared.line = out - in;
    part.line = norm(shared.line);
    if (!(part.line > 0)) continue;
    const CircleSegment segment = segment_of(radius, part.line);
    part.area = shared.area = outline.area() - segment.area;
    if (!(part.area > least_area * size * size)) continue;
    part.normal = {-shared.line[1] / part.line, shared.line[0] / part.line};
    const Vec2 segment_centroid = centre - segment.distance * part.normal;
    shared.centroid =
        (1 / part.area) * (outline.area() * outline.centroid() - segment.area * segment_centroid);
    shared.moment = 0.5 * dot(in + out, shared.line);
    part.centroid = shared.centroid;
    part.middle = shared.middle();
    touches.push_back(part);
  } while (walk.corner() != start || walk.on_edge() != start_on_edge);
  sort_by_sides(inward, none, touches);
}

}  // namespace scree::contact
