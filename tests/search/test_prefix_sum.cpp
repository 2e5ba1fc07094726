#include "scree/search/prefix_sum.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/base/random.h"

namespace scree::search {
namespace {

TEST(PrefixSum, equals_the_plain_running_sum_for_any_size_and_number_of_threads) {
  for (const int count : {1, 2, 8}) {
    const ThreadLimit limit(count);
    for (const std::size_t size : {0u, 1u, 2u, 16'383u, 16'384u, 16'385u, 100'000u, 2'000'000u}) {
      std::vector<std::uint32_t> numbers(size), wanted(size);
      for (std::size_t k = 0; k < size; ++k) numbers[k] = random_bits(1, purpose("prefix"), k) % 100;
      std::partial_sum(numbers.begin(), numbers.end(), wanted.begin());
      accumulate(numbers);
      EXPECT_EQ(numbers == wanted, true) << size << " numbers, threads: " << count;
    }
  }
}

TEST(PrefixSum, gives_every_part_its_place_in_every_cell) {
  for (const int count : {1, 2, 8}) {
    const ThreadLimit limit(count);
    for (const std::size_t cells : {1u, 100u, 8192u, 8193u, 700'000u})
      for (const std::size_t parts : {1u, 3u}) {
        const std::size_t stride = cells + 5;
        std::vector<std::uint32_t> counters(parts * stride), wanted(parts * stride);
        std::uint64_t sum = 0, squares = 0;
        for (std::size_t k = 0; k < counters.size(); ++k)
          counters[k] = wanted[k] = random_bits(2, purpose("prefix"), k) % 10;
        for (std::size_t cell = 0; cell < cells; ++cell) {
          const std::uint64_t before = sum;
          for (std::size_t part = 0; part < parts; ++part) {
            wanted[part * stride + cell] = static_cast<std::uint32_t>(sum);
            sum += counters[part * stride + cell];
          }
          squares += (sum - before) * (sum - before);
        }
        const CounterSums sums = counters_to_places(counters.data(), cells, parts, stride);
        EXPECT_TRUE(counters == wanted) << cells << " cells, parts: " << parts << ", threads: " << count;
        EXPECT_EQ(sums.total, sum);
        EXPECT_EQ(sums.squares, squares);
      }
  }
}

}  // namespace
}  // namespace scree::search
