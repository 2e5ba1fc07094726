// The right-hand side of the equations of motion: bodies, walls and laws in, forces out. Owns the candidate
// list and the contacts, and keeps the list valid while bodies move. Integrators call `evaluate` as often as
// they need and `commit` once per accepted step.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "scree/base/timer.h"
#include "scree/search/periodic.h"
#include "scree/step/candidates.h"
#include "scree/step/contact_set.h"
#include "scree/step/shear_drive.h"
#include "scree/step/skin_keeper.h"
#include "scree/step/wall_drive.h"

namespace scree::step {

struct DynamicsSettings {
  double skin = 0;            // [m] to begin with
  double widest_skin = 0;     // [m]
  double quantum = 1;         // [J] of the energy ledger
  double force_quantum = 1;   // [N] of the momentum ledger
  double torque_quantum = 1;  // [N m]
  bool shuffle_every_step = false;
  bool may_roll = false;  // laws that roll may come later by set_interactions
  // [m] between this and the widest the skin follows what lists and steps cost; where there is nothing
  // between, it stays
  double narrowest_skin = std::numeric_limits<double>::infinity();
};

/// A body that comes while the run goes on.
template <int D>
struct Newcomer {
  Motion<D> motion;
  std::uint32_t material = 0;
  std::uint32_t shape = 0;  // see world::Bodies
  Rotation<D> orientation{};
};

/// A body that was brought back into a periodic box.
template <int D>
struct Wrapped {
  Id id;
  Vec<D> way;         // [m]
  Vec<D> jump;        // [m/s] of its velocity, in a sheared box
  double energy = 0;  // [J] that it gained by that
};

/// A body rests while no point of it has gone farther than `way` + `share` * radius since its rest began.
/// Speed would tell less: a grain that rattles in its cage, or spins on the spot, would keep a whole heap
/// awake.
struct RestRule {
  double way = 0;  // [m]
  double share = 0;
};

/// Where energy and momentum went since the start.
template <int D>
struct Ledger {
  LossTotals losses;
  double wall_work = 0;  // [J] also of the copies of a sheared box
  double removed = 0;    // [J]
  double added = 0;      // [J] by bodies that came, or by a change of gravity
  double asleep = 0;     // [J] of motion, taken from bodies that fell asleep
  MomentumLedger<D> momentum;
};

/// What bodies move in.
template <int D>
struct Space {
  Vec<D> gravity{};
  PeriodicBox<D> box{};
};

/// The search is made to know of the box's periodic axes.
template <int D>
class Dynamics {
 public:
  Dynamics(world::Bodies<D> bodies, world::Walls<D> walls, Interactions interactions, const Space<D>& space,
           std::unique_ptr<search::ContactSearch<D>> search, const kernel::Kernels<D>& kernels,
           const DynamicsSettings& settings);
  Dynamics(const Dynamics&) = delete;

  world::Bodies<D>& bodies() { return bodies_; }
  const world::Bodies<D>& bodies() const { return bodies_; }
  const world::Walls<D>& walls() const { return walls_; }
  const Interactions& interactions() const { return interactions_; }
  const Vec<D>& gravity() const { return gravity_; }
  const PeriodicBox<D>& box() const { return box_; }
  /// Between two steps. The potential energy changes with it; the caller books the difference. Nobody may be
  /// asleep.
  void set_gravity(const Vec<D>& gravity) { gravity_ = gravity; }
  const kernel::Kernels<D>& kernels() const { return contacts_.kernels(); }

  /// To be called before each step, while nobody holds slots: puts storage into a better order now and then.
  void begin_step();

  /// To be called before each step of dt [s]: walls move from `time` on, and servos choose their speed.
  void drive_walls(double time, double dt) {
    drive_.begin(time, dt);
    shear_.begin(time);
  }

  enum class Accounting {
    none,   // a trial, or `account` follows
    fused,  // the bodies' velocities are the mean ones of the step: book the losses on the way
  };
  /// Loads of all bodies from their present poses and velocities, `dt` after the last commit. Where these are
  /// not the mean velocities since then, `mean_motion` tells those by slot: springs follow them.
  void evaluate(double dt, Accounting accounting, std::span<const Motion<D>> mean_motion = {}) {
    evaluate_contacts(dt, accounting, mean_motion);
    gather(true, nullptr);
  }
  /// The same in two parts: forces of contacts, then sums per body. The second calls then(begin, end, loads)
  /// for each stretch of slots whose loads are known, from several threads, while the bodies are still in the
  /// cache; if not `keep_loads`, nobody else need know the loads.
  void evaluate_contacts(double dt, Accounting accounting, std::span<const Motion<D>> mean_motion = {});
  void gather(bool keep_loads, const typename ContactSet<D>::WithLoads& then);
  /// Both parts in one pass over the bodies, with losses booked on the way; `then` may move the bodies that
  /// it is given.
  void evaluate_and_gather(double dt, bool keep_loads, const typename ContactSet<D>::WithLoads& then);
  /// Whether that will do for a step of dt [s] that directly follows another, in which no body went farther
  /// than `farthest` [m]: nobody has to look at a body, nor at an overlap above `most_overlap` of the smaller
  /// radius, before bodies are moved on.
  bool may_gather_at_once(double dt, double farthest, double most_overlap) const;
  /// Books the losses of the last evaluation for the given mean motion (its positions are the present ones).
  void account(std::span<const Motion<D>> mean_motion, double dt);
  /// The last evaluation's contacts become the state.
  void commit() { contacts_.commit(); }

  /// To be told after each displacement: no body moved farther than this since the last call [m].
  void moved(double farthest) {
    moved_ += farthest;
    coarse_.bodies_have_moved(farthest);
  }
  /// The same from one whose batches went through refresh_coarse_with.
  void moved_and_refreshed(double farthest) {
    moved_ += farthest;
    coarse_.bodies_were_moved_and_refreshed(farthest);
  }
  void refresh_coarse_with(kernel::MoveBatch<D>& batch, std::size_t begin) {
    coarse_.refresh_with(batch, begin);
  }

  /// From the next step on, nobody sleeping, contacts follow these laws, which must be of the same kinds as
  /// before. What their elastic energy changes by is booked as added.
  void set_interactions(const Interactions& interactions);

  /// From the next step on, nobody sleeping, bodies do or do not feel this wall. The elastic energy of
  /// contacts that are dropped is booked as removed, that of bodies which the wall finds inside itself as
  /// added.
  void set_wall_active(std::size_t wall, bool active);
  /// Begins another motion at `time` [s] from where the wall is; a default one stops it. Nobody may be
  /// asleep.
  void set_wall_motion(std::size_t wall, const world::WallMotion<D>& motion, double time) {
    drive_.set_motion(wall, motion, time);
  }
  /// From `time` [s] on, the copies of a sheared box move at this speed [m/s].
  void set_shear_speed(double speed, double time) { shear_.set_speed(speed, time); }
  const ShearState& shear() const { return shear_.state(); }
  /// To be followed by `restore`.
  void restore_shear(const ShearState& state) { shear_.restore(state); }
  /// To be followed by `restore`.
  void restore_walls(std::vector<world::WallState<D>> states) { walls_.states = std::move(states); }

  /// At the end of a step: brings back bodies that have left the box along a periodic axis. Potential energy
  /// that this changes is booked as added, kinetic energy as work.
  void wrap();
  /// The same in parts: any thread may do any block of `kernel::gathered_at_once` slots, then one books.
  /// Bodies whose velocities still lack a kick of that many seconds may be brought back as well.
  void wrap_block(std::size_t block, double kick_to_come = 0);
  void book_wrapped();

  /// Takes new bodies in, between two steps. They must touch nobody. Their loads are zero, their energy and
  /// momentum are booked as brought in. They get the next ids, in their order.
  void add(std::span<const Newcomer<D>> newcomers);
  /// Removes bodies with their contacts; their energy is booked as carried out. If they sleep, their islands
  /// wake.
  void remove(std::span<const Slot> slots);

  /// Between two steps, right after one, if bodies may sleep: counts how often in a row each was found at
  /// rest, and freezes the islands of bodies in contact where all were so `often_enough` and none touches a
  /// moving wall. Their kinetic energy is booked as `asleep`; their contacts, forces and loads on walls stay
  /// as they are.
  void let_sleep(const RestRule& rule, std::uint32_t often_enough);
  /// True if the last evaluation found somebody touching a body that sleeps.
  bool somebody_wakes() const { return !touches_.empty(); }
  /// Between two steps: wakes the islands that were touched in the last one.
  void wake_touched();
  void wake_all();
  std::size_t asleep_count() const { return bodies_.size() - bodies_.awake(); }
  /// What acts on a body; on a fixed one, also what those who sleep exert.
  world::Load<D> load_on(Slot slot) const;
  /// Contacts of the bodies that sleep, in key order, with their forces.
  const ContactRecords& sleeping_contacts() const { return sleepers_.contacts; }
  std::size_t force_width() const { return contacts_.force_width(); }

  /// False once a body's state has exploded. Such a world must not be stepped on.
  bool is_sound() const;
  const EvaluationReport& report() const { return report_; }
  Ledger<D>& ledger() { return ledger_; }
  const Ledger<D>& ledger() const { return ledger_; }
  double quantum() const { return settings_.quantum; }
  double loss(const ExactSum& sum) const { return sum.value(settings_.quantum); }

  /// Begins the momentum ledger with the present state, which must be that of the last commit.
  void start_momentum_ledger();
  /// Books a step of dt that has just been committed: momentum from outside, and the work of walls.
  void book_step(double dt);
  /// Of the bodies that move.
  Moments<D> moments() const;

  double kinetic_energy() const;
  double potential_energy() const;
  double elastic_energy() const;
  std::size_t contact_count() const {
    return contacts_.contact_count(candidates_) + sleepers_.contacts.keys.size();
  }

  ContactRecords contacts() const;
  /// The contacts in key order, with the forces of the last evaluation. Only right after a step: bodies that
  /// came or went since, or a restart, make the forces unknown, and then the list is empty.
  ContactViews<D> contact_views() const;
  /// The same at any time; forces only of contacts that sleep.
  ContactViews<D> contact_geometry() const;
  bool forces_are_known() const { return contacts_.forces_are_known(); }
  std::size_t memory_width() const { return contacts_.memory_width(); }
  /// Replaces all state; records must name bodies and walls that exist. They have forces for the contacts of
  /// bodies that sleep, in their order, and for no others.
  void restore(const ContactRecords& records);

  PhaseTimes& phases() { return phases_; }
  std::uint64_t rebuilds() const { return rebuilds_; }
  double skin() const { return settings_.skin; }
  bool chooses_skin() const { return settings_.narrowest_skin < settings_.widest_skin; }
  /// What the skin was chosen by.
  const search::SkinCosts& skin_costs() const { return skin_keeper_.costs(); }
  const search::ContactSearch<D>& search() const { return *search_; }

 private:
  ExternalLoad<D> external_load(const WallLoads<D>& walls) const;
  Moments<D> moments_of(const Motion<D>& motion) const;
  void keep_list_valid();
  void rebuild(const ContactRecords& records);
  void choose_skin();
  void reorder_storage();
  void place_copies(double ahead);
  double force_across(const std::vector<bool>& without = {}) const;
  double farthest_since_build() const;
  void keep_list_narrow();
  /// All bodies together.
  struct Survey {
    Box<D> places = Box<D>::empty();                                // they fill it, up to a skin around
    double sizes = 0;                                               // [m] sum of diameters
    double least_radius = std::numeric_limits<double>::infinity();  // [m]
    double most_radius = 0;                                         // [m]
  };
  Survey survey_bodies() const;
  /// Where they may be before the next list: along a periodic axis anywhere, since they may cross a face.
  Box<D> reach_of(const Survey& survey) const;
  /// As the search wants to know them.
  search::Periods<D> periods() const;
  /// Walls, copies and the list are brought to where an evaluation wants them.
  void prepare_evaluation(double dt, Accounting accounting);
  double per_quantum_of(Accounting accounting) const {
    return accounting == Accounting::fused ? 1 / settings_.quantum : 0;
  }
  /// Whether loads are to be kept: the momentum ledger asks what fixed bodies bear.
  bool keeps(bool wanted) const { return wanted || !fixed_ids_.empty(); }
  WallLoads<D> loads_on_walls() const {
    return contacts_.wall_loads(bodies_, candidates_, settings_.force_quantum, settings_.torque_quantum,
                                false);
  }

  using LoadsById = std::map<Id, world::Load<D>>;  // in an order that is always the same
  /// Contacts of bodies that sleep, among each other and with walls and fixed bodies, in key order. Nobody
  /// evaluates them.
  struct Sleepers {
    ContactRecords contacts;
    ContactViews<D> views;
    ExactSum elastic;  // quanta
    WallLoads<D> on_walls{0, 1, 1};
    LoadsById on_fixed;
  };
  ContactRecords awake_contacts() const { return contacts_.records(bodies_, candidates_); }
  ExactSum awake_energy() const;
  /// Sum of the loads at hand: those between bodies cancel. Bodies of slots in `without` do not count.
  ExternalLoad<D> load_on_awake(const std::vector<bool>& without = {}) const;
  void bring_awake_to_front();
  bool has_stayed(Slot slot, const RestRule& rule) const;
  void fall_asleep(const std::vector<bool>& by_slot);
  /// Wakes the islands of those who are marked.
  void wake(std::vector<bool> by_slot);
  /// Marks all who share an island of sleepers with somebody marked.
  void spread_over_islands(std::vector<bool>& by_slot) const;
  void sum_sleeping_loads();
  /// What fixed bodies bear stays as it is while contacts pass from those who move to those who sleep, or
  /// back. `before`: what sleepers exerted on them then.
  void shift_loads_of_fixed(const LoadsById& before);

  world::Bodies<D> bodies_;
  world::Walls<D> walls_;
  WallDrive<D> drive_;
  Interactions interactions_;
  Vec<D> gravity_;
  PeriodicBox<D> box_;
  ShearDrive<D> shear_;
  std::unique_ptr<search::ContactSearch<D>> search_;
  search::PeriodicSearch<D>* periodic_search_ = nullptr;  // what search_ is, if an axis repeats
  DynamicsSettings settings_;
  Candidates<D> candidates_;
  CoarsePlaces<D> coarse_;
  ContactSet<D> contacts_;
  Ledger<D> ledger_;
  std::vector<Id> fixed_ids_;
  std::vector<std::vector<Wrapped<D>>> wrapped_;  // by block; those that are not booked yet
  Sleepers sleepers_;
  Touches<D> touches_;  // on bodies that sleep, in the last evaluation
  EvaluationReport report_;
  WallLoads<D> wall_loads_{0, 1, 1};  // of the last evaluation, without the sleepers'

  bool list_is_valid_ = false;
  double least_radius_ = 0;       // [m] when the list was built
  double moved_ = 0;              // bound on any body's way since the list was built
  std::vector<Vec<D>> built_at_;  // positions then
  double looked_at_path_ = 0;     // coarse_.path() at the last evaluation
  double narrow_from_ = 0;        // coarse_.path() when the list was built
  double narrow_until_ = 0;       // what it may come to before the list is narrowed anew
  std::uint64_t rebuilds_ = 0;
  std::uint64_t evaluations_since_rebuild_ = 0;
  SkinKeeper skin_keeper_;
  double contact_seconds_ = 0;  // of all evaluations until the list was made
  std::uint64_t rebuilds_at_reorder_ = 0;
  PhaseTimes phases_;
  std::size_t phase_search_, phase_contacts_, phase_gather_;
};

}  // namespace scree::step
