// Spatial sorting. Sorts the items by their low ends along every axis; the items whose low ends lie inside an
// item are then neighbours in the list, and what must be done is to intersect the neighbours of all axes.
// Source: Perkins 1999, section 4.1, with its three ways to intersect (first found by O'Connor 1996). Our
// turns on it: insertion sort on the lists of the last step; the range that reaches back to the first item
// that covers another is found for all items in one pass; lists belong to the smaller id, so that they hold
// nothing twice, and are made for as many items at a time as fit some 100 MB. Cost: N^(2 - 1/D) comparisons.
// Loses for many items, because a slab across the whole domain is searched for each; lists lose first.
#include <algorithm>
#include <array>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/sorted_ends.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

enum class Intersection { lists, ranges, one_pass };
constexpr std::size_t most_list_entries = std::size_t{1} << 25;  // at a time, over all axes

/// Ranks in the list of an axis: from the first item that reaches up to this one, to the last whose low end
/// lies inside it. All that overlap it along the axis are in there, and some that do not.
struct Range {
  std::uint32_t begin, end;
  bool holds(std::uint32_t rank) const { return begin <= rank && rank < end; }
};

template <int D>
class SpatialSort final : public ContactSearch<D>, public Structured<D> {
 public:
  explicit SpatialSort(Intersection intersection) : intersection_(intersection) {}

  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
    fill_bounds(items, bounds_);
    sorted_.sort(bounds_);
    parallel_for(D, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t axis = first; axis < last; ++axis) rank(static_cast<int>(axis));
    });
  }

  void find_pairs(PairSink& sink) override {
    switch (intersection_) {
      case Intersection::lists:
        return intersect_lists(sink);
      case Intersection::ranges:
        return intersect_ranges(sink);
      case Intersection::one_pass:
        return intersect_in_one_pass(sink);
    }
  }

  std::vector<Part<D>> structure() const override { return sorted_intervals<D>(bounds_); }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    // Only the upper limit can be looked up; whether an item reaches into the region, its low end does not
    // tell.
    std::span<const End> shortest = sorted_.along(0);
    for (int k = 0; k < D; ++k) {
      const auto ends = sorted_.along(k);
      const auto limit = upper_limit(ends, region.hi[k]);
      if (limit < shortest.size()) shortest = ends.first(limit);
    }
    const std::size_t found_before = found.size();
    for (const End& end : shortest)
      if (items_.overlap(end.item, region)) found.push_back(end.item);
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(found_before), found.end());
  }

  void renumber(std::span<const std::uint32_t> old_index) override { sorted_.renumber(old_index); }

 private:
  /// How many low ends are not above the value.
  static std::size_t upper_limit(std::span<const End> ends, double value) {
    const auto place = std::upper_bound(ends.begin(), ends.end(), value,
                                        [](double wanted, const End& end) { return wanted < end.value; });
    return static_cast<std::size_t>(place - ends.begin());
  }

  void rank(int axis) {
    const auto ends = sorted_.along(axis);
    rank_of_item_[axis].resize(ends.size());
    range_of_item_[axis].resize(ends.size());
    std::size_t covered = 0;  // ranks below this one know the first item that reaches them
    for (std::size_t rank = 0; rank < ends.size(); ++rank) {
      const std::uint32_t item = ends[rank].item;
      const std::size_t limit = upper_limit(ends, bounds_[item].hi[axis]);
      rank_of_item_[axis][item] = static_cast<std::uint32_t>(rank);
      range_of_item_[axis][item].end = static_cast<std::uint32_t>(limit);
      for (; covered < limit; ++covered)
        range_of_item_[axis][ends[covered].item].begin = static_cast<std::uint32_t>(rank);
    }
  }

  /// In the ranges of `a` along every axis but one.
  bool is_beside(std::uint32_t a, std::uint32_t b, int but_axis) const {
    for (int k = 0; k < D; ++k)
      if (k != but_axis && !range_of_item_[k][a].holds(rank_of_item_[k][b])) return false;
    return true;
  }

  void intersect_ranges(PairSink& sink) const {
    parallel_for(items_.count(), 64, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t item = begin; item < end; ++item) {
        const auto a = static_cast<std::uint32_t>(item);
        int axis = 0;
        for (int k = 1; k < D; ++k)
          if (length(k, a) < length(axis, a)) axis = k;
        const Range range = range_of_item_[axis][a];
        const auto ends = sorted_.along(axis);
        for (std::uint32_t rank = range.begin; rank < range.end; ++rank) {
          const std::uint32_t b = ends[rank].item;
          if (a < b && is_beside(a, b, axis) && items_.overlap(a, b)) batch.add(a, b);
        }
      }
      batch.flush();
    });
  }
  std::uint32_t length(int axis, std::uint32_t item) const {
    return range_of_item_[axis][item].end - range_of_item_[axis][item].begin;
  }

  /// Of two items that overlap along an axis, the one with the higher rank lies in the forward range of the
  /// other; so half of the cases along one axis and all along the others are every pair once.
  void intersect_in_one_pass(PairSink& sink) const {
    const int axis = shortest_axis();
    const auto ends = sorted_.along(axis);
    parallel_for(ends.size(), 64, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t rank = begin; rank < end; ++rank) {
        const std::uint32_t a = ends[rank].item;
        for (std::size_t other = rank + 1; other < range_of_item_[axis][a].end; ++other) {
          const std::uint32_t b = ends[other].item;
          if (is_beside(a, b, axis) && items_.overlap(a, b)) batch.add(a, b);
        }
      }
      batch.flush();
    });
  }
  /// The one whose forward ranges are the shortest in all.
  int shortest_axis() const {
    std::array<double, D> sum{};
    for (int k = 0; k < D; ++k)
      for (std::size_t item = 0; item < items_.count(); ++item)
        sum[k] += static_cast<double>(range_of_item_[k][item].end - rank_of_item_[k][item]);
    return static_cast<int>(std::min_element(sum.begin(), sum.end()) - sum.begin());
  }

  /// For the items from `first` to `last`, who overlaps them along one axis and has a larger id.
  struct Lists {
    std::vector<std::uint32_t> length;  // of every item's list
    std::vector<std::size_t> start;     // of the lists that are filled, and the end
    std::vector<std::size_t> filled;    // up to where each is, while it grows
    std::vector<std::uint32_t> entry;
  };

  void intersect_lists(PairSink& sink) {
    for_each_axis([&](int axis, Lists& lists) {
      lists.length.assign(items_.count(), 0);
      for_each_axis_pair(axis, [&](std::uint32_t owner, std::uint32_t) { ++lists.length[owner]; });
    });
    marks_.resize(static_cast<std::size_t>(threads()));
    for (auto& marks : marks_) marks.assign(items_.count(), 0);
    for (std::size_t first = 0; first < items_.count();) {
      std::size_t last = first, entries = 0;
      do {
        for (const Lists& lists : lists_) entries += lists.length[last];
        ++last;
      } while (last < items_.count() && entries < most_list_entries);
      for_each_axis([&](int axis, Lists& lists) { fill(axis, lists, first, last); });
      compare_lists(first, last, sink);
      first = last;
    }
  }
  template <class Visit>
  void for_each_axis(const Visit& visit) {
    parallel_for(D, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t axis = first; axis < last; ++axis) visit(static_cast<int>(axis), lists_[axis]);
    });
  }
  template <class Visit>
  void for_each_axis_pair(int axis, const Visit& visit) const {
    const auto ends = sorted_.along(axis);
    for (std::size_t rank = 0; rank < ends.size(); ++rank) {
      const std::uint32_t a = ends[rank].item;
      for (std::size_t other = rank + 1; other < range_of_item_[axis][a].end; ++other)
        visit(std::min(a, ends[other].item), std::max(a, ends[other].item));
    }
  }
  void fill(int axis, Lists& lists, std::size_t first, std::size_t last) const {
    lists.start.assign(1, 0);
    for (std::size_t owner = first; owner < last; ++owner)
      lists.start.push_back(lists.start.back() + lists.length[owner]);
    lists.filled.assign(lists.start.begin(), lists.start.end());
    lists.entry.resize(lists.start.back());
    for_each_axis_pair(axis, [&](std::uint32_t owner, std::uint32_t other) {
      if (first <= owner && owner < last) lists.entry[lists.filled[owner - first]++] = other;
    });
  }
  /// An item that stands in the lists of all axes gets a mark from each in turn.
  void compare_lists(std::size_t first, std::size_t last, PairSink& sink) {
    parallel_for(last - first, 64, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      std::vector<std::uint64_t>& marks = marks_[static_cast<std::size_t>(worker_index())];
      for (std::size_t k = begin; k < end; ++k) {
        const auto owner = static_cast<std::uint32_t>(first + k);
        const std::uint64_t blank = (std::uint64_t{owner} + 1) * (D + 1);
        for (int axis = 0; axis < D; ++axis) {
          const std::uint64_t step = static_cast<std::uint64_t>(axis);
          for (std::size_t e = lists_[axis].start[k]; e < lists_[axis].start[k + 1]; ++e) {
            const std::uint32_t other = lists_[axis].entry[e];
            if (axis > 0 && marks[other] != blank + step) continue;
            marks[other] = blank + step + 1;
            if (axis == D - 1 && items_.overlap(owner, other)) batch.add(owner, other);
          }
        }
      }
      batch.flush();
    });
  }

  Intersection intersection_;
  Items<D> items_ = Items<D>::boxes({});
  AlignedVector<Box<D>> bounds_;
  SortedEnds<D> sorted_{SortedEnds<D>::Which::low, SortedEnds<D>::Sorting::insertion};
  std::array<std::vector<std::uint32_t>, D> rank_of_item_;
  std::array<std::vector<Range>, D> range_of_item_;
  std::array<Lists, D> lists_;
  std::vector<std::vector<std::uint64_t>> marks_;  // per worker
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_spatial_sort() {
  return std::make_unique<SpatialSort<D>>(Intersection::ranges);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_spatial_sort_lists() {
  return std::make_unique<SpatialSort<D>>(Intersection::lists);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_spatial_sort_one_pass() {
  return std::make_unique<SpatialSort<D>>(Intersection::one_pass);
}
template std::unique_ptr<ContactSearch<2>> make_spatial_sort();
template std::unique_ptr<ContactSearch<3>> make_spatial_sort();
template std::unique_ptr<ContactSearch<2>> make_spatial_sort_lists();
template std::unique_ptr<ContactSearch<3>> make_spatial_sort_lists();
template std::unique_ptr<ContactSearch<2>> make_spatial_sort_one_pass();
template std::unique_ptr<ContactSearch<3>> make_spatial_sort_one_pass();

}  // namespace scree::search
