// Symmetric 3 x 3 matrices, and the axes along which they are diagonal: for tensors of inertia.
#pragma once

#include <array>

#include "scree/base/rotation.h"

namespace scree {

struct Symmetric3 {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
  friend constexpr bool operator==(const Symmetric3&, const Symmetric3&) = default;
};

constexpr Vec3 operator*(const Symmetric3& a, const Vec3& v) {
  return {a.xx * v[0] + a.xy * v[1] + a.xz * v[2], a.xy * v[0] + a.yy * v[1] + a.yz * v[2],
          a.xz * v[0] + a.yz * v[1] + a.zz * v[2]};
}

/// Place in the frame of the matrix = rotate(rotation, place along the axes).
struct PrincipalAxes {
  Vec3 values;
  Rotation<3> rotation;
};

/// By Jacobi's rotations (1846): bits of + - * / sqrt alone. Of the 24 ways to number and to point the axes
/// it takes the one that turns least, so that what lies along the axes of its frame already is not turned at
/// all: elements beside the diagonal that are below 1e-13 of the largest value are rounding, and count as
/// zero.
PrincipalAxes principal_axes(const Symmetric3& matrix);

/// The matrix whose values lie along the axes of a turned frame: the inverse of `principal_axes`.
Symmetric3 turned(const Vec3& values, const Rotation<3>& rotation);

/// The turn that takes x, y and z to three directions of length 1 at right angles, right-handed.
Rotation<3> rotation_to(const std::array<Vec3, 3>& axes);

}  // namespace scree
