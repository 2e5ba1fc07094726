// A polygon inside a round hole: the parts of it that stick out through the rim.
#include <cmath>

#include "scree/base/math.h"
#include "scree/contact/outline.h"
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

}  // namespace

PolygonTouch touch_rim(const ScaledPolygon& polygon, const Vec2& centre, double radius, bool far) {
  const shape::ConvexPolygon& shape = *polygon.shape;
  const double away = norm(centre);
  const Vec2 inward = away > 0 ? centre / away : Vec2{1, 0};  // from the polygon's centre
  PolygonTouch none;
  none.normal = inward;
  none.centroid = none.middle = (away - radius) * inward;

  if (away + polygon.radius() <= radius) return none;
  RimWalk walk(polygon, centre, radius);
  for (std::uint32_t steps = 0; walk.is_outside(); ++steps) {
    if (steps == 2 * polygon.size()) {  // all of it is outside
      none.depth = far ? 0 : away + polygon.radius() - radius;
      none.area = far ? 0 : shape.area() * polygon.scale * polygon.scale;
      return none;
    }
    walk.next();
  }
  // The deepest part on either side of the line through the two centres; a second part on one side counts as
  // one of the other if there is none.
  PolygonTouch best[2], spare[2];
  const double size = polygon.radius();
  const std::uint32_t start = walk.corner();
  const bool start_on_edge = walk.on_edge();
  do {
    const Vec2 inside = walk.place();
    walk.next();
    if (!walk.is_outside()) continue;
    const Vec2 in = rim_crossing(inside, walk.place(), centre, radius);
    Outline outline(in);
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
    const std::size_t side = cross(inward, part.centroid) > 0 ? 1 : 0;
    if (part.depth > best[side].depth) std::swap(part, best[side]);
    if (part.depth > spare[side].depth) spare[side] = part;
  } while (walk.corner() != start || walk.on_edge() != start_on_edge);
  const std::size_t own = far ? 1 : 0;
  if (best[own].depth > 0) return best[own];
  if (spare[1 - own].depth > 0) return spare[1 - own];
  return none;
}

}  // namespace scree::contact
