#include "scree/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/error.h"
#include "scree/base/parallel_sort.h"
#include "scree/base/random.h"

namespace scree {
namespace {

TEST(Parallel, covers_every_index_once_for_any_count_grain_and_number_of_threads) {
  for (const int count_of_threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(count_of_threads);
    for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u, 10'001u})
      for (const std::size_t grain : {1u, 3u, 1000u}) {
        std::vector<int> visits(count);
        parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k) ++visits[k];
        });
        EXPECT_EQ(visits, std::vector<int>(count, 1));
      }
  }
}

TEST(Parallel, cuts_the_same_blocks_for_any_number_of_threads) {
  for (const int count_of_threads : {1, 2, 8}) {
    const ThreadLimit limit(count_of_threads);
    std::vector<std::pair<std::size_t, std::size_t>> blocks(block_count(1000, 64));
    for_each_block(1000, 64, [&](std::size_t block, std::size_t begin, std::size_t end) {
      blocks[block] = {begin, end};
    });
    ASSERT_EQ(blocks.size(), 16u);
    for (std::size_t k = 0; k < 16; ++k)
      EXPECT_EQ(blocks[k], (std::pair{64 * k, k == 15 ? 1000 : 64 * k + 64}));
  }
  for_each_block(0, 64, [](std::size_t, std::size_t, std::size_t) { FAIL(); });
}

TEST(Parallel, starts_more_workers_than_the_machine_has_cores) {
  const ThreadLimit limit(8);
  EXPECT_EQ(threads(), 8);
  std::atomic<int> arrived{0};
  std::vector<std::atomic<int>> seen(8);
  parallel_for(8, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      ++seen.at(worker_index());
      ++arrived;
      // every piece waits for all others, which only works if eight threads are inside at once
      const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
      while (arrived < 8 && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
    }
  });
  for (const auto& visits : seen) EXPECT_EQ(visits, 1);
}

TEST(Parallel, stays_on_the_calling_thread_with_one_thread_or_one_piece) {
  const auto caller = std::this_thread::get_id();
  const auto expect_caller = [&](std::size_t, std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); };
  {
    const ThreadLimit limit(1);
    parallel_for(100'000, 1, expect_caller);
  }
  const ThreadLimit limit(4);
  int calls = 0;
  parallel_for(100, 100, [&](std::size_t begin, std::size_t end) {
    ++calls;
    EXPECT_EQ(begin, 0u);
    EXPECT_EQ(end, 100u);
    expect_caller(begin, end);
  });
  EXPECT_EQ(calls, 1);
}

TEST(Parallel, restores_the_number_of_threads_at_the_end_of_the_scope) {
  const int before = threads();
  {
    const ThreadLimit outer(3);
    EXPECT_EQ(threads(), 3);
    {
      const ThreadLimit inner(5);
      EXPECT_EQ(threads(), 5);
    }
    EXPECT_EQ(threads(), 3);
  }
  EXPECT_EQ(threads(), before);
}

TEST(Parallel, refuses_less_than_one_thread) {
  EXPECT_THROW(set_threads(0), InternalError);
  EXPECT_THROW(set_threads(-3), InternalError);
}

TEST(Parallel, hands_an_exception_of_a_body_to_the_caller) {
  for (const int count_of_threads : {1, 4}) {
    const ThreadLimit limit(count_of_threads);
    const auto loop = [] {
      parallel_for(1000, 1, [](std::size_t begin, std::size_t end) {
        if (begin <= 500 && 500 < end) throw std::runtime_error("piece 500");
      });
    };
    EXPECT_THROW(loop(), std::runtime_error);
    std::atomic<int> visits{0};
    parallel_for(1000, 1,
                 [&](std::size_t begin, std::size_t end) { visits += static_cast<int>(end - begin); });
    EXPECT_EQ(visits, 1000) << "the next loop must run as if nothing had happened";
  }
}

TEST(Parallel, loops_may_nest) {
  const ThreadLimit limit(4);
  std::vector<int> visits(100 * 100);
  for_each_block(100, 1, [&](std::size_t row, std::size_t, std::size_t) {
    parallel_for(100, 5, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) ++visits[100 * row + k];
    });
  });
  EXPECT_EQ(visits, std::vector<int>(100 * 100, 1));
}

TEST(Parallel, loops_may_be_started_from_several_threads_at_once) {
  const ThreadLimit limit(3);
  std::vector<std::vector<int>> visits(4, std::vector<int>(5000));
  std::vector<std::thread> callers;
  for (auto& mine : visits)
    callers.emplace_back([&mine] {
      for (int round = 0; round < 20; ++round)
        parallel_for(mine.size(), 10, [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k) ++mine[k];
        });
    });
  for (std::thread& caller : callers) caller.join();
  for (const auto& mine : visits) EXPECT_EQ(mine, std::vector<int>(5000, 20));
}

TEST(Parallel, sorts_what_one_thread_would) {
  for (const std::size_t count : {0u, 1u, 1000u, 16'384u, 100'003u}) {
    std::vector<std::uint64_t> numbers(count);
    for (std::size_t k = 0; k < count; ++k) numbers[k] = random_bits(1, 2, k) % 5000;
    std::vector<std::uint64_t> expected = numbers;
    std::sort(expected.begin(), expected.end(), std::greater<>());
    for (const int number : {1, 2, 3, 8}) {
      const ThreadLimit limit(number);
      std::vector<std::uint64_t> sorted = numbers;
      parallel_sort(sorted.begin(), sorted.end(), std::greater<>());
      EXPECT_EQ(sorted, expected) << count << " numbers, " << number << " threads";
    }
  }
}

TEST(Parallel, assigns_every_element_whatever_was_there) {
  for (const int count : {1, 3}) {
    const ThreadLimit limit(count);
    UnsetVector<std::uint32_t> numbers(10, 7u);
    parallel_assign(numbers, 200'000, 5);
    ASSERT_EQ(numbers.size(), 200'000u);
    EXPECT_EQ(std::count(numbers.begin(), numbers.end(), 5u), 200'000);
    parallel_assign(numbers, 3, 0);
    EXPECT_EQ(numbers, (UnsetVector<std::uint32_t>{0, 0, 0}));
  }
}

}  // namespace
}  // namespace scree
