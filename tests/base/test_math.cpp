#include "scree/base/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "scree/base/hash.h"
#include "scree/base/random.h"

namespace scree {
namespace {

using Function = std::function<double(double)>;
using Precise = std::function<long double(long double)>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();

// In units in the last place of the wanted value; infinite for a wrong kind of value or a wrong sign of zero.
double error_in_ulps(double got, long double want) {
  const double rounded = static_cast<double>(want);
  if (std::isnan(rounded) || std::isnan(got)) return std::isnan(rounded) && std::isnan(got) ? 0 : infinity;
  if (std::isinf(rounded) || std::isinf(got)) return rounded == got ? 0 : infinity;
  if (rounded == 0 && got == 0) return std::signbit(rounded) == std::signbit(got) ? 0 : infinity;
  int exponent = 0;
  std::frexp(rounded, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs(static_cast<long double>(got) - want) /
                             static_cast<long double>(unit));
}

double random_in(double from, double to, std::uint64_t index, std::uint64_t stream = 0) {
  return from + (to - from) * random_uniform(stream, purpose("math"), index);
}
// Of either sign if `signs`, sizes spread evenly over the exponents.
double random_size(double least_exponent, double most_exponent, std::uint64_t index, bool signs) {
  const double mantissa = random_in(1, 2, index, 1);
  const double size =
      std::ldexp(mantissa, static_cast<int>(std::floor(random_in(least_exponent, most_exponent, index, 2))));
  return signs && random_bits(3, purpose("math"), index) % 2 == 1 ? -size : size;
}

struct Worst {
  double error = 0;
  double x = 0, y = 0;
  void take(double new_error, double new_x, double new_y = 0) {
    if (new_error > error) *this = {new_error, new_x, new_y};
  }
};
::testing::AssertionResult within(const Worst& worst, double limit) {
  if (worst.error <= limit) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << worst.error << " ulp at " << std::hexfloat << worst.x << ", " << worst.y;
}

constexpr std::uint64_t points = 400'000;

Worst worst_over(const Function& ours, const Precise& precise, double from, double to) {
  Worst worst;
  for (std::uint64_t k = 0; k < points; ++k) {
    const double x = random_in(from, to, k);
    worst.take(error_in_ulps(ours(x), precise(x)), x);
  }
  return worst;
}
Worst worst_over_exponents(const Function& ours, const Precise& precise, double from, double to, bool signs) {
  Worst worst;
  for (std::uint64_t k = 0; k < points; ++k) {
    const double x = random_size(from, to, k, signs);
    worst.take(error_in_ulps(ours(x), precise(x)), x);
  }
  return worst;
}

const Precise precise_sin = [](long double x) { return std::sin(x); };
const Precise precise_cos = [](long double x) { return std::cos(x); };
const Precise precise_exp = [](long double x) { return std::exp(x); };
const Precise precise_log = [](long double x) { return std::log(x); };
const Precise precise_cbrt = [](long double x) { return std::cbrt(x); };

TEST(Math, sine_and_cosine_are_within_one_ulp_everywhere) {
  EXPECT_TRUE(within(worst_over(math::sin, precise_sin, -10, 10), 1));
  EXPECT_TRUE(within(worst_over(math::cos, precise_cos, -10, 10), 1));
  EXPECT_TRUE(within(worst_over(math::sin, precise_sin, -2e6, 2e6), 1));
  EXPECT_TRUE(within(worst_over(math::cos, precise_cos, -2e6, 2e6), 1));
  EXPECT_TRUE(within(worst_over_exponents(math::sin, precise_sin, -1000, 63, true), 1));
  EXPECT_TRUE(within(worst_over_exponents(math::cos, precise_cos, -1000, 63, true), 1));
}

TEST(Math, sine_and_cosine_are_right_next_to_multiples_of_half_pi) {
  Worst worst;
  for (int k = 0; k < 200'000; ++k) {
    const double near =
        static_cast<double>(static_cast<long double>(k) * 1.57079632679489661923132169163975144L);
    for (const double x : {std::nextafter(near, 0), near, std::nextafter(near, infinity)}) {
      worst.take(error_in_ulps(math::sin(x), std::sin(static_cast<long double>(x))), x);
      worst.take(error_in_ulps(math::cos(x), std::cos(static_cast<long double>(x))), x);
    }
  }
  EXPECT_TRUE(within(worst, 1));
}

// The C library's long double reduction is not exact beyond 2^63, so these come from arithmetic with 1,200
// bits.
TEST(Math, sine_and_cosine_of_huge_arguments_are_reduced_exactly) {
  // clang-format off
  const struct { double x, sin, cos; } known[] = {
      {0x1.0000000000000p+63, 0x1.fff6dfd42dc54p-1, 0x1.82aa375b3c33ep-7},
      {0x1.0f0cf064dd592p+73, -0x1.b453ab76bf397p-1, 0x1.0be2cef01c8f4p-1},
      {0x1.249ad2594c37dp+332, -0x1.85c5e5b929359p-2, 0x1.d9757496841f5p-1},
      {0x1.7e43c8800759cp+996, -0x1.a2c16b010e385p-1, -0x1.2699022adc4c1p-1},
      {0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8, -0x1.fffe62ecfab75p-1},
      {0x1.0000000000000p+1023, 0x1.205248cbdb760p-1, -0x1.a719f26c232bfp-1},
      {0x1.6ac5b262ca1ffp+849, 0x1.0000000000000p+0, -0x1.14ae72e6ba22fp-61},
      {0x1.3c6da5c9b49f4p+64, -0x1.d4ddb05afdef2p-1, -0x1.9b61aee8c2523p-2},
      {0x1.1a6916d714358p+128, -0x1.a532ee4621ae0p-3, -0x1.f50e0ad2e9b3ep-1},
      {0x1.656412af52f8cp+200, 0x1.c0e2e31af9aa1p-2, -0x1.cc2f1806fd9ebp-1},
      {0x1.27ac4342e219ep+333, 0x1.d4652d9ff5ef4p-5, -0x1.ff299293847e2p-1},
      {0x1.11072220a257ap+500, 0x1.12488ef9d96d1p-1, 0x1.b0557a525cc09p-1},
      {0x1.66ceab3194b32p+700, 0x1.8d7d455a65d1bp-3, 0x1.f643966040e34p-1},
      {0x1.eaff1a094290ep+900, -0x1.7585380bb58dcp-2, 0x1.dcb909923c589p-1},
      {0x1.ccea71ffae488p+1000, -0x1.ca581615f948dp-3, -0x1.f30358874bb5fp-1},
  };
  // clang-format on
  for (const auto& [x, sin, cos] : known) {
    EXPECT_LE(error_in_ulps(math::sin(x), sin), 1) << x;
    EXPECT_LE(error_in_ulps(math::cos(x), cos), 1) << x;
    EXPECT_EQ(math::sin(-x), -math::sin(x));
    EXPECT_EQ(math::cos(-x), math::cos(x));
  }
}

TEST(Math, exponential_is_within_one_ulp_from_underflow_to_overflow) {
  EXPECT_TRUE(within(worst_over(math::exp, precise_exp, -746, 710), 1));
  EXPECT_TRUE(within(worst_over(math::exp, precise_exp, -1, 1), 1));
  EXPECT_TRUE(within(worst_over_exponents(math::exp, precise_exp, -1070, 9, true), 1));
  EXPECT_LT(math::exp(0x1.62e42fefa39efp+9), infinity);
  EXPECT_EQ(math::exp(std::nextafter(0x1.62e42fefa39efp+9, infinity)), infinity);
  EXPECT_EQ(math::exp(-745.13), tiny);
  EXPECT_EQ(math::exp(-745.14), 0);
}

TEST(Math, logarithm_is_within_one_ulp_also_near_one_and_of_subnormals) {
  EXPECT_TRUE(within(worst_over(math::log, precise_log, 0.5, 2), 1));
  EXPECT_TRUE(within(worst_over(math::log, precise_log, 1 - 1e-6, 1 + 1e-6), 1));
  EXPECT_TRUE(within(worst_over_exponents(math::log, precise_log, -1074, 1023, false), 1));
}

TEST(Math, cube_root_is_within_one_ulp_and_exact_for_cubes) {
  EXPECT_TRUE(within(worst_over_exponents(math::cbrt, precise_cbrt, -1074, 1023, true), 1));
  for (double root = 1; root < 200'000; root += 1) ASSERT_EQ(math::cbrt(root * root * root), root);
}

TEST(Math, power_is_within_one_ulp) {
  Worst worst;
  for (std::uint64_t k = 0; k < points; ++k) {
    const double base = random_size(-12, 12, k, false), exponent = random_in(-100, 100, k, 5);
    worst.take(error_in_ulps(math::pow(base, exponent), std::pow(static_cast<long double>(base), exponent)),
               base, exponent);
    const double any_base = random_size(-1074, 1023, k, false), small_exponent = random_in(-1.2, 1.2, k, 6);
    worst.take(error_in_ulps(math::pow(any_base, small_exponent),
                             std::pow(static_cast<long double>(any_base), small_exponent)),
               any_base, small_exponent);
    const double near_one = random_in(0.999, 1.001, k, 7), large_exponent = random_in(-6e5, 6e5, k, 8);
    worst.take(error_in_ulps(math::pow(near_one, large_exponent),
                             std::pow(static_cast<long double>(near_one), large_exponent)),
               near_one, large_exponent);
  }
  EXPECT_TRUE(within(worst, 1));
}

TEST(Math, power_of_small_integers_is_exact) {
  for (int base = 1; base <= 12; ++base) {
    double product = 1;
    for (int exponent = 0; exponent <= 14; ++exponent, product *= base) {
      EXPECT_EQ(math::pow(base, exponent), product) << base << " to the " << exponent;
      EXPECT_EQ(math::pow(-base, exponent), exponent % 2 == 0 ? product : -product);
    }
  }
}

TEST(Math, angle_of_a_point_is_within_two_ulp_in_all_directions_and_sizes) {
  Worst worst;
  for (std::uint64_t k = 0; k < points; ++k) {
    const double x = random_in(-1, 1, k, 9), y = random_in(-1, 1, k, 10);
    worst.take(error_in_ulps(math::atan2(y, x),
                             std::atan2(static_cast<long double>(y), static_cast<long double>(x))),
               x, y);
    const double wide_x = random_size(-1074, 1023, k, true),
                 wide_y = random_size(-1074, 1023, k + points, true);
    worst.take(error_in_ulps(math::atan2(wide_y, wide_x),
                             std::atan2(static_cast<long double>(wide_y), static_cast<long double>(wide_x))),
               wide_x, wide_y);
    const double near_y = wide_x * random_in(-1.2, 1.2, k, 11);
    worst.take(error_in_ulps(math::atan2(near_y, wide_x),
                             std::atan2(static_cast<long double>(near_y), static_cast<long double>(wide_x))),
               wide_x, near_y);
  }
  EXPECT_TRUE(within(worst, 2));
}

TEST(Math, special_values_are_those_of_the_C_standard) {
  const double values[] = {
      0.0,     -0.0,     tiny,       -tiny,       0x1p-1022, -0x1p-1022,  0x1p-30,     0.5,         -0.5,
      1,       -1,       1.5,        -1.5,        2,         -2,          3,           -3,          3.5,
      0x1p52,  -0x1p52,  0x1p52 + 1, -0x1p52 - 1, 0x1p53,    0x1p53 + 2,  -0x1p53,     1e300,       -1e300,
      largest, -largest, infinity,   -infinity,   nan,       1 + 0x1p-52, 1 - 0x1p-53, -1 - 0x1p-52};
  for (const double x : values) {
    if (std::fabs(x) < 0x1p60 || !std::isfinite(x)) {
      EXPECT_LE(error_in_ulps(math::sin(x), std::sin(static_cast<long double>(x))), 1) << "sin " << x;
      EXPECT_LE(error_in_ulps(math::cos(x), std::cos(static_cast<long double>(x))), 1) << "cos " << x;
    }
    EXPECT_LE(error_in_ulps(math::exp(x), std::exp(static_cast<long double>(x))), 1) << "exp " << x;
    EXPECT_LE(error_in_ulps(math::log(x), std::log(static_cast<long double>(x))), 1) << "log " << x;
    EXPECT_LE(error_in_ulps(math::cbrt(x), std::cbrt(static_cast<long double>(x))), 1) << "cbrt " << x;
    for (const double y : values) {
      EXPECT_LE(error_in_ulps(math::pow(x, y), std::pow(x, y)), 1) << x << " to the " << y;
      EXPECT_LE(error_in_ulps(math::atan2(x, y),
                              std::atan2(static_cast<long double>(x), static_cast<long double>(y))),
                2)
          << "atan2 " << x << ", " << y;
    }
  }
}

// Fails if a compiler contracts, reorders or calls the C library: the digest is the same for every compiler
// and CPU.
TEST(Math, has_the_same_bits_on_every_machine) {
  Hash128 sum;
  for (std::uint64_t k = 0; k < 100'000; ++k) {
    const double x = random_size(-40, 40, k, true), y = random_in(-20, 20, k, 12), size = std::fabs(x);
    const double results[] = {math::sin(x),       math::cos(x),      math::exp(y), math::log(size),
                              math::pow(size, y), math::atan2(x, y), math::cbrt(x)};
    sum += hash_bytes(results, sizeof results, k);
  }
  EXPECT_EQ(sum.text(), "68cb5053251f00b97406bf2a35fa7408");
}

}  // namespace
}  // namespace scree
