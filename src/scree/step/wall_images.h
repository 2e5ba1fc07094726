// Walls in a periodic box: a bounded wall stands in every copy of the box. A body meets the copies when it is
// looked at from where it would be one length farther. Which copy a contact is with need not be known from
// step to step: a body that comes back over a face meets the same surface at the same distance.
#pragma once

#include <vector>

#include "scree/base/box.h"
#include "scree/base/periodic_box.h"
#include "scree/world/walls.h"

namespace scree::step {

template <int D>
class WallImages {
 public:
  WallImages(const world::Walls<D>& walls, const PeriodicBox<D>* periodic)
      : walls_(walls), periodic_(periodic) {}

  /// Before bodies are looked at: for walls as they stand now.
  void update() {
    if (periodic_ == nullptr) return;
    boxes_.resize(walls_.size());
    for (std::uint32_t wall = 0; wall < walls_.size(); ++wall)
      boxes_[wall] = world::is_bounded(walls_, wall) ? world::extent_in_scene(walls_, wall) : Box<D>::empty();
  }

  /// Calls visit(shift) for the ways [m] by which a body at `place` that reaches so far is to be moved to
  /// meet the wall or a copy of it. The first is none; sheared copies are left out.
  template <class Visit>
  void for_each_shift(std::uint32_t wall, const Vec<D>& place, double reach, Visit&& visit) const {
    visit(Vec<D>{});
    if (periodic_ == nullptr || boxes_[wall].is_empty()) return;
    int copies = 1;
    for (int k = 0; k < D; ++k) copies *= 3;
    for (int copy = 1; copy < copies; ++copy) {
      Vec<D> shift;
      bool is_near = true;
      for (int k = 0, rest = copy; k < D && is_near; ++k, rest /= 3) {
        const int lengths = rest % 3 == 2 ? -1 : rest % 3;
        if (lengths != 0 &&
            (!periodic_->is_periodic(k) || (periodic_->is_sheared && k == periodic_->shear.gradient)))
          is_near = false;
        shift[k] = lengths * periodic_->length[k];
        const double there = place[k] + shift[k];
        is_near &= there >= boxes_[wall].lo[k] - reach && there <= boxes_[wall].hi[k] + reach;
      }
      if (is_near) visit(shift);
    }
  }

 private:
  const world::Walls<D>& walls_;
  const PeriodicBox<D>* periodic_;
  std::vector<Box<D>> boxes_;  // in the scene, by wall; empty: it has no copies
};

}  // namespace scree::step
