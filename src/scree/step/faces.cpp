#include "scree/step/faces.h"

#include <algorithm>
#include <array>

#include "scree/base/exact_accumulator.h"
#include "scree/base/parallel.h"
#include "scree/step/accounts.h"

namespace scree::step {

template <int D>
void FaceCrossings<D>::prepare(std::size_t body_count) {
  by_block_.resize(block_count(body_count, kernel::gathered_at_once));
}

template <int D>
void FaceCrossings<D>::wrap(ContactForces<D>& forces) {
  world::State<D>& state = forces.state();
  if (!state.box.any()) return;
  prepare(state.bodies.size());
  parallel_for(block_count(state.bodies.awake(), kernel::gathered_at_once), 8,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t block = begin; block < end; ++block) wrap_block(forces, block, 0);
               });
  forces.list().coarse().bodies_have_moved(0);
  book(state);
  // What acts across the face in the next step acts on the bodies that are there now.
  if (state.box.is_sheared && forces.set().forces_are_known()) state.shear.force = force_across(forces);
}

template <int D>
void FaceCrossings<D>::wrap_block(ContactForces<D>& forces, std::size_t block, double kick_to_come) {
  world::State<D>& state = forces.state();
  const PeriodicBox<D>& box = state.box;
  const std::size_t begin = block * kernel::gathered_at_once;
  const std::size_t end = std::min(begin + kernel::gathered_at_once, state.bodies.awake());
  for (std::size_t slot = begin; slot < end; ++slot) {
    Motion<D>& motion = state.bodies.motion[slot];
    const Vec<D> way = box.way_back(motion.position);
    if (way == Vec<D>{} || is_fixed(motion)) continue;
    motion.position += way;
    forces.list().was_wrapped(slot, way);
    Crossing crossing{1 / motion.inverse_mass, way, box.change_of_velocity(way), 0};
    if (box.is_sheared) {
      const Vec<D> before = motion.velocity;
      motion.velocity += crossing.jump;
      // Contacts across the face are booked as they are afterwards, gravity was at work on the old velocity.
      crossing.energy = 0.5 * dot(motion.velocity - before, motion.velocity + before) / motion.inverse_mass;
      crossing.energy += kick_to_come * dot(state.gravity, crossing.jump) / motion.inverse_mass;
    }
    by_block_[block].push_back(crossing);
  }
}

template <int D>
void FaceCrossings<D>::book(world::State<D>& state) {
  ExactAccumulator added, work;
  std::array<ExactAccumulator, D> momentum;
  bool any = false, any_jumped = false;
  for (std::vector<Crossing>& some : by_block_) {
    for (const Crossing& crossing : some) {
      added.add(-dot(state.gravity, crossing.way) * crossing.mass);
      work.add(crossing.energy);
      for (int k = 0; k < D; ++k) momentum[k].add(crossing.mass * crossing.jump[k]);
      any = true;
      any_jumped = any_jumped || !(crossing.jump == Vec<D>{});
    }
    some.clear();
  }
  if (!any) return;
  state.ledger.added += added.value();
  state.ledger.wall_work += work.value();
  if (!any_jumped) return;
  world::Moments<D> gained;
  for (int k = 0; k < D; ++k) gained.momentum[k] = momentum[k].value();
  state.ledger.momentum.add(gained);
}

template class FaceCrossings<2>;
template class FaceCrossings<3>;

}  // namespace scree::step
