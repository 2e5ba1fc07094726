#include "scree/step/dynamics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "scree/base/parallel.h"

namespace scree::step {
namespace {
constexpr std::size_t grain = 2048;
}  // namespace

template <int D>
Dynamics<D>::Dynamics(world::Bodies<D> bodies, world::Walls<D> walls, Interactions interactions,
                      const Space<D>& space, std::unique_ptr<search::ContactSearch<D>> search,
                      const kernel::Kernels<D>& kernels, const DynamicsSettings& settings)
    : bodies_(std::move(bodies)),
      walls_(std::move(walls)),
      drive_(walls_),
      interactions_(std::move(interactions)),
      gravity_(space.gravity),
      box_(space.box),
      shear_(box_),
      search_(std::move(search)),
      settings_(settings),
      coarse_(kernels, box_),
      contacts_(kernels, interactions_, walls_, box_, settings.may_roll || interactions_.any_rolls()),
      phase_search_(phases_.add_phase("search")),
      phase_contacts_(phases_.add_phase("contacts")),
      phase_gather_(phases_.add_phase("gather")) {
  if (box_.any()) {
    auto periodic = std::make_unique<search::PeriodicSearch<D>>(std::move(search_), periods());
    periodic_search_ = periodic.get();
    search_ = std::move(periodic);
  }
  for (std::size_t slot = 0; slot < bodies_.size(); ++slot)
    if (is_fixed(bodies_.motion[slot])) fixed_ids_.push_back(bodies_.id[slot]);
}

template <int D>
Moments<D> Dynamics<D>::moments_of(const Motion<D>& motion) const {
  Moments<D> moments;
  if (is_fixed(motion)) return moments;
  moments.mass = 1 / motion.inverse_mass;
  moments.first = moments.mass * motion.position;
  moments.momentum = moments.mass * motion.velocity;
  moments.angular_momentum = cross(motion.position, moments.momentum);
  moments.angular_momentum += (1 / motion.inverse_inertia) * motion.spin;
  return moments;
}

template <int D>
Moments<D> Dynamics<D>::moments() const {
  Moments<D> sum;
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot) continue;
    sum += moments_of(bodies_.motion[slot]);
  }
  return sum;
}

template <int D>
ExternalLoad<D> Dynamics<D>::external_load(const WallLoads<D>& walls) const {
  ExternalLoad<D> load = walls.total();
  // What acts on a fixed body acts back on those that move.
  for (const Id id : fixed_ids_) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot) continue;
    load.force -= bodies_.load[slot].force;
    load.torque -= cross(bodies_.motion[slot].position, bodies_.load[slot].force);
    load.torque -= bodies_.load[slot].torque;
  }
  // Likewise for those who sleep, until they wake at the end of the step.
  for (const Touch<D>& touch : touches_) {
    load.force -= touch.load.force;
    load.torque -= cross(bodies_.motion[touch.body].position, touch.load.force);
    load.torque -= touch.load.torque;
  }
  return load;
}

template <int D>
ExternalLoad<D> Dynamics<D>::load_on_awake(const std::vector<bool>& without) const {
  ExternalLoad<D> load;
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot || slot >= bodies_.awake() || is_fixed(bodies_.motion[slot])) continue;
    if (!without.empty() && without[slot]) continue;
    load.force += bodies_.load[slot].force;
    load.torque += cross(bodies_.motion[slot].position, bodies_.load[slot].force);
    load.torque += bodies_.load[slot].torque;
  }
  return load;
}

template <int D>
void Dynamics<D>::start_momentum_ledger() {
  wall_loads_ =
      contacts_.wall_loads(bodies_, candidates_, settings_.force_quantum, settings_.torque_quantum, true);
  drive_.set_loads(wall_loads_);
  ledger_.momentum = MomentumLedger<D>(moments(), external_load(wall_loads_));
  if (box_.is_sheared) shear_.set_force(force_across());
}

template <int D>
void Dynamics<D>::book_step(double dt) {
  WallLoads<D> all = wall_loads_;
  if (bodies_.any_asleep()) all.add(sleepers_.on_walls);
  ledger_.wall_work += drive_.finish(all, dt);
  if (box_.is_sheared) ledger_.wall_work += shear_.finish(force_across(), dt);
  ledger_.momentum.book(external_load(wall_loads_), gravity_, dt);
}

template <int D>
void Dynamics<D>::prepare_evaluation(double dt, Accounting accounting) {
  // A step's mean velocities want the walls' mean ones beside them.
  drive_.place(dt, accounting == Accounting::fused ? 0.5 * dt : dt);
  place_copies(dt);
  keep_list_valid();
  ++evaluations_since_rebuild_;
}

template <int D>
void Dynamics<D>::evaluate_contacts(double dt, Accounting accounting,
                                    std::span<const Motion<D>> mean_motion) {
  prepare_evaluation(dt, accounting);
  const PhaseTimes::Scope scope(phases_, phase_contacts_);
  coarse_.bring_up_to_date(bodies_);
  keep_list_narrow();
  SCREE_ASSERT(mean_motion.empty() || mean_motion.size() == bodies_.size());
  report_ = contacts_.evaluate(bodies_, coarse_, candidates_, dt, per_quantum_of(accounting),
                               mean_motion.empty() ? nullptr : mean_motion.data(), ledger_.losses);
  wall_loads_ = loads_on_walls();
  if (bodies_.may_sleep()) touches_ = contacts_.touches(bodies_, candidates_);
}

template <int D>
void Dynamics<D>::gather(bool keep_loads, const typename ContactSet<D>::WithLoads& then) {
  const PhaseTimes::Scope scope(phases_, phase_gather_);
  contacts_.gather(bodies_, candidates_, keeps(keep_loads), then);
}

template <int D>
void Dynamics<D>::evaluate_and_gather(double dt, bool keep_loads,
                                      const typename ContactSet<D>::WithLoads& then) {
  prepare_evaluation(dt, Accounting::fused);
  typename ContactSet<D>::OnePass one_pass{[&] { wall_loads_ = loads_on_walls(); }, keeps(keep_loads), then};
  {
    const PhaseTimes::Scope scope(phases_, phase_contacts_);
    coarse_.bring_up_to_date(bodies_);
    keep_list_narrow();
    report_ = contacts_.evaluate_and_gather(bodies_, coarse_, candidates_, dt,
                                            per_quantum_of(Accounting::fused), ledger_.losses, one_pass);
  }
  phases_.shift(phase_contacts_, phase_gather_, one_pass.gathering);
}

template <int D>
bool Dynamics<D>::may_gather_at_once(double dt, double farthest, double most_overlap) const {
  // Sleepers may have to wake first; polygons may come to overlap by more than they move.
  if (bodies_.may_sleep() || bodies_.any_polygons()) return false;
  if (most_overlap == std::numeric_limits<double>::infinity()) return true;
  // Two bodies come nearer by twice the way of the farthest, unless one is a copy or a wall: those go by the
  // clock, and are granted twice their way since they may be faster by now.
  double way = 2 * farthest + 2 * dt * drive_.most_speed();
  if (box_.is_sheared) way += 2 * dt * norm(box_.shear.velocity);
  return report_.overlap_ratio + way / least_radius_ <= most_overlap;
}

template <int D>
void Dynamics<D>::account(std::span<const Motion<D>> mean_motion, double dt) {
  const PhaseTimes::Scope scope(phases_, phase_contacts_);
  drive_.place(dt, 0.5 * dt);
  contacts_.account(mean_motion, candidates_, dt, 1 / settings_.quantum, ledger_.losses);
}

template <int D>
bool Dynamics<D>::is_sound() const {
  std::vector<char> sound(block_count(bodies_.awake(), grain), 1);
  for_each_block(bodies_.awake(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t slot = begin; slot < end; ++slot) all &= scree::is_sound(bodies_.motion[slot]);
    sound[block] = all;
  });
  return std::all_of(sound.begin(), sound.end(), [](char all) { return all != 0; });
}

template <int D>
void Dynamics<D>::set_wall_active(std::size_t wall, bool active) {
  SCREE_ASSERT(!bodies_.any_asleep());
  if (walls_.is_active(static_cast<std::uint32_t>(wall)) == active) return;
  const double before = elastic_energy();
  const auto is_with_wall = [&](const world::ContactKey& key) {
    return key.second == wall_id(static_cast<std::uint32_t>(wall));
  };
  ContactRecords records = contacts(), kept;
  for (std::size_t k = 0; k < records.keys.size(); ++k)
    if (!is_with_wall(records.keys[k])) append(kept, records, k);
  walls_.states[wall].active = active ? 1 : 0;
  rebuild(kept);
  if (!active) {
    ledger_.removed += before - elastic_energy();
    return;
  }
  // Contacts with a wall that is suddenly there are found as at the start: without a time step of memory. All
  // others keep theirs.
  coarse_.bring_up_to_date(bodies_);
  contacts_.evaluate(bodies_, coarse_, candidates_, 0, 0, nullptr, ledger_.losses);
  contacts_.commit();
  const ContactRecords found = awake_contacts();
  for (std::size_t k = 0; k < found.keys.size(); ++k)
    if (is_with_wall(found.keys[k])) append(kept, found, k);
  contacts_.adopt(kept, bodies_, candidates_);
  ledger_.added += elastic_energy() - before;
}

template <int D>
void Dynamics<D>::set_interactions(const Interactions& interactions) {
  SCREE_ASSERT(!bodies_.any_asleep());
  const double before = elastic_energy();
  const ContactRecords records = contacts();
  interactions_ = interactions;
  rebuild(records);
  ledger_.added += elastic_energy() - before;
}

template <int D>
void Dynamics<D>::remove(std::span<const Slot> slots) {
  if (slots.empty()) return;
  std::vector<Id> ids;
  for (const Slot slot : slots) ids.push_back(bodies_.id[slot]);
  if (bodies_.any_asleep()) {
    std::vector<bool> woken(bodies_.size(), false);
    for (const Slot slot : slots) woken[slot] = bodies_.is_asleep(slot);
    wake(woken);
  }
  std::vector<bool> gone(bodies_.size(), false);
  for (const Id id : ids) gone[bodies_.slot_of(id)] = true;

  // Every sum in id order: this reaches the ledger.
  ContactRecords records = awake_contacts(), kept;
  const double before = kinetic_energy() + potential_energy() + elastic_energy();
  for (std::size_t k = 0; k < records.keys.size(); ++k)
    if (!involves(bodies_, records.keys[k], gone)) append(kept, records, k);
  Moments<D> carried_out;
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot != bodies_.no_slot && gone[slot]) carried_out += moments_of(bodies_.motion[slot]);
  }
  // The next half kick still uses the loads at hand, in which those who stay feel those who go: from outside,
  // now.
  ledger_.momentum.remove(carried_out, load_on_awake(gone));
  // Half a step of what walls exert is still to be booked as work; on those who go it will not be done.
  if (contacts_.forces_are_known()) {
    WallLoads<D> loads = contacts_.wall_loads(bodies_, candidates_, settings_.force_quantum,
                                              settings_.torque_quantum, true, gone);
    if (bodies_.any_asleep()) loads.add(sleepers_.on_walls);
    drive_.set_loads(loads);
    if (box_.is_sheared) shear_.set_force(force_across(gone));
  }

  std::vector<Slot> old_slot;
  for (std::size_t slot = 0; slot < bodies_.size(); ++slot)
    if (!gone[slot]) old_slot.push_back(static_cast<Slot>(slot));
  bodies_.reorder(old_slot);
  search_->renumber(old_slot);
  rebuild(kept);
  ledger_.removed += before - (kinetic_energy() + potential_energy() + elastic_energy());
}

template <int D>
void Dynamics<D>::add(std::span<const Newcomer<D>> newcomers) {
  if (newcomers.empty()) return;
  const ContactRecords records = awake_contacts();
  const double before = kinetic_energy() + potential_energy() + elastic_energy();
  Moments<D> brought_in;
  std::vector<Slot> old_slot(bodies_.size());
  std::iota(old_slot.begin(), old_slot.end(), Slot{0});
  for (const Newcomer<D>& newcomer : newcomers) {
    const Id id = bodies_.add(newcomer.motion, newcomer.material, newcomer.shape, newcomer.orientation);
    if (is_fixed(newcomer.motion)) fixed_ids_.push_back(id);
    brought_in += moments_of(newcomer.motion);
    old_slot.push_back(search::ContactSearch<D>::none);
  }
  ledger_.momentum.add(brought_in);
  if (asleep_count() > 0) {
    const std::vector<Slot> order = bodies_.awake_first();
    bodies_.reorder(order);
    std::vector<Slot> reordered;
    for (const Slot slot : order) reordered.push_back(old_slot[slot]);
    old_slot = std::move(reordered);
  }
  search_->renumber(old_slot);
  rebuild(records);
  ledger_.added += kinetic_energy() + potential_energy() + elastic_energy() - before;
}

template <int D>
double Dynamics<D>::kinetic_energy() const {
  double sum = 0;
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot) continue;
    const Motion<D>& motion = bodies_.motion[slot];
    if (is_fixed(motion)) continue;
    sum += 0.5 * dot(motion.velocity, motion.velocity) / motion.inverse_mass +
           0.5 * dot(motion.spin, motion.spin) / motion.inverse_inertia;
  }
  return sum;
}

template <int D>
double Dynamics<D>::potential_energy() const {
  double sum = 0;
  for (Id id = 0; id < bodies_.next_id(); ++id) {
    const Slot slot = bodies_.slot_of(id);
    if (slot == bodies_.no_slot || is_fixed(bodies_.motion[slot])) continue;
    sum -= dot(gravity_, bodies_.motion[slot].position) / bodies_.motion[slot].inverse_mass;
  }
  return sum;
}

template class Dynamics<2>;
template class Dynamics<3>;

}  // namespace scree::step
