// Running sums of counters, the middle step of every counting sort.
#pragma once

#include <cstdint>
#include <span>

namespace scree::search {

/// Replaces each number by the sum of all up to and including it. In parallel; allocates nothing.
void accumulate(std::span<std::uint32_t> numbers);

}  // namespace scree::search
