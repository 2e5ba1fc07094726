// Running sums of counters, the middle step of every counting sort.
#pragma once

#include <cstdint>
#include <span>

namespace scree::search {

/// Replaces each number by the sum of all up to and including it. In parallel; allocates nothing.
void accumulate(std::span<std::uint32_t> numbers);

struct CounterSums {
  std::uint64_t total = 0;
  std::uint64_t squares = 0;  ///< of what the parts counted together, summed over all cells
};
/// Counters become the places where each part begins to write: first by cell, inside a cell by part. Those of
/// a part lie `stride` after those of the part before.
CounterSums counters_to_places(std::uint32_t* counters, std::size_t cells, std::size_t parts,
                               std::size_t stride);

}  // namespace scree::search
