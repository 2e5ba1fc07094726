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

}  // namespace

PolygonTouch touch_rim(const ScaledPolygon& polygon, const Vec2& centre, double radius, bool far) {
  const shape::ConvexPolygon& shape = *polygon.shape;
  const auto corner = [&](std::uint32_t k) { return polygon.scale * shape[k].point; };
  const auto excess = [&](std::uint32_t k) { return norm(corner(k) - centre) - radius; };
  const double away = norm(centre);
  const Vec2 inward = away > 0 ? centre / away : Vec2{1, 0};  // from the polygon's centre
  PolygonTouch none;
  none.normal = inward;
  none.centroid = none.middle = (away - radius) * inward;

  std::uint32_t start = 0;
  while (start < polygon.size() && excess(start) > 0) ++start;
  if (start == polygon.size()) {  // all of it is outside
    none.depth = far ? 0 : away + polygon.radius() - radius;
    none.area = far ? 0 : shape.area() * polygon.scale * polygon.scale;
    return none;
  }
  // The deepest part on either side of the line through the two centres; a second part on one side counts as
  // one of the other if there is none.
  PolygonTouch best[2], spare[2];
  const double size = polygon.radius();
  for (std::uint32_t steps = 0, k = start; steps < polygon.size(); ++steps) {
    const std::uint32_t before = k;
    k = shape.next(k);
    if (!(excess(k) > 0)) continue;
    const Vec2 in = rim_crossing(corner(before), corner(k), centre, radius);
    Outline outline(in);
    PolygonTouch part;
    while (excess(k) > 0) {
      part.depth = std::fmax(part.depth, excess(k));
      outline.add(corner(k));
      k = shape.next(k);
      ++steps;
    }
    const std::uint32_t last = shape.previous(k);
    const Vec2 out = rim_crossing(corner(k), corner(last), centre, radius);
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
    set_middle(shared, 0.5 * dot(in + out, shared.line));
    part.centroid = shared.centroid;
    part.middle = shared.middle;
    const std::size_t side = cross(inward, part.centroid) > 0 ? 1 : 0;
    if (part.depth > best[side].depth) std::swap(part, best[side]);
    if (part.depth > spare[side].depth) spare[side] = part;
  }
  const std::size_t own = far ? 1 : 0;
  if (best[own].depth > 0) return best[own];
  if (spare[1 - own].depth > 0) return spare[1 - own];
  return none;
}

}  // namespace scree::contact
