// All pairs. Compares every item with every other, so there is nothing to get wrong: the reference for all
// others. Source: Perkins 1999, section 3.2. Cost: N^2 / 2 comparisons, no memory. Loses everywhere but for a
// few hundred items.
#include "scree/base/parallel.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"

namespace scree::search {
namespace {

template <int D>
class AllPairs final : public ContactSearch<D> {
 public:
  void prepare(const Items<D>& items) override {
    check_items(items);
    items_ = items;
  }

  void find_pairs(PairSink& sink) override {
    const std::size_t count = items_.count();
    parallel_for(count, 16, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t a = begin; a < end; ++a)
        for (std::size_t b = a + 1; b < count; ++b)
          if (items_.overlap(a, b)) batch.add(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
      batch.flush();
    });
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    for (std::size_t item = 0; item < items_.count(); ++item)
      if (items_.overlap(item, region)) found.push_back(static_cast<std::uint32_t>(item));
  }

 private:
  Items<D> items_ = Items<D>::boxes({});
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_all_pairs() {
  return std::make_unique<AllPairs<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_all_pairs();
template std::unique_ptr<ContactSearch<3>> make_all_pairs();

}  // namespace scree::search
