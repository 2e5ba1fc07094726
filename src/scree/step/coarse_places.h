// Coarse copies of the bodies' places, with which most candidates are decided. Scratch: they may lag behind
// the bodies, and are brought up to date before contacts are evaluated.
#pragma once

#include <algorithm>
#include <cmath>

#include "scree/base/aligned_vector.h"
#include "scree/base/box.h"
#include "scree/base/parallel.h"
#include "scree/kernel/kernels.h"
#include "scree/world/bodies.h"

namespace scree::step {

template <int D>
class CoarsePlaces {
 public:
  CoarsePlaces(const kernel::Kernels<D>& kernels, const PeriodicBox<D>& periodic)
      : kernels_(kernels), periodic_(periodic) {}

  /// Bodies will be somewhere in this box until the next call, with all that they reach; or beyond a periodic
  /// face.
  void set_extent(const Box<D>& extent) {
    double farthest = 0;
    for (int k = 0; k < D && !extent.is_empty(); ++k) {
      scale_.origin[k] = 0.5 * (extent.lo[k] + extent.hi[k]);
      farthest = std::max(farthest, 0.5 * (extent.hi[k] - extent.lo[k]));
    }
    if (periodic_.is_sheared)
      for (int k = 0; k < D; ++k) farthest = std::max(farthest, periodic_.length[k]);
    // Differences of places, and sums of radii, stay below 2^31.
    int exponent = 0;
    std::frexp(farthest, &exponent);
    scale_.radius_per_metre = std::ldexp(1.0, 29 - exponent);
    for (int k = 0; k < D; ++k)
      scale_.per_metre[k] = wraps(k) ? 0x1p32 * periodic_.inverse_length[k] : scale_.radius_per_metre;
    farthest_ = farthest;
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
    batch.scale = scale_;
  }
  void bring_up_to_date(const world::Bodies<D>& bodies) {
    if (are_current_ && records_.size() == bodies.size()) return;
    records_.resize(bodies.size());
    parallel_for(bodies.size(), bodies_per_task, [&](std::size_t begin, std::size_t end) {
      kernels_.coarsen(bodies.motion.data() + begin, end - begin, scale_, records_.data() + begin);
    });
    are_current_ = true;
  }

  kernel::TouchSearch<D> search(const world::Bodies<D>& bodies, const PeriodicBox<D>* periodic) const {
    return {bodies.motion.data(), periodic, records_.data(), records_.size() > cached, box()};
  }

 private:
  /// Copies in a sheared box are not a whole number of units away.
  bool wraps(int axis) const { return periodic_.is_periodic(axis) && !periodic_.is_sheared; }

  kernel::CoarseBox box() const {
    kernel::CoarseBox box;
    const double per_metre = scale_.radius_per_metre;
    box.any = periodic_.any();
    box.is_sheared = periodic_.is_sheared;
    box.per_metre = static_cast<float>(per_metre);
    // Two places are rounded by half a unit per axis, and so are two radii, whose sum is one too many.
    double squares = 0, in_floats = 0;
    for (int k = 0; k < D; ++k) {
      const double units = per_metre / scale_.per_metre[k];
      box.per_place[k] = static_cast<float>(units);
      squares += units * units;
    }
    if (box.is_sheared) {
      for (int k = 0; k < D; ++k) {
        box.length[k] = static_cast<float>(periodic_.length[k] * per_metre);
        box.inverse_length[k] = static_cast<float>(periodic_.inverse_length[k] / per_metre);
        box.per_length[k] = static_cast<float>(periodic_.shear.per_length[k] / per_metre);
        box.offset[k] = static_cast<float>(periodic_.shear.offset[k] * per_metre);
      }
      // Differences are rounded to floats, and again when they are brought to the nearest copy, in two steps,
      // one of them up to a whole length.
      in_floats = 1e-6 * farthest_ * per_metre;
    }
    box.doubt = static_cast<float>(1.1 * (std::sqrt(squares) + 2) + in_floats);
    return box;
  }

  /// So many records, of 16 bytes, stay in a second-level cache beside all else; to fetch them ahead takes
  /// more than it saves.
  static constexpr std::size_t cached = 32768;
  static constexpr std::size_t bodies_per_task = 2048;
  const kernel::Kernels<D>& kernels_;
  const PeriodicBox<D>& periodic_;
  kernel::CoarseScale<D> scale_;
  double farthest_ = 0;  // [m] of places and faces from each other, along an axis
  bool are_current_ = false;
  double path_ = 0;
  AlignedVector<kernel::Coarse> records_;
};

}  // namespace scree::step
