// The settings of the hierarchical grid, for those who want to choose its levels themselves.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::search {

struct HierarchicalGridSettings {
  std::size_t levels = 0;          ///< 0: as many as the recipe says
  std::vector<double> cell_sizes;  ///< in metres; none: by the recipe
};

template <int D>
std::unique_ptr<ContactSearch<D>> make_hierarchical_grid(const HierarchicalGridSettings& settings);

}  // namespace scree::search
