#include "scree/base/free_rotation.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// Angles [rad] of one step up to which the exponent and the series are exact to rounding. Their terms fall
/// at least as powers of angle / (pi / 2): the nearest pole of the elliptic functions.
constexpr double short_angle = 1.0 / 512, long_angle = 1.0 / 32;
constexpr int long_order = 8;
/// A body that turns farther in one step (thousands of turns) is past all sense: more parts would only hang.
constexpr double most_parts = 1 << 20;

/// How far the body has turned, seen from its own frame at the start: q' = q spin / 2, where spin and its
/// derivatives are those of the body's frame.
template <int order>
Rotation<3> turn_by_series(const Vec3& inverse_moments, const Vec3& momentum, double dt) {
  // Terms of the series, each times its power of dt.
  Vec3 m[order + 1], w[order + 1];
  Rotation<3> q[order + 1];
  const Vec3 &i = inverse_moments, gain{i[2] - i[1], i[0] - i[2], i[1] - i[0]};
  m[0] = momentum;
  w[0] = {i[0] * m[0][0], i[1] * m[0][1], i[2] * m[0][2]};
  for (int k = 0; k < order; ++k) {
    Vec3 product;
    double qw = 0, qx = 0, qy = 0, qz = 0;
    for (int j = 0; j <= k; ++j) {
      const Vec3 &a = m[j], &b = m[k - j], &s = w[k - j];
      product += Vec3{a[1] * b[2], a[2] * b[0], a[0] * b[1]};
      const Rotation<3>& p = q[j];
      qw -= p.x * s[0] + p.y * s[1] + p.z * s[2];
      qx += p.w * s[0] + p.y * s[2] - p.z * s[1];
      qy += p.w * s[1] - p.x * s[2] + p.z * s[0];
      qz += p.w * s[2] + p.x * s[1] - p.y * s[0];
    }
    const double share = dt / (k + 1), half = 0.5 * share;
    m[k + 1] = {share * gain[0] * product[0], share * gain[1] * product[1], share * gain[2] * product[2]};
    w[k + 1] = {i[0] * m[k + 1][0], i[1] * m[k + 1][1], i[2] * m[k + 1][2]};
    q[k + 1] = {half * qw, half * qx, half * qy, half * qz};
  }
  Rotation<3> sum = q[order];
  for (int k = order - 1; k >= 0; --k) {
    sum.w += q[k].w;
    sum.x += q[k].x;
    sum.y += q[k].y;
    sum.z += q[k].z;
  }
  return sum;
}

/// The same for short steps, to fourth order: the exponential of a vector (Magnus 1954). A third of the work.
Rotation<3> turn_by_exponent(const Vec3& inverse_moments, const Vec3& momentum, double dt) {
  const Vec3 &i = inverse_moments, gain{i[2] - i[1], i[0] - i[2], i[1] - i[0]};
  const auto spin = [&i](const Vec3& m) { return Vec3{i[0] * m[0], i[1] * m[1], i[2] * m[2]}; };
  const auto change = [&gain](const Vec3& product, double share) {
    return Vec3{share * gain[0] * product[0], share * gain[1] * product[1], share * gain[2] * product[2]};
  };
  // Terms of the series of the momentum, each times its power of dt: the first four.
  const Vec3& a = momentum;
  const Vec3 b = change({a[1] * a[2], a[2] * a[0], a[0] * a[1]}, dt);
  const Vec3 c =
      change({a[1] * b[2] + b[1] * a[2], a[2] * b[0] + b[2] * a[0], a[0] * b[1] + b[0] * a[1]}, dt / 2);
  const Vec3 d = change({a[1] * c[2] + c[1] * a[2] + b[1] * b[2], a[2] * c[0] + c[2] * a[0] + b[2] * b[0],
                         a[0] * c[1] + c[0] * a[1] + b[0] * b[1]},
                        dt / 3);
  const Vec3 at_start = spin(a), bend = spin(b + c);
  const Vec3 turn = dt * (spin(a + b / 2 + c / 3 + d / 4) + (dt / 12) * cross(at_start, bend));
  const Vec3 half = 0.5 * turn;
  const double square = dot(half, half);
  const double cosine = 1 - square / 2 + square * square / 24, sine = 1 - square / 6 + square * square / 120;
  return {cosine, sine * half[0], sine * half[1], sine * half[2]};
}

}  // namespace

Rotation<3> turn_freely(const Inertia<3>& inertia, const Rotation<3>& start, const Vec3& momentum,
                        double dt) {
  const Vec3 inverse_moments{1 / inertia.moments[0], 1 / inertia.moments[1], 1 / inertia.moments[2]};
  const double fastest =
      norm(momentum) * std::max({inverse_moments[0], inverse_moments[1], inverse_moments[2]});
  const double angle = fastest * std::abs(dt);
  if (angle <= short_angle) {
    const Vec3 own = rotate(inverse(start), momentum);
    return normalised(compose(start, turn_by_exponent(inverse_moments, own, dt)));
  }
  const double parts = std::min(std::ceil(angle / long_angle), most_parts);
  const double part = dt / parts;
  Rotation<3> pose = start;
  for (double k = 0; k < parts; ++k) {
    const Vec3 own = rotate(inverse(pose), momentum);
    pose = normalised(compose(pose, turn_by_series<long_order>(inverse_moments, own, part)));
  }
  return pose;
}

Rotation<2> turn_freely(const Inertia<2>& inertia, const Rotation<2>& start, double momentum, double dt) {
  return advance_exactly(start, spin_of(inertia, start, momentum), dt);
}

}  // namespace scree
