// The copies of a place that a periodic box stands for, sheared or not.
#pragma once

#include <algorithm>
#include <cmath>

#include "scree/base/box.h"
#include "scree/base/periodic_box.h"

namespace scree::sim {

/// Calls visit(place, velocity) for the copies of `place`, itself included, that lie in a box: where each is,
/// and by how much it moves faster than what it is a copy of.
template <int D, class Visit>
class CopyVisitor {
 public:
  CopyVisitor(const PeriodicBox<D>& box, const Box<D>& where, Visit& visit)
      : box_(box), where_(where), visit_(visit) {
    // Going along the gradient moves a copy along the flow too, so that axis comes last.
    int at = 0;
    for (int k = 0; k < D; ++k)
      if (!(box.is_sheared && k == box.shear.flow)) axes_[at++] = k;
    if (box.is_sheared) axes_[at] = box.shear.flow;
  }
  template <int level = 0>
  void go(const Vec<D>& place, const Vec<D>& velocity) {
    if constexpr (level == D)
      visit_(place, velocity);
    else
      go_along<level>(axes_[level], place, velocity);
  }

 private:
  template <int level>
  void go_along(int axis, const Vec<D>& place, const Vec<D>& velocity) {
    const double lo = where_.lo[axis] - place[axis], hi = where_.hi[axis] - place[axis];
    if (!box_.is_periodic(axis)) {
      if (lo <= 0 && hi >= 0) go<level + 1>(place, velocity);
      return;
    }
    const double last = std::floor(hi * box_.inverse_length[axis]);
    for (double copy = std::ceil(lo * box_.inverse_length[axis]); copy <= last; ++copy) {
      Vec<D> moved = place;
      moved[axis] += copy * box_.length[axis];
      if (box_.is_sheared && axis == box_.shear.gradient)
        go<level + 1>(moved + copy * box_.shear.offset, velocity + copy * box_.shear.velocity);
      else
        go<level + 1>(moved, velocity);
    }
  }

  const PeriodicBox<D>& box_;
  const Box<D>& where_;
  Visit& visit_;
  int axes_[D];
};

template <int D, class Visit>
void for_each_copy(const PeriodicBox<D>& box, const Vec<D>& place, const Box<D>& where, Visit&& visit) {
  CopyVisitor<D, Visit>(box, where, visit).go(place, {});
}

/// The part of a region that a periodic box does not repeat: beyond its faces is what is inside already. Of
/// two faces that are one, the lower belongs to it.
template <int D>
Box<D> within_faces(const PeriodicBox<D>& box, Box<D> region) {
  for (int k = 0; k < D; ++k) {
    if (!box.is_periodic(k)) continue;
    region.lo[k] = std::max(region.lo[k], box.origin[k]);
    region.hi[k] = std::min(region.hi[k], std::nextafter(box.origin[k] + box.length[k], box.origin[k]));
  }
  return region;
}

template <int D>
Box<D> grown(Box<D> box, double by) {
  for (int k = 0; k < D; ++k) {
    box.lo[k] -= by;
    box.hi[k] += by;
  }
  return box;
}

}  // namespace scree::sim
