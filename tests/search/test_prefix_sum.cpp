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

}  // namespace
}  // namespace scree::search
