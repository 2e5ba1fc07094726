// Items copied out of their view, so that a method can keep them in the order that it reads them in: a Sphere
// or a Box, padding included.
#pragma once

#include <type_traits>

#include "scree/search/contact_search.h"

namespace scree::search {

template <class Record, int D>
Record record_of(const Items<D>& items, std::size_t item) {
  if constexpr (std::is_same_v<Record, Sphere<D>>)
    return items.sphere(item);
  else
    return items.box(item);
}

/// The point by which an item is put into a cell. Of two items that overlap, the anchors are no further apart
/// along an axis than the larger one is long. For a box its low corner: no rounding can hurt there.
template <int D>
const Vec<D>& anchor(const Sphere<D>& sphere) {
  return sphere.centre;
}
template <int D>
const Vec<D>& anchor(const Box<D>& box) {
  return box.lo;
}

}  // namespace scree::search
