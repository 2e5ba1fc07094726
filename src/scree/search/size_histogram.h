// The sizes of all items, in classes that are fine enough to choose a method or its parameters by.
#pragma once

#include <vector>

#include "scree/search/checked_items.h"
#include "scree/search/grid_levels.h"

namespace scree::search {

/// Two radii, or the longest side.
template <int D>
double size_of(const Items<D>& items, std::size_t item) {
  if (items.are_spheres()) return 2 * items.radius(item);
  const Box<D> box = items.box(item);
  double longest = 0;
  for (int k = 0; k < D; ++k) longest = box.hi[k] - box.lo[k] > longest ? box.hi[k] - box.lo[k] : longest;
  return longest;
}

/// Ascending, without empty classes; 64 classes for each doubling of size, all below 2^-40 of the largest in
/// one. `largest` must be that of the items.
template <int D>
std::vector<SizeClass> size_histogram(const Items<D>& items, const Vec<D>& largest);

}  // namespace scree::search
