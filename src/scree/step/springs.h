// The phase in which springs pull bodies: at the end of a step each gives its body an impulse, implicit in
// the body's motion, so that no spring is too stiff for the time step. The work is booked with that of walls.
#pragma once

#include "scree/world/state.h"

namespace scree::step {

/// After a step of dt [s]. Bodies that a spring holds do not fall asleep.
template <int D>
void pull_by_springs(world::State<D>& state, double dt);

}  // namespace scree::step
