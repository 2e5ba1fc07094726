#include "scree/search/collect.h"

#include <algorithm>
#include <utility>

#include "scree/base/error.h"

namespace scree::search {

void PairCollector::take(std::span<const Pair> pairs, const Image& image) {
  SCREE_ASSERT(image == Image{});
  const std::lock_guard lock(mutex_);
  pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
}

std::vector<Pair> PairCollector::sorted() && {
  std::sort(pairs_.begin(), pairs_.end());
  return std::move(pairs_);
}

}  // namespace scree::search
