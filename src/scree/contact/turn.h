// Two shapes in one frame: rotations as matrices, since many places are turned by the same one.
#pragma once

#include <cmath>

#include "scree/base/rotation.h"

namespace scree::contact {

template <int D>
struct Turn {
  Vec<D> column[D];

  Turn() {
    for (int k = 0; k < D; ++k) column[k][k] = 1;
  }
  explicit Turn(const Rotation<D>& rotation) {
    for (int k = 0; k < D; ++k) {
      Vec<D> axis;
      axis[k] = 1;
      column[k] = rotate(rotation, axis);
    }
  }
  Vec<D> operator()(const Vec<D>& own) const {
    Vec<D> result = own[0] * column[0];
    for (int k = 1; k < D; ++k) result += own[k] * column[k];
    return result;
  }
  /// Half sizes of the box around a box with these, once it is turned.
  Vec<D> around(const Vec<D>& half) const {
    Vec<D> result;
    for (int k = 0; k < D; ++k)
      for (int axis = 0; axis < D; ++axis) result[axis] += std::abs(column[k][axis]) * half[k];
    return result;
  }
};

}  // namespace scree::contact
