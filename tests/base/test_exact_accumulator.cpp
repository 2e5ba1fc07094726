#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "scree/base/exact_accumulator.h"
#include "scree/base/random.h"

namespace scree {
namespace {

double sum_of(const std::vector<double>& terms) {
  ExactAccumulator sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

TEST(ExactAccumulator, keeps_single_numbers) {
  for (const double number :
       {0.0, 1.0, -1.0, 0.1, -3.7e300, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-310,
        std::numeric_limits<double>::max(), -std::numeric_limits<double>::max(), 4294967296.0, 1e-200})
    EXPECT_EQ(sum_of({number}), number);
}

TEST(ExactAccumulator, loses_nothing_to_cancellation) {
  EXPECT_EQ(sum_of({1e300, 1.0, -1e300}), 1.0);
  EXPECT_EQ(sum_of({1e300, 5e-324, -1e300}), 5e-324);
  EXPECT_EQ(sum_of({-1e16, 1.0, 1e16, -1.0}), 0.0);
}

TEST(ExactAccumulator, rounds_once_to_the_nearest_halves_to_even) {
  const double ulp = 0x1p-52;
  EXPECT_EQ(sum_of({1.0, ulp / 2}), 1.0);
  EXPECT_EQ(sum_of({1.0 + ulp, ulp / 2}), 1.0 + 2 * ulp);
  EXPECT_EQ(sum_of({1.0, ulp / 2, 5e-324}), 1.0 + ulp);
  EXPECT_EQ(sum_of({-1.0, -ulp / 2, -1e-200}), -1.0 - ulp);
}

TEST(ExactAccumulator, tells_of_terms_that_are_no_numbers) {
  EXPECT_TRUE(std::isnan(sum_of({1.0, std::numeric_limits<double>::infinity()})));
  EXPECT_TRUE(std::isnan(sum_of({std::numeric_limits<double>::quiet_NaN(), 1.0})));
}

RC_GTEST_PROP(ExactAccumulator, does_not_depend_on_order_or_on_parts, (std::uint64_t seed)) {
  std::vector<double> terms;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const int exponent = static_cast<int>(random_bits(seed, 1, k) % 400) - 200;
    terms.push_back(std::ldexp(2 * random_uniform(seed, 2, k) - 1, exponent));
  }
  const double expected = sum_of(terms);
  std::vector<double> shuffled = terms;
  for (std::size_t k = shuffled.size(); k > 1; --k)
    std::swap(shuffled[k - 1], shuffled[random_bits(seed, 3, k) % k]);
  RC_ASSERT(sum_of(shuffled) == expected);
  ExactAccumulator whole, part;
  for (std::size_t k = 0; k < terms.size(); ++k) (k % 3 == 0 ? whole : part).add(terms[k]);
  whole.add(part);
  RC_ASSERT(whole.value() == expected);
}

RC_GTEST_PROP(ExactAccumulator, of_two_numbers_is_their_rounded_sum, (double a, double b)) {
  RC_PRE(std::isfinite(a) && std::isfinite(b) && std::isfinite(a + b));
  RC_ASSERT(sum_of({a, b}) == a + b);
}

}  // namespace
}  // namespace scree
