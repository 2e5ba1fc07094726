// How a body resists being turned: one number in the plane; in space the moments about its three principal
// axes, which are the axes of its own frame. A body whose three moments are equal is round: its spin and its
// angular momentum point the same way in every pose, so that it needs no rotation, as spheres do today.
#pragma once

#include <cmath>

#include "scree/base/rotation.h"

namespace scree {

template <int D>
struct Inertia;

template <>
struct Inertia<2> {
  double moment = 0;  // [kg m2]
  friend constexpr bool operator==(const Inertia&, const Inertia&) = default;
};

template <>
struct Inertia<3> {
  Vec3 moments;  // [kg m2] about the body's own x, y and z axis

  static constexpr Inertia round(double moment) { return {{moment, moment, moment}}; }
  constexpr bool is_round() const { return moments[0] == moments[1] && moments[1] == moments[2]; }
  friend constexpr bool operator==(const Inertia&, const Inertia&) = default;
};

constexpr double angular_momentum(const Inertia<2>& inertia, const Rotation<2>& /*pose*/, double spin) {
  return inertia.moment * spin;
}
constexpr double spin_of(const Inertia<2>& inertia, const Rotation<2>& /*pose*/, double momentum) {
  return momentum / inertia.moment;
}

/// [kg m2/s] in the frame of the scene, as the spin [rad/s] is.
constexpr Vec3 angular_momentum(const Inertia<3>& inertia, const Rotation<3>& pose, const Vec3& spin) {
  if (inertia.is_round()) return inertia.moments[0] * spin;
  const Vec3 own = rotate(inverse(pose), spin);
  return rotate(pose,
                Vec3{inertia.moments[0] * own[0], inertia.moments[1] * own[1], inertia.moments[2] * own[2]});
}
constexpr Vec3 spin_of(const Inertia<3>& inertia, const Rotation<3>& pose, const Vec3& momentum) {
  if (inertia.is_round()) return momentum / inertia.moments[0];
  const Vec3 own = rotate(inverse(pose), momentum);
  return rotate(pose,
                Vec3{own[0] / inertia.moments[0], own[1] / inertia.moments[1], own[2] / inertia.moments[2]});
}

/// [J]
template <int D>
constexpr double rotational_energy(const Inertia<D>& inertia, const Rotation<D>& pose, const Spin<D>& spin) {
  return 0.5 * dot(spin, angular_momentum(inertia, pose, spin));
}

}  // namespace scree
