// Where the bodies of the candidate list meet walls at present. Takes body records and wall entries of the
// list, gives surface points to the contact set. Scratch: a function of poses and of the contacts' state.
#pragma once

#include "scree/base/aligned_vector.h"
#include "scree/kernel/batch.h"
#include "scree/step/candidates.h"

namespace scree::step {

template <int D>
class WallPoints {
 public:
  /// Finds the points of all wall entries for bodies at these places.
  void locate(const Motion<D>* motion, const Candidates<D>& candidates, const world::Walls<D>& walls);

  /// Of an entry of the list, which must be against a wall.
  const kernel::SurfacePoint<D>& at(std::uint32_t entry) const { return points_[entry - first_entry_]; }

 private:
  std::uint32_t first_entry_ = 0;
  AlignedVector<kernel::SurfacePoint<D>> points_;
};

}  // namespace scree::step
