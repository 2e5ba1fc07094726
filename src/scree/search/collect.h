// All pairs of a search in one sorted list: for small callers, tests and `scree pairs`.
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::search {

/// Gathers pairs from all threads, in any order. For searches without periodic axes.
class PairCollector final : public PairSink {
 public:
  void take(std::span<const Pair> pairs, const Image& image) override;
  /// Sorted by first item, then second.
  std::vector<Pair> sorted() &&;

 private:
  std::mutex mutex_;
  std::vector<Pair> pairs_;
};

/// Every pair of the items that were last prepared.
template <int D>
std::vector<Pair> collect_sorted(ContactSearch<D>& search) {
  PairCollector collector;
  search.find_pairs(collector);
  return std::move(collector).sorted();
}

}  // namespace scree::search
