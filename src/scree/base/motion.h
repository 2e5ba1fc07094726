// The hot record of a body: all that a contact needs of it, gathered by random index. One small record per
// body, because there latency decides, not bandwidth; rows of four doubles, so that SIMD kernels load and
// transpose them.
#pragma once

#include "scree/base/vec.h"

namespace scree {

template <int D>
struct Motion;

template <>
struct alignas(32) Motion<2> {
  Vec2 position;               // [m]
  double radius = 0;           // [m]
  double inverse_mass = 0;     // [1/kg], zero for a fixed body
  Vec2 velocity;               // [m/s]
  double spin = 0;             // [rad/s]
  double inverse_inertia = 0;  // [1/(kg m2)], zero for a fixed body
};

template <>
struct alignas(32) Motion<3> {
  Vec3 position;
  double radius = 0;
  Vec3 velocity;
  double inverse_mass = 0;
  Vec3 spin;
  double inverse_inertia = 0;  // zero also where inertia is not one number: see world::Bodies::inertia_of
};

static_assert(sizeof(Motion<2>) == 64 && sizeof(Motion<3>) == 96);

template <int D>
bool is_fixed(const Motion<D>& motion) {
  return motion.inverse_mass == 0;
}

inline constexpr double most_size = 1e200;

/// False once a state has exploded: something is not a number, or so large that distances can no longer be
/// told.
template <int D>
bool is_sound(const Motion<D>& motion) {
  const double size = dot(motion.position, motion.position) + dot(motion.velocity, motion.velocity) +
                      dot(motion.spin, motion.spin);
  return size < most_size;
}

}  // namespace scree
