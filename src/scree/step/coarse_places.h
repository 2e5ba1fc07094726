// Float copies of the bodies' places, with which most candidates are decided. Scratch: they may lag behind
// the bodies, and are brought up to date before contacts are evaluated.
#pragma once

#include <algorithm>

#include "scree/base/aligned_vector.h"
#include "scree/base/box.h"
#include "scree/base/parallel.h"
#include "scree/kernel/kernels.h"
#include "scree/world/bodies.h"

namespace scree::step {

template <int D>
class CoarsePlaces {
 public:
  CoarsePlaces(const kernel::Kernels<D>& kernels, const PeriodicBox<D>& periodic) : kernels_(kernels) {
    box_.any = periodic.any();
    for (int k = 0; k < D; ++k) {
      box_.length[k] = static_cast<float>(periodic.length[k]);
      box_.inverse_length[k] = static_cast<float>(periodic.inverse_length[k]);
    }
    follow_shear(periodic);
  }

  /// To be told whenever the copies of a sheared box have moved.
  void follow_shear(const PeriodicBox<D>& periodic) {
    box_.is_sheared = periodic.is_sheared;
    if (!box_.is_sheared) return;
    for (int k = 0; k < D; ++k) {
      box_.per_length[k] = static_cast<float>(periodic.shear.per_length[k]);
      box_.offset[k] = static_cast<float>(periodic.shear.offset[k]);
    }
  }

  /// Bodies will be somewhere in this box until the next call.
  void set_extent(const Box<D>& extent) {
    double farthest = 0;
    for (int k = 0; k < D; ++k) {
      origin_[k] = 0.5 * (extent.lo[k] + extent.hi[k]);
      farthest = std::max(farthest, 0.5 * (extent.hi[k] - extent.lo[k]));
    }
    // Two places are rounded by 2^-24 of their size per axis, which makes 2.1e-7 of the extent in space. In a
    // periodic box they are rounded again when they are brought to the nearest copy, for which a sheared one
    // takes two steps, one of them up to a whole length.
    if (box_.is_sheared)
      for (int k = 0; k < D; ++k) farthest = std::max(farthest, static_cast<double>(box_.length[k]));
    const double per_size = box_.any ? 1e-6 : 2.5e-7;
    box_.doubt = static_cast<float>(per_size * farthest);
    are_current_ = false;
  }

  /// To be told after each displacement: no body moved farther than this since the last call [m]. The second
  /// is for one whose batches went through refresh_with.
  void bodies_have_moved(double farthest) {
    path_ += farthest;
    are_current_ = false;
  }
  void bodies_were_moved_and_refreshed(double farthest) {
    path_ += farthest;
    are_current_ = true;
  }
  /// Between two moments no body goes farther than this grows [m]; but for jumps across periodic faces.
  double path() const { return path_; }
  /// For one who moves bodies from `begin` on: lets the kernel refresh them on the way.
  void refresh_with(kernel::MoveBatch<D>& batch, std::size_t begin) {
    batch.coarse = records_.data() + begin;
    batch.origin = origin_;
  }
  void bring_up_to_date(const world::Bodies<D>& bodies) {
    if (are_current_ && records_.size() == bodies.size()) return;
    records_.resize(bodies.size());
    parallel_for(bodies.size(), bodies_per_task, [&](std::size_t begin, std::size_t end) {
      kernels_.coarsen(bodies.motion.data() + begin, end - begin, origin_, records_.data() + begin);
    });
    are_current_ = true;
  }

  kernel::TouchSearch<D> search(const world::Bodies<D>& bodies, const PeriodicBox<D>* periodic) const {
    return {bodies.motion.data(), periodic, records_.data(), records_.size() > cached, box_};
  }

 private:
  /// So many records, of 16 bytes, stay in a second-level cache beside all else; to fetch them ahead takes
  /// more than it saves.
  static constexpr std::size_t cached = 32768;
  static constexpr std::size_t bodies_per_task = 2048;
  const kernel::Kernels<D>& kernels_;
  Vec<D> origin_;
  kernel::CoarseBox box_;
  bool are_current_ = false;
  double path_ = 0;
  AlignedVector<kernel::Coarse> records_;
};

}  // namespace scree::step
