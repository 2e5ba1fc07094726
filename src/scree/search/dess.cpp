// Double-ended spatial sorting. Both ends of every item stand in a sorted list per axis, so that an item's
// neighbours along one axis are the stretch of the list between its ends, and whether they overlap it along
// the others is told by comparing ranks: whole numbers only. Source: Perkins 1999, section 5.1. Two members:
// `dess` sorts by heap sort, `dess2` mends the lists of the last step by insertion sort. Our turns on it: the
// axis that is walked along is the one with the shortest stretches; ranks lie in the order in which they are
// read; axes and stretches are shared among threads. Cost: N^(2 - 1/D) comparisons of whole numbers; sizes do
// not matter. Loses for many items, because a slab across the whole domain is searched for each.
#include <algorithm>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"
#include "scree/search/rank_space.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

template <int D>
class Dess final : public ContactSearch<D>, public Structured<D> {
 public:
  explicit Dess(typename SortedEnds<D>::Sorting sorting) : ranks_(sorting) {}

  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
    fill_bounds(items, bounds_);
    ranks_.sort(bounds_);
    walk_along(shortest_axis());
  }

  void find_pairs(PairSink& sink) override {
    parallel_for(walk_.size(), 64, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t k = begin; k < end; ++k) {
        const Stop& target = walk_[k];
        for (std::size_t other = k + 1; other < walk_.size() && walk_[other].at < target.until; ++other)
          if (meets(target, walk_[other]) && items_.overlap(target.item, walk_[other].item))
            batch.add(target.item, walk_[other].item);
      }
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const override { return sorted_intervals<D>(bounds_); }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty() || walk_.empty()) return;
    // What surrounds the region has no end in it: all low ends up to its upper bound must be looked at.
    const RankBox<D> ranks = ranks_.rank(region);
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    for (const Stop& stop : walk_) {
      if (stop.at > ranks.hi[axis_]) break;
      const RankBox<D>& box = ranks_.boxes()[stop.item];
      bool is_near = true;
      for (int k = 0; k < D; ++k) is_near = is_near && box.lo[k] <= ranks.hi[k] && ranks.lo[k] <= box.hi[k];
      if (is_near && items_.overlap(stop.item, region)) found.push_back(stop.item);
    }
    std::sort(found.begin() + found_before, found.end());
  }

  void renumber(std::span<const std::uint32_t> old_index) override { ranks_.renumber(old_index); }

 private:
  /// An item on the walk along the chosen axis.
  struct Stop {
    std::int32_t at, until;                  // its ranks along that axis
    std::array<std::int32_t, D - 1> lo, hi;  // and along the others
    std::uint32_t item;
  };

  static bool meets(const Stop& a, const Stop& b) {
    bool result = true;  // no branches: the order along one axis says nothing about the others
    for (int k = 0; k < D - 1; ++k)
      result = static_cast<bool>(static_cast<int>(result) & static_cast<int>(a.lo[k] < b.hi[k]) &
                                 static_cast<int>(b.lo[k] < a.hi[k]));
    return result;
  }

  int shortest_axis() const {
    std::array<double, D> length{};
    for (const RankBox<D>& box : ranks_.boxes())
      for (int k = 0; k < D; ++k) length[k] += static_cast<double>(box.hi[k] - box.lo[k]);
    return static_cast<int>(std::min_element(length.begin(), length.end()) - length.begin());
  }

  void walk_along(int axis) {
    axis_ = axis;
    walk_.clear();
    for (const End& end : ranks_.along(axis)) {
      if (end.is_high != 0) continue;
      const RankBox<D>& box = ranks_.boxes()[end.item];
      Stop stop;
      stop.item = end.item;
      stop.at = box.lo[axis];
      stop.until = box.hi[axis];
      for (int k = 0, other = 0; k < D; ++k) {
        if (k == axis) continue;
        stop.lo[other] = box.lo[k];
        stop.hi[other++] = box.hi[k];
      }
      walk_.push_back(stop);
    }
  }

  Items<D> items_ = Items<D>::boxes({});
  AlignedVector<Box<D>> bounds_;
  RankSpace<D> ranks_;
  int axis_ = 0;
  AlignedVector<Stop> walk_;  // by the low end along the axis
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_dess() {
  return std::make_unique<Dess<D>>(SortedEnds<D>::Sorting::heap);
}
template <int D>
std::unique_ptr<ContactSearch<D>> make_dess2() {
  return std::make_unique<Dess<D>>(SortedEnds<D>::Sorting::insertion);
}
template std::unique_ptr<ContactSearch<2>> make_dess();
template std::unique_ptr<ContactSearch<3>> make_dess();
template std::unique_ptr<ContactSearch<2>> make_dess2();
template std::unique_ptr<ContactSearch<3>> make_dess2();

}  // namespace scree::search
