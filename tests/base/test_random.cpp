#include "scree/base/random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <unordered_set>
#include <vector>

namespace scree {
namespace {

constexpr std::uint64_t stream = purpose("test");

// Largest distance of the fraction of set bits from one half, over the 64 bit positions, in standard
// deviations.
double worst_bit_bias(const std::function<std::uint64_t(std::uint64_t)>& word, std::uint64_t count) {
  std::vector<std::uint64_t> set(64);
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t bits = word(k);
    for (int b = 0; b < 64; ++b) set[b] += (bits >> b) & 1;
  }
  double worst = 0;
  for (const std::uint64_t times : set)
    worst =
        std::fmax(worst, std::fabs(double(times) - 0.5 * double(count)) / std::sqrt(0.25 * double(count)));
  return worst;
}

// Pearson's statistic over equal bins, in standard deviations from its mean.
double chi_square_deviation(const std::function<double(std::uint64_t)>& number, std::uint64_t count,
                            int bins) {
  std::vector<double> hits(bins);
  for (std::uint64_t k = 0; k < count; ++k) ++hits[static_cast<int>(number(k) * bins)];
  const double expected = double(count) / bins;
  double statistic = 0;
  for (const double hit : hits) statistic += (hit - expected) * (hit - expected) / expected;
  return (statistic - (bins - 1)) / std::sqrt(2.0 * (bins - 1));
}

double correlation(const std::function<double(std::uint64_t)>& a,
                   const std::function<double(std::uint64_t)>& b, std::uint64_t count) {
  double sum = 0;
  for (std::uint64_t k = 0; k < count; ++k) sum += (a(k) - 0.5) * (b(k) - 0.5);
  return sum * 12 / double(count) * std::sqrt(double(count));  // in standard deviations
}

TEST(Random, is_a_function_of_seed_purpose_and_index_that_never_changes) {
  // Recorded runs depend on these words.
  EXPECT_EQ(random_bits(0, 0, 0), 0x1a6f'd6b2'04c5'991du);
  EXPECT_EQ(random_bits(7, purpose("fill"), 12), random_bits(7, purpose("fill"), 12));
  EXPECT_NE(random_bits(7, purpose("fill"), 12), random_bits(8, purpose("fill"), 12));
  EXPECT_NE(random_bits(7, purpose("fill"), 12), random_bits(7, purpose("flow"), 12));
  EXPECT_NE(random_bits(7, purpose("fill"), 12), random_bits(7, purpose("fill"), 13));
}

TEST(Random, uniform_numbers_stay_below_one_and_use_53_bits) {
  double least = 1, most = 0;
  bool uses_the_last_bit = false;
  for (std::uint64_t k = 0; k < 100000; ++k) {
    const double u = random_uniform(3, stream, k);
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    least = std::fmin(least, u);
    most = std::fmax(most, u);
    uses_the_last_bit = uses_the_last_bit || std::fmod(u * 0x1p53, 2) == 1;
  }
  EXPECT_LT(least, 1e-3);
  EXPECT_GT(most, 1 - 1e-3);
  EXPECT_TRUE(uses_the_last_bit);
}

TEST(Random, is_even_along_each_of_its_three_words) {
  const std::uint64_t count = 200000;
  const std::function<std::uint64_t(std::uint64_t)> by_index = [](auto k) {
    return random_bits(1, stream, k);
  };
  const std::function<std::uint64_t(std::uint64_t)> by_seed = [](auto k) {
    return random_bits(k, stream, 0);
  };
  const std::function<std::uint64_t(std::uint64_t)> by_purpose = [](auto k) { return random_bits(1, k, 0); };
  for (const auto& words : {by_index, by_seed, by_purpose}) {
    EXPECT_LT(worst_bit_bias(words, count), 4.5);
    const auto number = [&](std::uint64_t k) { return double(words(k) >> 11) * 0x1p-53; };
    EXPECT_LT(std::fabs(chi_square_deviation(number, count, 1000)), 4);
    const auto pair_cell = [&](std::uint64_t k) {  // pairs of neighbours fill the square evenly
      return (std::floor(32 * number(2 * k)) + number(2 * k + 1)) / 32;
    };
    EXPECT_LT(std::fabs(chi_square_deviation(pair_cell, count / 2, 1024)), 4);
  }
}

TEST(Random, neighbouring_streams_are_not_correlated_at_any_small_shift) {
  const auto number = [](std::uint64_t seed, std::uint64_t index) {
    return random_uniform(seed, stream, index);
  };
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    for (std::uint64_t shift = 0; shift < 4; ++shift) {
      const auto here = [&](std::uint64_t k) { return number(seed, k); };
      const auto there = [&](std::uint64_t k) { return number(seed + 1, k + shift); };
      EXPECT_LT(std::fabs(correlation(here, there, 50000)), 4.5) << seed << " shifted by " << shift;
    }
}

TEST(Random, one_changed_input_bit_changes_half_of_the_output) {
  double changed[3][64] = {};
  const int trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    std::uint64_t word[3];
    for (int k = 0; k < 3; ++k) word[k] = random_bits(99, purpose("inputs"), 3 * trial + k);
    const std::uint64_t before = random_bits(word[0], word[1], word[2]);
    for (int k = 0; k < 3; ++k)
      for (int bit = 0; bit < 64; ++bit) {
        word[k] ^= std::uint64_t{1} << bit;
        changed[k][bit] += std::popcount(before ^ random_bits(word[0], word[1], word[2]));
        word[k] ^= std::uint64_t{1} << bit;
      }
  }
  for (const auto& by_bit : changed)
    for (const double bits : by_bit) EXPECT_NEAR(bits / trials, 32, 5 * 4 / std::sqrt(trials));
}

TEST(Random, different_indices_never_collide) {
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t k = 0; k < 300000; ++k) ASSERT_TRUE(seen.insert(random_bits(5, stream, k)).second) << k;
}

}  // namespace
}  // namespace scree
