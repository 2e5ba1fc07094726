#include "scree/search/collect.h"

#include <utility>

#include "scree/base/error.h"
#include "scree/search/radix_sort.h"

namespace scree::search {

void PairCollector::take(std::span<const Pair> pairs, const Image& image) {
  SCREE_ASSERT(image == Image{});
  const std::lock_guard lock(mutex_);
  pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
}

void PairCounter::take(std::span<const Pair> pairs, const Image& image) {
  SCREE_ASSERT(image == Image{});
  count_ += pairs.size();
}

std::vector<Pair> PairCollector::sorted() && {
  std::vector<Pair> spare;
  radix_sort(pairs_, spare, [](const Pair& pair) { return std::uint64_t{pair.first} << 32 | pair.second; });
  return std::move(pairs_);
}

}  // namespace scree::search
