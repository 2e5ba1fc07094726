// How deep the bodies of a state overlap.
#pragma once

#include "scree/sim/simulation.h"
#include "scree/step/stepper.h"

namespace scree::sim {

/// Of contacts as they lie.
template <int D>
std::vector<Overlap> overlaps_of(const world::ContactViews<D>& contacts, const world::Bodies<D>& bodies);

/// By ratio; the first of equal ones.
Overlap largest_of(std::span<const Overlap> overlaps);

}  // namespace scree::sim
