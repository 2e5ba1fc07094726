#include "scree/step/changes.h"

#include <algorithm>
#include <numeric>

#include "scree/step/accounts.h"
#include "scree/step/sleep.h"

namespace scree::step {

template <int D>
void set_wall_active(ContactForces<D>& forces, std::size_t wall, bool active) {
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  SCREE_ASSERT(!bodies.any_asleep());
  if (state.walls.is_active(static_cast<std::uint32_t>(wall)) == active) return;
  forces.keep_views();
  const double before = elastic_energy(forces);
  const auto is_with_wall = [&](const world::ContactKey& key) {
    return key.second == wall_id(static_cast<std::uint32_t>(wall));
  };
  const world::ContactRecords records = forces.records();
  world::ContactRecords kept;
  for (std::size_t k = 0; k < records.keys.size(); ++k)
    if (!is_with_wall(records.keys[k])) world::append(kept, records, k);
  state.walls.states[wall].active = active ? 1 : 0;
  forces.rebuild(kept);
  if (!active) {
    state.ledger.removed += before - elastic_energy(forces);
    return;
  }
  // Contacts with a wall that is suddenly there are found as at the start: without a time step of memory. All
  // others keep theirs.
  const NeighbourList<D>& list = forces.list();
  forces.list().coarse().bring_up_to_date(bodies);
  forces.set().evaluate(bodies, list.coarse(), list.candidates(), 0, 0, nullptr, state.ledger.losses);
  forces.commit();
  const world::ContactRecords found = forces.records();
  for (std::size_t k = 0; k < found.keys.size(); ++k)
    if (is_with_wall(found.keys[k])) world::append(kept, found, k);
  forces.set().adopt(kept, bodies, list.candidates());
  state.ledger.added += elastic_energy(forces) - before;
}

template <int D>
void set_interactions(ContactForces<D>& forces, const Interactions& interactions) {
  SCREE_ASSERT(!forces.state().bodies.any_asleep());
  forces.keep_views();
  const double before = elastic_energy(forces);
  const world::ContactRecords records = forces.records();
  forces.replace_interactions(interactions);
  forces.rebuild(records);
  forces.state().ledger.added += elastic_energy(forces) - before;
}

template <int D>
void set_gravity(world::State<D>& state, const Vec<D>& gravity) {
  SCREE_ASSERT(!state.bodies.any_asleep());
  const double before = potential_energy(state.bodies, state.gravity);
  state.gravity = gravity;
  state.ledger.added += potential_energy(state.bodies, gravity) - before;
}

template <int D>
void remove_bodies(ContactForces<D>& forces, std::span<const Slot> slots) {
  if (slots.empty()) return;
  forces.keep_views();
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  std::vector<Id> ids;
  for (const Slot slot : slots) ids.push_back(bodies.id[slot]);
  if (bodies.any_asleep()) {
    std::vector<bool> woken(bodies.size(), false);
    for (const Slot slot : slots) woken[slot] = bodies.is_asleep(slot);
    wake(forces, woken);
  }
  std::vector<bool> gone(bodies.size(), false);
  for (const Id id : ids) gone[bodies.slot_of(id)] = true;

  const world::ContactRecords records = forces.records();
  world::ContactRecords kept;
  const double before = mechanical_energy(forces);
  for (std::size_t k = 0; k < records.keys.size(); ++k)
    if (!world::involves(bodies, records.keys[k], gone)) world::append(kept, records, k);
  // The next half kick still uses the loads at hand, in which bodies that stay feel those that go: from
  // outside, now.
  state.ledger.momentum.remove(moments_of_marked(bodies, gone), load_on_awake(bodies, gone));
  // Half a step of what walls exert is still to be booked as work; on those that go it will not be done.
  if (forces.set().forces_are_known()) {
    world::WallLoads<D> loads = forces.committed_wall_loads(gone);
    if (bodies.any_asleep()) loads.add(state.sleepers.on_walls);
    set_wall_loads(state.walls, loads);
    if (state.box.is_sheared) state.shear.force = force_across(forces, gone);
  }

  std::vector<Slot> old_slot;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    if (!gone[slot]) old_slot.push_back(static_cast<Slot>(slot));
  bodies.reorder(old_slot);
  forces.list().renumber(old_slot);
  forces.rebuild(kept);
  state.ledger.removed += before - mechanical_energy(forces);
}

template <int D>
void add_bodies(ContactForces<D>& forces, std::span<const Newcomer<D>> newcomers) {
  if (newcomers.empty()) return;
  forces.keep_views();
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  const world::ContactRecords records = forces.records();
  const double before = mechanical_energy(forces);
  const std::size_t count_before = bodies.size();
  std::vector<Slot> old_slot(count_before);
  std::iota(old_slot.begin(), old_slot.end(), Slot{0});
  for (const Newcomer<D>& newcomer : newcomers) {
    bodies.add(newcomer.motion, newcomer.material, newcomer.shape, newcomer.orientation);
    old_slot.push_back(search::ContactSearch<D>::none);
  }
  std::vector<bool> is_new(bodies.size(), true);
  std::fill_n(is_new.begin(), count_before, false);
  state.ledger.momentum.add(moments_of_marked(bodies, is_new));
  if (bodies.any_asleep()) {
    const std::vector<Slot> order = bodies.awake_first();
    bodies.reorder(order);
    std::vector<Slot> reordered;
    for (const Slot slot : order) reordered.push_back(old_slot[slot]);
    old_slot = std::move(reordered);
  }
  forces.list().renumber(old_slot);
  forces.rebuild(records);
  state.ledger.added += mechanical_energy(forces) - before;
}

template void set_wall_active(ContactForces<2>&, std::size_t, bool);
template void set_wall_active(ContactForces<3>&, std::size_t, bool);
template void set_interactions(ContactForces<2>&, const Interactions&);
template void set_interactions(ContactForces<3>&, const Interactions&);
template void set_gravity(world::State<2>&, const Vec<2>&);
template void set_gravity(world::State<3>&, const Vec<3>&);
template void remove_bodies(ContactForces<2>&, std::span<const Slot>);
template void remove_bodies(ContactForces<3>&, std::span<const Slot>);
template void add_bodies(ContactForces<2>&, std::span<const Newcomer<2>>);
template void add_bodies(ContactForces<3>&, std::span<const Newcomer<3>>);

}  // namespace scree::step
