// Orientations: a unit complex number in the plane, a unit quaternion in space. They advance by a rational
// (Cayley) update, so that no sine or cosine of the C library reaches the state.
#pragma once

#include <cmath>

#include "scree/base/math.h"
#include "scree/base/vec.h"

namespace scree {

template <int D>
struct Rotation;

/// cosine and sine of the angle.
template <>
struct Rotation<2> {
  double c = 1, s = 0;
  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
};

/// q and -q are the same orientation; updates keep the sign continuous.
template <>
struct Rotation<3> {
  double w = 1, x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
};

inline Rotation<2> normalised(const Rotation<2>& r) {
  const double shorten = 1 / std::sqrt(r.c * r.c + r.s * r.s);
  return {shorten * r.c, shorten * r.s};
}
inline Rotation<3> normalised(const Rotation<3>& r) {
  const double shorten = 1 / std::sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
  return {shorten * r.w, shorten * r.x, shorten * r.y, shorten * r.z};
}

constexpr Rotation<2> inverse(const Rotation<2>& r) { return {r.c, -r.s}; }
constexpr Rotation<3> inverse(const Rotation<3>& r) { return {r.w, -r.x, -r.y, -r.z}; }

/// First `inner`, then `outer`.
constexpr Rotation<2> compose(const Rotation<2>& outer, const Rotation<2>& inner) {
  return {outer.c * inner.c - outer.s * inner.s, outer.s * inner.c + outer.c * inner.s};
}
constexpr Rotation<3> compose(const Rotation<3>& a, const Rotation<3>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,  //
          a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,  //
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,  //
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

constexpr Vec2 rotate(const Rotation<2>& r, const Vec2& v) {
  return {r.c * v[0] - r.s * v[1], r.s * v[0] + r.c * v[1]};
}
constexpr Vec3 rotate(const Rotation<3>& r, const Vec3& v) {
  const Vec3 axis{r.x, r.y, r.z};
  const Vec3 twice = 2.0 * cross(axis, v);
  return v + r.w * twice + cross(axis, twice);
}

/// The orientation after `dt` [s] of turning with `spin` [rad/s] given in the frame of the scene. The Cayley
/// update turns by 4 atan(|spin| dt / 4) (in the plane 2 atan(|spin| dt / 2)) instead of |spin| dt: third
/// order in one step, time-reversible, never past a whole turn. It keeps the length of `r`; what rounding has
/// taken off or put on is mended by a step of Newton's method, so that there is no root to wait for.
inline Rotation<2> advance(const Rotation<2>& r, double spin, double dt) {
  const double half = 0.5 * dt * spin, square = half * half;
  const double mend = (1.5 - 0.5 * (r.c * r.c + r.s * r.s)) / (1 + square);
  const Rotation<2> next = compose(Rotation<2>{1 - square, 2 * half}, r);
  return {mend * next.c, mend * next.s};
}
inline Rotation<3> advance(const Rotation<3>& r, const Vec3& spin, double dt) {
  const Vec3 quarter = (0.25 * dt) * spin;
  const double square = dot(quarter, quarter);
  const double mend = (1.5 - 0.5 * (r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z)) / (1 + square);
  const Rotation<3> next =
      compose(Rotation<3>{1 - square, 2 * quarter[0], 2 * quarter[1], 2 * quarter[2]}, r);
  return {mend * next.w, mend * next.x, mend * next.y, mend * next.z};
}

/// Turn by an angle [rad], counter-clockwise.
inline Rotation<2> rotation_by(double angle) { return {math::cos(angle), math::sin(angle)}; }
/// Turn by an angle [rad] about an axis of any length but zero.
inline Rotation<3> rotation_by(double angle, const Vec3& axis) {
  const Vec3 part = (math::sin(0.5 * angle) / norm(axis)) * axis;
  return {math::cos(0.5 * angle), part[0], part[1], part[2]};
}

/// As `advance`, but by the whole of |spin| dt: for integrators whose order the Cayley update would spoil. In
/// the plane only, where turns add up.
inline Rotation<2> advance_exactly(const Rotation<2>& r, double spin, double dt) {
  const double mend = 1.5 - 0.5 * (r.c * r.c + r.s * r.s);
  const Rotation<2> next = compose(rotation_by(dt * spin), r);
  return {mend * next.c, mend * next.s};
}

/// In (-pi, pi], for output.
inline double angle(const Rotation<2>& r) { return math::atan2(r.s, r.c); }

}  // namespace scree
