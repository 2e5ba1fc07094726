// Small fixed-size vectors. Written out (rather than an Eigen type) so that every operation is one IEEE
// operation per component in a fixed order: the bits of a run depend on it.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace scree {

template <int D>
struct Vec {
  double component[D]{};

  constexpr double& operator[](std::size_t axis) { return component[axis]; }
  constexpr double operator[](std::size_t axis) const { return component[axis]; }

  constexpr Vec& operator+=(const Vec& other) {
    for (int k = 0; k < D; ++k) component[k] += other.component[k];
    return *this;
  }
  constexpr Vec& operator-=(const Vec& other) {
    for (int k = 0; k < D; ++k) component[k] -= other.component[k];
    return *this;
  }
  constexpr Vec& operator*=(double factor) {
    for (int k = 0; k < D; ++k) component[k] *= factor;
    return *this;
  }
  friend constexpr Vec operator+(Vec a, const Vec& b) { return a += b; }
  friend constexpr Vec operator-(Vec a, const Vec& b) { return a -= b; }
  friend constexpr Vec operator-(Vec a) { return a *= -1.0; }
  friend constexpr Vec operator*(double factor, Vec a) { return a *= factor; }
  friend constexpr Vec operator*(Vec a, double factor) { return a *= factor; }
  friend constexpr Vec operator/(Vec a, double divisor) {
    for (int k = 0; k < D; ++k) a.component[k] /= divisor;
    return a;
  }
  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

using Vec2 = Vec<2>;
using Vec3 = Vec<3>;

/// Angular velocity, angle or torque: one number in the plane, a vector in space.
template <int D>
using Spin = std::conditional_t<D == 2, double, Vec3>;

template <int D>
constexpr double dot(const Vec<D>& a, const Vec<D>& b) {
  double sum = a[0] * b[0];
  for (int k = 1; k < D; ++k) sum += a[k] * b[k];
  return sum;
}
constexpr double dot(double a, double b) { return a * b; }

template <int D>
double norm(const Vec<D>& a) {
  return std::sqrt(dot(a, a));
}

constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// Torque of the force b at the arm a.
constexpr double cross(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }
/// Velocity at the arm b of a body that spins with a.
constexpr Vec2 cross(double a, const Vec2& b) { return {-a * b[1], a * b[0]}; }

template <int D>
bool is_finite(const Vec<D>& a) {
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(a[k])) return false;
  return true;
}

}  // namespace scree
