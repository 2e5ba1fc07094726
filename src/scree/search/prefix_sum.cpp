#include "scree/search/prefix_sum.h"

#include <algorithm>
#include <array>

#include "scree/base/parallel.h"

namespace scree::search {

void accumulate(std::span<std::uint32_t> numbers) {
  constexpr std::size_t most_blocks = 64;
  std::array<std::uint32_t, most_blocks> before{};  // sum of all blocks before this one
  const std::size_t block_size = std::max<std::size_t>(1 << 14, block_count(numbers.size(), most_blocks));
  const std::size_t blocks = block_count(numbers.size(), block_size);
  if (blocks > 1) {
    for_each_block(numbers.size(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::uint32_t sum = 0;
      for (std::size_t k = begin; k < end; ++k) sum += numbers[k];
      if (block + 1 < blocks) before[block + 1] = sum;
    });
    for (std::size_t block = 1; block < blocks; ++block) before[block] += before[block - 1];
  }
  for_each_block(numbers.size(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::uint32_t sum = before[block];
    for (std::size_t k = begin; k < end; ++k) numbers[k] = sum += numbers[k];
  });
}

}  // namespace scree::search
