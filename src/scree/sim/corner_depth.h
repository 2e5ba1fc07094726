// How deep corners sink, before anything runs: laws with a potential of the overlap's area are soft there.
#pragma once

#include "scree/sim/build_world.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

/// Of a scene with this strength of gravity [m/s2] and this greatest speed [m/s]. Bodies that are made of
/// parts are taken to have right angles, since corners at seams are hidden.
template <int D>
CornerDepths corner_depths(const World<D>& world, double gravity, double speed);

/// Empty, or what people should know before they trust such corners.
std::string soft_corner_text(const CornerDepths& depths);

}  // namespace scree::sim
