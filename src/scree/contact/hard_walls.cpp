#include "scree/contact/hard_walls.h"

#include "scree/base/math.h"

namespace scree::contact {
namespace {

/// Two unit vectors across the axis, so that (one, two, axis) is right-handed.
void across(const Vec3& axis, Vec3& one, Vec3& two) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  Vec3 unit;
  unit[least] = 1;
  one = cross(unit, axis);
  one = one / norm(one);
  two = cross(axis, one);
}

/// Appends the corners of a circle, anticlockwise seen from the tip of the axis, or its centre if it has no
/// size; returns how many.
std::uint32_t add_circle(Faces<3>& faces, const Vec3& centre, const Vec3& axis, double radius) {
  if (!(radius > 0)) {
    faces.places.push_back(centre);
    return 1;
  }
  Vec3 one, two;
  across(axis, one, two);
  for (std::uint32_t k = 0; k < sides_around; ++k) {
    const double angle = 2 * math::pi * k / sides_around;
    faces.places.push_back(centre + (radius * math::cos(angle)) * one + (radius * math::sin(angle)) * two);
  }
  return sides_around;
}

struct Rims {
  std::uint32_t start = 0, start_count = 0, end = 0, end_count = 0;
};

Rims add_side(Faces<3>& faces, const shape::ConeAxis& cone) {
  Rims rims;
  rims.start_count = add_circle(faces, cone.start, cone.axis, cone.start_radius);
  rims.end = static_cast<std::uint32_t>(faces.places.size());
  rims.end_count = add_circle(faces, cone.start + cone.length * cone.axis, cone.axis, cone.end_radius);
  for (std::uint32_t k = 0; k < sides_around; ++k) {
    const std::uint32_t next = (k + 1) % sides_around;
    const std::uint32_t a = rims.start + k % rims.start_count, b = rims.start + next % rims.start_count,
                        c = rims.end + next % rims.end_count, d = rims.end + k % rims.end_count;
    if (a != b) faces.faces.push_back({a, b, c});
    if (c != d) faces.faces.push_back({a, c, d});
  }
  return rims;
}

/// A fan over the corners from `first` on.
void add_fan(Faces<3>& faces, std::uint32_t first, std::uint32_t count, bool backwards) {
  for (std::uint32_t k = 1; k + 1 < count; ++k)
    faces.faces.push_back(backwards ? std::array{first, first + k + 1, first + k}
                                    : std::array{first, first + k, first + k + 1});
}

}  // namespace

Faces<2> faces_of(const shape::Block<2>& block) {
  const Vec2 &lo = block.box.lo, &hi = block.box.hi;
  return {{lo, {hi[0], lo[1]}, hi, {lo[0], hi[1]}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, true};
}

Faces<3> faces_of(const shape::Block<3>& block) {
  Faces<3> faces;
  faces.is_closed = true;
  for (int k = 0; k < 8; ++k) {
    Vec3 corner;
    for (int axis = 0; axis < 3; ++axis)
      corner[axis] = (k >> axis & 1) != 0 ? block.box.hi[axis] : block.box.lo[axis];
    faces.places.push_back(corner);
  }
  faces.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                 {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return faces;
}

Faces<3> faces_of(const shape::Shell& shell) {
  Faces<3> faces;
  add_side(faces, shell.cone);
  return faces;
}

Faces<3> faces_of(const shape::Cap& cap) {
  Faces<3> faces;
  add_fan(faces, 0, add_circle(faces, cap.centre, cap.normal, cap.radius), false);
  return faces;
}

Faces<3> faces_of(const shape::Frustum& frustum) {
  Faces<3> faces;
  faces.is_closed = true;
  const Rims rims = add_side(faces, frustum.cone);
  add_fan(faces, rims.start, rims.start_count, true);
  add_fan(faces, rims.end, rims.end_count, false);
  return faces;
}

}  // namespace scree::contact
