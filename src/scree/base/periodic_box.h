// A box that repeats itself along some axes, sheared or not. Places are kept inside it; the vector between
// two bodies is the one to the nearest copy, so no list has to remember which copy was meant.
#pragma once

#include "scree/base/vec.h"

namespace scree {

/// The whole number nearest to x, for |x| < 2^51, halves to even: plain IEEE arithmetic, the same on every
/// CPU.
inline double nearest_whole(double x) {
  constexpr double magic = 6755399441055744.0;  // 1.5 * 2^52: no fraction fits beside it
  return (x + magic) - magic;
}

/// Of a sheared box (Lees and Edwards 1972): the copies one length above along the gradient axis are
/// displaced along the flow axis, and move along it. Vectors, so that lanes need no index.
template <int D>
struct BoxShear {
  int flow = 0, gradient = 0;
  Vec<D> per_length;  // [1/m] along the gradient, one over the length there
  Vec<D> offset;      // [m] along the flow, at most half a length
  Vec<D> velocity;    // [m/s] likewise
};

template <int D>
struct PeriodicBox {
  Vec<D> origin;          // [m] low corner
  Vec<D> length;          // [m] 0: open along that axis
  Vec<D> inverse_length;  // [1/m] 0 where open
  bool is_sheared = false;
  BoxShear<D> shear;

  void repeat(int axis, double lo, double hi) {
    origin[axis] = lo;
    length[axis] = hi - lo;
    inverse_length[axis] = 1 / length[axis];
  }
  /// Both axes must repeat already, and the offset is zero at first.
  void shear_along(int flow, int gradient, double speed) {
    is_sheared = true;
    shear = {};
    shear.flow = flow;
    shear.gradient = gradient;
    shear.per_length[gradient] = inverse_length[gradient];
    shear.velocity[flow] = speed;
  }
  bool is_periodic(int axis) const { return length[axis] > 0; }
  bool any() const {
    for (int k = 0; k < D; ++k)
      if (is_periodic(k)) return true;
    return false;
  }
  /// `apart` between the nearest copies. Unique for bodies that reach over less than half of the box.
  Vec<D> nearest(Vec<D> apart) const {
    if (is_sheared) apart -= copies_above(apart) * shear.offset;
    for (int k = 0; k < D; ++k) apart[k] = apart[k] - nearest_whole(apart[k] * inverse_length[k]) * length[k];
    return apart;
  }
  /// Sheared boxes only: for bodies that are `apart` (first minus second), how many lengths along the
  /// gradient the second's copy that is nearest to the first lies above it.
  double copies_above(const Vec<D>& apart) const { return nearest_whole(dot(apart, shear.per_length)); }
  /// What to add to a place, at most a length outside, to bring it back.
  Vec<D> way_back(const Vec<D>& place) const {
    Vec<D> way;
    const auto fold = [&](int axis, double at) {
      if (at < origin[axis]) way[axis] += length[axis];
      if (at >= origin[axis] + length[axis]) way[axis] -= length[axis];
    };
    for (int k = 0; k < D; ++k)
      if (is_periodic(k) && !(is_sheared && k == shear.flow)) fold(k, place[k]);
    if (is_sheared) {
      way += lengths_up(way) * shear.offset;
      fold(shear.flow, place[shear.flow] + way[shear.flow]);
    }
    return way;
  }
  /// What to add to the velocity of a body that goes this way back [m/s].
  Vec<D> change_of_velocity(const Vec<D>& way) const {
    return is_sheared ? lengths_up(way) * shear.velocity : Vec<D>{};
  }

 private:
  double lengths_up(const Vec<D>& way) const {
    return way[shear.gradient] > 0 ? 1 : way[shear.gradient] < 0 ? -1 : 0;
  }
};

}  // namespace scree
