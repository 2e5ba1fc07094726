// Where a rigid thing is: a turn and a shift of the frame in which its shape is given.
#pragma once

#include "scree/base/rotation.h"

namespace scree {

/// Place in the scene = rotate(rotation, place in the thing's own frame) + offset.
template <int D>
struct Pose {
  Rotation<D> rotation;
  Vec<D> offset;  // [m]

  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

template <int D>
constexpr Vec<D> to_scene(const Pose<D>& pose, const Vec<D>& own) {
  return rotate(pose.rotation, own) + pose.offset;
}
template <int D>
constexpr Vec<D> to_own(const Pose<D>& pose, const Vec<D>& place) {
  return rotate(inverse(pose.rotation), place - pose.offset);
}

/// First `inner`, then `outer`.
template <int D>
constexpr Pose<D> compose(const Pose<D>& outer, const Pose<D>& inner) {
  return {compose(outer.rotation, inner.rotation), to_scene(outer, inner.offset)};
}

/// The turn by the angle and about the axis of `turn` (radians; any, also none).
inline Rotation<2> rotation_of(double turn) { return rotation_by(turn); }
inline Rotation<3> rotation_of(const Vec3& turn) {
  const double angle = norm(turn);
  return angle > 0 ? rotation_by(angle, turn) : Rotation<3>{};
}

}  // namespace scree
