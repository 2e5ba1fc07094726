// R-tree. The bounding boxes of all items in a tree of nested boxes; each item asks the tree what it meets.
// Source: Perkins 1999, section 4.3, after Guttman 1984; the tree is Boost.Geometry's. Our turns on it: the
// tree is packed in one go instead of item by item, and asked by all threads. Cost: N log N; sizes may differ
// widely. Loses because it is built anew every step, and every node is a memory access that cannot be
// foreseen.
#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/packed_tree.h"
#include "scree/search/pair_batch.h"
#include "scree/search/structure.h"

namespace scree::search {
namespace {

template <int D>
class Rtree final : public ContactSearch<D>, public Structured<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
    tree_.build(items.count(), [&](std::size_t item) { return bounds_of(items_, item); });
  }

  void find_pairs(PairSink& sink) override {
    parallel_for(items_.count(), 64, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t item = begin; item < end; ++item) {
        const auto a = static_cast<std::uint32_t>(item);
        tree_.for_each_meeting(bounds_of(items_, item), [&](std::uint32_t b) {
          if (a < b && items_.overlap(a, b)) batch.add(a, b);
        });
      }
      batch.flush();
    });
  }

  std::vector<Part<D>> structure() const override { return tree_.nodes(); }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    // The tree asks for finite sides.
    Box<D> clamped;
    for (int k = 0; k < D; ++k) {
      clamped.lo[k] = std::clamp(region.lo[k], -2 * furthest, 2 * furthest);
      clamped.hi[k] = std::clamp(region.hi[k], -2 * furthest, 2 * furthest);
    }
    const auto found_before = static_cast<std::ptrdiff_t>(found.size());
    tree_.for_each_meeting(clamped, [&](std::uint32_t item) {
      if (items_.overlap(item, region)) found.push_back(item);
    });
    std::sort(found.begin() + found_before, found.end());
  }

 private:
  Items<D> items_ = Items<D>::boxes({});
  PackedTree<D, double> tree_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_rtree() {
  return std::make_unique<Rtree<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_rtree();
template std::unique_ptr<ContactSearch<3>> make_rtree();

}  // namespace scree::search
