#include "scree/shape/frustum.h"

#include <array>

namespace scree::shape {
namespace {

constexpr double out_of_reach = std::numeric_limits<double>::infinity();

/// A unit vector across the axis, the same for the same axis: for places on the axis itself.
Vec3 any_across(const Vec3& axis) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  Vec3 unit;
  unit[least] = 1;
  const Vec3 across = cross(axis, unit);
  return across / norm(across);
}

/// A place in the half-plane through it and the axis: along the axis, and away from it.
struct Polar {
  double along = 0, away = 0;
  Vec3 outward;  // unit vector of `away`
};

Polar polar(const Vec3& start, const Vec3& axis, const Vec3& place) {
  const Vec3 apart = place - start;
  Polar result;
  result.along = dot(apart, axis);
  const Vec3 across = apart - result.along * axis;
  result.away = norm(across);
  result.outward = result.away > 0 ? across / result.away : any_across(axis);
  return result;
}

/// Nearest point of a segment in that half-plane: signed distance to its line while it is inside the segment
/// (positive on the left of a -> b), else the distance to an end.
struct OnSegment {
  Vec2 normal;
  double distance = 0;
  int end = 0;  // -1: at a, 1: at b
};

OnSegment on_segment(const Vec2& a, const Vec2& b, const Vec2& place) {
  const Vec2 way = b - a, apart = place - a;
  const double squared = dot(way, way), share = dot(apart, way);
  const double length = squared > 0 ? std::sqrt(squared) : 1;
  const Vec2 left = squared > 0 ? Vec2{-way[1] / length, way[0] / length} : Vec2{-1, 0};
  if (share > 0 && share < squared) return {left, dot(apart, left), 0};
  const Vec2 from_end = share > 0 ? place - b : apart;
  const double distance = norm(from_end);
  return {distance > 0 ? from_end / distance : left, distance, share > 0 ? 1 : -1};
}

/// Felt from both sides: the distance is not negative.
Nearest<3> two_sided(OnSegment found, const Vec3& axis, const Vec3& outward) {
  if (found.distance < 0) {
    found.distance = -found.distance;
    found.normal = -found.normal;
  }
  return {found.normal[0] * axis + found.normal[1] * outward, found.distance};
}

}  // namespace

bool is_beside(const ConeAxis& cone, const Vec3& place) {
  const double along = dot(place - cone.start, cone.axis);
  return along >= 0 && along <= cone.length;
}

bool is_inside(const ConeAxis& cone, const Vec3& place) {
  const Polar at = polar(cone.start, cone.axis, place);
  return is_beside(cone, place) &&
         at.away <= cone.start_radius + at.along / cone.length * (cone.end_radius - cone.start_radius);
}

Nearest<2> nearest(const Circle& circle, const Vec2& place) {
  const Vec2 apart = place - circle.centre;
  const double away = norm(apart);
  const Vec2 outward = away > 0 ? apart / away : Vec2{1, 0};
  if (circle.solid) return {outward, away - circle.radius};
  if (circle.far) return {outward, away + circle.radius};
  if (away > circle.radius) return {outward, away - circle.radius};
  return {-outward, circle.radius - away};
}

Nearest<3> nearest(const Shell& shell, const Vec3& place) {
  const ConeAxis& cone = shell.cone;
  Polar at = polar(cone.start, cone.axis, place);
  if (shell.far) {
    at.away = -at.away;
    at.outward = -at.outward;
  }
  const OnSegment found =
      on_segment({0, cone.start_radius}, {cone.length, cone.end_radius}, {at.along, at.away});
  // Over a cap, the cap is what is touched.
  const bool over_cap = (found.end < 0 && shell.start_is_capped && at.away < cone.start_radius) ||
                        (found.end > 0 && shell.end_is_capped && at.away < cone.end_radius);
  Nearest<3> result = two_sided(found, cone.axis, at.outward);
  if (over_cap) result.distance = out_of_reach;
  return result;
}

Nearest<3> nearest(const Cap& cap, const Vec3& place) {
  const Polar at = polar(cap.centre, cap.normal, place);
  const Vec3 normal = at.along < 0 ? -cap.normal : cap.normal;
  return {normal, at.away <= cap.radius ? std::abs(at.along) : out_of_reach};
}

Nearest<3> nearest(const Frustum& frustum, const Vec3& place) {
  const ConeAxis& cone = frustum.cone;
  const Polar at = polar(cone.start, cone.axis, place);
  const Vec2 here{at.along, at.away};
  // Around the profile so that outside is on the left: down the far end is not needed, it is mirrored.
  const std::array<OnSegment, 3> sides = {
      on_segment({0, 0}, {0, cone.start_radius}, here),
      on_segment({0, cone.start_radius}, {cone.length, cone.end_radius}, here),
      on_segment({cone.length, cone.end_radius}, {cone.length, 0}, here)};
  const double below = -at.along, above = at.along - cone.length;
  const Vec2 slope{cone.length, cone.end_radius - cone.start_radius};
  const Vec2 steep = Vec2{-slope[1], slope[0]} / norm(slope);
  const double beside = dot(here - Vec2{0, cone.start_radius}, steep);
  const auto in_space = [&](const Vec2& normal) { return normal[0] * cone.axis + normal[1] * at.outward; };
  if (below <= 0 && above <= 0 && beside <= 0) {
    // Inside: the nearest face, the first among equals.
    if (below >= above && below >= beside) return {in_space({-1, 0}), below};
    if (above >= beside) return {in_space({1, 0}), above};
    return {in_space(steep), beside};
  }
  const OnSegment* best = nullptr;
  for (const OnSegment& side : sides)
    if (best == nullptr || std::abs(side.distance) < std::abs(best->distance)) best = &side;
  return {in_space(best->normal), std::abs(best->distance)};
}

}  // namespace scree::shape
