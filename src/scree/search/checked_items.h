// What every method needs to know before it starts: that the items can be searched, and how far they reach.
#pragma once

#include "scree/base/box.h"
#include "scree/search/contact_search.h"

namespace scree::search {

/// Further out than this, squares of distances would overflow.
inline constexpr double furthest = 1e150;
/// Squares of very short distances underflow, so that spheres up to 4e-162 apart count as touching. Cells,
/// domains and skins that are shorter than this part what must not be parted; 2^-31 of it, the unit of
/// `blocks`, is still a hundred times as long as that gap.
inline constexpr double shortest = 1e-150;

template <int D>
struct Survey {
  Box<D> bounds = Box<D>::empty();  ///< of all items, padding included
  Vec<D> largest{};                 ///< the largest size of an item per axis: two radii, or hi - lo
};

/// Throws SceneError if there are more items than indices; reads none of them.
void check_item_count(std::size_t count);

/// Throws SceneError, naming the first item that is not finite, further out than `furthest`, or of negative
/// size, or if there are more items than indices.
template <int D>
Survey<D> check_items(const Items<D>& items);

/// The same question about one item.
template <int D>
bool can_be_searched(const Items<D>& items, std::size_t item);

/// Precondition of the region queries: no side is not-a-number.
template <int D>
void check_region(const Box<D>& region);

}  // namespace scree::search
