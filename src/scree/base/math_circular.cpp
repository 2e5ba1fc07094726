// sin, cos and atan2 of base/math.
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "scree/base/detail/double_double.h"
#include "scree/base/math.h"

namespace scree::math {
namespace {

using detail::DoubleDouble;
using detail::multiply;
using detail::nearest;
using detail::quick_two_sum;
using detail::two_product;
using detail::two_sum;

__extension__ using Wide = unsigned __int128;

constexpr DoubleDouble half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// x = (4 n + quadrant) pi/2 + rest, |rest| at most a little over pi/4.
struct Reduced {
  int quadrant;
  DoubleDouble rest;
};

/// For |x| < 2^20: pi/2 in three parts of 33 bits, whose products with the quotient are exact, and a tail
/// (Cody, Waite).
Reduced reduce_small(double x) {
  constexpr double per_half_pi = 0x1.45f306dc9c883p-1;
  constexpr double part[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69},
                   tail = 0x1.b839a252049c1p-104;
  const double k = nearest(x * per_half_pi);
  const DoubleDouble second = two_sum(x - k * part[0], -k * part[1]);
  const DoubleDouble third = two_sum(second.hi, -k * part[2]);
  const double lo = (third.lo + second.lo) - k * tail;
  return {static_cast<int>(k) & 3, quick_two_sum(third.hi, lo)};
}

/// For any finite |x| >= 1: multiplies the mantissa with those 256 bits of 2/pi that decide the quadrant and
/// the first 137 bits after it (Payne, Hanek).
Reduced reduce_large(double x) {
  static constexpr std::uint64_t two_over_pi[] = {
      0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
      0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
      0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
      0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1075;
  const std::uint64_t mantissa = (bits & 0x000f'ffff'ffff'ffffu) | 0x0010'0000'0000'0000u;

  // words before the first one contribute whole turns only
  const int first = exponent < 2 ? 0 : (exponent - 2) / 64;
  std::uint64_t product[5];  // most significant word first
  std::uint64_t carry = 0;
  for (int k = 3; k >= 0; --k) {
    const Wide part = static_cast<Wide>(mantissa) * two_over_pi[first + k] + carry;
    product[k + 1] = static_cast<std::uint64_t>(part);
    carry = static_cast<std::uint64_t>(part >> 64);
  }
  product[0] = carry;

  // move the two bits of the quadrant to the top, the fraction of a quarter turn behind them
  const int fraction_bits = 64 * (first + 4) - exponent;
  const int skip = 320 - fraction_bits - 2;
  std::uint64_t word[4];
  for (int k = 0; k < 4; ++k) {
    const int from = k + skip / 64, bit = skip % 64;
    const std::uint64_t high = from < 5 ? product[from] : 0, low = from + 1 < 5 ? product[from + 1] : 0;
    word[k] = bit == 0 ? high : (high << bit) | (low >> (64 - bit));
  }
  int quadrant = static_cast<int>(word[0] >> 62);
  std::uint64_t fraction[3];
  for (int k = 0; k < 3; ++k) fraction[k] = (word[k] << 2) | (word[k + 1] >> 62);

  // to the nearest quarter turn, so that the fraction is at most one half in size
  const bool rounds_up = (fraction[0] >> 63) != 0;
  if (rounds_up) {
    quadrant = (quadrant + 1) & 3;
    for (std::uint64_t& part : fraction) part = ~part;  // one unit of 2^-192 off, far below what is kept
  }
  DoubleDouble sum{0, 0};
  double weight = 0x1p-192;
  for (int k = 2; k >= 0; --k)
    for (const std::uint64_t half : {fraction[k] & 0xffff'ffffu, fraction[k] >> 32}) {
      sum = detail::add({static_cast<double>(half) * weight, 0}, sum);
      weight *= 0x1p32;
    }
  DoubleDouble rest = multiply(sum, half_pi);
  if (rounds_up != std::signbit(x)) rest = {-rest.hi, -rest.lo};
  return {std::signbit(x) ? (4 - quadrant) & 3 : quadrant, rest};
}

Reduced reduce(double x) { return std::fabs(x) < 0x1p20 ? reduce_small(x) : reduce_large(x); }

/// Taylor's series on |x| <= pi/4; terms left out are below 2^-62 of the result.
double sin_of(const DoubleDouble& x) {
  const double z = x.hi * x.hi;
  double series = 1.0 / 355687428096000;
  for (const double term : {-1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880,
                            -1.0 / 5040, 1.0 / 120, -1.0 / 6})
    series = term + z * series;
  return x.hi + (x.lo * (1 - 0.5 * z) + x.hi * z * series);
}
double cos_of(const DoubleDouble& x) {
  const double z = x.hi * x.hi;
  double series = -1.0 / 6402373705728000;
  for (const double term : {1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
                            1.0 / 40320, -1.0 / 720, 1.0 / 24})
    series = term + z * series;
  const double half = 0.5 * z;
  const DoubleDouble start = quick_two_sum(1, -half);
  return start.hi + (start.lo + (z * z * series - x.hi * x.lo));
}

/// arctan(numerator / denominator) for 0 <= numerator <= denominator, denominator > 0. The nearest k/8 is
/// taken off by the addition theorem, which leaves an argument of at most 1/16.
DoubleDouble arctan_of_ratio(double numerator, double denominator) {
  static constexpr DoubleDouble arctan_of_eighths[] = {{0, 0},
                                                       {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                                       {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                                       {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                                       {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                                       {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                                       {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                                       {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                                       {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  const double ratio = numerator / denominator;
  const int k = static_cast<int>(8 * ratio + 0.5);
  double argument = ratio;
  if (k > 0) {
    const double eighths = k * 0.125;
    const DoubleDouble taken = two_product(eighths, denominator);
    argument = ((numerator - taken.hi) - taken.lo) / (denominator + eighths * numerator);
  }
  const double z = argument * argument;
  double series = 1.0 / 17;
  for (const double term : {-1.0 / 15, 1.0 / 13, -1.0 / 11, 1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3})
    series = term + z * series;
  const DoubleDouble sum = two_sum(arctan_of_eighths[k].hi, argument);
  return quick_two_sum(sum.hi, sum.lo + (arctan_of_eighths[k].lo + argument * z * series));
}

DoubleDouble minus(const DoubleDouble& a, const DoubleDouble& b) { return detail::add(a, {-b.hi, -b.lo}); }

}  // namespace

double sin(double x) {
  if (!std::isfinite(x)) return x - x;
  if (std::fabs(x) < 0x1p-27) return x;
  const Reduced reduced = reduce(x);
  const double size = reduced.quadrant % 2 == 0 ? sin_of(reduced.rest) : cos_of(reduced.rest);
  return reduced.quadrant < 2 ? size : -size;
}

double cos(double x) {
  if (!std::isfinite(x)) return x - x;
  const Reduced reduced = reduce(x);
  const double size = reduced.quadrant % 2 == 0 ? cos_of(reduced.rest) : sin_of(reduced.rest);
  return reduced.quadrant == 0 || reduced.quadrant == 3 ? size : -size;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  double rise = std::fabs(y), run = std::fabs(x);
  if (std::isinf(rise) || std::isinf(run)) {  // as if the infinite ones were 1 and the finite ones 0
    rise = std::isinf(rise) ? 1 : 0;
    run = std::isinf(run) ? 1 : 0;
  }
  const bool is_steep = rise > run;
  double small = is_steep ? run : rise, large = is_steep ? rise : run;
  if (large > 0x1p900) {
    small *= 0x1p-200;
    large *= 0x1p-200;
  } else if (large < 0x1p-700) {
    small *= 0x1p300;
    large *= 0x1p300;
  }
  DoubleDouble angle = small == 0 ? DoubleDouble{0, 0} : arctan_of_ratio(small, large);
  if (is_steep) angle = minus(half_pi, angle);
  if (std::signbit(x)) angle = minus({2 * half_pi.hi, 2 * half_pi.lo}, angle);
  return std::copysign(angle.hi + angle.lo, y);
}

}  // namespace scree::math
