// What a law may do with numbers. Laws are written once over a number type N: double here, SIMD lanes in
// kernel/, which brings the same functions for its own type. Choices are `select`, never `if`, so that all
// lanes take one path; every operation is one IEEE operation, so that double and lanes give the same bits.
#pragma once

#include <cmath>
#include <utility>

namespace scree::law {

/// What a comparison of two N gives.
template <class N>
using Truth = decltype(std::declval<N>() < std::declval<N>());

inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
inline double square_root(double x) { return std::sqrt(x); }

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

}  // namespace scree::law
