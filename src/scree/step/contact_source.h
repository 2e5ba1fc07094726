// The family of contact sources: each finds where bodies of some shapes touch each other or walls. Takes
// batches of candidates and the poses of bodies, gives contacts and their geometry to the contact set, which
// keeps their memory, asks the laws and sums forces. What sources keep between calls is scratch: what they
// find is a function of the poses and of the contacts of the last commit.
#pragma once

#include <memory>

#include "scree/kernel/kernels.h"
#include "scree/step/candidates.h"
#include "scree/step/contact_rows.h"
#include "scree/world/contact_view.h"

namespace scree::step {

/// What sources know for as long as they live.
template <int D>
struct SourceSettings {
  const kernel::Kernels<D>& kernels;
  const Interactions& interactions;
  const world::Walls<D>& walls;
  const PeriodicBox<D>* periodic;  // null: no axis is
};

/// Bodies as they are looked at: shapes as in the state, poses as the caller wants them, by slot.
template <int D>
struct Look {
  const world::Bodies<D>& bodies;  // for shapes
  const Motion<D>* motion;
  const Rotation<D>* orientation;  // null: not followed
  const Candidates<D>& candidates;

  static Look at(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
    return {bodies, bodies.motion.data(), bodies.orientation.data(), candidates};
  }
};

/// The contacts of one batch: groups of bits, or rows (see has_rows; then a bit says that there are some).
struct BatchContacts {
  kernel::ContactGroup* groups;
  ContactRows* rows;
};
struct ConstBatchContacts {
  const kernel::ContactGroup* groups;
  const ContactRows* rows;
  const double* memory;      // records of its contacts, in their order
  std::size_t memory_width;  // doubles per record
};

/// How a contact lies.
template <int D>
struct ContactGeometry {
  Vec<D> point;        // as in ContactView
  Vec<D> branch;       // likewise
  double overlap = 0;  // likewise
};

template <int D>
class ContactSource {
 public:
  explicit ContactSource(const SourceSettings<D>& settings) : settings_(settings) {}
  virtual ~ContactSource() = default;

  /// To be called for each new list.
  virtual void prepare(const world::Bodies<D>& bodies, const Candidates<D>& candidates) {
    static_cast<void>(bodies);
    static_cast<void>(candidates);
  }
  /// To be called before `begin` and before calls of `locate`, since walls may have moved.
  virtual void see_walls() {}
  /// To be called before the batches of an evaluation. `path` only grows: between two calls no body went
  /// farther than it grew [m]. Infinite: nothing is known of ways.
  virtual void begin(const Look<D>& look, double path) {
    static_cast<void>(look);
    static_cast<void>(path);
  }
  /// Which candidates of a batch are contacts: fills `now` but for numbers, and what `describe` tells of
  /// them. `earlier` are those of the last commit: one that has ended since is still to be evaluated once.
  /// Returns how many are to be evaluated. Batches may be looked at by several threads at once.
  virtual std::size_t find(const Look<D>& look, const kernel::TouchSearch<D>& search, std::size_t batch,
                           const ConstBatchContacts& earlier, const BatchContacts& now) = 0;
  /// For other poses than those of the last `find`: what `describe` tells of contacts that are known.
  virtual void locate(const Look<D>& look, std::size_t batch, const ConstBatchContacts& contacts) {
    static_cast<void>(look);
    static_cast<void>(batch);
    static_cast<void>(contacts);
  }
  /// What the loops take beside the bodies, for the contacts of the last `find` or `locate`; the poses are
  /// the same. `points` is room for a point per contact.
  virtual void describe(const Look<D>& look, std::size_t batch, const ConstBatchContacts& contacts,
                        AlignedVector<kernel::SurfacePoint<D>>& points,
                        kernel::ContactBatch<D>& input) const {
    static_cast<void>(look);
    static_cast<void>(batch);
    static_cast<void>(contacts);
    static_cast<void>(points);
    static_cast<void>(input);
  }
  /// Contact number `index` of those, at this entry.
  virtual ContactGeometry<D> geometry(const Look<D>& look, std::size_t batch, std::uint32_t entry,
                                      std::size_t index) const = 0;
  /// Of a candidate at a wall in a periodic box: the way by which the body is moved to meet a copy of it.
  virtual Vec<D> shift_to_wall(const Look<D>& look, std::uint32_t entry) const {
    static_cast<void>(look);
    static_cast<void>(entry);
    return {};
  }
  /// Forces, new memory and losses of the contacts of the last `find`; see kernel::ContactLoops.
  virtual kernel::BatchSums evaluate(std::size_t batch, const law::Choice& law,
                                     const kernel::ContactBatch<D>& input) {
    static_cast<void>(batch);
    return loops_of(law).evaluate(input);
  }
  /// Losses alone, from the memories before and after; likewise.
  virtual kernel::BatchSums account(std::size_t batch, const law::Choice& law,
                                    const kernel::ContactBatch<D>& input) {
    static_cast<void>(batch);
    return loops_of(law).account(input);
  }
  /// Elastic energy in quanta; likewise.
  virtual Quanta stored(std::size_t batch, const law::Choice& law, const kernel::ContactBatch<D>& input) {
    static_cast<void>(batch);
    return loops_of(law).stored(input);
  }

 protected:
  /// Which loops of kernels its contacts go through, for sources whose laws are kernels.
  virtual const kernel::ContactLoops<D>& loops(const kernel::LawKernels<D>& law) const { return law.pairs; }
  const SourceSettings<D>& settings() const { return settings_; }
  const law::Choice& law_of(const Look<D>& look, std::size_t batch) const {
    return settings_.interactions.law(look.candidates.batches()[batch].interaction);
  }

 private:
  const kernel::ContactLoops<D>& loops_of(const law::Choice& law) const {
    SCREE_ASSERT(!law.of_faces());
    return loops(settings_.kernels.laws[law.kind()][law.rolls()]);
  }

  const SourceSettings<D> settings_;
};

/// One of each kind that exists in D dimensions, by SourceKind; others are null.
template <int D>
std::array<std::unique_ptr<ContactSource<D>>, source_kind_count> make_sources(
    const SourceSettings<D>& settings);

}  // namespace scree::step
