// The settings of the hierarchical grid, for those who want to choose its levels themselves.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::search {

struct HierarchicalGridSettings {
  static constexpr std::size_t most_levels = 254;

  std::size_t levels = 0;  ///< at most; 0: as many as the recipe says
  /// One for each level [m], in any order; none: by the recipe. An item lies on the first level whose cells
  /// it fits. If the largest item fits none, there is one level more, of its size.
  std::vector<double> cell_sizes;
};

/// Throws SceneError if a size is not a positive number up to `furthest`, or there are more than
/// `most_levels` of them.
template <int D>
std::unique_ptr<ContactSearch<D>> make_hierarchical_grid(const HierarchicalGridSettings& settings);

}  // namespace scree::search
