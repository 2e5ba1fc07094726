// Contacts with their memory: takes candidates and body records, lets sources find which touch, asks the laws
// in batches, and gathers forces per body in key order. Memory is dense, for real contacts only; between
// rebuilds it is found by position in the candidate list (bit masks and ranks), over a rebuild by key.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/exact_sum.h"
#include "scree/kernel/kernels.h"
#include "scree/step/coarse_places.h"
#include "scree/step/contact_numbers.h"
#include "scree/step/contact_records.h"
#include "scree/world/contact_view.h"
#include "scree/world/ledger.h"

namespace scree::step {

struct EvaluationReport {
  double overlap_ratio = 0;  // largest overlap over the smaller radius
};

template <int D>
class ContactSet {
 public:
  ContactSet(const kernel::Kernels<D>& kernels, const Interactions& interactions,
             const world::Walls<D>& walls, const PeriodicBox<D>& box, bool may_roll)
      : kernels_(kernels),
        interactions_(interactions),
        walls_(walls),
        periodic_(box.any() ? &box : nullptr),
        memory_width_(interactions.memory_width<D>(may_roll)),
        force_width_(kernel::force_width<D>(may_roll)),
        sources_(make_sources<D>({kernels, interactions, walls, periodic_})) {}

  /// Forces of the bodies' present poses and velocities, `dt` after the last commit. With `per_quantum` set,
  /// losses are added to `losses` on the way, which is right if the velocities are the mean ones since then.
  /// Else `mean_motion` tells those, for the springs of contacts. May be called any number of times; only
  /// `commit` makes the new memory count.
  EvaluationReport evaluate(const world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse,
                            const Candidates<D>& candidates, double dt, double per_quantum,
                            const Motion<D>* mean_motion, world::LossTotals& losses);
  /// Before an evaluation: until bodies have come nearer to each other than by `margin` [m], only those
  /// candidates will be looked at that are no farther apart now, or were in contact at the last commit.
  void narrow(const world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse, Candidates<D>& candidates,
              double margin);
  /// Losses of the last evaluation, for bodies given by their mean motion since the last commit.
  void account(const world::Bodies<D>& bodies, std::span<const Motion<D>> mean_motion,
               const Candidates<D>& candidates, double dt, double per_quantum, world::LossTotals& losses);
  void commit() {
    std::swap(before_, after_);
    forces_are_known_ = true;
  }
  /// Once after each evaluation: sums its forces per body. Calls then(begin, end, loads) for each stretch of
  /// bodies whose loads are done and still near, from several threads. The loads become those of the bodies
  /// if `keep`; else only `then` sees them.
  using WithLoads = std::function<void(std::size_t begin, std::size_t end, const world::Load<D>* loads)>;
  void gather(world::Bodies<D>& bodies, const Candidates<D>& candidates, bool keep, const WithLoads& then);
  /// Both in one pass: bodies are gathered, and `then` is called for them, as soon as all their contacts are
  /// evaluated, while they are in the cache. It may move them: they are not looked at again.
  struct OnePass {
    std::function<void()> after_walls;  // these come first; called before anybody is moved
    bool keep = false;                  // as in gather
    WithLoads then;
    double gathering = 0;  // [s] what the second part took, as a result
  };
  EvaluationReport evaluate_and_gather(world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse,
                                       const Candidates<D>& candidates, double dt, double per_quantum,
                                       world::LossTotals& losses, OnePass& one_pass);

  /// The committed contacts with the forces of the evaluation that they come from, in key order; none after
  /// the list was built anew.
  bool forces_are_known() const { return forces_are_known_; }
  world::ContactViews<D> views(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
    return forces_are_known_ ? look_at_contacts(bodies, candidates, true) : world::ContactViews<D>{};
  }
  /// The committed contacts as they lie now, in key order; the forces are left at zero.
  world::ContactViews<D> geometry(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
    return look_at_contacts(bodies, candidates, false);
  }

  /// The committed contacts. `candidates` is the list that they were evaluated with. Forces can be had while
  /// they are known.
  world::ContactRecords records(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                bool with_forces = false) const {
    SCREE_ASSERT(!with_forces || forces_are_known_);
    const ForceRecords forces = force_records();
    return records_of(before_, memory_width_, with_forces ? &forces : nullptr, bodies, walls_, candidates);
  }
  /// Which bodies that sleep are touched in the last evaluation, committed or not, in key order.
  Touches<D> touches(const world::Bodies<D>& bodies, const Candidates<D>& candidates) const {
    return touches_on_sleepers({after_, force_records()}, bodies, walls_, candidates);
  }
  /// Takes over contacts after the candidate list was built anew: every key must be in it.
  void adopt(const world::ContactRecords& records, const world::Bodies<D>& bodies,
             const Candidates<D>& candidates);

  /// Elastic energy of the committed contacts, in quanta. Only right after an evaluation and commit.
  ExactSum stored_energy(const world::Bodies<D>& bodies, const Candidates<D>& candidates, double per_quantum);

  /// What each wall exerts on bodies, from the forces of the last evaluation, committed or not: see
  /// wall_loads_of.
  world::WallLoads<D> wall_loads(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                 double force_quantum, double torque_quantum, bool committed,
                                 const std::vector<bool>& without = {}) const {
    ShiftToWall<D> shift;
    if (periodic_ != nullptr)
      shift = [&](const Batch& batch, std::uint32_t entry) {
        return source_of(batch).shift_to_wall(Look<D>::at(bodies, candidates), entry);
      };
    return wall_loads_of<D>({committed ? before_ : after_, force_records()}, bodies, walls_, candidates,
                            shift, {walls_.names.size(), force_quantum, torque_quantum}, without);
  }
  /// Sheared boxes only, of the last evaluation, which must be committed: see force_across_of.
  double force_across(const world::Bodies<D>& bodies, const Candidates<D>& candidates, double force_quantum,
                      const std::vector<bool>& without = {}) const {
    return force_across_of({before_, force_records()}, bodies, *periodic_, candidates, force_quantum,
                           without);
  }

  const kernel::Kernels<D>& kernels() const { return kernels_; }
  std::size_t memory_width() const { return memory_width_; }
  std::size_t force_width() const { return force_width_; }
  std::size_t contact_count(const Candidates<D>& candidates) const;

 private:
  static constexpr std::size_t batches_per_task = 2;
  /// Inputs of a kernel, private to a worker, padded as kernels want it.
  struct Scratch {
    AlignedVector<kernel::BodyOffset> first, second;
    AlignedVector<std::uint32_t> memory_index, seat_first, seat_second;
    AlignedVector<kernel::SurfacePoint<D>> surface;
    AlignedVector<world::Load<D>> loads;  // of the bodies that are gathered together
    AlignedVector<kernel::ContactGroup> groups;
    AlignedVector<std::uint32_t> far;
  };

  ForceRecords force_records() const { return {force_.data(), force_width_}; }
  ContactSource<D>& source_of(const Batch& batch) {
    return *sources_[static_cast<std::size_t>(batch.source)];
  }
  const ContactSource<D>& source_of(const Batch& batch) const {
    return *sources_[static_cast<std::size_t>(batch.source)];
  }
  const law::Choice& law_of(const Batch& batch) const { return interactions_.law(batch.interaction); }
  /// Where the contacts of a snapshot are now.
  void locate(const Look<D>& look, const ContactSnapshot& contacts);
  world::ContactViews<D> look_at_contacts(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                          bool with_forces);

  /// Makes room for so many contacts in after_, and returns for how many there is room. What is there stays.
  std::size_t make_room(std::size_t contacts);
  /// An evaluation on its way through the batches.
  struct Pass {
    Look<D> look;
    kernel::TouchSearch<D> search;
    double dt, per_quantum;
    const Motion<D>* mean_motion;  // as in kernel::ContactBatch
    ContactNumbers numbers;
  };
  Pass begin_pass(const world::Bodies<D>& bodies, const CoarsePlaces<D>& coarse,
                  const Candidates<D>& candidates, double dt, double per_quantum,
                  const Motion<D>* mean_motion);
  /// Finds the contacts of a batch, numbers them and evaluates them. False: there is no room for them.
  bool evaluate_batch(Pass& pass, std::size_t batch);
  /// Makes room for the contacts that found none.
  void extend(Pass& pass) { pass.numbers.extend(make_room(pass.numbers.room() + pass.numbers.lacking())); }
  /// All batches from `begin` to before `end`.
  void evaluate_batches(Pass& pass, std::size_t begin, std::size_t end);
  EvaluationReport end_pass(world::LossTotals& losses) const;
  void gather_block(world::Bodies<D>& bodies, const Candidates<D>& candidates, bool keep,
                    const WithLoads& then, std::size_t block);
  /// Lists the contacts of a batch into scratch and returns the batch for its kernel. With `earlier`, it says
  /// which records of that snapshot they go on from; with `found`, it leaves their numbers there.
  kernel::ContactBatch<D> list_batch(const Look<D>& look, std::size_t batch, ContactSnapshot& now,
                                     const ContactSnapshot* earlier, Scratch& scratch,
                                     std::uint32_t* found = nullptr) const;
  void list_bits(const Candidates<D>& candidates, std::size_t batch, ContactSnapshot& now,
                 const ContactSnapshot& earlier, Scratch& scratch, std::uint32_t* found) const;
  void list_rows(const Candidates<D>& candidates, std::size_t batch, const ContactSnapshot& now,
                 const ContactSnapshot* earlier, Scratch& scratch) const;
  /// Leaves the numbers of rows where the gather looks for them. Contacts of one candidate that share a seat
  /// get the sum of their forces, in a record of its own after those of the batch.
  void number_rows(const Candidates<D>& candidates, std::size_t batch);

  const kernel::Kernels<D>& kernels_;
  const Interactions& interactions_;
  const world::Walls<D>& walls_;
  const PeriodicBox<D>* periodic_;  // null: no axis is
  std::size_t memory_width_, force_width_;
  ContactSnapshot before_, after_;

  UnsetVector<double> force_;
  UnsetVector<std::uint32_t> found_;  // where contacts leave their numbers for the gather; else
                                      // zero
  bool forces_are_known_ = false;     // of the contacts in before_
  std::vector<Scratch> scratch_;      // by worker
  std::array<std::unique_ptr<ContactSource<D>>, source_kind_count> sources_;  // by kind
  std::vector<kernel::BatchSums> sums_;                                       // by batch
};

}  // namespace scree::step
