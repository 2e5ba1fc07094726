// Vectors of D numbers of any number type; the counterpart of base/vec.h for laws and kernels.
#pragma once

#include <type_traits>

#include "scree/law/number.h"

namespace scree::law {

template <class N, int D>
struct Vector {
  N component[D];

  N& operator[](int axis) { return component[axis]; }
  const N& operator[](int axis) const { return component[axis]; }

  static Vector zero() {
    Vector result;
    for (int k = 0; k < D; ++k) result[k] = N(0.0);
    return result;
  }
  friend Vector operator+(const Vector& a, const Vector& b) {
    Vector result;
    for (int k = 0; k < D; ++k) result[k] = a[k] + b[k];
    return result;
  }
  friend Vector operator-(const Vector& a, const Vector& b) {
    Vector result;
    for (int k = 0; k < D; ++k) result[k] = a[k] - b[k];
    return result;
  }
  friend Vector operator*(const N& factor, const Vector& a) {
    Vector result;
    for (int k = 0; k < D; ++k) result[k] = factor * a[k];
    return result;
  }
};

template <class N, int D>
N dot(const Vector<N, D>& a, const Vector<N, D>& b) {
  N sum = a[0] * b[0];
  for (int k = 1; k < D; ++k) sum = sum + a[k] * b[k];
  return sum;
}
template <class N, int D>
N length(const Vector<N, D>& a) {
  return square_root(dot(a, a));
}
template <class Mask, class N, int D>
Vector<N, D> select(const Mask& condition, const Vector<N, D>& yes, const Vector<N, D>& no) {
  Vector<N, D> result;
  for (int k = 0; k < D; ++k) result[k] = select(condition, yes[k], no[k]);
  return result;
}

/// Number of components of a spin, angle or torque.
template <int D>
inline constexpr int spin_size = D == 2 ? 1 : 3;
template <class N, int D>
using SpinVector = Vector<N, spin_size<D>>;

/// spin x arm: the velocity that a spin gives to the end of an arm.
template <class N>
Vector<N, 3> cross(const Vector<N, 3>& a, const Vector<N, 3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <class N>
Vector<N, 2> cross(const Vector<N, 1>& spin, const Vector<N, 2>& arm) {
  return {{N(0.0) - spin[0] * arm[1], spin[0] * arm[0]}};
}
/// arm x force, in the plane.
template <class N>
Vector<N, 1> cross(const Vector<N, 2>& arm, const Vector<N, 2>& force) {
  return {{arm[0] * force[1] - arm[1] * force[0]}};
}

/// The part of a vector that is tangential to a contact with the given normal.
template <class N, int D>
Vector<N, D> tangential_part(const Vector<N, D>& a, const Vector<N, D>& normal) {
  return a - dot(a, normal) * normal;
}
/// The part of a relative spin that rolls (the rest twists). In the plane every spin rolls.
template <class N>
Vector<N, 3> rolling_part(const Vector<N, 3>& spin, const Vector<N, 3>& normal) {
  return tangential_part(spin, normal);
}
template <class N>
Vector<N, 1> rolling_part(const Vector<N, 1>& spin, const Vector<N, 2>&) {
  return spin;
}

}  // namespace scree::law
