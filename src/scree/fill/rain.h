// Balls that fall one after another and come to rest on those before: a loose bed, ready to be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "scree/fill/space.h"

namespace scree::fill {

/// Gives the balls, in order, places at which they cannot fall any further along `down` (length 1); every
/// radius must fit into the space. Nothing overlaps. Returns how many found a place before the space was
/// full: these come first. A function of the arguments.
template <int D>
std::size_t place_as_rain(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                          std::span<Ball<D>> balls, const Vec<D>& down, std::uint64_t seed);

}  // namespace scree::fill
