// How many levels a hierarchical grid should have and how large their cells: the recipe of Ogarko and Luding
// 2012, section 3 and appendix A.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scree/base/vec.h"

namespace scree::search {

/// Items of about the same size, counted.
struct SizeClass {
  double size;  ///< of the largest of them
  std::size_t count;
  friend bool operator==(const SizeClass&, const SizeClass&) = default;
};

struct GridLevels {
  std::vector<double> cell_sizes;  ///< ascending; the last fits the largest item
  double items_per_cell = 0;       ///< m of the paper, on every level about the same
  /// What equation 7 says the search costs, up to a factor.
  double cost() const { return static_cast<double>(cell_sizes.size()) * (items_per_cell + 0.3); }
};

/// Fills levels from the smallest items up, each until it holds more than `items_per_cell` items per cell of
/// the size of its largest. `classes` ascend in size; `extent` is the size of the domain.
template <int D>
GridLevels fill_levels(std::span<const SizeClass> classes, const Vec<D>& extent, double items_per_cell);

/// With at most that many levels (at least one), and as few items per cell as that allows.
template <int D>
GridLevels levels_of_number(std::span<const SizeClass> classes, const Vec<D>& extent, std::size_t levels);

/// With the number of levels that costs least by equation 7, K = 0.3.
template <int D>
GridLevels best_levels(std::span<const SizeClass> classes, const Vec<D>& extent);

}  // namespace scree::search
