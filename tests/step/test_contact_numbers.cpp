// Numbers of contacts: each is given once, whoever asks, and none is lost while somebody finds none.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "scree/base/random.h"
#include "scree/step/contact_numbers.h"

namespace scree::step {
namespace {

TEST(ContactNumbers, are_taken_from_a_range_of_ones_own_first) {
  ContactNumbers numbers(100, 2);
  EXPECT_EQ(numbers.take(1, 8), 50u);
  EXPECT_EQ(numbers.take(0, 8), 0u);
  EXPECT_EQ(numbers.take(1, 8), 58u);
  EXPECT_EQ(numbers.take(0, 0), 8u) << "a batch without contacts";
}

TEST(ContactNumbers, are_given_once_and_come_from_others_where_ones_own_run_out) {
  for (const int workers : {1, 2, 5}) {
    ContactNumbers numbers(1000, workers);
    std::vector<int> given(1000, 0);
    std::size_t asked = 0, got = 0;
    for (std::uint64_t turn = 0; asked < 1500; ++turn) {
      const auto count = static_cast<std::uint32_t>(1 + random_bits(3, 1, turn) % 20);
      asked += count;
      const std::optional<std::uint32_t> first = numbers.take(0, count);
      if (!first) continue;
      got += count;
      for (std::uint32_t k = *first; k < *first + count; ++k) ++given.at(k);
    }
    EXPECT_EQ(*std::max_element(given.begin(), given.end()), 1) << workers;
    EXPECT_GT(got, 1000u - 20u * static_cast<unsigned>(workers)) << "but for the ends of ranges";
    EXPECT_EQ(numbers.lacking(), asked - got);
  }
}

TEST(ContactNumbers, go_on_where_they_ended_once_there_is_room) {
  ContactNumbers numbers(16, 2);
  EXPECT_FALSE(numbers.take(1, 10)) << "each has eight";
  EXPECT_EQ(numbers.take(1, 8), 8u);
  EXPECT_EQ(numbers.lacking(), 10u);
  numbers.extend(26);
  EXPECT_EQ(numbers.lacking(), 0u);
  EXPECT_EQ(numbers.take(1, 10), 16u);
  EXPECT_EQ(numbers.room(), 26u);
}

}  // namespace
}  // namespace scree::step
