// Double-ended spatial sorting with an R-tree. The sorted ends turn boxes into whole numbers, their ranks; an
// R-tree over these finds who meets whom. Source: Perkins 1999, section 7.1, who proposed but did not build
// it; the tree is Boost.Geometry's. Our turns on it: the lists are mended by insertion sort, the tree is
// packed in one go and asked by all threads. Cost: N log N. Ranks spread clusters evenly, which is what a
// tree likes; loses to `rtree` by the sorting, and to grids on equal sizes.
#include <algorithm>
#include <utility>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/packed_tree.h"
#include "scree/search/pair_batch.h"
#include "scree/search/rank_space.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

template <int D>
class DessRtree final : public ContactSearch<D>, public Structured<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
    fill_bounds(items, bounds_);
    ranks_.sort(bounds_);
    tree_.build(items.count(), [&](std::size_t item) { return ranks_.boxes()[item]; });
  }

  void find_pairs(PairSink& sink) override {
    parallel_for(items_.count(), 64, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t item = begin; item < end; ++item) {
        const auto a = static_cast<std::uint32_t>(item);
        tree_.for_each_meeting(ranks_.boxes()[item], [&](std::uint32_t b) {
          if (a < b && items_.overlap(a, b)) batch.add(a, b);
        });
      }
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const override { return sorted_intervals<D>(bounds_); }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    RankBox<D> ranks = ranks_.rank(region);
    // Between two ends there is no rank; the two around it hold at least what overlaps the region.
    for (int k = 0; k < D; ++k)
      if (ranks.lo[k] > ranks.hi[k]) std::swap(ranks.lo[k], ranks.hi[k]);
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    tree_.for_each_meeting(ranks, [&](std::uint32_t item) {
      if (items_.overlap(item, region)) found.push_back(item);
    });
    std::sort(found.begin() + found_before, found.end());
  }

  void renumber(std::span<const std::uint32_t> old_index) override { ranks_.renumber(old_index); }

 private:
  Items<D> items_ = Items<D>::boxes({});
  AlignedVector<Box<D>> bounds_;
  RankSpace<D> ranks_{SortedEnds<D>::Sorting::insertion};
  PackedTree<D, std::int32_t> tree_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_dess_rtree() {
  return std::make_unique<DessRtree<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_dess_rtree();
template std::unique_ptr<ContactSearch<3>> make_dess_rtree();

}  // namespace scree::search
