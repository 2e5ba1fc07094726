// Boxes as whole numbers: the ranks of their ends among all ends along each axis. Overlap is the same there,
// and no rounding is left.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/search/sorted_ends.h"

namespace scree::search {

/// Closed, like Box.
template <int D>
struct RankBox {
  std::array<std::int32_t, D> lo, hi;
};

/// Throws SceneError if there are more items than ranks.
void check_rank_count(std::size_t items);

template <int D>
class RankSpace {
 public:
  explicit RankSpace(typename SortedEnds<D>::Sorting sorting) : ends_(SortedEnds<D>::Which::both, sorting) {}

  /// Throws SceneError if there are more items than ranks.
  void sort(std::span<const Box<D>> bounds);
  void renumber(std::span<const std::uint32_t> old_index) { ends_.renumber(old_index); }
  std::span<const End> along(int axis) const { return ends_.along(axis); }
  std::span<const RankBox<D>> boxes() const { return boxes_; }
  /// Overlaps exactly the boxes that `box` overlaps.
  RankBox<D> rank(const Box<D>& box) const;

 private:
  SortedEnds<D> ends_;
  std::vector<RankBox<D>> boxes_;
};

}  // namespace scree::search
