#include "scree/step/contact_forces.h"

#include "scree/step/soundness.h"

namespace scree::step {

template <int D>
ContactForces<D>::ContactForces(world::State<D>& state, Interactions interactions,
                                std::unique_ptr<search::ContactSearch<D>> search,
                                const kernel::Kernels<D>& kernels, const Settings& settings)
    : state_(state),
      settings_(settings),
      interactions_(std::move(interactions)),
      list_(state, std::move(search), kernels, settings),
      set_(kernels, interactions_, state.walls, state.box, settings.may_roll || interactions_.any_rolls()),
      phase_search_(phases_.add_phase("search")),
      phase_contacts_(phases_.add_phase("contacts")),
      phase_gather_(phases_.add_phase("gather")) {}

template <int D>
void ContactForces<D>::keep_storage_ordered() {
  if (!list_.order_is_due()) return;
  const PhaseTimes::Scope scope(phases_, phase_search_);
  const world::ContactRecords kept = records();
  list_.reorder_storage();
  rebuild(kept);
}

template <int D>
void ContactForces<D>::rebuild(const world::ContactRecords& records) {
  const Stopwatch watch;
  list_.build(interactions_, records.keys, phases_.phases()[phase_contacts_].seconds);
  set_.adopt(records, state_.bodies, list_.candidates());
  list_.note_cost(watch.seconds());
}

template <int D>
void ContactForces<D>::prepare_evaluation(const Instant& when, Accounting accounting) {
  kept_views_.clear();
  // A step's mean velocities want the walls' mean ones beside them.
  place_walls(state_.walls, when.begin, when.ahead,
              accounting == Accounting::fused ? 0.5 * when.ahead : when.ahead);
  place_copies(state_, when.begin + when.ahead);
  {
    const PhaseTimes::Scope scope(phases_, phase_search_);
    // A search can make nothing of an exploded state; the step will find it at its end.
    if (list_.is_used_up() && is_sound(state_.bodies)) rebuild(records());
  }
  const PhaseTimes::Scope scope(phases_, phase_contacts_);
  list_.coarse().bring_up_to_date(state_.bodies);
  if (const std::optional<double> margin = list_.next_margin())
    set_.narrow(state_.bodies, list_.coarse(), list_.candidates(), *margin);
}

template <int D>
void ContactForces<D>::evaluate_contacts(const Instant& when, Accounting accounting,
                                         std::span<const Motion<D>> mean_motion) {
  prepare_evaluation(when, accounting);
  const PhaseTimes::Scope scope(phases_, phase_contacts_);
  SCREE_ASSERT(mean_motion.empty() || mean_motion.size() == state_.bodies.size());
  report_ =
      set_.evaluate(state_.bodies, list_.coarse(), list_.candidates(), when.ahead, per_quantum_of(accounting),
                    mean_motion.empty() ? nullptr : mean_motion.data(), state_.ledger.losses);
  wall_loads_ = present_wall_loads();
  if (state_.bodies.may_sleep()) touches_ = set_.touches(state_.bodies, list_.candidates());
}

template <int D>
void ContactForces<D>::gather(bool keep_loads, const WithLoads& then) {
  const PhaseTimes::Scope scope(phases_, phase_gather_);
  set_.gather(state_.bodies, list_.candidates(), keeps(keep_loads), then);
}

template <int D>
void ContactForces<D>::evaluate_and_gather(const Instant& when, bool keep_loads, const WithLoads& then) {
  prepare_evaluation(when, Accounting::fused);
  typename ContactSet<D>::OnePass one_pass{[&] { wall_loads_ = present_wall_loads(); }, keeps(keep_loads),
                                           then};
  {
    const PhaseTimes::Scope scope(phases_, phase_contacts_);
    report_ = set_.evaluate_and_gather(state_.bodies, list_.coarse(), list_.candidates(), when.ahead,
                                       per_quantum_of(Accounting::fused), state_.ledger.losses, one_pass);
  }
  phases_.shift(phase_contacts_, phase_gather_, one_pass.gathering);
}

template <int D>
void ContactForces<D>::account(std::span<const Motion<D>> mean_motion, const Instant& when) {
  const PhaseTimes::Scope scope(phases_, phase_contacts_);
  place_walls(state_.walls, when.begin, when.ahead, 0.5 * when.ahead);
  set_.account(state_.bodies, mean_motion, list_.candidates(), when.ahead, 1 / settings_.quantum,
               state_.ledger.losses);
}

template <int D>
world::WallLoads<D> ContactForces<D>::committed_wall_loads(const std::vector<bool>& without) const {
  return set_.wall_loads(state_.bodies, list_.candidates(), settings_.force_quantum, settings_.torque_quantum,
                         true, without);
}

template <int D>
world::ContactViews<D> ContactForces<D>::views() {
  if (!set_.forces_are_known()) return kept_views_;
  return world::merged<D>(set_.views(state_.bodies, list_.candidates()), state_.sleepers.views);
}

template <int D>
void ContactForces<D>::keep_views() {
  if (views_are_wanted_ && set_.forces_are_known()) kept_views_ = views();
}

template class ContactForces<2>;
template class ContactForces<3>;

}  // namespace scree::step
