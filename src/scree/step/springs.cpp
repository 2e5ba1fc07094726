#include "scree/step/springs.h"

#include "scree/step/sleep.h"

namespace scree::step {

template <int D>
void pull_by_springs(world::State<D>& state, double dt) {
  world::Bodies<D>& bodies = state.bodies;
  for (const auto& [id, spring] : state.springs) {
    const Slot slot = bodies.slot_of(id);
    Motion<D>& motion = bodies.motion[slot];
    if (is_fixed(motion)) continue;
    begin_rest(bodies, slot);
    const Vec<D> way = state.box.nearest(spring.point - motion.position), velocity = motion.velocity;
    const double reduced = dt / (1 + dt * motion.inverse_mass * (spring.damping + dt * spring.stiffness));
    const Vec<D> impulse = reduced * (spring.stiffness * (way - dt * velocity) - spring.damping * velocity);
    motion.velocity += motion.inverse_mass * impulse;
    state.ledger.wall_work += dot(impulse, 0.5 * (velocity + motion.velocity));
    state.ledger.momentum.push(impulse, motion.position);
  }
}

template void pull_by_springs(world::State<2>&, double);
template void pull_by_springs(world::State<3>&, double);

}  // namespace scree::step
