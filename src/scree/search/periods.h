// Periodic axes: the lattice of copies that a box stands for, sheared or not.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "scree/search/contact_search.h"

namespace scree::search {

/// A box that repeats itself along some of the axes. Sheared (Lees and Edwards 1972), the copies above along
/// the gradient axis are displaced by an offset along the flow axis.
template <int D>
struct Periods {
  struct Shear {
    int flow_axis = 0;
    int gradient_axis = 1;
    double offset = 0;  ///< [m] at most one length of the flow axis, either way
  };

  Vec<D> length{};  ///< [m] 0 or infinite: open along that axis
  Vec<D> origin{};  ///< [m] low corner of the box; ignored along open axes
  bool is_sheared = false;
  Shear shear{};  ///< both of its axes are periodic

  bool is_periodic(int axis) const { return length[axis] > 0 && std::isfinite(length[axis]); }
  bool any() const {
    for (int k = 0; k < D; ++k)
      if (is_periodic(k)) return true;
    return false;
  }
  /// How far a copy lies from its original [m].
  Vec<D> shift(const std::array<int, 3>& image) const {
    Vec<D> result;
    for (int k = 0; k < D; ++k) result[k] = is_periodic(k) ? image[k] * length[k] : 0;
    if (is_sheared) result[shear.flow_axis] += image[shear.gradient_axis] * shear.offset;
    return result;
  }
  Vec<D> shift(const Image& image) const { return shift(std::array<int, 3>{image[0], image[1], image[2]}); }
};

}  // namespace scree::search
