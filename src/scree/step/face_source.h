// What the two sources of contacts between faces share: the meetings of each batch, from the candidates that
// may touch to rows, forces and energies.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "scree/step/face_bodies.h"

namespace scree::step {

class FaceSource : public ContactSource<3> {
 public:
  using ContactSource<3>::ContactSource;

  void prepare(const world::Bodies<3>& bodies, const Candidates<3>& candidates) override;
  std::size_t find(const Look<3>& look, const kernel::TouchSearch<3>& search, std::size_t b,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override;
  void locate(const Look<3>& look, std::size_t b, const ConstBatchContacts& contacts) override;
  kernel::BatchSums evaluate(std::size_t b, const law::Choice&,
                             const kernel::ContactBatch<3>& input) override {
    return of_batch_[b].evaluate(input);
  }
  kernel::BatchSums account(std::size_t, const law::Choice&, const kernel::ContactBatch<3>&) override;
  Quanta stored(std::size_t b, const law::Choice&, const kernel::ContactBatch<3>& input) override;
  ContactGeometry<3> geometry(const Look<3>&, std::size_t b, std::uint32_t,
                              std::size_t index) const override {
    return of_batch_[b].geometry(index);
  }

 protected:
  const FaceShapes& shapes() const { return shapes_; }

 private:
  /// Marks in `now` which candidates of a batch are near enough to be looked at.
  virtual void mark_near(const Look<3>& look, const kernel::TouchSearch<3>& search, std::size_t b,
                         const ConstBatchContacts& earlier, const BatchContacts& now) const = 0;
  virtual FaceMeeting meeting(const Look<3>& look, std::uint32_t entry) const = 0;
  virtual SourceKind kind() const = 0;

  using PairKey = std::pair<Id, std::uint32_t>;  // the first body, and the second or the facet
  PairKey key_of(const world::Bodies<3>& bodies, const Candidates<3>& candidates, const Batch& batch,
                 std::uint32_t entry) const;
  void add(const Look<3>& look, std::size_t b, std::uint32_t entry, const ConstBatchContacts& contacts,
           const RowsByCandidate& rows);

  FaceShapes shapes_;
  std::vector<FaceContacts> of_batch_;
  std::vector<std::vector<PairKey>> keys_;  // of the lists of each batch
};

}  // namespace scree::step
