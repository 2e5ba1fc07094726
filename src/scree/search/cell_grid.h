// A uniform grid over items: the arithmetic of cells, and the buckets that they are stored in.
// Dense where the cells are few enough, else hashed, so that memory is bounded by the number of items however
// far they reach.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "scree/base/box.h"
#include "scree/search/checked_items.h"

namespace scree::search {

/// Numbers of a cell along the axes; 0 or more for every point inside the bounds of the items.
template <int D>
using Cell = std::array<std::int64_t, D>;

/// An item lies in the cell of its anchor: the centre of a sphere, the low corner of a box. Items whose cells
/// are neither equal nor neighbours cannot overlap; this holds with all rounding.
template <int D>
class CellGrid {
 public:
  /// Cells as large as the largest item, coarsened where that would give more than two cells per item.
  static CellGrid dense(const Survey<D>& survey, std::size_t items);
  /// Cells as large as the largest item, in a table of some two buckets per item that several cells may
  /// share.
  static CellGrid hashed(const Survey<D>& survey, std::size_t items);

  bool is_hashed() const { return is_hashed_; }
  /// By how much the cells exceed what the largest item asks for, in volume.
  double coarsening() const { return coarsening_; }
  /// Fits 32 bits for any number of items.
  std::size_t bucket_count() const { return bucket_count_; }

  Cell<D> cell_of(const Vec<D>& anchor) const {
    Cell<D> cell;
    for (int k = 0; k < D; ++k) cell[k] = static_cast<std::int64_t>((anchor[k] - origin_[k]) * per_cell_[k]);
    return cell;
  }
  /// For any point, infinite ones included: its cell, or the nearest one inside the bounds.
  Cell<D> nearest_cell(const Vec<D>& point) const;
  const Cell<D>& last_cell() const { return last_cell_; }
  Box<D> box_of(const Cell<D>& cell) const {
    Box<D> box;
    for (int k = 0; k < D; ++k) {
      box.lo[k] = origin_[k] + static_cast<double>(cell[k]) / per_cell_[k];
      box.hi[k] = origin_[k] + static_cast<double>(cell[k] + 1) / per_cell_[k];
    }
    return box;
  }

  /// Of a cell inside the bounds or one step beyond. In a dense grid a bucket is one cell, the next cell
  /// along an axis is `stride(axis)` further on, and the buckets beyond the bounds exist and are empty.
  std::size_t bucket_of(const Cell<D>& cell) const {
    if (is_hashed_) return (static_cast<std::size_t>(cell[0]) + row_hash(cell)) & mask_;
    std::size_t bucket = 1;
    for (int k = 0; k < D; ++k) bucket += stride_[k] * static_cast<std::size_t>(cell[k]);
    return bucket;
  }
  std::size_t stride(int axis) const { return stride_[axis]; }

 private:
  CellGrid(const Survey<D>& survey, double least_size);

  // Along x the hash counts up, so that a row lies together in memory.
  static std::size_t row_hash(const Cell<D>& cell) {
    std::uint64_t hash = 0;
    for (int k = 1; k < D; ++k) {
      hash = (hash ^ static_cast<std::uint64_t>(cell[k])) * 0x9e37'79b9'7f4a'7c15u;
      hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
  }

  Vec<D> origin_;
  Vec<D> per_cell_;  // 1 / size of a cell
  Cell<D> last_cell_;
  std::array<std::size_t, D> stride_{};
  std::size_t mask_ = 0;
  std::size_t bucket_count_ = 0;
  bool is_hashed_ = false;
  double coarsening_ = 1;
};

}  // namespace scree::search
