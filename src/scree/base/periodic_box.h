// A box that repeats itself along some axes. Places are kept inside it; the vector between two bodies is the
// one to the nearest copy, so no list has to remember which copy was meant.
#pragma once

#include "scree/base/vec.h"

namespace scree {

/// The whole number nearest to x, for |x| < 2^51, halves to even: plain IEEE arithmetic, the same on every
/// CPU.
inline double nearest_whole(double x) {
  constexpr double magic = 6755399441055744.0;  // 1.5 * 2^52: no fraction fits beside it
  return (x + magic) - magic;
}

template <int D>
struct PeriodicBox {
  Vec<D> origin;          // [m] low corner
  Vec<D> length;          // [m] 0: open along that axis
  Vec<D> inverse_length;  // [1/m] 0 where open

  void repeat(int axis, double lo, double hi) {
    origin[axis] = lo;
    length[axis] = hi - lo;
    inverse_length[axis] = 1 / length[axis];
  }
  bool is_periodic(int axis) const { return length[axis] > 0; }
  bool any() const {
    for (int k = 0; k < D; ++k)
      if (is_periodic(k)) return true;
    return false;
  }
  /// `apart` between the nearest copies. Unique for bodies that reach over less than half of the box.
  Vec<D> nearest(Vec<D> apart) const {
    for (int k = 0; k < D; ++k) apart[k] = apart[k] - nearest_whole(apart[k] * inverse_length[k]) * length[k];
    return apart;
  }
  /// What to add to a place, at most a length outside, to bring it back.
  Vec<D> way_back(const Vec<D>& place) const {
    Vec<D> way;
    for (int k = 0; k < D; ++k) {
      if (!is_periodic(k)) continue;
      if (place[k] < origin[k]) way[k] = length[k];
      if (place[k] >= origin[k] + length[k]) way[k] = -length[k];
    }
    return way;
  }
};

}  // namespace scree
