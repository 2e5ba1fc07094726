// The ends of boxes along each axis, sorted, and kept from step to step: what every method that sorts starts
// from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/box.h"

namespace scree::search {

/// One end of a box along one axis.
struct End {
  double value;
  std::uint32_t item;
  std::uint32_t is_high;
  /// A strict order without ties. Low ends come before high ends of the same value, so that boxes that touch
  /// overlap in the list, too.
  friend constexpr bool operator<(const End& a, const End& b) {
    if (a.value != b.value) return a.value < b.value;
    if (a.is_high != b.is_high) return a.is_high < b.is_high;
    return a.item < b.item;
  }
};

void heap_sort(std::span<End> ends);

/// Where items went: the new index of every old one, or ContactSearch::none. Empty if `old_index` does not
/// fit `old_count` items.
std::vector<std::uint32_t> new_indices(std::span<const std::uint32_t> old_index, std::size_t old_count);

template <int D>
class SortedEnds {
 public:
  enum class Which { low, both };
  enum class Sorting { heap, insertion };

  SortedEnds(Which which, Sorting sorting) : which_(which), sorting_(sorting) {}

  /// One task per axis. With insertion sort the list of the last step is mended; where that turns out to be
  /// more work than a heap sort, and the first time, it is heap sorted.
  void sort(std::span<const Box<D>> bounds);
  /// As of ContactSearch. What cannot be carried over is forgotten, which costs time only.
  void renumber(std::span<const std::uint32_t> old_index);
  std::span<const End> along(int axis) const { return ends_[axis]; }

 private:
  std::size_t per_item() const { return which_ == Which::both ? 2 : 1; }

  Which which_;
  Sorting sorting_;
  std::array<std::vector<End>, D> ends_;
};

}  // namespace scree::search
