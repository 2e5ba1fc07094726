// Numbers of contacts: each is given once, whoever asks, and none is lost while a thread finds none.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "scree/base/random.h"
#include "scree/step/contact_numbers.h"

namespace scree::step {
namespace {

TEST(ContactNumbers, follow_each_other) {
  ContactNumbers numbers(100);
  EXPECT_EQ(numbers.take(8), 0u);
  EXPECT_EQ(numbers.take(0), 8u) << "a batch without contacts";
  EXPECT_EQ(numbers.take(92), 8u) << "all that are left";
  EXPECT_EQ(numbers.lacking(), 0u);
}

TEST(ContactNumbers, have_room_for_as_many_as_there_may_be) {
  ContactNumbers numbers((std::size_t{1} << 32) + 5);
  EXPECT_EQ(numbers.take(1'000'000'000), 0u);
  EXPECT_EQ(numbers.take(1'000'000'000), 1'000'000'000u);
  numbers.extend((std::size_t{1} << 33) + 5);
  EXPECT_EQ(numbers.take(8), 2'000'000'000u);
}

TEST(ContactNumbers, are_given_once_to_threads_that_ask_at_the_same_time) {
  constexpr std::uint32_t room = 100'000, largest = 20;
  ContactNumbers numbers(room);
  struct Taken {
    std::vector<std::uint32_t> numbers;
    std::size_t asked = 0;
  };
  std::vector<Taken> taken(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < taken.size(); ++t)
      threads.emplace_back([&numbers, &mine = taken[t], t] {
        for (std::uint64_t turn = 0; mine.asked < room; ++turn) {
          const auto count = static_cast<std::uint32_t>(1 + random_bits(3, t, turn) % largest);
          mine.asked += count;
          if (const std::optional<std::uint32_t> first = numbers.take(count))
            for (std::uint32_t k = 0; k < count; ++k) mine.numbers.push_back(*first + k);
        }
      });
  }
  std::vector<int> given(room, 0);
  std::size_t asked = 0, got = 0;
  for (const Taken& mine : taken) {
    for (const std::uint32_t number : mine.numbers) ++given.at(number);
    asked += mine.asked;
    got += mine.numbers.size();
  }
  EXPECT_EQ(*std::max_element(given.begin(), given.end()), 1);
  EXPECT_EQ(got, room) << "who asks for one gets the last";
  EXPECT_EQ(numbers.lacking(), asked - got);
}

TEST(ContactNumbers, go_on_where_they_ended_once_there_is_room) {
  ContactNumbers numbers(16);
  EXPECT_EQ(numbers.take(8), 0u);
  EXPECT_FALSE(numbers.take(10));
  EXPECT_EQ(numbers.take(6), 8u) << "less still fits";
  EXPECT_EQ(numbers.lacking(), 10u);
  numbers.extend(26);
  EXPECT_EQ(numbers.lacking(), 0u);
  EXPECT_EQ(numbers.take(10), 14u);
  EXPECT_EQ(numbers.room(), 26u);
}

}  // namespace
}  // namespace scree::step
