// Sorting by 64-bit keys, in parallel: linear, stable, and the same for any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "scree/base/parallel.h"

namespace scree::search {

/// Ascending by key_of(record). Vector is any std::vector; `spare` is scratch, kept by the caller so that it
/// is allocated once.
template <class Vector, class KeyOf>
void radix_sort(Vector& records, Vector& spare, const KeyOf& key_of) {
  using Record = typename Vector::value_type;
  constexpr std::size_t most_blocks = 32, digits = 256;
  const std::size_t count = records.size();
  if (count < 2) return;
  spare.resize(count);
  const std::size_t block_size = std::max<std::size_t>(1 << 13, block_count(count, most_blocks));

  std::array<std::uint64_t, most_blocks> varying{};
  for_each_block(count, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) varying[block] |= key_of(records[k]) ^ key_of(records[0]);
  });
  std::uint64_t all_varying = 0;
  for (const std::uint64_t bits : varying) all_varying |= bits;

  std::array<std::array<std::uint32_t, digits>, most_blocks> place;
  for (int shift = 0; shift < 64; shift += 8) {
    if ((all_varying >> shift) % digits == 0) continue;
    const auto digit = [&](const Record& record) { return (key_of(record) >> shift) % digits; };
    for_each_block(count, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
      place[block].fill(0);
      for (std::size_t k = begin; k < end; ++k) ++place[block][digit(records[k])];
    });
    std::uint32_t sum = 0;
    for (std::size_t value = 0; value < digits; ++value)
      for (std::size_t block = 0; block < block_count(count, block_size); ++block) {
        const std::uint32_t here = place[block][value];
        place[block][value] = sum;
        sum += here;
      }
    for_each_block(count, block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) spare[place[block][digit(records[k])]++] = records[k];
    });
    records.swap(spare);
  }
}

}  // namespace scree::search
