// From a scene and its world to the space that bodies move in: periodic box, flow at the start, and the skins
// with which lists of neighbours are made.
#pragma once

#include "scree/sim/build_world.h"

namespace scree::sim {

/// Throws SceneError when an axis is too short.
template <int D>
PeriodicBox<D> periodic_box(const scene::SceneDescription& scene, const World<D>& world);

/// Gives the bodies the velocity that an even flow of this rate [1/s] has where they are.
template <int D>
void set_flowing(const PeriodicBox<D>& box, double rate, World<D>& world);

/// [m] around bodies within which neighbours are listed.
struct Skins {
  double first = 0, narrowest = 0, widest = 0;
};
/// The scene's own, or what suits steps of dt [s].
template <int D>
Skins choose_skins(const scene::SceneDescription& scene, const World<D>& world, const PeriodicBox<D>& box,
                   double dt);

}  // namespace scree::sim
