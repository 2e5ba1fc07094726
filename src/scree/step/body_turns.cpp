#include "scree/step/body_turns.h"

#include "scree/base/free_rotation.h"

namespace scree::step {

template <int D>
BodyTurns<D>::BodyTurns(const world::Bodies<D>& bodies, std::size_t begin, std::size_t end,
                        const world::Load<D>* loads, int kicks, double kick, double drift) {
  if constexpr (D == 3) {
    if (!bodies.any_shaped()) return;
    for (std::size_t k = begin; k < end; ++k) {
      const auto slot = static_cast<Slot>(k);
      if (!bodies.is_mesh(slot) || is_fixed(bodies.motion[slot])) continue;
      const Inertia<3> inertia = bodies.inertia_of(slot);
      Turn turn{slot, bodies.motion[slot].spin, bodies.orientation[slot]};
      for (int count = 0; count < kicks; ++count)
        turn.spin =
            spin_of(inertia, turn.orientation,
                    angular_momentum(inertia, turn.orientation, turn.spin) + kick * loads[k - begin].torque);
      if (drift != 0) {
        const Vec3 momentum = angular_momentum(inertia, turn.orientation, turn.spin);
        turn.orientation = turn_freely(inertia, turn.orientation, momentum, drift);
        turn.spin = spin_of(inertia, turn.orientation, momentum);
      }
      turns_.push_back(turn);
    }
  }
}

template <int D>
bool BodyTurns<D>::apply(world::Bodies<D>& bodies) const {
  bool sound = true;
  for (const Turn& turn : turns_) {
    bodies.motion[turn.slot].spin = turn.spin;
    bodies.orientation[turn.slot] = turn.orientation;
    sound &= is_sound(bodies.motion[turn.slot]);
  }
  return sound;
}

template class BodyTurns<2>;
template class BodyTurns<3>;

}  // namespace scree::step
