#include "scree/base/exact_sum.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace scree {
namespace {

RC_GTEST_PROP(ExactSum, does_not_depend_on_the_order_of_its_terms, (std::vector<int> terms)) {
  const auto sum_of = [](const std::vector<int>& some) {
    ExactSum sum;
    for (const int term : some) sum.add(to_quanta(0.1 * term, quantum_for(1e9)));
    return sum;
  };
  std::vector<int> sorted = terms;
  std::sort(sorted.begin(), sorted.end());
  RC_ASSERT(sum_of(terms) == sum_of(sorted));
}

TEST(ExactSum, is_right_to_half_a_part_of_a_quantum_per_term) {
  const double quantum = quantum_for(1);
  EXPECT_LE(quantum, std::ldexp(1.0, -39));
  ExactSum sum;
  for (int k = 0; k < 1000; ++k) sum.add(to_quanta(0.1, quantum));
  EXPECT_NEAR(sum.value(quantum), 100, 500 * quantum / parts_per_quantum);
}

TEST(ExactSum, counts_terms_far_below_the_quantum) {
  const double quantum = quantum_for(1);
  ExactSum sum;
  sum.add(to_quanta(0.75, quantum));
  for (int k = 0; k < 1000; ++k) sum.add(to_quanta(1e-16, quantum));
  EXPECT_NEAR(sum.value(quantum) - 0.75, 1e-13, 1e-16);
  EXPECT_EQ(to_quanta(std::numeric_limits<double>::quiet_NaN(), 1).parts, 0);
  EXPECT_EQ(to_quanta(1e300, 1).parts, 0);
}

TEST(ExactSum, cuts_what_is_too_large_and_keeps_its_sign) {
  EXPECT_EQ(static_cast<double>(to_quanta(1e300, 1).whole), most_quanta);
  EXPECT_EQ(static_cast<double>(to_quanta(-std::numeric_limits<double>::infinity(), 1).whole), -most_quanta);
}

TEST(ExactSum, comes_back_from_its_words) {
  ExactSum sum;
  for (int k = 0; k < 100'000; ++k) sum.add(-static_cast<std::int64_t>(most_quanta));
  EXPECT_EQ(ExactSum::from_words(sum.low_word(), sum.high_word()), sum);
  EXPECT_DOUBLE_EQ(sum.value(1), -1e5 * most_quanta);
}

}  // namespace
}  // namespace scree
