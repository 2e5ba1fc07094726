// Balls at random places without overlap, as dense as that goes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/fill/space.h"

namespace scree::fill {

template <int D>
struct RandomPlacing {
  bool is_complete = false;
  std::vector<Ball<D>> fitting;  ///< when incomplete: how far it goes
};

/// Gives every ball a place clear of the others, the obstacles and the walls; every radius must fit into the
/// space. A function of the arguments. In a space that repeats, balls lie across its faces; there it ends,
/// incomplete and with none that fit, when no more gaps are found, and none is pushed apart.
template <int D>
RandomPlacing<D> place_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                                 std::span<Ball<D>> balls, std::uint64_t seed);

/// Gives every ball a place in the space, most of them one clear of the others.
template <int D>
void strew_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles, std::span<Ball<D>> balls,
                     std::uint64_t seed);

/// For balls that cannot all fit: as many as do, in places of their own; of very many, as many as do easily.
template <int D>
std::vector<Ball<D>> fit_at_random(const FillSpace<D>& space, std::span<const Ball<D>> obstacles,
                                   std::span<const Ball<D>> balls, std::uint64_t seed);

}  // namespace scree::fill
