// Where the bodies of a scene belong, and which of them are lost: those that fell past everything that could
// have held them.
#pragma once

#include "scree/sim/build_world.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

/// What may hold a body at the moment.
template <int D>
struct Holders {
  const world::Bodies<D>& bodies;
  const world::Walls<D>& walls;
  Vec<D> gravity;
};

template <int D>
class Home {
 public:
  /// Around what the scene begins with, and where bodies come in and go out.
  Home(const scene::SceneDescription& scene, const world::Bodies<D>& bodies, const world::Walls<D>& walls);

  /// How many are lost, and the first of them. Costs a look at every body.
  LostBodies find_lost(const Holders<D>& now) const;

 private:
  /// Whether a body at this place will never come back to anything of the scene.
  bool is_lost(const Motion<D>& motion, const Box<D>& home, const Holders<D>& now) const;

  Box<D> box_ = Box<D>::empty();
  bool walls_hold_all_ = false;  // at the start, all bodies are in a box around the walls
};

}  // namespace scree::sim
