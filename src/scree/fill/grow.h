// Balls that grow until they are as dense as random balls go.
#pragma once

#include <cstdint>
#include <span>

#include "scree/fill/space.h"

namespace scree::fill {

/// Gives every ball a place clear of the others, the obstacles and the walls; every radius must fit into the
/// space. Returns the part of their size that the balls reached: 1 when they are in place; less where they
/// jammed, and then the centres mean nothing. A function of the arguments, whatever the number of threads.
template <int D>
double place_grown(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<Ball<D>> balls,
                   std::uint64_t seed);

}  // namespace scree::fill
