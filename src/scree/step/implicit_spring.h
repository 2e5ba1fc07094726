// Springs of a contact that give way at Coulomb's limit, and what they stretch by: velocity and spin of a
// body as one vector.
#pragma once

#include <cmath>

#include "scree/base/vec.h"

namespace scree::step {

template <int D>
inline constexpr int spins = D == 2 ? 1 : 3;
template <int D>
inline constexpr int freedoms = D + spins<D>;

/// Velocity and spin of a body.
template <int D>
using Freedoms = Vec<freedoms<D>>;

inline double& part(double& spin, int) { return spin; }
inline double part(const double& spin, int) { return spin; }
inline double& part(Vec3& spin, int k) { return spin[static_cast<std::size_t>(k)]; }
inline double part(const Vec3& spin, int k) { return spin[static_cast<std::size_t>(k)]; }

template <int D>
Freedoms<D> joined(const Vec<D>& velocity, const Spin<D>& spin) {
  Freedoms<D> result;
  for (int k = 0; k < D; ++k) result[k] = velocity[k];
  for (int k = 0; k < spins<D>; ++k) result[D + k] = part(spin, k);
  return result;
}
template <int D>
Vec<D> velocity_of(const Freedoms<D>& motion) {
  Vec<D> result;
  for (int k = 0; k < D; ++k) result[k] = motion[k];
  return result;
}
template <int D>
Spin<D> spin_of(const Freedoms<D>& motion) {
  Spin<D> result{};
  for (int k = 0; k < spins<D>; ++k) part(result, k) = motion[D + k];
  return result;
}

/// Without the part along the normal, about which contacts do not resist being turned.
inline double rolling_part(double spin, const Vec2&) { return spin; }
inline Vec3 rolling_part(const Vec3& spin, const Vec3& normal) { return spin - dot(spin, normal) * normal; }
template <int D>
Vec<D> tangential_part(const Vec<D>& way, const Vec<D>& normal) {
  return way - dot(way, normal) * normal;
}
inline double length_of(double spin) { return std::abs(spin); }
template <int D>
double length_of(const Vec<D>& way) {
  return norm(way);
}

/// As law::turned: into the new tangent plane, with its length kept.
template <int D>
Vec<D> turned_into(const Vec<D>& spring, const Vec<D>& normal) {
  const Vec<D> projected = tangential_part(spring, normal);
  const double before = dot(spring, spring), after = dot(projected, projected);
  return (after > 0 ? std::sqrt(before / after) : 0.0) * projected;
}
inline double turned_roll(double spring, const Vec2&) { return spring; }
inline Vec3 turned_roll(const Vec3& spring, const Vec3& normal) { return turned_into(spring, normal); }

/// A spring that gives way where it pulls with more than `limit`.
template <class Way>
struct Spring {
  Way base{};  // [m] or [rad] elongation without the motion of the step
  double stiffness = 0, limit = 0;

  Way stretched(const Way& way) const { return base + way; }
  bool yields(const Way& stretched) const { return stiffness * length_of(stretched) > limit; }
  /// Of the pull, over the elongation.
  double secant(const Way& stretched) const {
    return yields(stretched) ? limit / length_of(stretched) : stiffness;
  }
  Way after(const Way& stretched) const {
    return yields(stretched) ? (limit / (stiffness * length_of(stretched))) * stretched : stretched;
  }
};

/// The elongation that a spring begins with now that it is so stiff: see law::IncrementalSpring.
inline double kept_share(double stiffness, double before, double rescaling) {
  const double of_same_force = stiffness > 0 ? before / stiffness : 0;
  return stiffness > before ? of_same_force : rescaling + (1 - rescaling) * of_same_force;
}

}  // namespace scree::step
