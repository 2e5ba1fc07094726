// What a law may do with numbers. Laws are written once over a number type N: double here, SIMD lanes in
// kernel/, which brings the same functions for its own type. Choices are `select`, never `if`, so that all
// lanes take one path; every operation is one IEEE operation, so that double and lanes give the same bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace scree::law {

/// What a comparison of two N gives.
template <class N>
using Truth = decltype(std::declval<N>() < std::declval<N>());

inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
inline double square_root(double x) { return std::sqrt(x); }

/// Whether it holds in any lane: only to leave out what would change nothing.
inline bool any(bool condition) { return condition; }

/// A positive number's cube root to some three per cent: a third of what its upper 32 bits make as a whole
/// number. Constants as in FreeBSD's cbrt.
namespace rough_cube_root {
inline constexpr double third = 1.0 / 3.0, shift = 715094163.0, magic = 4503599627370496.0;  // 2^52
}
inline double near_cube_root(double x) {
  const auto upper = static_cast<double>(std::bit_cast<std::uint64_t>(x) >> 32);
  const double third = (upper * rough_cube_root::third + rough_cube_root::shift) + rough_cube_root::magic;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(third) << 32);
}

/// The second of equals.
template <class N>
N larger(const N& a, const N& b) {
  return select(a > b, a, b);
}
template <class N>
N smaller(const N& a, const N& b) {
  return select(a < b, a, b);
}
template <class N>
N magnitude(const N& a) {
  return select(a < N(0.0), N(0.0) - a, a);
}

/// Of a positive number, not subnormal; to 1e-14. Two steps of Halley's method.
template <class N>
N cube_root(const N& x) {
  N root = near_cube_root(x);
  for (int k = 0; k < 2; ++k) {
    const N cube = root * root * root;
    root = root * ((cube + N(2.0) * x) / (N(2.0) * cube + x));
  }
  return root;
}
/// Of a number from 0 to 3; to 1e-13. Three times half the angle, then the series.
template <class N>
N arc_tangent(const N& x) {
  N t = x;
  for (int k = 0; k < 3; ++k) t = t / (N(1.0) + square_root(N(1.0) + t * t));
  const N tt = t * t;
  N sum(1.0 / 15.0);
  for (int k = 13; k > 0; k -= 2) sum = N(1.0 / k) - tt * sum;
  return N(8.0) * t * sum;
}

}  // namespace scree::law
