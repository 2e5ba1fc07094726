// Sorting with several threads. As with std::sort, equal elements come in any order: where that could show,
// the order must tell all elements apart.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "scree/base/parallel.h"

namespace scree {

template <class Iterator, class Less>
void parallel_sort(Iterator begin, Iterator end, const Less& less) {
  constexpr std::size_t least = 8192;  // elements per thread for which it pays
  const auto count = static_cast<std::size_t>(std::distance(begin, end));
  std::size_t parts = 1;
  while (2 * parts <= static_cast<std::size_t>(threads()) && 2 * parts * least <= count) parts *= 2;
  const auto part_begin = [&](std::size_t part) {
    return begin + static_cast<std::ptrdiff_t>(part * count / parts);
  };
  parallel_for(parts, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part)
      std::sort(part_begin(part), part_begin(part + 1), less);
  });
  for (std::size_t merged = 1; merged < parts; merged *= 2)
    parallel_for(parts / (2 * merged), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t pair = first; pair < last; ++pair)
        std::inplace_merge(part_begin(2 * pair * merged), part_begin((2 * pair + 1) * merged),
                           part_begin((2 * pair + 2) * merged), less);
    });
}

}  // namespace scree
