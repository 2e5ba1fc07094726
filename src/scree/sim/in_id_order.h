// Bodies in the order of their ids: for sums that reach state, and for what people read.
#pragma once

#include "scree/world/bodies.h"

namespace scree::sim {

/// Calls visit(id, slot).
template <int D, class Visit>
void for_each_body(const world::Bodies<D>& bodies, Visit&& visit) {
  for (Id id = 0; id < bodies.next_id(); ++id)
    if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot) visit(id, slot);
}

/// Whether a body is there that can move.
template <int D>
bool any_free(const world::Bodies<D>& bodies) {
  return std::any_of(bodies.motion.begin(), bodies.motion.end(),
                     [](const Motion<D>& motion) { return !is_fixed(motion); });
}

}  // namespace scree::sim
