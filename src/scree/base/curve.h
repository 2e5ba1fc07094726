// How a rigid body goes through a stretch of time: along a parabola, turning with a constant spin or, where
// its inertia is not one number, as it does while no torque acts on it. Plain numbers, so that a state can
// keep it.
#pragma once

#include "scree/base/free_rotation.h"
#include "scree/base/inertia.h"
#include "scree/base/pose.h"

namespace scree {

template <int D>
struct Curve {
  Pose<D> start;        // at s = 0
  Vec<D> velocity;      // [m/s] then
  Vec<D> acceleration;  // [m/s2], constant
  Spin<D> spin{};       // [rad/s] then, in the frame of the scene
  /// [kg m2] about the body's own axes, or in any other unit: their ratios count. All zero: the spin is
  /// constant. In space only.
  Vec3 moments;

  friend constexpr bool operator==(const Curve&, const Curve&) = default;
};

/// Whether the spin changes while the body turns.
template <int D>
constexpr bool turns_freely(const Curve<D>& curve) {
  if constexpr (D == 2)
    return false;
  else
    return curve.moments != Vec3{} && !Inertia<3>{curve.moments}.is_round();
}

template <int D>
constexpr Vec<D> position_at(const Curve<D>& curve, double s) {
  return curve.start.offset + s * curve.velocity + (0.5 * s * s) * curve.acceleration;
}
template <int D>
constexpr Vec<D> velocity_at(const Curve<D>& curve, double s) {
  return curve.velocity + s * curve.acceleration;
}

template <int D>
Rotation<D> rotation_at(const Curve<D>& curve, double s) {
  if (curve.spin == Spin<D>{} || s == 0) return curve.start.rotation;
  if constexpr (D == 3)
    if (turns_freely(curve)) {
      const Inertia<3> inertia{curve.moments};
      return turn_freely(inertia, curve.start.rotation,
                         angular_momentum(inertia, curve.start.rotation, curve.spin), s);
    }
  return normalised(compose(rotation_of(s * curve.spin), curve.start.rotation));
}
template <int D>
Pose<D> pose_at(const Curve<D>& curve, double s) {
  return {rotation_at(curve, s), position_at(curve, s)};
}

/// [rad/s] where the body has this orientation.
template <int D>
Spin<D> spin_at(const Curve<D>& curve, const Rotation<D>& orientation) {
  if constexpr (D == 3)
    if (turns_freely(curve)) {
      const Inertia<3> inertia{curve.moments};
      return spin_of(inertia, orientation, angular_momentum(inertia, curve.start.rotation, curve.spin));
    }
  return curve.spin;
}

}  // namespace scree
