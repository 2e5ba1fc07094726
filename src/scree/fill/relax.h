// Pushes overlapping balls apart: what fills a region beyond the point where random addition finds no more
// gaps.
#pragma once

#include <span>
#include <vector>

#include "scree/fill/space.h"

namespace scree::fill {

/// Moves the balls until none overlaps another, an obstacle or a wall; every radius must fit into the space.
/// False when that was not reached at bounded cost: equal balls succeed up to a fraction of about 0.6 in
/// space and 0.83 in the plane. The result depends on the arguments alone.
template <int D>
bool push_apart(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<Ball<D>> balls);

/// The same, but gives up balls that are in the way until the others are apart; returns the others. For
/// telling how many would have fitted.
template <int D>
std::vector<Ball<D>> thin_out(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                              std::span<const Ball<D>> balls);

}  // namespace scree::fill
