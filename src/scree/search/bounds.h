// Boxes to discard pairs by: items whose bounds are apart do not overlap, whatever rounding did.
#pragma once

#include "scree/base/aligned_vector.h"
#include "scree/base/box.h"
#include "scree/base/parallel.h"
#include "scree/search/contact_search.h"

namespace scree::search {

/// For boxes the padded box itself, so that bounds overlap exactly if the items do. For spheres a hair more
/// than the bounding box: the test of spheres compares rounded squares and may call two of them touching
/// whose exact boxes are just apart. The share covers the rounding, the constant the squares that underflow.
template <int D>
Box<D> bounds_of(const Items<D>& items, std::size_t item) {
  if (!items.are_spheres()) return items.box(item);
  const Sphere<D> sphere = items.sphere(item);
  return Box<D>::around(sphere.centre, sphere.radius * (1 + 0x1p-45) + 1e-160);
}

template <int D>
void fill_bounds(const Items<D>& items, AlignedVector<Box<D>>& bounds) {
  bounds.resize(items.count());
  parallel_for(items.count(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t item = begin; item < end; ++item) bounds[item] = bounds_of(items, item);
  });
}

}  // namespace scree::search
