// Contacts with their memory: takes candidates and body records, finds which touch, asks the laws in batches,
// and gathers forces per body in key order. Memory is dense, for real contacts only; between rebuilds it is
// found by position in the candidate list (bit masks and ranks), over a rebuild by key.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/exact_sum.h"
#include "scree/kernel/kernels.h"
#include "scree/step/candidates.h"
#include "scree/step/coarse_places.h"
#include "scree/step/contact_numbers.h"
#include "scree/step/polygon_contacts.h"
#include "scree/step/wall_points.h"
#include "scree/world/contact_records.h"
#include "scree/world/contact_view.h"
#include "scree/world/ledger.h"
#include "scree/world/wall_loads.h"

namespace scree::step {

struct EvaluationReport {
  double overlap_ratio = 0;  // largest overlap over the smaller radius
};

/// What a contact exerts on a body that sleeps.
template <int D>
struct Touch {
  world::ContactKey key;
  Slot body;
  world::Load<D> load;
};

template <int D>
using Touches = std::vector<Touch<D>>;

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
        polygons_(make_polygons()) {}

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
  void account(std::span<const Motion<D>> mean_motion, const Candidates<D>& candidates, double dt,
               double per_quantum, world::LossTotals& losses);
  void commit() {
    std::swap(before_, after_);
    forces_are_known_ = true;
  }
  /// Once after each evaluation: sums its forces per body. Calls then(begin, end, loads) for each stretch of
  /// bodies whose loads are done and still near, from several threads. The loads become those of the bodies
  /// if `keep`; else nobody but `then` sees them.
  using WithLoads = std::function<void(std::size_t begin, std::size_t end, const world::Load<D>* loads)>;
  void gather(world::Bodies<D>& bodies, const Candidates<D>& candidates, bool keep, const WithLoads& then);
  /// Both in one pass: bodies are gathered, and `then` is called for them, as soon as all their contacts are
  /// evaluated, while they are in the cache. It may move them: nobody looks at them again.
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
  world::ContactViews<D> views(const world::Bodies<D>& bodies, const Candidates<D>& candidates);
  /// The committed contacts as they lie now, in key order; the forces are left at zero.
  world::ContactViews<D> geometry(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
    return look_at_contacts(bodies, candidates, false);
  }

  /// The committed contacts. `candidates` is the list that they were evaluated with. Forces can be had while
  /// they are known.
  world::ContactRecords records(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                bool with_forces = false) const;
  /// Which bodies that sleep are touched in the last evaluation, committed or not, in key order.
  Touches<D> touches(const world::Bodies<D>& bodies, const Candidates<D>& candidates) const;
  /// Takes over contacts after the candidate list was built anew: every key must be in it.
  void adopt(const world::ContactRecords& records, const world::Bodies<D>& bodies,
             const Candidates<D>& candidates);

  /// Elastic energy of the committed contacts, in quanta. Only right after an evaluation and commit.
  ExactSum stored_energy(const world::Bodies<D>& bodies, const Candidates<D>& candidates, double per_quantum);

  /// What each wall exerts on bodies, from the forces of the last evaluation, committed or not.
  /// Rounded to the given quanta of force [N] and torque [N m], so that it does not depend on the order of
  /// the list.
  /// Bodies of slots in `without` do not count.
  world::WallLoads<D> wall_loads(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                 double force_quantum, double torque_quantum, bool committed,
                                 const std::vector<bool>& without = {}) const;

  /// Sheared boxes only: the flow component of the forces on bodies from copies above, less those from copies
  /// below [N], of the last evaluation, which must be committed. Rounded to the quantum, likewise.
  double force_across(const world::Bodies<D>& bodies, const Candidates<D>& candidates, double force_quantum,
                      const std::vector<bool>& without = {}) const;

  const kernel::Kernels<D>& kernels() const { return kernels_; }
  std::size_t memory_width() const { return memory_width_; }
  std::size_t force_width() const { return force_width_; }
  std::size_t contact_count(const Candidates<D>& candidates) const;

 private:
  static constexpr std::size_t batches_per_task = 2;
  struct NumberRange {
    std::uint32_t first = 0, count = 0;
  };
  /// The contacts of one evaluation.
  struct Snapshot {
    UnsetVector<kernel::ContactGroup> groups;
    UnsetVector<double> memory;        // record 0 is zero, contact c has record c + 1
    std::vector<NumberRange> numbers;  // of the contacts of each batch
    TouchedPieces pieces;              // by wall entry
    std::uint32_t number_of(std::uint32_t entry) const {
      const kernel::ContactGroup& group = groups[entry / 8];
      const unsigned below = group.evaluated & ((1u << (entry % 8)) - 1);
      return group.base + static_cast<std::uint32_t>(__builtin_popcount(below));
    }
    std::size_t count() const {
      std::size_t sum = 0;
      for (const NumberRange& range : numbers) sum += range.count;
      return sum;
    }
    bool touching(std::uint32_t entry) const { return (groups[entry / 8].touches >> (entry % 8) & 1) != 0; }
  };
  /// Inputs of a kernel, private to a worker, padded as kernels want it.
  struct Scratch {
    AlignedVector<kernel::BodyOffset> first, second;
    AlignedVector<std::uint32_t> memory_index, place_first, place_second;
    AlignedVector<kernel::SurfacePoint<D>> surface;
    AlignedVector<world::Load<D>> loads;  // of the bodies that are gathered together
    AlignedVector<kernel::ContactGroup> groups;
    AlignedVector<std::uint32_t> far;
  };

  using Polygons = std::conditional_t<D == 2, PolygonContacts, std::monostate>;  // polygons are flat
  Polygons make_polygons() const {
    if constexpr (D == 2)
      return PolygonContacts(interactions_, walls_, periodic_);
    else
      return {};
  }
  /// Finds the points of the contacts of polygons in a snapshot, for bodies at their present places.
  void locate_polygons(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                       const Snapshot& snapshot);
  world::ContactViews<D> look_at_contacts(const world::Bodies<D>& bodies, const Candidates<D>& candidates,
                                          bool with_forces);
  std::size_t find_touching_polygons(const world::Bodies<D>& bodies, const kernel::TouchSearch<D>& search,
                                     const Candidates<D>& candidates, std::size_t batch);

  const kernel::LawKernels<D>& kernels_of(const Batch& batch) const;
  kernel::CandidateBatch candidates_of(const Candidates<D>& candidates, const Batch& batch,
                                       const Snapshot& earlier, Snapshot& now) const;
  /// Fills a batch's groups in after_, but for the numbers, and returns how many contacts there are to
  /// evaluate.
  std::size_t find_touching(const world::Bodies<D>& bodies, const kernel::TouchSearch<D>& search,
                            const Candidates<D>& candidates, std::size_t batch);
  std::uint32_t find_touching_walls(const Batch& batch);
  /// Makes room for so many contacts in after_, and returns for how many there is room. What is there stays.
  std::size_t make_room(std::size_t contacts);
  /// An evaluation on its way through the batches.
  struct Pass {
    const world::Bodies<D>& bodies;
    const Candidates<D>& candidates;
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
  /// Lists the contacts of a batch into scratch and returns the batch for its kernel. With `found`, it
  /// numbers them too.
  kernel::ContactBatch<D> list_batch(const Candidates<D>& candidates, std::size_t batch,
                                     const Motion<D>* motion, Snapshot& now, const Snapshot& earlier,
                                     Scratch& scratch, std::uint32_t* found = nullptr) const;
  world::ContactKey key_of(const world::Bodies<D>& bodies, const Candidates<D>& candidates, bool wall,
                           std::uint32_t entry) const;

  const kernel::Kernels<D>& kernels_;
  const Interactions& interactions_;
  const world::Walls<D>& walls_;
  const PeriodicBox<D>* periodic_;  // null: no axis is
  std::size_t memory_width_, force_width_;
  Snapshot before_, after_;

  UnsetVector<double> force_;
  UnsetVector<std::uint32_t> found_;     // where contacts leave their numbers for the gather; else
                                         // zero
  bool forces_are_known_ = false;        // of the contacts in before_
  std::vector<Scratch> scratch_;         // by worker
  WallPoints<D> wall_points_;            // of the last evaluation, sum or view
  Polygons polygons_;                    // likewise
  std::vector<kernel::BatchSums> sums_;  // by batch
};

}  // namespace scree::step
