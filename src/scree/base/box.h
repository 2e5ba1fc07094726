// Axis-parallel boxes; closed, so touching boxes overlap.
#pragma once

#include <algorithm>
#include <limits>

#include "scree/base/vec.h"

namespace scree {

template <int D>
struct Box {
  Vec<D> lo, hi;

  /// The box that holds nothing: growing it by a point gives that point.
  static constexpr Box empty() {
    Box box;
    for (int k = 0; k < D; ++k) {
      box.lo[k] = std::numeric_limits<double>::infinity();
      box.hi[k] = -std::numeric_limits<double>::infinity();
    }
    return box;
  }
  static constexpr Box around(const Vec<D>& centre, double radius) {
    Box box;
    for (int k = 0; k < D; ++k) {
      box.lo[k] = centre[k] - radius;
      box.hi[k] = centre[k] + radius;
    }
    return box;
  }

  constexpr void include(const Vec<D>& point) {
    for (int k = 0; k < D; ++k) {
      lo[k] = std::min(lo[k], point[k]);
      hi[k] = std::max(hi[k], point[k]);
    }
  }
  constexpr void include(const Box& other) {
    include(other.lo);
    include(other.hi);
  }
  constexpr bool contains(const Vec<D>& point) const {
    for (int k = 0; k < D; ++k)
      if (!(lo[k] <= point[k] && point[k] <= hi[k])) return false;
    return true;
  }
  constexpr bool is_empty() const {
    for (int k = 0; k < D; ++k)
      if (!(lo[k] <= hi[k])) return true;
    return false;
  }
  constexpr Vec<D> size() const { return hi - lo; }
  constexpr double volume() const {
    double product = 1;
    for (int k = 0; k < D; ++k) product *= hi[k] - lo[k];
    return product;
  }
};

template <int D>
constexpr bool overlap(const Box<D>& a, const Box<D>& b) {
  for (int k = 0; k < D; ++k)
    if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return false;
  return true;
}

}  // namespace scree
