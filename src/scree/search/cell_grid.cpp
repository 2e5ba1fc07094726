#include "scree/search/cell_grid.h"

#include <algorithm>
#include <bit>

namespace scree::search {
namespace {

// Cells are this much larger than the largest item. With at most 2^38 cells along an axis, rounding moves an
// item by less than 2^-13 of a cell, so items whose cell numbers differ by two are surely further apart than
// their size.
constexpr double margin = 1 + 0x1p-10;
constexpr double most_cells_along_an_axis = 0x1p38;

template <int D>
Vec<D> least_cell(const Survey<D>& survey) {
  Vec<D> size;
  for (int k = 0; k < D; ++k) {
    const double extent = survey.bounds.hi[k] - survey.bounds.lo[k];
    size[k] = std::max({survey.largest[k] * margin, extent / most_cells_along_an_axis, shortest});
  }
  return size;
}

}  // namespace

template <int D>
CellGrid<D>::CellGrid(const Survey<D>& survey, double least_size) : origin_(survey.bounds.lo) {
  const Vec<D> needed = least_cell(survey);
  for (int k = 0; k < D; ++k) {
    const double size = std::max(needed[k], least_size);
    coarsening_ *= size / needed[k];
    per_cell_[k] = 1 / size;
  }
  last_cell_ = cell_of(survey.bounds.hi);
}

template <int D>
CellGrid<D> CellGrid<D>::dense(const Survey<D>& survey, std::size_t items) {
  const double most_cells = std::clamp(2 * static_cast<double>(items), 16.0, 0x1p27);
  const Vec<D> needed = least_cell(survey), extent = survey.bounds.size();
  const auto cells = [&](double size) {
    double product = 1;
    for (int k = 0; k < D; ++k) product *= std::max(1.0, extent[k] / std::max(needed[k], size));
    return product;
  };
  // No closed form, because axes drop out one by one as they become a single cell: grow in small steps.
  double size = needed[0];
  for (int k = 1; k < D; ++k) size = std::min(size, needed[k]);
  while (cells(size) > most_cells) size *= 1.125;

  CellGrid grid(survey, size);
  // One empty bucket after every row stands for "before" and "behind" it; likewise one row after every layer.
  grid.stride_[0] = 1;
  std::size_t layer = static_cast<std::size_t>(grid.last_cell_[0]) + 2;
  for (int k = 1; k < D; ++k) {
    grid.stride_[k] = layer;
    layer *= static_cast<std::size_t>(grid.last_cell_[k]) + 2;
  }
  grid.bucket_count_ = layer + 2;
  return grid;
}

template <int D>
CellGrid<D> CellGrid<D>::hashed(const Survey<D>& survey, std::size_t items) {
  CellGrid grid(survey, 0);
  grid.is_hashed_ = true;
  grid.bucket_count_ = std::bit_ceil(std::clamp<std::size_t>(2 * items, 16, std::size_t{1} << 31));
  grid.mask_ = grid.bucket_count_ - 1;
  return grid;
}

template <int D>
Cell<D> CellGrid<D>::nearest_cell(const Vec<D>& point) const {
  Cell<D> cell;
  for (int k = 0; k < D; ++k) {
    const double number = (point[k] - origin_[k]) * per_cell_[k];
    cell[k] = static_cast<std::int64_t>(std::clamp(number, 0.0, static_cast<double>(last_cell_[k])));
  }
  return cell;
}

template class CellGrid<2>;
template class CellGrid<3>;

}  // namespace scree::search
