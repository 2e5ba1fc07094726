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

CounterSums counters_to_places(std::uint32_t* counters, std::size_t cells, std::size_t parts,
                               std::size_t stride) {
  constexpr std::size_t most_chunks = 64;
  const std::size_t least = threads() == 1 ? cells : std::size_t{1} << 13;
  const std::size_t chunk_size = std::max({std::size_t{1}, least, block_count(cells, most_chunks)});
  const std::size_t chunks = block_count(cells, chunk_size);
  std::array<CounterSums, most_chunks> sums{};
  std::array<std::uint32_t, most_chunks> before{};
  if (chunks > 1) {
    for_each_block(cells, chunk_size, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      std::uint32_t sum = 0;
      for (std::size_t part = 0; part < parts; ++part)
        for (std::size_t cell = begin; cell < end; ++cell) sum += counters[part * stride + cell];
      if (chunk + 1 < chunks) before[chunk + 1] = sum;
    });
    for (std::size_t chunk = 1; chunk < chunks; ++chunk) before[chunk] += before[chunk - 1];
  }
  for_each_block(cells, chunk_size, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint32_t sum = before[chunk];
    std::uint64_t squares = 0;
    for (std::size_t cell = begin; cell < end; ++cell) {
      const std::uint32_t first = sum;
      for (std::size_t part = 0; part < parts; ++part) {
        std::uint32_t& counter = counters[part * stride + cell];
        const std::uint32_t count = counter;
        counter = sum;
        sum += count;
      }
      squares += static_cast<std::uint64_t>(sum - first) * (sum - first);
    }
    sums[chunk] = {sum - before[chunk], squares};
  });
  CounterSums all;
  for (const CounterSums& some : sums) {
    all.total += some.total;
    all.squares += some.squares;
  }
  return all;
}

}  // namespace scree::search
