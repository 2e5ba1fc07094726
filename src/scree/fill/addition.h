// Random sequential addition: each ball in turn takes the first of its random places that is free.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/fill/ball_grid.h"
#include "scree/fill/space.h"

namespace scree::fill {

/// Places the balls, whose radii must not grow along the span and must fit into the space, and enters them
/// into the grid, which holds the obstacles already, with what is near beyond faces that repeat. Returns the
/// numbers of those that found no place when less than `least_rate` of the latest attempts succeeded. With
/// 0.002 equal balls reach fractions of some 0.34 in space and 0.5 in the plane.
template <int D>
std::vector<std::uint32_t> add_at_random(const FillSpace<D>& space, std::span<Ball<D>> balls,
                                         BallGrid<D>& grid, std::uint64_t seed, double least_rate);

}  // namespace scree::fill
