#include "scree/step/hard_motion.h"

#include <algorithm>
#include <numeric>

#include "scree/base/exact_accumulator.h"
#include "scree/base/parallel.h"
#include "scree/step/accounts.h"
#include "scree/step/soundness.h"

namespace scree::step {
namespace {

constexpr std::size_t pairs_per_block = 256;
constexpr std::size_t islands_per_block = 8;
/// After so many times islands that meet are no longer joined: what they did is then cut short by the next
/// step. Each time joins at least two, so this is for a state that has gone wrong.
constexpr int most_rounds = 100;

inline double length_of(double spin) { return std::abs(spin); }
inline double length_of(const Vec3& spin) { return norm(spin); }
inline double component(double spin, int) { return spin; }
inline double component(const Vec3& spin, int k) { return spin[k]; }
inline void set_component(double& spin, int, double value) { spin = value; }
inline void set_component(Vec3& spin, int k, double value) { spin[k] = value; }

/// Sums of impulses and moments that do not depend on their order.
template <int D>
struct ImpulseSum {
  static constexpr int turns = D == 2 ? 1 : 3;
  std::array<ExactAccumulator, D> impulse;
  std::array<ExactAccumulator, turns> moment;

  void add(const OutsideImpulse<D>& one) {
    const Spin<D> turn = cross(one.place, one.impulse) + one.moment;
    for (int k = 0; k < D; ++k) impulse[k].add(one.impulse[k]);
    for (int k = 0; k < turns; ++k) moment[k].add(component(turn, k));
  }
  world::ExternalLoad<D> value() const {
    world::ExternalLoad<D> load;
    for (int k = 0; k < D; ++k) load.force[k] = impulse[k].value();
    for (int k = 0; k < turns; ++k) set_component(load.torque, k, moment[k].value());
    return load;
  }
};

/// Which bodies hang together: the root of each is the one with the smallest slot.
class Unions {
 public:
  explicit Unions(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

template <int D>
HardMotion<D>::HardMotion(world::State<D>& state, const Interactions& interactions,
                          std::unique_ptr<search::ContactSearch<D>> search, const Settings& settings)
    : state_(state),
      settings_(settings),
      scene_(state, interactions, settings.hard),
      pairs_(state, scene_, std::move(search)),
      phase_search_(phases_.add_phase("search")),
      phase_contacts_(phases_.add_phase("contacts")),
      phase_solve_(phases_.add_phase("solve")),
      phase_check_(phases_.add_phase("check")) {}

template <int D>
void HardMotion<D>::set_memory(std::vector<HardContactRecord<D>> records) {
  memory_.replace(std::move(records), state_.bodies.next_id());
}

template <int D>
void HardMotion<D>::renew(const Interactions& interactions) {
  scene_.renew(interactions);
  pairs_.forget();
  const auto is_there = [&](Id id) {
    return is_wall(id) ? wall_index(id) < state_.walls.size() && state_.walls.is_active(wall_index(id))
                       : state_.bodies.slot_of(id) != state_.bodies.no_slot;
  };
  std::vector<HardContactRecord<D>> kept;
  for (const HardContactRecord<D>& record : memory_.records())
    if (is_there(record.key.first) && is_there(record.key.second)) kept.push_back(record);
  set_memory(std::move(kept));
  std::erase_if(contacts_, [&](const SeenHardContact<D>& seen) {
    return !is_there(seen.record.key.first) || !is_there(seen.record.key.second);
  });
}

template <int D>
bool HardMotion<D>::make_step(double begin, double dt) {
  scene_.place_walls(begin, dt);
  if (!is_sound(state_.bodies)) return false;
  extra_.assign(state_.bodies.size(), 0);
  ways_.assign(state_.bodies.size(), 0);
  list_pairs(dt);
  std::vector<char> dirty(state_.bodies.size(), 1);
  Islands islands, before;
  for (int round = 0; round < most_rounds; ++round) {
    look_at_pairs(dt, dirty);
    before = std::move(islands);
    islands = find_islands();
    advance_islands(dt, islands, before, dirty);
    // A body that was pushed farther than expected may meet what is not listed.
    bool is_listed = true;
    {
      const PhaseTimes::Scope scope(phases_, phase_check_);
      for (const IslandWay<D>& way : island_ways_)
        for (const Mover<D>& mover : way.movers) ways_[mover.slot] = std::max(ways_[mover.slot], mover.way);
      is_listed = pairs_.holds(ways_, wall_way(dt));
    }
    if (!is_listed) {
      list_pairs(dt);
      dirty.assign(state_.bodies.size(), 1);
      islands = {};
      continue;
    }
    if (!find_meetings(dt, islands, dirty)) break;
  }
  commit(begin, dt, islands);
  return is_sound(state_.bodies);
}

template <int D>
double HardMotion<D>::wall_way(double dt) const {
  double most = 0;
  for (std::size_t wall = 0; wall < state_.walls.size(); ++wall) {
    const world::WallState<D>& one = state_.walls.states[wall];
    if (one.motion.rests() || one.active == 0) continue;
    const Curve<D>& curve = scene_.curve_of_wall(state_.walls.first_facet[wall]);
    double arm = 0;
    if (length_of(curve.spin) > 0)
      for (const Motion<D>& motion : state_.bodies.motion)
        arm = std::max(arm, norm(motion.position - curve.start.offset) + motion.radius);
    most = std::max(most, dt * (norm(curve.velocity) + length_of(curve.spin) * arm));
  }
  return most;
}

template <int D>
void HardMotion<D>::list_pairs(double dt) {
  const PhaseTimes::Scope scope(phases_, phase_search_);
  const world::Bodies<D>& bodies = state_.bodies;
  const double fall = norm(state_.gravity) * dt * dt;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
    const Motion<D>& motion = bodies.motion[slot];
    const double turning =
        bodies.is_round(static_cast<Slot>(slot)) ? 0 : length_of(motion.spin) * motion.radius;
    // It may have been found to go farther.
    if (!is_fixed(motion)) ways_[slot] = std::max(ways_[slot], dt * (norm(motion.velocity) + turning) + fall);
  }
  const double walls = wall_way(dt);
  if (settings_.shuffle_every_step || !pairs_.holds(ways_, walls)) pairs_.build(ways_, walls);
  joins_.assign(pairs_.pairs().size(), 0);
  gaps_.assign(pairs_.pairs().size(), 0);
}

template <int D>
PairMotion<D> HardMotion<D>::motion_of(const HardPair<D>& pair) const {
  const world::Bodies<D>& bodies = state_.bodies;
  const auto rotation = [&](Slot slot) {
    return bodies.follows_orientations() ? bodies.orientation[slot] : Rotation<D>{};
  };
  PairMotion<D> motion;
  const Motion<D>& first = bodies.motion[pair.first];
  motion.first = {rotation(pair.first), first.position};
  if (!is_fixed(first)) {
    motion.first_velocity = first.velocity;
    motion.first_spin = first.spin;
  }
  motion.extra = extra_[pair.first];
  if (pair.is_with_wall()) {
    const Curve<D>& wall = scene_.curve_of_wall(pair.facet);
    motion.second = wall.start;
    motion.second_velocity = wall.velocity;
    motion.second_spin = wall.spin;
    return motion;
  }
  const Motion<D>& second = bodies.motion[pair.second];
  motion.second = {rotation(pair.second),
                   first.position - state_.box.nearest(first.position - second.position)};
  if (!is_fixed(second)) {
    motion.second_velocity = second.velocity;
    motion.second_spin = second.spin;
  }
  motion.extra += extra_[pair.second];
  return motion;
}

/// Pairs that have a body that is marked by slot.
template <int D>
void HardMotion<D>::look_at_pairs(double dt, const std::vector<char>& which) {
  const PhaseTimes::Scope scope(phases_, phase_contacts_);
  const std::span<const HardPair<D>> pairs = pairs_.pairs();
  for_each_block(pairs.size(), pairs_per_block, [&](std::size_t, std::size_t begin, std::size_t end) {
    contact::PointFinder<D> finder;
    NearPoints<D> near;
    for (std::size_t p = begin; p < end; ++p) {
      const HardPair<D>& pair = pairs[p];
      // What stands joins nothing; the island of the one that moves looks for itself.
      if (pair.is_with_wall() || is_fixed(state_.bodies.motion[pair.first]) ||
          is_fixed(state_.bodies.motion[pair.second]))
        continue;
      if (which[pair.first] == 0 && which[pair.second] == 0) continue;
      const PairMotion<D> motion = motion_of(pair);
      look(scene_, pair, motion, dt, finder, near);
      gaps_[p] = near.least_gap;
      joins_[p] = std::any_of(near.points.begin(), near.points.end(),
                              [&](const auto& point) { return may_touch(scene_, pair, motion, dt, point); });
    }
  });
}

template <int D>
typename HardMotion<D>::Islands HardMotion<D>::find_islands() const {
  const world::Bodies<D>& bodies = state_.bodies;
  const std::span<const HardPair<D>> pairs = pairs_.pairs();
  Unions unions(bodies.size());
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (joins_[p] != 0) unions.join(pairs[p].first, pairs[p].second);
  Islands islands;
  islands.island_of.assign(bodies.size(), none);
  std::vector<std::uint32_t> number_of_root(bodies.size(), none);
  std::vector<std::size_t> sizes;
  std::vector<Slot> by_id;
  for (Id id = 0; id < bodies.next_id(); ++id) {
    const Slot slot = bodies.slot_of(id);
    if (slot == bodies.no_slot || is_fixed(bodies.motion[slot])) continue;
    by_id.push_back(slot);
    std::uint32_t& number = number_of_root[unions.root(slot)];
    if (number == none) {
      number = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(0);
    }
    ++sizes[number];
    islands.island_of[slot] = number;
  }
  const auto begins = [](const std::vector<std::size_t>& counts) {
    std::vector<std::size_t> first(counts.size() + 1, 0);
    for (std::size_t k = 0; k < counts.size(); ++k) first[k + 1] = first[k] + counts[k];
    return first;
  };
  islands.first_member = begins(sizes);
  islands.members.resize(by_id.size());
  std::vector<std::size_t> next = islands.first_member;
  for (const Slot slot : by_id) islands.members[next[islands.island_of[slot]]++] = slot;
  const auto island_of_pair = [&](const HardPair<D>& pair) {
    const std::uint32_t first = islands.island_of[pair.first];
    if (pair.is_with_wall()) return first;
    const std::uint32_t second = islands.island_of[pair.second];
    if (first == none) return second;
    return second == none || first == second ? first : none;
  };
  std::vector<std::size_t> pair_counts(sizes.size(), 0);
  for (const HardPair<D>& pair : pairs)
    if (const std::uint32_t island = island_of_pair(pair); island != none) ++pair_counts[island];
  islands.first_pair = begins(pair_counts);
  islands.pairs.resize(islands.first_pair.back());
  next = islands.first_pair;
  for (const HardPair<D>& pair : pairs)
    if (const std::uint32_t island = island_of_pair(pair); island != none)
      islands.pairs[next[island]++] = pair;
  return islands;
}

/// Those that have a body that is marked by slot; others are as they were before.
template <int D>
void HardMotion<D>::advance_islands(double dt, const Islands& islands, const Islands& before,
                                    const std::vector<char>& dirty) {
  const PhaseTimes::Scope scope(phases_, phase_solve_);
  std::vector<IslandWay<D>> known = std::move(island_ways_);
  island_ways_ = std::vector<IslandWay<D>>(islands.size());
  parallel_for(islands.size(), islands_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::span<const Slot> members(islands.members.data() + islands.first_member[k],
                                          islands.first_member[k + 1] - islands.first_member[k]);
      const bool is_new =
          std::any_of(members.begin(), members.end(), [&](Slot slot) { return dirty[slot] != 0; });
      if (!is_new) {
        island_ways_[k] = std::move(known[before.island_of[members.front()]]);
        continue;
      }
      island_ways_[k] = advance_island<D>(
          {scene_,
           memory_,
           dt,
           settings_.quantum,
           members,
           {islands.pairs.data() + islands.first_pair[k], islands.first_pair[k + 1] - islands.first_pair[k]},
           extra_});
    }
  });
}

template <int D>
bool HardMotion<D>::find_meetings(double dt, const Islands& islands, std::vector<char>& dirty) {
  const PhaseTimes::Scope scope(phases_, phase_check_);
  const std::span<const HardPair<D>> pairs = pairs_.pairs();
  std::vector<std::uint32_t> place(state_.bodies.size(), none);
  std::vector<double> ways(state_.bodies.size(), 0);
  for (const IslandWay<D>& way : island_ways_)
    for (std::size_t m = 0; m < way.movers.size(); ++m) {
      place[way.movers[m].slot] = static_cast<std::uint32_t>(m);
      ways[way.movers[m].slot] = way.movers[m].way;
    }
  std::vector<char> meets(pairs.size(), 0);
  for_each_block(pairs.size(), pairs_per_block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const HardPair<D>& pair = pairs[p];
      if (pair.is_with_wall()) continue;
      const std::uint32_t first = islands.island_of[pair.first], second = islands.island_of[pair.second];
      if (first == none || second == none || first == second) continue;
      if (ways[pair.first] + ways[pair.second] <= gaps_[p] - rest_share * scene_.halo(pair)) continue;
      meets[p] =
          meet(dt, pair, island_ways_[first], place[pair.first], island_ways_[second], place[pair.second]);
    }
  });
  dirty.assign(state_.bodies.size(), 0);
  bool any = false;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (meets[p] == 0) continue;
    any = true;
    for (const Slot slot : {pairs[p].first, pairs[p].second}) {
      dirty[slot] = 1;
      extra_[slot] = std::max({2 * extra_[slot], ways[slot], scene_.halo(slot)});
    }
  }
  return any;
}

/// Whether two bodies come into contact on their legs.
template <int D>
bool HardMotion<D>::meet(double dt, const HardPair<D>& pair, const IslandWay<D>& first,
                         std::size_t first_mover, const IslandWay<D>& second, std::size_t second_mover) {
  contact::ImpactFinder<D> finder;
  const contact::Placed<D> placed_first = scene_.first_of(pair), placed_second = scene_.second_of(pair);
  contact::Moving<D> one, other;
  one.shape = placed_first.shape;
  one.scale = placed_first.scale;
  other.shape = placed_second.shape;
  other.scale = placed_second.scale;
  const Vec<D> apart = state_.bodies.motion[pair.first].position - state_.bodies.motion[pair.second].position;
  const Vec<D> shift = apart - state_.box.nearest(apart);
  const double halo = scene_.halo(pair);
  std::size_t i = 0, j = 0;
  double time = 0;
  while (time < dt && i < first.legs.size() && j < second.legs.size()) {
    const auto end_of = [&](const std::vector<Leg<D>>& legs, std::size_t k) {
      return k + 1 < legs.size() ? legs[k + 1].begin : dt;
    };
    const double first_end = end_of(first.legs, i), second_end = end_of(second.legs, j);
    const double end = std::min(first_end, second_end);
    one.curve = first.legs[i].curves[first_mover];
    one.since = time - first.legs[i].begin;
    other.curve = second.legs[j].curves[second_mover];
    other.curve.start.offset += shift;
    other.since = time - second.legs[j].begin;
    contact::ImpactQuery query;
    query.duration = end - time;
    query.distance = low_share * halo;
    query.tolerance = 1e-2 * halo;
    query.rounds = 100;
    if (finder.find(one, other, query).time < query.duration) return true;
    if (first_end <= end) ++i;
    if (second_end <= end) ++j;
    time = end;
  }
  return false;
}

template <int D>
void HardMotion<D>::commit(double begin, double dt, const Islands& islands) {
  world::Bodies<D>& bodies = state_.bodies;
  const PhaseTimes::Scope scope(phases_, phase_check_);
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) bodies.load[slot] = {};
  parallel_for(islands.size(), 64, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      for (const Mover<D>& mover : island_ways_[k].movers) {
        Motion<D>& motion = bodies.motion[mover.slot];
        motion.position = mover.pose.offset;
        motion.velocity = mover.velocity;
        motion.spin = mover.spin;
        if (bodies.follows_orientations()) bodies.orientation[mover.slot] = mover.pose.rotation;
        bodies.load[mover.slot].force = mover.impulse / dt;
        bodies.load[mover.slot].torque = (1 / dt) * mover.turn;
      }
  });
  contacts_.clear();
  overlap_ratio_ = 0;
  for (const IslandWay<D>& way : island_ways_) {
    contacts_.insert(contacts_.end(), way.contacts.begin(), way.contacts.end());
    counts_.add(way.counts);
    world::LossTotals& losses = state_.ledger.losses;
    losses.damping.add(way.losses.impacts);
    losses.friction.add(way.losses.friction);
    losses.rolling.add(way.losses.rolling);
    losses.model.add(way.losses.places);
    state_.ledger.wall_work += way.wall_work;
  }
  std::sort(contacts_.begin(), contacts_.end(),
            [](const auto& a, const auto& b) { return a.record.key < b.record.key; });
  std::vector<HardContactRecord<D>> records;
  records.reserve(contacts_.size());
  for (const SeenHardContact<D>& seen : contacts_) {
    records.push_back(seen.record);
    overlap_ratio_ = std::max(overlap_ratio_, -seen.gap_ratio);
  }
  set_memory(std::move(records));
  book_outside(begin, dt);
  wrap();
}

template <int D>
void HardMotion<D>::book_outside(double begin, double dt) {
  std::vector<ImpulseSum<D>> by_wall(state_.walls.size());
  ImpulseSum<D> all;
  for (const IslandWay<D>& way : island_ways_)
    for (const OutsideImpulse<D>& one : way.outside) {
      all.add(one);
      if (one.fixed == HardPair<D>::no_slot) {
        by_wall[one.wall].add(one);
        continue;
      }
      world::Load<D>& load = state_.bodies.load[one.fixed];
      load.force -= one.impulse / dt;
      load.torque -=
          (1 / dt) * (cross(one.place - state_.bodies.motion[one.fixed].position, one.impulse) + one.moment);
    }
  const world::ExternalLoad<D> sum = all.value();
  state_.ledger.momentum.book_impulses(sum.force, sum.torque, state_.gravity, dt);
  for (std::size_t wall = 0; wall < by_wall.size(); ++wall) {
    const world::ExternalLoad<D> load = by_wall[wall].value();
    state_.walls.states[wall].force = load.force / dt;
    state_.walls.states[wall].torque = (1 / dt) * load.torque;
  }
  place_walls(state_.walls, begin, dt, dt);
}

/// Bodies that have left the box over a periodic face come back.
template <int D>
void HardMotion<D>::wrap() {
  if (!state_.box.any()) return;
  ExactAccumulator added;
  for (std::size_t slot = 0; slot < state_.bodies.size(); ++slot) {
    Motion<D>& motion = state_.bodies.motion[slot];
    const Vec<D> way = state_.box.way_back(motion.position);
    if (way == Vec<D>{} || is_fixed(motion)) continue;
    motion.position += way;
    pairs_.was_wrapped(static_cast<Slot>(slot), way);
    added.add(-dot(state_.gravity, way) / motion.inverse_mass);
  }
  state_.ledger.added += added.value();
}

template <int D>
std::vector<SeenHardContact<D>> HardMotion<D>::touching() {
  scene_.place_walls(0, 0);
  extra_.assign(state_.bodies.size(), 0);
  ways_.assign(state_.bodies.size(), 0);
  if (!pairs_.holds(ways_, 0)) pairs_.build(ways_, 0);
  std::vector<SeenHardContact<D>> result;
  contact::PointFinder<D> finder;
  NearPoints<D> near;
  for (const HardPair<D>& pair : pairs_.pairs()) {
    const PairMotion<D> motion = motion_of(pair);
    look(scene_, pair, motion, 0, finder, near);
    const double halo = scene_.halo(pair);
    for (const contact::HardPoint<D>& point : near.points) {
      if (point.gap > (rest_share + settings_.hard.contact_tolerance) * halo) continue;
      result.push_back(seen_contact(scene_, pair, motion, point));
    }
  }
  std::sort(result.begin(), result.end(),
            [](const auto& a, const auto& b) { return a.record.key < b.record.key; });
  return result;
}

template class HardMotion<2>;
template class HardMotion<3>;

}  // namespace scree::step
