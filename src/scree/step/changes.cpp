#include "scree/step/changes.h"

#include <algorithm>
#include <numeric>

#include "scree/step/accounts.h"
#include "scree/step/sleep.h"

namespace scree::step {
namespace {

/// Contacts that are suddenly there are found as at the start: without a time step of memory. `kept` are the
/// contacts that were there before; found ones for which is_new(key) holds join them.
template <int D, class IsNew>
void find_new_contacts(ContactForces<D>& forces, world::ContactRecords kept, const IsNew& is_new) {
  world::State<D>& state = forces.state();
  const NeighbourList<D>& list = forces.list();
  forces.list().coarse().bring_up_to_date(state.bodies);
  forces.set().evaluate(state.bodies, list.coarse(), list.candidates(), 0, 0, nullptr, state.ledger.losses);
  forces.commit();
  const world::ContactRecords found = forces.records();
  for (std::size_t k = 0; k < found.keys.size(); ++k)
    if (is_new(found.keys[k])) world::append(kept, found, k);
  forces.set().adopt(kept, state.bodies, list.candidates());
}

template <class Leaves>
world::ContactRecords without(const world::ContactRecords& records, const Leaves& leaves) {
  world::ContactRecords kept;
  for (std::size_t k = 0; k < records.keys.size(); ++k)
    if (!leaves(records.keys[k])) world::append(kept, records, k);
  return kept;
}

/// Half a step of what walls exert is still to be booked as work; on bodies that go it will not be done.
template <int D>
void forget_loads_on_walls(ContactForces<D>& forces, const std::vector<bool>& gone) {
  world::State<D>& state = forces.state();
  if (!forces.set().forces_are_known()) return;
  world::WallLoads<D> loads = forces.committed_wall_loads(gone);
  if (state.bodies.any_asleep()) loads.add(state.sleepers.on_walls);
  set_wall_loads(state.walls, loads);
  if (state.box.is_sheared) state.shear.force = force_across(forces, gone);
}

}  // namespace

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
  const world::ContactRecords kept = without(forces.records(), is_with_wall);
  state.walls.states[wall].active = active ? 1 : 0;
  forces.rebuild(kept);
  if (!active) {
    state.ledger.removed += before - elastic_energy(forces);
    return;
  }
  find_new_contacts(forces, kept, is_with_wall);
  state.ledger.added += elastic_energy(forces) - before;
}

template <int D>
void move_wall(ContactForces<D>& forces, std::size_t wall, const Pose<D>& pose, const Pose<D>& base) {
  world::State<D>& state = forces.state();
  SCREE_ASSERT(!state.bodies.any_asleep());
  forces.keep_views();
  const double before = elastic_energy(forces);
  const auto is_with_wall = [&](const world::ContactKey& key) {
    return key.second == wall_id(static_cast<std::uint32_t>(wall));
  };
  const world::ContactRecords kept = without(forces.records(), is_with_wall);
  state.walls.states[wall].pose = pose;
  state.walls.states[wall].base = base;
  forces.rebuild(kept);
  find_new_contacts(forces, kept, is_with_wall);
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

  const double before = mechanical_energy(forces);
  const world::ContactRecords kept = without(
      forces.records(), [&](const world::ContactKey& key) { return world::involves(bodies, key, gone); });
  // The next half kick still uses the loads at hand, in which bodies that stay feel those that go: from
  // outside, now.
  state.ledger.momentum.remove(moments_of_marked(bodies, gone), load_on_awake(bodies, gone));
  forget_loads_on_walls(forces, gone);
  for (const Id id : ids) state.springs.erase(id);

  std::vector<Slot> old_slot;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    if (!gone[slot]) old_slot.push_back(static_cast<Slot>(slot));
  bodies.reorder(old_slot);
  forces.list().renumber(old_slot);
  forces.rebuild(kept);
  state.ledger.removed += before - mechanical_energy(forces);
}

template <int D>
void add_bodies(ContactForces<D>& forces, std::span<const Newcomer<D>> newcomers, bool may_touch) {
  if (newcomers.empty()) return;
  forces.keep_views();
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  const world::ContactRecords records = forces.records();
  const double before = mechanical_energy(forces);
  const Id first_new = bodies.next_id();
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
  if (may_touch)
    find_new_contacts(forces, records, [&](const world::ContactKey& key) {
      return key.first >= first_new || (!is_wall(key.second) && key.second >= first_new);
    });
  state.ledger.added += mechanical_energy(forces) - before;
}

template <int D>
void replace_bodies(ContactForces<D>& forces, std::span<const Replacement<D>> replacements, bool elsewhere) {
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  SCREE_ASSERT(!bodies.any_asleep());
  forces.keep_views();
  const double before = mechanical_energy(forces);
  std::vector<bool> marked(bodies.size(), false);
  for (const Replacement<D>& one : replacements) marked[one.slot] = true;
  const world::ContactRecords records = forces.records();
  if (elsewhere) forget_loads_on_walls(forces, marked);
  const world::Moments<D> gone = moments_of_marked(bodies, marked);
  double farthest = 0;
  for (const Replacement<D>& one : replacements) {
    farthest = std::max(farthest, norm(one.motion.position - bodies.motion[one.slot].position));
    bodies.motion[one.slot] = one.motion;
    if (bodies.follows_orientations()) bodies.orientation[one.slot] = one.orientation;
    if (elsewhere) bodies.load[one.slot] = {};
  }
  bodies.index_fixed();
  forces.list().bodies_have_moved(farthest);
  // What acts on bodies that stay is as it was; from bodies that went elsewhere it comes from outside, now.
  const world::ExternalLoad<D> load = load_on_awake(bodies);
  state.ledger.momentum.remove(gone, load);
  state.ledger.momentum.add(moments_of_marked(bodies, marked), load);

  const auto is_marked = [&](const world::ContactKey& key) { return world::involves(bodies, key, marked); };
  // Between what no force moves there are no contacts.
  const auto is_fixed_slot = [&](Id id) { return is_fixed(bodies.motion[bodies.slot_of(id)]); };
  const auto stands = [&](const world::ContactKey& key) {
    return is_fixed_slot(key.first) && (is_wall(key.second) || is_fixed_slot(key.second));
  };
  const world::ContactRecords kept = without(
      records, [&](const world::ContactKey& key) { return elsewhere ? is_marked(key) : stands(key); });
  forces.rebuild(kept);
  std::vector<world::ContactKey> known(kept.keys.begin(), kept.keys.end());
  std::sort(known.begin(), known.end());
  find_new_contacts(forces, kept, [&](const world::ContactKey& key) {
    return is_marked(key) && !std::binary_search(known.begin(), known.end(), key);
  });
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
template void add_bodies(ContactForces<2>&, std::span<const Newcomer<2>>, bool);
template void add_bodies(ContactForces<3>&, std::span<const Newcomer<3>>, bool);
template void move_wall(ContactForces<2>&, std::size_t, const Pose<2>&, const Pose<2>&);
template void move_wall(ContactForces<3>&, std::size_t, const Pose<3>&, const Pose<3>&);
template void replace_bodies(ContactForces<2>&, std::span<const Replacement<2>>, bool);
template void replace_bodies(ContactForces<3>&, std::span<const Replacement<3>>, bool);

}  // namespace scree::step
