#include "scree/base/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "scree/base/detail/double_double.h"

namespace scree::math {
namespace {

using detail::add;
using detail::divide;
using detail::DoubleDouble;
using detail::multiply;
using detail::nearest;
using detail::quick_two_sum;
using detail::two_product;
using detail::two_sum;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// 2^k for a normal result.
double power_of_two(int k) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + k) << 52); }

/// x 2^k for x near 1, rounded once even if the result is subnormal.
double scaled(double x, int k) {
  if (k > 1023) return x * 2 * power_of_two(k - 1);
  if (k < -1021) return x * power_of_two(k + 200) * 0x1p-200;
  return x * power_of_two(k);
}

/// x = mantissa 2^exponent with a mantissa in [1, 2); x positive and finite, subnormals too.
struct Parts {
  double mantissa;
  int exponent;
};
Parts split(double x) {
  const bool is_subnormal = x < 0x1p-1022;
  const auto bits = std::bit_cast<std::uint64_t>(is_subnormal ? x * 0x1p54 : x);
  const int exponent = static_cast<int>(bits >> 52) - 1023 - (is_subnormal ? 54 : 0);
  return {std::bit_cast<double>((bits & 0x000f'ffff'ffff'ffffu) | 0x3ff0'0000'0000'0000u), exponent};
}

/// e^(x.hi + x.lo), saturating at both ends.
double exp_of(const DoubleDouble& x) {
  if (x.hi > 0x1.62e42fefa39efp+9) return infinity;  // log of the largest double
  if (x.hi < -0x1.74910d52d3053p+9) return 0;        // log of half the smallest
  // x = k ln 2 + r, ln 2 in a part of 32 bits, which times k is exact, and the rest
  constexpr double ln2_hi = 0x1.62e42fee00000p-1, ln2_lo = 0x1.a39ef35793c76p-33,
                   per_ln2 = 0x1.71547652b82fep+0;
  const double k = nearest(x.hi * per_ln2);
  const double start = x.hi - k * ln2_hi;
  const double r = start - k * ln2_lo;
  const double r_lo = ((start - r) - k * ln2_lo) + x.lo;
  // Taylor's series; |r| <= 0.347, so the first term left out, r^14/14!, is below 2^-57
  double series = 1.0 / 6227020800;
  for (const double inverse_factorial :
       {1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
        1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2})
    series = inverse_factorial + r * series;
  const DoubleDouble start_of_series = quick_two_sum(1, r);
  const double higher_orders = r * r * series;
  const double correction = r_lo * (start_of_series.hi + higher_orders);  // r_lo e^r
  return scaled(start_of_series.hi + (start_of_series.lo + (higher_orders + correction)),
                static_cast<int>(k));
}

/// log x to some 70 bits, for x positive and finite.
DoubleDouble log_of(double x) {
  auto [m, k] = split(x);
  if (m > 0x1.6a09e667f3bcdp+0) {  // sqrt 2: then m - 1 is small on both sides
    m *= 0.5;
    ++k;
  }
  // log m = 2 artanh s = 2 s (1 + z/3 + z^2/5 + ...), s = (m - 1) / (m + 1), z = s^2 <= 0.0295.
  // The first terms in two doubles, the rest (below 2^-17 of the sum) in one.
  const DoubleDouble s = divide(m - 1, two_sum(1, m));
  const DoubleDouble z = multiply(s, s);
  double rest = 2.0 / 25;
  for (const double term :
       {2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7})
    rest = term + z.hi * rest;
  constexpr DoubleDouble two_fifths{0x1.999999999999ap-2, -0x1.999999999999ap-56};
  constexpr DoubleDouble two_thirds{0x1.5555555555555p-1, 0x1.5555555555555p-55};
  const DoubleDouble third_order = add(two_fifths, two_product(z.hi, rest));
  const DoubleDouble second_order = add(two_thirds, multiply(z, third_order));
  const DoubleDouble log_m = add({2 * s.hi, 2 * s.lo}, multiply(s, multiply(z, second_order)));
  constexpr double ln2_hi = 0x1.62e42fefa2000p-1, ln2_lo = 0x1.9ef35793c7673p-41;  // 40 bits, and the next 53
  return add(add({k * ln2_hi, 0}, {k * ln2_lo, 0}), log_m);
}

bool is_integer(double y) {
  const double size = std::fabs(y);
  return size >= 0x1p52 || (size + 0x1p52) - 0x1p52 == size;
}
bool is_odd_integer(double y) { return std::fabs(y) < 0x1p53 && is_integer(y) && !is_integer(0.5 * y); }

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return x;
  return exp_of({x, 0});
}

double log(double x) {
  if (std::isnan(x) || x == infinity) return x;
  if (x == 0) return -infinity;
  if (x < 0) return not_a_number;
  const DoubleDouble result = log_of(x);
  return result.hi + result.lo;
}

double pow(double base, double exponent) {
  if (exponent == 0 || base == 1) return 1;
  if (std::isnan(base) || std::isnan(exponent)) return base + exponent;
  const double size = std::fabs(base);
  const double sign = std::signbit(base) && is_odd_integer(exponent) ? -1 : 1;
  if (size == 1 && std::isinf(exponent)) return 1;
  if (size == 0 || std::isinf(base) || std::isinf(exponent)) {
    const bool grows = (size > 1) == (exponent > 0);
    return sign * (grows ? infinity : 0.0);
  }
  if (base < 0 && !is_integer(exponent)) return not_a_number;
  if (size == 1) return sign;
  // |log size| is between 2^-53 and 745: beyond these exponents the result is 0, 1 or infinite
  if (std::fabs(exponent) > 0x1p64) return sign * ((size > 1) == (exponent > 0) ? infinity : 0.0);
  if (std::fabs(exponent) < 0x1p-64) return sign;
  const DoubleDouble log_size = log_of(size);
  const DoubleDouble product = two_product(exponent, log_size.hi);
  return sign * exp_of(quick_two_sum(product.hi, product.lo + exponent * log_size.lo));
}

double cbrt(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  auto [m, exponent] = split(std::fabs(x));
  const int third = (exponent + 1200) / 3 - 400;  // rounded down, also for negative exponents
  m = scaled(m, exponent - 3 * third);            // now in [1, 8)
  double root = 0.9 + 0.14 * m;                   // within 10 %; each step of Newton squares the error
  for (int step = 0; step < 4; ++step) root -= (root - m / (root * root)) / 3;
  const DoubleDouble square = two_product(root, root);
  const DoubleDouble cube = multiply(square, {root, 0});
  root += ((m - cube.hi) - cube.lo) / (3 * square.hi);
  return std::copysign(scaled(root, third), x);
}

}  // namespace scree::math
