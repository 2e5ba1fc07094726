#include "scree/step/sleep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/base/parallel.h"
#include "scree/step/accounts.h"

namespace scree::step {
namespace {

constexpr std::size_t grain = 2048;

/// Sets that are joined step by step.
class Islands {
 public:
  explicit Islands(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), Slot{0}); }
  Slot of(Slot slot) {
    while (parent_[slot] != slot) slot = parent_[slot] = parent_[parent_[slot]];
    return slot;
  }
  void join(Slot a, Slot b) { parent_[of(a)] = of(b); }

 private:
  std::vector<Slot> parent_;
};

/// How far the corners of a shape have turned, as a share of its radius. Round bodies look the same however
/// they turn.
double turned(const Rotation<2>& now, const Rotation<2>& then) {
  return norm(Vec2{now.c - then.c, now.s - then.s});
}
double turned(const Rotation<3>& now, const Rotation<3>& then) {
  const Rotation<3> between = compose(now, inverse(then));
  return 2 * norm(Vec3{between.x, between.y, between.z});
}

template <int D>
void bring_awake_to_front(ContactForces<D>& forces) {
  world::Bodies<D>& bodies = forces.state().bodies;
  const std::vector<Slot> old_slot = bodies.awake_first();
  bodies.reorder(old_slot);
  forces.list().renumber(old_slot);
}

template <int D>
void sum_sleeping_loads(ContactForces<D>& forces) {
  world::State<D>& state = forces.state();
  const world::Bodies<D>& bodies = state.bodies;
  world::Sleepers<D>& sleepers = state.sleepers;
  const std::size_t force_width = forces.set().force_width();
  const world::ContactRecords& contacts = sleepers.contacts;
  sleepers.on_walls = world::WallLoads<D>(state.walls.size(), forces.settings().force_quantum,
                                          forces.settings().torque_quantum);
  sleepers.on_fixed.clear();
  for (std::size_t k = 0; k < contacts.keys.size(); ++k) {
    const world::ContactKey& key = contacts.keys[k];
    const double* const record = contacts.forces.data() + k * force_width;
    const auto add_if_fixed = [&](Id id, bool is_second) {
      if (!is_fixed(bodies.motion[bodies.slot_of(id)])) return;
      const world::Load<D> load = world::load_of<D>(record, force_width, is_second);
      sleepers.on_fixed[id].force += load.force;
      sleepers.on_fixed[id].torque += load.torque;
    };
    add_if_fixed(key.first, false);
    if (is_wall(key.second))
      sleepers.on_walls.add(wall_index(key.second), bodies.motion[bodies.slot_of(key.first)].position, record,
                            force_width);
    else
      add_if_fixed(key.second, true);
  }
}

template <int D>
void shift_loads_of_fixed(world::State<D>& state, const world::LoadsById<D>& before) {
  world::Bodies<D>& bodies = state.bodies;
  const auto add = [&](const world::LoadsById<D>& loads, double sign) {
    for (const auto& [id, load] : loads) {
      const Slot slot = bodies.slot_of(id);
      if (slot == bodies.no_slot) continue;
      bodies.load[slot].force += sign * load.force;
      bodies.load[slot].torque += sign * load.torque;
    }
  };
  add(before, 1);
  add(state.sleepers.on_fixed, -1);
}

/// Contacts have passed between bodies that are awake and bodies that sleep: `awake` are those of the former
/// now; before, they held the energy `elastic` (quanta), and fixed bodies bore `borne` from sleepers.
template <int D>
void hand_over(ContactForces<D>& forces, const world::ContactRecords& awake, ExactSum elastic,
               const world::LoadsById<D>& borne) {
  forces.rebuild(awake);
  elastic.subtract(awake_elastic_energy(forces));
  forces.state().sleepers.elastic.add(elastic);
  sum_sleeping_loads(forces);
  shift_loads_of_fixed(forces.state(), borne);
}

template <int D>
bool has_stayed(const world::State<D>& state, Slot slot, const RestRule& rule) {
  const world::Bodies<D>& bodies = state.bodies;
  const Motion<D>& motion = bodies.motion[slot];
  const world::Anchor<D>& anchor = bodies.anchor[slot];
  double way = norm(state.box.nearest(motion.position - anchor.position));
  if (!bodies.is_round(slot)) way += motion.radius * turned(bodies.orientation[slot], anchor.orientation);
  return way <= rule.way + rule.share * motion.radius;
}

template <int D>
void fall_asleep(ContactForces<D>& forces, const std::vector<bool>& by_slot) {
  forces.keep_views();
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  world::Sleepers<D>& sleepers = state.sleepers;
  const world::ContactRecords all = forces.records(true);
  const world::ContactViews<D> views = forces.set().views(bodies, forces.list().candidates());
  const ExactSum elastic = awake_elastic_energy(forces);
  const world::LoadsById<D> borne = sleepers.on_fixed;
  const auto goes_to_sleep = [&](const world::ContactKey& key) {
    return world::involves(bodies, key, by_slot);
  };
  world::ContactRecords awake;
  for (std::size_t k = 0; k < all.keys.size(); ++k)
    world::append(goes_to_sleep(all.keys[k]) ? sleepers.contacts : awake, all, k);
  sleepers.contacts = world::in_key_order(sleepers.contacts);
  world::ContactViews<D> frozen;
  for (const world::ContactView<D>& view : views)
    if (goes_to_sleep(view.key)) frozen.push_back(view);
  sleepers.views = world::merged<D>(sleepers.views, frozen);

  const world::Moments<D> leaving = moments_of_marked(bodies, by_slot);
  const double before = kinetic_energy(bodies);
  for (Slot slot = 0; slot < bodies.size(); ++slot) {
    if (!by_slot[slot]) continue;
    bodies.motion[slot].velocity = {};
    bodies.motion[slot].spin = {};
    if (!bodies.derivatives.empty()) bodies.derivatives[slot] = {};
    bodies.rest[slot] = bodies.asleep;
  }
  state.ledger.asleep += before - kinetic_energy(bodies);
  bring_awake_to_front(forces);
  state.ledger.momentum.remove(leaving, load_on_awake(bodies));
  hand_over(forces, awake, elastic, borne);
}

template <int D>
void spread_over_islands(const world::State<D>& state, std::vector<bool>& by_slot) {
  const world::Bodies<D>& bodies = state.bodies;
  Islands islands(bodies.size());
  for (const world::ContactKey& key : state.sleepers.contacts.keys) {
    if (is_wall(key.second)) continue;
    const Slot first = bodies.slot_of(key.first), second = bodies.slot_of(key.second);
    if (bodies.is_asleep(first) && bodies.is_asleep(second)) islands.join(first, second);
  }
  std::vector<bool> marked(bodies.size(), false);
  for (Slot slot = 0; slot < bodies.size(); ++slot)
    if (by_slot[slot]) marked[islands.of(slot)] = true;
  for (Slot slot = 0; slot < bodies.size(); ++slot)
    by_slot[slot] = bodies.is_asleep(slot) && marked[islands.of(slot)];
}

}  // namespace

template <int D>
void begin_rest(world::Bodies<D>& bodies, Slot slot) {
  if (!bodies.may_sleep()) return;
  bodies.rest[slot] = 0;
  bodies.anchor[slot] = {bodies.motion[slot].position, bodies.orientation[slot]};
}

template <int D>
void let_sleep(ContactForces<D>& forces, const RestRule& rule, std::uint32_t often_enough) {
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  const std::size_t awake = bodies.awake();
  std::vector<char> any_tired(block_count(awake, grain), 0);
  for_each_block(awake, grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      if (is_fixed(bodies.motion[slot])) continue;
      std::uint32_t& rest = bodies.rest[slot];
      rest = has_stayed(state, static_cast<Slot>(slot), rule) ? std::min(rest + 1, often_enough) : 0;
      if (rest == 0) begin_rest(bodies, static_cast<Slot>(slot));
      any_tired[block] |= static_cast<char>(rest >= often_enough);
    }
  });
  if (std::none_of(any_tired.begin(), any_tired.end(), [](char any) { return any != 0; })) return;

  std::vector<bool> tired(bodies.size(), false);
  for (std::size_t slot = 0; slot < awake; ++slot) tired[slot] = bodies.rest[slot] >= often_enough;
  Islands islands(awake);
  for (const world::ContactKey& key : forces.records().keys) {
    const Slot first = bodies.slot_of(key.first);
    if (is_wall(key.second)) {
      if (!state.walls.states[wall_index(key.second)].motion.rests()) tired[first] = false;
      continue;
    }
    const Slot second = bodies.slot_of(key.second);
    if (!is_fixed(bodies.motion[first]) && !is_fixed(bodies.motion[second])) islands.join(first, second);
  }
  std::vector<bool> is_restless(awake, false);
  for (Slot slot = 0; slot < awake; ++slot)
    if (!tired[slot]) is_restless[islands.of(slot)] = true;
  bool any = false;
  for (Slot slot = 0; slot < awake; ++slot) {
    tired[slot] = tired[slot] && !is_restless[islands.of(slot)];
    any |= tired[slot];
  }
  if (any) fall_asleep(forces, tired);
}

template <int D>
void wake(ContactForces<D>& forces, std::vector<bool> by_slot) {
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  world::Sleepers<D>& sleepers = state.sleepers;
  spread_over_islands(state, by_slot);
  if (std::find(by_slot.begin(), by_slot.end(), true) == by_slot.end()) return;
  forces.keep_views();
  const ExactSum elastic = awake_elastic_energy(forces);
  const world::LoadsById<D> borne = sleepers.on_fixed;
  world::ContactRecords awake = forces.records();
  world::Sleepers<D> left;
  left.elastic = sleepers.elastic;
  for (std::size_t k = 0; k < sleepers.contacts.keys.size(); ++k) {
    const bool wakes = world::involves(bodies, sleepers.contacts.keys[k], by_slot);
    world::append(wakes ? awake : left.contacts, sleepers.contacts, k);
    if (!wakes) left.views.push_back(sleepers.views[k]);
  }
  awake.forces.clear();  // they belong to sleepers only
  sleepers = std::move(left);

  const world::Moments<D> joining = moments_of_marked(bodies, by_slot);
  for (Slot slot = 0; slot < bodies.size(); ++slot)
    if (by_slot[slot]) begin_rest(bodies, slot);
  bring_awake_to_front(forces);
  state.ledger.momentum.add(joining, load_on_awake(bodies));
  hand_over(forces, awake, elastic, borne);
}

template <int D>
void wake_touched(ContactForces<D>& forces) {
  world::Bodies<D>& bodies = forces.state().bodies;
  Touches<D>& touches = forces.touches();
  if (touches.empty()) return;
  std::vector<bool> touched(bodies.size(), false);
  for (const Touch<D>& touch : touches) {
    // The half kick of the next step is the first that it feels.
    bodies.load[touch.body].force += touch.load.force;
    bodies.load[touch.body].torque += touch.load.torque;
    touched[touch.body] = true;
  }
  touches.clear();
  wake(forces, std::move(touched));
}

template <int D>
void wake_all(ContactForces<D>& forces) {
  world::Bodies<D>& bodies = forces.state().bodies;
  if (!bodies.may_sleep()) return;
  forces.touches().clear();
  std::vector<bool> all(bodies.size(), false);
  for (Slot slot = 0; slot < bodies.size(); ++slot) all[slot] = bodies.is_asleep(slot);
  wake(forces, std::move(all));
  // Bodies that were about to fall asleep must not do so by what they felt before.
  for (Slot slot = 0; slot < bodies.size(); ++slot) begin_rest(bodies, slot);
}

template <int D>
world::ContactRecords all_contacts(const ContactForces<D>& forces) {
  world::ContactRecords all = forces.records();
  const world::ContactRecords& asleep = forces.state().sleepers.contacts;
  all.keys.insert(all.keys.end(), asleep.keys.begin(), asleep.keys.end());
  all.memory.insert(all.memory.end(), asleep.memory.begin(), asleep.memory.end());
  return all;
}

template <int D>
void restore_contacts(ContactForces<D>& forces, const world::ContactRecords& records) {
  world::State<D>& state = forces.state();
  world::Bodies<D>& bodies = state.bodies;
  world::Sleepers<D>& sleepers = state.sleepers;
  Touches<D>& touches = forces.touches();
  sleepers = {};
  touches.clear();
  if (!bodies.any_asleep()) {
    forces.rebuild(records);
    return;
  }
  // Once with all bodies awake, to see the contacts of those that sleep as they were seen before.
  const AlignedVector<std::uint32_t> rest = bodies.rest;
  std::vector<Slot> same(bodies.size());
  std::iota(same.begin(), same.end(), Slot{0});
  bodies.rest.assign(bodies.size(), 0);
  bodies.reorder(same);
  world::ContactRecords all = records, awake;
  all.forces.clear();
  forces.rebuild(all);
  ExactSum elastic = awake_elastic_energy(forces);
  const world::ContactViews<D> views = forces.set().geometry(bodies, forces.list().candidates());
  bodies.rest = rest;
  bodies.reorder(same);
  for (std::size_t k = 0; k < all.keys.size(); ++k)
    world::append(world::sleeps(bodies, all.keys[k]) ? sleepers.contacts : awake, all, k);
  sleepers.contacts = world::in_key_order(sleepers.contacts);
  sleepers.contacts.forces = records.forces;
  for (const world::ContactView<D>& view : views)
    if (world::sleeps(bodies, view.key)) {
      sleepers.views.push_back(view);
      const double* const force =
          records.forces.data() + (sleepers.views.size() - 1) * forces.set().force_width();
      for (int k = 0; k < D; ++k) sleepers.views.back().force[k] = force[k];
    }
  forces.rebuild(awake);
  elastic.subtract(awake_elastic_energy(forces));
  sleepers.elastic = elastic;
  sum_sleeping_loads(forces);
}

#define SCREE_INSTANTIATE(D)                                                  \
  template void begin_rest(world::Bodies<D>&, Slot);                          \
  template void let_sleep(ContactForces<D>&, const RestRule&, std::uint32_t); \
  template void wake_touched(ContactForces<D>&);                              \
  template void wake_all(ContactForces<D>&);                                  \
  template void wake(ContactForces<D>&, std::vector<bool>);                   \
  template world::ContactRecords all_contacts(const ContactForces<D>&);       \
  template void restore_contacts(ContactForces<D>&, const world::ContactRecords&)
SCREE_INSTANTIATE(2);
SCREE_INSTANTIATE(3);
#undef SCREE_INSTANTIATE

}  // namespace scree::step
