// How bodies turn whose inertia is not one number. Takes loads and the present spins and orientations, gives
// those after a kick and a drift; the kernels, which know one number per body, leave such bodies' spins alone
// and turn them wrongly, which is set right here.
//
// Each kick ends in a spin, and each begins with it, so that a step that is fused with the next has the bits
// of one that is not.
#pragma once

#include <vector>

#include "scree/step/contact_forces.h"

namespace scree::step {

/// The bodies of one range of slots, from before a move by kernels to after it.
template <int D>
class BodyTurns {
 public:
  /// Computes what the move will do: `kicks` times a kick, then a drift. Without bodies of unequal inertia
  /// this and `apply` do nothing.
  BodyTurns(const world::Bodies<D>& bodies, std::size_t begin, std::size_t end, const world::Load<D>* loads,
            int kicks, double kick, double drift);
  /// After the kernels. False: a spin is not a number, or beyond all bounds.
  [[nodiscard]] bool apply(world::Bodies<D>& bodies) const;

 private:
  struct Turn {
    Slot slot;
    Spin<D> spin;
    Rotation<D> orientation;
  };
  std::vector<Turn> turns_;
};

}  // namespace scree::step
