#include "scree/search/sorted_ends.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/search/contact_search.h"

namespace scree::search {
namespace {

constexpr std::uint32_t none = ContactSearch<2>::none;

/// False if it gave up: the list was so far from sorted that a heap sort is quicker.
bool insertion_sort(std::span<End> ends) {
  std::size_t moves_left = 64 * ends.size();
  for (std::size_t k = 1; k < ends.size(); ++k) {
    const End end = ends[k];
    std::size_t place = k;
    while (place > 0 && end < ends[place - 1]) {
      ends[place] = ends[place - 1];
      --place;
    }
    ends[place] = end;
    if (k - place > moves_left) return false;
    moves_left -= k - place;
  }
  return true;
}

}  // namespace

void heap_sort(std::span<End> ends) {
  std::make_heap(ends.begin(), ends.end());
  std::sort_heap(ends.begin(), ends.end());
}

std::vector<std::uint32_t> new_indices(std::span<const std::uint32_t> old_index, std::size_t old_count) {
  std::vector<std::uint32_t> result(old_count, none);
  for (std::size_t item = 0; item < old_index.size(); ++item) {
    const std::uint32_t old = old_index[item];
    if (old == none) continue;
    if (old >= old_count || result[old] != none) return {};
    result[old] = static_cast<std::uint32_t>(item);
  }
  return result;
}

template <int D>
void SortedEnds<D>::sort(std::span<const Box<D>> bounds) {
  parallel_for(D, 1, [&](std::size_t first_axis, std::size_t last_axis) {
    for (std::size_t axis = first_axis; axis < last_axis; ++axis) {
      std::vector<End>& ends = ends_[axis];
      const bool is_kept = sorting_ == Sorting::insertion && ends.size() == per_item() * bounds.size();
      if (!is_kept) {
        ends.clear();
        for (std::uint32_t item = 0; item < bounds.size(); ++item)
          for (std::uint32_t is_high = 0; is_high < per_item(); ++is_high) ends.push_back({0, item, is_high});
      }
      for (End& end : ends) end.value = (end.is_high ? bounds[end.item].hi : bounds[end.item].lo)[axis];
      if (!is_kept || !insertion_sort(ends)) heap_sort(ends);
    }
  });
}

template <int D>
void SortedEnds<D>::renumber(std::span<const std::uint32_t> old_index) {
  if (sorting_ == Sorting::heap) return;
  const std::vector<std::uint32_t> moved_to = new_indices(old_index, ends_[0].size() / per_item());
  for (std::vector<End>& ends : ends_) {
    if (moved_to.empty()) {
      ends.clear();
      continue;
    }
    for (End& end : ends) end.item = moved_to[end.item];
    std::erase_if(ends, [](const End& end) { return end.item == none; });
    for (std::uint32_t item = 0; item < old_index.size(); ++item)
      if (old_index[item] == none)
        for (std::uint32_t is_high = 0; is_high < per_item(); ++is_high) ends.push_back({0, item, is_high});
  }
}

template class SortedEnds<2>;
template class SortedEnds<3>;

}  // namespace scree::search
