#include "scree/search/grid_levels.h"

#include <algorithm>
#include <cmath>

namespace scree::search {
namespace {

constexpr std::size_t most_levels = 64;

template <int D>
double cells(const Vec<D>& extent, double size) {
  double product = 1;
  for (int k = 0; k < D; ++k) product *= extent[k] > size ? extent[k] / size : 1;
  return product;
}

}  // namespace

template <int D>
GridLevels fill_levels(std::span<const SizeClass> classes, const Vec<D>& extent, double items_per_cell) {
  GridLevels levels;
  levels.items_per_cell = items_per_cell;
  double in_level = 0;
  for (const SizeClass& sizes : classes) {
    if (in_level == 0) levels.cell_sizes.push_back(0);
    in_level += static_cast<double>(sizes.count);
    levels.cell_sizes.back() = sizes.size;
    if (in_level > items_per_cell * cells(extent, sizes.size)) in_level = 0;
  }
  return levels;
}

template <int D>
GridLevels levels_of_number(std::span<const SizeClass> classes, const Vec<D>& extent, std::size_t levels) {
  // The number of levels falls as items per cell rise, from as many as there are classes to one.
  double items = 1;
  for (const SizeClass& sizes : classes) items += static_cast<double>(sizes.count);
  double too_few = 1e-9, enough = items;
  while (enough > 1.001 * too_few) {
    const double middle = std::sqrt(too_few) * std::sqrt(enough);
    (fill_levels(classes, extent, middle).cell_sizes.size() > levels ? too_few : enough) = middle;
  }
  return fill_levels(classes, extent, enough);
}

template <int D>
GridLevels best_levels(std::span<const SizeClass> classes, const Vec<D>& extent) {
  GridLevels best = levels_of_number(classes, extent, 1);
  // More levels than this cost more by their number alone.
  for (std::size_t number = 2; number <= std::min(classes.size(), most_levels); ++number) {
    if (0.3 * static_cast<double>(number) >= best.cost()) break;
    GridLevels levels = levels_of_number(classes, extent, number);
    if (levels.cost() < best.cost()) best = std::move(levels);
  }
  return best;
}

template GridLevels fill_levels(std::span<const SizeClass>, const Vec<2>&, double);
template GridLevels fill_levels(std::span<const SizeClass>, const Vec<3>&, double);
template GridLevels levels_of_number(std::span<const SizeClass>, const Vec<2>&, std::size_t);
template GridLevels levels_of_number(std::span<const SizeClass>, const Vec<3>&, std::size_t);
template GridLevels best_levels(std::span<const SizeClass>, const Vec<2>&);
template GridLevels best_levels(std::span<const SizeClass>, const Vec<3>&);

}  // namespace scree::search
