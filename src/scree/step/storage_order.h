// In which order bodies are stored: neighbours in space near each other in memory. Gives permutations for
// world::Bodies::reorder; no order changes a result.
#pragma once

#include <cstdint>
#include <vector>

#include "scree/base/box.h"
#include "scree/world/bodies.h"

namespace scree::step {

/// Along a curve through cells of at most this size [m] of a box that holds all bodies.
template <int D>
std::vector<Slot> order_in_space(const world::Bodies<D>& bodies, const Box<D>& extent, double cell);

/// For tests of the promise that storage does not matter.
template <int D>
std::vector<Slot> shuffled_order(const world::Bodies<D>& bodies, std::uint64_t seed);

}  // namespace scree::step
