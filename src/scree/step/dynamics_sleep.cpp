// Sleep: islands of bodies at rest are frozen and cost nothing until something touches them. Takes the
// contacts of the last step, keeps those of sleepers aside with their forces, and gives them back when their
// island wakes. Bodies that sleep come last in storage, so that every loop over those who move is just
// shorter.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/base/parallel.h"
#include "scree/step/dynamics.h"

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

template <int D>
ContactViews<D> merged(const ContactViews<D>& some, const ContactViews<D>& others) {
  ContactViews<D> result;
  result.reserve(some.size() + others.size());
  std::merge(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(result),
             [](const ContactView<D>& a, const ContactView<D>& b) { return a.key < b.key; });
  return result;
}

/// How far the corners of a shape have turned, as a share of its radius. Round bodies look the same however
/// they turn.
double turned(const Rotation<2>& now, const Rotation<2>& then) {
  return norm(Vec2{now.c - then.c, now.s - then.s});
}

}  // namespace

template <int D>
ExactSum Dynamics<D>::awake_energy() const {
  return contacts_.stored_energy(bodies_, candidates_, 1 / settings_.quantum);
}

template <int D>
double Dynamics<D>::elastic_energy() const {
  ExactSum sum = awake_energy();
  sum.add(sleepers_.elastic);
  return sum.value(settings_.quantum);
}

template <int D>
ContactRecords Dynamics<D>::contacts() const {
  ContactRecords all = awake_contacts();
  all.keys.insert(all.keys.end(), sleepers_.contacts.keys.begin(), sleepers_.contacts.keys.end());
  all.memory.insert(all.memory.end(), sleepers_.contacts.memory.begin(), sleepers_.contacts.memory.end());
  return all;
}

template <int D>
ContactViews<D> Dynamics<D>::contact_views() const {
  if (!contacts_.forces_are_known()) return {};
  return merged<D>(contacts_.views(bodies_, candidates_), sleepers_.views);
}

template <int D>
ContactViews<D> Dynamics<D>::contact_geometry() const {
  return merged<D>(contacts_.geometry(bodies_, candidates_), sleepers_.views);
}

template <int D>
void Dynamics<D>::bring_awake_to_front() {
  const std::vector<Slot> old_slot = bodies_.awake_first();
  bodies_.reorder(old_slot);
  search_->renumber(old_slot);
}

template <int D>
void Dynamics<D>::sum_sleeping_loads() {
  const ContactRecords& contacts = sleepers_.contacts;
  sleepers_.on_walls = WallLoads<D>(walls_.size(), settings_.force_quantum, settings_.torque_quantum);
  sleepers_.on_fixed.clear();
  for (std::size_t k = 0; k < contacts.keys.size(); ++k) {
    const world::ContactKey& key = contacts.keys[k];
    const double* const record = contacts.forces.data() + k * force_width();
    const auto add_if_fixed = [&](Id id, bool is_second) {
      if (!is_fixed(bodies_.motion[bodies_.slot_of(id)])) return;
      const world::Load<D> load = load_of<D>(record, force_width(), is_second);
      sleepers_.on_fixed[id].force += load.force;
      sleepers_.on_fixed[id].torque += load.torque;
    };
    add_if_fixed(key.first, false);
    if (is_wall(key.second))
      sleepers_.on_walls.add(wall_index(key.second), bodies_.motion[bodies_.slot_of(key.first)].position,
                             record, force_width());
    else
      add_if_fixed(key.second, true);
  }
}

template <int D>
void Dynamics<D>::shift_loads_of_fixed(const LoadsById& before) {
  const auto add = [&](const LoadsById& loads, double sign) {
    for (const auto& [id, load] : loads) {
      const Slot slot = bodies_.slot_of(id);
      if (slot == bodies_.no_slot) continue;
      bodies_.load[slot].force += sign * load.force;
      bodies_.load[slot].torque += sign * load.torque;
    }
  };
  add(before, 1);
  add(sleepers_.on_fixed, -1);
}

template <int D>
world::Load<D> Dynamics<D>::load_on(Slot slot) const {
  world::Load<D> load = bodies_.load[slot];
  const auto found = sleepers_.on_fixed.find(bodies_.id[slot]);
  if (found == sleepers_.on_fixed.end()) return load;
  load.force += found->second.force;
  load.torque += found->second.torque;
  return load;
}

template <int D>
bool Dynamics<D>::has_stayed(Slot slot, const RestRule& rule) const {
  const Motion<D>& motion = bodies_.motion[slot];
  const world::Anchor<D>& anchor = bodies_.anchor[slot];
  double way = norm(box_.nearest(motion.position - anchor.position));
  if constexpr (D == 2) {
    if (bodies_.is_polygon(slot))
      way += motion.radius * turned(bodies_.orientation[slot], anchor.orientation);
  }
  return way <= rule.way + rule.share * motion.radius;
}

template <int D>
void Dynamics<D>::let_sleep(const RestRule& rule, std::uint32_t often_enough) {
  const std::size_t awake = bodies_.awake();
  std::vector<char> any_tired(block_count(awake, grain), 0);
  for_each_block(awake, grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      if (is_fixed(bodies_.motion[slot])) continue;
      std::uint32_t& rest = bodies_.rest[slot];
      rest = has_stayed(static_cast<Slot>(slot), rule) ? std::min(rest + 1, often_enough) : 0;
      if (rest == 0) bodies_.anchor[slot] = {bodies_.motion[slot].position, bodies_.orientation[slot]};
      any_tired[block] |= static_cast<char>(rest >= often_enough);
    }
  });
  if (std::none_of(any_tired.begin(), any_tired.end(), [](char any) { return any != 0; })) return;

  std::vector<bool> tired(bodies_.size(), false);
  for (std::size_t slot = 0; slot < awake; ++slot) tired[slot] = bodies_.rest[slot] >= often_enough;
  Islands islands(awake);
  for (const world::ContactKey& key : awake_contacts().keys) {
    const Slot first = bodies_.slot_of(key.first);
    if (is_wall(key.second)) {
      if (!walls_.states[wall_index(key.second)].motion.rests()) tired[first] = false;
      continue;
    }
    const Slot second = bodies_.slot_of(key.second);
    if (!is_fixed(bodies_.motion[first]) && !is_fixed(bodies_.motion[second])) islands.join(first, second);
  }
  std::vector<bool> is_restless(awake, false);
  for (Slot slot = 0; slot < awake; ++slot)
    if (!tired[slot]) is_restless[islands.of(slot)] = true;
  bool any = false;
  for (Slot slot = 0; slot < awake; ++slot) {
    tired[slot] = tired[slot] && !is_restless[islands.of(slot)];
    any |= tired[slot];
  }
  if (any) fall_asleep(tired);
}

template <int D>
void Dynamics<D>::fall_asleep(const std::vector<bool>& by_slot) {
  const ContactRecords all = contacts_.records(bodies_, candidates_, true);
  const ContactViews<D> views = contacts_.views(bodies_, candidates_);
  ExactSum elastic = awake_energy();
  const LoadsById borne = sleepers_.on_fixed;
  const auto goes_to_sleep = [&](const world::ContactKey& key) { return involves(bodies_, key, by_slot); };
  ContactRecords awake;
  for (std::size_t k = 0; k < all.keys.size(); ++k)
    append(goes_to_sleep(all.keys[k]) ? sleepers_.contacts : awake, all, k);
  sleepers_.contacts = in_key_order(sleepers_.contacts);
  ContactViews<D> frozen;
  for (const ContactView<D>& view : views)
    if (goes_to_sleep(view.key)) frozen.push_back(view);
  sleepers_.views = merged<D>(sleepers_.views, frozen);

  Moments<D> leaving;
  const double before = kinetic_energy();
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot || !by_slot[slot]) continue;
    leaving += moments_of(bodies_.motion[slot]);
    bodies_.motion[slot].velocity = {};
    bodies_.motion[slot].spin = {};
    if (!bodies_.derivatives.empty()) bodies_.derivatives[slot] = {};
    bodies_.rest[slot] = bodies_.asleep;
  }
  ledger_.asleep += before - kinetic_energy();
  bring_awake_to_front();
  ledger_.momentum.remove(leaving, load_on_awake());
  rebuild(awake);
  elastic.subtract(awake_energy());
  sleepers_.elastic.add(elastic);
  sum_sleeping_loads();
  shift_loads_of_fixed(borne);
}

template <int D>
void Dynamics<D>::spread_over_islands(std::vector<bool>& by_slot) const {
  Islands islands(bodies_.size());
  for (const world::ContactKey& key : sleepers_.contacts.keys) {
    if (is_wall(key.second)) continue;
    const Slot first = bodies_.slot_of(key.first), second = bodies_.slot_of(key.second);
    if (bodies_.is_asleep(first) && bodies_.is_asleep(second)) islands.join(first, second);
  }
  std::vector<bool> marked(bodies_.size(), false);
  for (Slot slot = 0; slot < bodies_.size(); ++slot)
    if (by_slot[slot]) marked[islands.of(slot)] = true;
  for (Slot slot = 0; slot < bodies_.size(); ++slot)
    by_slot[slot] = bodies_.is_asleep(slot) && marked[islands.of(slot)];
}

template <int D>
void Dynamics<D>::wake(std::vector<bool> by_slot) {
  spread_over_islands(by_slot);
  if (std::find(by_slot.begin(), by_slot.end(), true) == by_slot.end()) return;
  ExactSum elastic = awake_energy();
  const LoadsById borne = sleepers_.on_fixed;
  ContactRecords awake = awake_contacts();
  Sleepers left;
  left.elastic = sleepers_.elastic;
  for (std::size_t k = 0; k < sleepers_.contacts.keys.size(); ++k) {
    const bool wakes = involves(bodies_, sleepers_.contacts.keys[k], by_slot);
    append(wakes ? awake : left.contacts, sleepers_.contacts, k);
    if (!wakes) left.views.push_back(sleepers_.views[k]);
  }
  awake.forces.clear();  // they belong to sleepers only
  sleepers_ = std::move(left);

  Moments<D> joining;
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot || !by_slot[slot]) continue;
    joining += moments_of(bodies_.motion[slot]);
    bodies_.rest[slot] = 0;
    bodies_.anchor[slot] = {bodies_.motion[slot].position, bodies_.orientation[slot]};
  }
  bring_awake_to_front();
  ledger_.momentum.add(joining, load_on_awake());
  rebuild(awake);
  elastic.subtract(awake_energy());
  sleepers_.elastic.add(elastic);
  sum_sleeping_loads();
  shift_loads_of_fixed(borne);
}

template <int D>
void Dynamics<D>::wake_touched() {
  if (touches_.empty()) return;
  std::vector<bool> touched(bodies_.size(), false);
  for (const Touch<D>& touch : touches_) {
    // The half kick of the next step is the first that it feels.
    bodies_.load[touch.body].force += touch.load.force;
    bodies_.load[touch.body].torque += touch.load.torque;
    touched[touch.body] = true;
  }
  touches_.clear();
  wake(std::move(touched));
}

template <int D>
void Dynamics<D>::wake_all() {
  touches_.clear();
  if (!bodies_.any_asleep()) return;
  std::vector<bool> all(bodies_.size(), false);
  for (Slot slot = 0; slot < bodies_.size(); ++slot) all[slot] = bodies_.is_asleep(slot);
  wake(std::move(all));
}

template <int D>
void Dynamics<D>::restore(const ContactRecords& records) {
  sleepers_ = {};
  touches_.clear();
  if (!bodies_.any_asleep()) {
    rebuild(records);
    return;
  }
  // Once with everybody awake, to see the contacts of those who sleep as they were seen before.
  const AlignedVector<std::uint32_t> rest = bodies_.rest;
  std::vector<Slot> same(bodies_.size());
  std::iota(same.begin(), same.end(), Slot{0});
  bodies_.rest.assign(bodies_.size(), 0);
  bodies_.reorder(same);
  ContactRecords all = records, awake;
  all.forces.clear();
  rebuild(all);
  ExactSum elastic = awake_energy();
  const ContactViews<D> views = contacts_.geometry(bodies_, candidates_);
  bodies_.rest = rest;
  bodies_.reorder(same);
  for (std::size_t k = 0; k < all.keys.size(); ++k)
    append(sleeps(bodies_, all.keys[k]) ? sleepers_.contacts : awake, all, k);
  sleepers_.contacts = in_key_order(sleepers_.contacts);
  sleepers_.contacts.forces = records.forces;
  for (const ContactView<D>& view : views)
    if (sleeps(bodies_, view.key)) {
      sleepers_.views.push_back(view);
      const double* const force = records.forces.data() + (sleepers_.views.size() - 1) * force_width();
      for (int k = 0; k < D; ++k) sleepers_.views.back().force[k] = force[k];
    }
  rebuild(awake);
  elastic.subtract(awake_energy());
  sleepers_.elastic = elastic;
  sum_sleeping_loads();
}

#define SCREE_INSTANTIATE_SLEEP(D)                                          \
  template ExactSum Dynamics<D>::awake_energy() const;                      \
  template double Dynamics<D>::elastic_energy() const;                      \
  template ContactRecords Dynamics<D>::contacts() const;                    \
  template ContactViews<D> Dynamics<D>::contact_views() const;              \
  template ContactViews<D> Dynamics<D>::contact_geometry() const;           \
  template void Dynamics<D>::bring_awake_to_front();                        \
  template void Dynamics<D>::sum_sleeping_loads();                          \
  template void Dynamics<D>::shift_loads_of_fixed(const LoadsById&);        \
  template world::Load<D> Dynamics<D>::load_on(Slot) const;                 \
  template bool Dynamics<D>::has_stayed(Slot, const RestRule&) const;       \
  template void Dynamics<D>::let_sleep(const RestRule&, std::uint32_t);     \
  template void Dynamics<D>::fall_asleep(const std::vector<bool>&);         \
  template void Dynamics<D>::spread_over_islands(std::vector<bool>&) const; \
  template void Dynamics<D>::wake(std::vector<bool>);                       \
  template void Dynamics<D>::wake_touched();                                \
  template void Dynamics<D>::wake_all();                                    \
  template void Dynamics<D>::restore(const ContactRecords&)
SCREE_INSTANTIATE_SLEEP(2);
SCREE_INSTANTIATE_SLEEP(3);
#undef SCREE_INSTANTIATE_SLEEP

}  // namespace scree::step
