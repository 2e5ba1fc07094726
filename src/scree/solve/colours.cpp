#include "scree/solve/colours.h"

#include <bit>

namespace scree::solve {

Colours colour_pairs(std::size_t body_count, std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs) {
  std::vector<std::uint64_t> taken(body_count, 0);
  Colours result;
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    const auto [first, second] = pairs[pair];
    std::uint64_t used = 0;
    if (first < body_count) used |= taken[first];
    if (second < body_count) used |= taken[second];
    const int colour = std::countr_one(used);
    if (colour == 64) {
      result.rest.push_back(pair);
      continue;
    }
    const std::uint64_t bit = std::uint64_t{1} << colour;
    if (first < body_count) taken[first] |= bit;
    if (second < body_count) taken[second] |= bit;
    if (result.pairs.size() <= static_cast<std::size_t>(colour)) result.pairs.resize(colour + std::size_t{1});
    result.pairs[static_cast<std::size_t>(colour)].push_back(pair);
  }
  return result;
}

}  // namespace scree::solve
