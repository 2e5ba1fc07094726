// Discs and spheres: mass and inertia. In the plane a disc is a prism of the scene's thickness.
#pragma once

namespace scree::shape {

inline constexpr double pi = 3.141592653589793;

/// Area [m2] in the plane, volume [m3] in space.
template <int D>
constexpr double round_measure(double radius) {
  return D == 2 ? pi * radius * radius : 4.0 / 3.0 * pi * radius * radius * radius;
}
/// [kg]; `thickness` [m] counts in the plane only.
template <int D>
constexpr double round_mass(double radius, double density, double thickness) {
  return density * round_measure<D>(radius) * (D == 2 ? thickness : 1.0);
}
/// [kg m2] about the centre.
template <int D>
constexpr double round_inertia(double radius, double mass) {
  return (D == 2 ? 0.5 : 0.4) * mass * radius * radius;
}

}  // namespace scree::shape
