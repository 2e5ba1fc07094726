// Forces between bodies, and of walls on bodies, for the state as it stands: joins the neighbour list, which
// it keeps valid, with the contact set. Integrators ask for forces as often as they need and commit once per
// step; phases that change which bodies or walls there are hand contacts over to a new list.
#pragma once

#include <memory>
#include <span>

#include "scree/base/timer.h"
#include "scree/step/contact_set.h"
#include "scree/step/neighbour_list.h"

namespace scree::step {

/// A moment of a step: `ahead` [s] after the time at which the step began.
struct Instant {
  double begin = 0;  // [s]
  double ahead = 0;  // [s]
};

template <int D>
class ContactForces {
 public:
  using WithLoads = typename ContactSet<D>::WithLoads;

  /// `state` must outlive this.
  ContactForces(world::State<D>& state, Interactions interactions,
                std::unique_ptr<search::ContactSearch<D>> search, const kernel::Kernels<D>& kernels,
                const Settings& settings);
  ContactForces(const ContactForces&) = delete;

  world::State<D>& state() { return state_; }
  const world::State<D>& state() const { return state_; }
  const Settings& settings() const { return settings_; }
  const Interactions& interactions() const { return interactions_; }
  NeighbourList<D>& list() { return list_; }
  const NeighbourList<D>& list() const { return list_; }

  /// To be called before each step, while no caller holds slots: puts storage into a better order now and
  /// then.
  void keep_storage_ordered();

  enum class Accounting {
    none,   // a trial, or `account` follows
    fused,  // the bodies' velocities are the mean ones of the step: book the losses on the way
  };
  /// Loads of all bodies from their present poses and velocities, `when.ahead` after the last commit. Where
  /// these are not the mean velocities since then, `mean_motion` tells those by slot: springs follow them.
  void evaluate(const Instant& when, Accounting accounting, std::span<const Motion<D>> mean_motion = {}) {
    evaluate_contacts(when, accounting, mean_motion);
    gather(true, nullptr);
  }
  /// The same in two parts: forces of contacts, then sums per body. The second calls then(begin, end, loads)
  /// for each range of slots whose loads are known, from several threads, while the bodies are still in the
  /// cache; without `keep_loads`, only `then` gets to know the loads.
  void evaluate_contacts(const Instant& when, Accounting accounting,
                         std::span<const Motion<D>> mean_motion = {});
  void gather(bool keep_loads, const WithLoads& then);
  /// Both parts in one pass over the bodies, with losses booked on the way; `then` may move the bodies that
  /// it is given.
  void evaluate_and_gather(const Instant& when, bool keep_loads, const WithLoads& then);
  /// Books the losses of the last evaluation for the given mean motion (its positions are the present ones).
  void account(std::span<const Motion<D>> mean_motion, const Instant& when);
  /// The last evaluation's contacts become the state.
  void commit() { set_.commit(); }

  /// Of the last evaluation.
  const EvaluationReport& report() const { return report_; }
  /// What walls exert in it, without what bodies that sleep bear.
  const world::WallLoads<D>& wall_loads() const { return wall_loads_; }
  /// Contacts in it that touch bodies that sleep.
  Touches<D>& touches() { return touches_; }
  const Touches<D>& touches() const { return touches_; }

  /// The contact set on the present list: what phases that change bodies and walls work with.
  ContactSet<D>& set() { return set_; }
  const ContactSet<D>& set() const { return set_; }
  /// Committed contacts of bodies that are awake.
  world::ContactRecords records(bool with_forces = false) const {
    return set_.records(state_.bodies, list_.candidates(), with_forces);
  }
  /// Builds the list anew for the present bodies and walls, and takes over these contacts.
  void rebuild(const world::ContactRecords& records);
  /// The sum of wall loads of the committed contacts; bodies of slots in `without` do not count.
  world::WallLoads<D> committed_wall_loads(const std::vector<bool>& without = {}) const;
  /// The next evaluation follows these laws.
  void replace_interactions(const Interactions& interactions) { interactions_ = interactions; }

  /// Number of committed contacts, those of bodies that sleep included.
  std::size_t contact_count() const {
    return set_.contact_count(list_.candidates()) + state_.sleepers.contacts.keys.size();
  }
  /// The contacts of the last step in key order, with their forces; kept ones where bodies or walls have come
  /// or gone since; none after a restart.
  world::ContactViews<D> views();
  /// Before bodies or walls come or go: the forces between those that stay are not known afterwards, so their
  /// views are kept until the next evaluation, if anything wants them.
  void keep_views();
  void want_views(bool wanted) { views_are_wanted_ = wanted; }
  void set_kept_views(world::ContactViews<D> views) { kept_views_ = std::move(views); }

  PhaseTimes& phases() { return phases_; }

 private:
  void prepare_evaluation(const Instant& when, Accounting accounting);
  double per_quantum_of(Accounting accounting) const {
    return accounting == Accounting::fused ? 1 / settings_.quantum : 0;
  }
  /// Whether loads are to be kept: the momentum ledger asks what fixed bodies bear.
  bool keeps(bool wanted) const { return wanted || state_.bodies.any_fixed(); }
  world::WallLoads<D> present_wall_loads() const {
    return set_.wall_loads(state_.bodies, list_.candidates(), settings_.force_quantum,
                           settings_.torque_quantum, false);
  }

  world::State<D>& state_;
  const Settings settings_;
  Interactions interactions_;
  NeighbourList<D> list_;
  ContactSet<D> set_;
  Touches<D> touches_;
  EvaluationReport report_;
  world::WallLoads<D> wall_loads_{0, 1, 1};
  bool views_are_wanted_ = false;
  world::ContactViews<D> kept_views_;
  PhaseTimes phases_;
  std::size_t phase_search_, phase_contacts_, phase_gather_;
};

}  // namespace scree::step
