#include "scree/sim/solid.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/base/box.h"
#include "scree/base/math.h"
#include "scree/shape/round.h"
#include "scree/sim/ball_parts.h"
#include "scree/sim/build_world.h"

namespace scree::sim {
namespace {

/// Area of the part of the triangle between the centre of a circle and an edge that is in the circle;
/// negative if the edge turns clockwise. Corners are seen from the centre.
double area_in_circle(const Vec2& from, const Vec2& to, double radius) {
  const auto sector = [&](const Vec2& a, const Vec2& b) {
    return 0.5 * radius * radius * math::atan2(cross(a, b), dot(a, b));
  };
  // The edge is inside between the roots of |from + t way| = radius.
  const Vec2 way = to - from;
  const double square = dot(way, way), half = dot(from, way);
  const double discriminant = half * half - square * (dot(from, from) - radius * radius);
  if (!(discriminant > 0)) return sector(from, to);
  const double root = std::sqrt(discriminant);
  const double enters = std::max(0.0, (-half - root) / square),
               leaves = std::min(1.0, (-half + root) / square);
  if (enters >= leaves) return sector(from, to);
  const Vec2 first = from + enters * way, last = from + leaves * way;
  return (enters > 0 ? sector(from, first) : 0) + 0.5 * cross(first, last) +
         (leaves < 1 ? sector(last, to) : 0);
}

using Ring = std::vector<Vec2>;

double area_in_circle(const Ring& ring, const Vec2& centre, double radius) {
  double area = 0;
  for (std::size_t k = 0; k < ring.size(); ++k)
    area += area_in_circle(ring[k] - centre, ring[(k + 1) % ring.size()] - centre, radius);
  return std::max(0.0, area);  // sectors of a ring beside the circle cancel but for rounding
}

double area_of(const Ring& ring) {
  double twice = 0;
  for (std::size_t k = 1; k + 1 < ring.size(); ++k) twice += cross(ring[k] - ring[0], ring[k + 1] - ring[0]);
  return 0.5 * twice;
}

/// The part of a ring on one side of a line: where sign * (x[axis] - line) is not negative.
Ring cut(const Ring& ring, int axis, double line, double sign) {
  Ring left;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec2 &here = ring[k], &next = ring[(k + 1) % ring.size()];
    const double at = sign * (here[axis] - line), then = sign * (next[axis] - line);
    if (at >= 0) left.push_back(here);
    if ((at < 0 && then > 0) || (at > 0 && then < 0)) left.push_back(here + at / (at - then) * (next - here));
  }
  return left;
}

double area_in_box(Ring ring, const scene::BoxRegion& box) {
  for (int axis = 0; axis < 2; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    ring = cut(cut(ring, axis, box.lo[at], 1), axis, box.hi[at], -1);
  }
  return area_of(ring);
}

/// Of a disc: the box is cut to what the disc can reach, so that its sides may be at infinity.
double area_in_box(const Vec2& centre, double radius, const scene::BoxRegion& box) {
  double lo[2], hi[2];
  bool is_cut = false;
  for (int k = 0; k < 2; ++k) {
    const auto at = static_cast<std::size_t>(k);
    lo[k] = std::max(box.lo[at] - centre[k], -radius);
    hi[k] = std::min(box.hi[at] - centre[k], radius);
    if (lo[k] >= hi[k]) return 0;
    is_cut = is_cut || lo[k] > -radius || hi[k] < radius;
  }
  if (!is_cut) return shape::round_measure<2>(radius);
  return area_in_circle({{lo[0], lo[1]}, {hi[0], lo[1]}, {hi[0], hi[1]}, {lo[0], hi[1]}}, {}, radius);
}

/// The parts of a polygon where they are.
std::vector<Ring> rings_of(const Solid<2>& solid) {
  std::vector<Ring> rings;
  for (const shape::RigidPolygon::Part& part : solid.polygon->parts()) {
    Ring& ring = rings.emplace_back();
    for (std::size_t k = 0; k < part.polygon.size(); ++k)
      ring.push_back(solid.centre +
                     rotate(solid.orientation, solid.radius * (part.offset + part.polygon[k].point)));
  }
  return rings;
}

double area_inside(const scene::RegionShape& region, const Solid<2>& solid) {
  const auto* const box = std::get_if<scene::BoxRegion>(&region);
  const auto* const circle = std::get_if<scene::BallRegion>(&region);
  SCREE_ASSERT(box != nullptr || circle != nullptr);  // others are for space only
  if (solid.polygon == nullptr) {
    if (box != nullptr) return area_in_box(solid.centre, solid.radius, *box);
    return area_of_lens(solid.radius, circle->radius, norm(solid.centre - vec_of<2>(circle->centre)));
  }
  double area = 0;
  for (Ring& ring : rings_of(solid))
    area += box != nullptr ? area_in_box(std::move(ring), *box)
                           : area_in_circle(ring, vec_of<2>(circle->centre), circle->radius);
  return area;
}

double ball_volume_inside(const scene::RegionShape& region, const Vec3& centre, double radius) {
  if (const auto* box = std::get_if<scene::BoxRegion>(&region))
    return ball_in_box(centre, radius, {vec_of<3>(box->lo), vec_of<3>(box->hi)});
  if (const auto* ball = std::get_if<scene::BallRegion>(&region))
    return ball_in_ball(radius, ball->radius, norm(centre - vec_of<3>(ball->centre)));
  const auto& cylinder = std::get<scene::CylinderRegion>(region);
  const Vec3 way = centre - vec_of<3>(cylinder.point), axis = vec_of<3>(cylinder.axis);
  const double height = dot(way, axis);
  return ball_in_cylinder(radius, cylinder.radius, norm(way - height * axis), -height,
                          cylinder.height - height);
}

}  // namespace

template <int D>
double volume_of(const Solid<D>& solid) {
  if (solid.polygon != nullptr) return solid.radius * solid.radius * solid.polygon->area();
  return shape::round_measure<D>(solid.radius);
}

template <int D>
double volume_inside(const scene::RegionShape& region, const Solid<D>& solid) {
  if constexpr (D == 2)
    return area_inside(region, solid);
  else
    return ball_volume_inside(region, solid.centre, solid.radius);
}

template double volume_of<2>(const Solid<2>&);
template double volume_of<3>(const Solid<3>&);
template double volume_inside<2>(const scene::RegionShape&, const Solid<2>&);
template double volume_inside<3>(const scene::RegionShape&, const Solid<3>&);

}  // namespace scree::sim
