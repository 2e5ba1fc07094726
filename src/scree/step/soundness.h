// Whether the bodies' numbers are numbers: a state that has exploded must not be stepped on.
#pragma once

#include <algorithm>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/world/bodies.h"

namespace scree::step {

/// Of the bodies that are awake.
template <int D>
bool is_sound(const world::Bodies<D>& bodies) {
  constexpr std::size_t grain = 2048;
  std::vector<char> sound(block_count(bodies.awake(), grain), 1);
  for_each_block(bodies.awake(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t slot = begin; slot < end; ++slot) all &= scree::is_sound(bodies.motion[slot]);
    sound[block] = all;
  });
  return std::all_of(sound.begin(), sound.end(), [](char all) { return all != 0; });
}

}  // namespace scree::step
