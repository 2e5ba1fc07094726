// Pairs of doubles that together carry some 106 bits, for the elementary functions of base/math. Needs
// arithmetic rounded to nearest and no contraction into fused multiply-adds.
#pragma once

#include <cstdint>

namespace scree::math::detail {

/// The unevaluated sum hi + lo, |lo| at most half a unit in the last place of hi.
struct DoubleDouble {
  double hi, lo;
};

/// Exact sum; any order of sizes (Knuth).
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_seen = sum - a;
  return {sum, (a - (sum - b_seen)) + (b - b_seen)};
}

/// Exact sum for |a| >= |b| or a = 0 (Dekker).
inline DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// Exact product, by splitting both factors into 26 bits (Veltkamp, Dekker). Sizes below 2^990.
inline DoubleDouble two_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double a_big = splitter * a, b_big = splitter * b;
  const double a_hi = a_big - (a_big - a), b_hi = b_big - (b_big - b);
  const double a_lo = a - a_hi, b_lo = b - b_hi;
  const double product = a * b;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

inline DoubleDouble add(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble sum = two_sum(a.hi, b.hi);
  return quick_two_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

inline DoubleDouble multiply(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble divide(double a, const DoubleDouble& b) {
  const double quotient = a / b.hi;
  const DoubleDouble back = two_product(quotient, b.hi);
  const double rest = ((a - back.hi) - back.lo) - quotient * b.lo;
  return quick_two_sum(quotient, rest / b.hi);
}

/// Nearest integer, for sizes below 2^51.
inline double nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

}  // namespace scree::math::detail
