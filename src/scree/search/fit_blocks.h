// Chooses the domain and the grid of `blocks` from the items: their extent without outliers, their number and
// their sizes.
#pragma once

#include "scree/search/block_grid.h"
#include "scree/search/checked_items.h"
#include "scree/search/structure.h"

namespace scree::search {

template <int D>
struct BlockFit {
  Vec<D> origin{};
  double units_per_length = 0;      // 0 if all items lie in one point, or nearly
  double width[3] = {0, 0, 0};      // of the domain [units]
  double mean_size[3] = {0, 0, 0};  // of an item [units]
  std::size_t items = 0;

  /// Some 16 items per block, and `coarsening` times as wide as that asks for.
  BlockGrid grid(double coarsening) const;
};

/// The blocks that hold places of items, as parts to look at.
template <int D>
std::vector<Part<D>> blocks_of(const BlockFit<D>& fit, const BlockGrid& grid, const Items<D>& items);

template <int D>
BlockFit<D> fit_blocks(const Items<D>& items, const Survey<D>& survey);

}  // namespace scree::search
