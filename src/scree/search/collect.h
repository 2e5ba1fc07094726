// All pairs of a search in one sorted list: for small callers, tests and `scree pairs`.
#pragma once

#include <atomic>
#include <cstdint>
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

/// How many pairs there are. Keeps none, so that a crowd of items costs time but no memory.
class PairCounter final : public PairSink {
 public:
  void take(std::span<const Pair> pairs, const Image& image) override;
  std::uint64_t count() const { return count_; }

 private:
  std::atomic<std::uint64_t> count_ = 0;
};

/// Of the items that were last prepared.
template <int D>
std::uint64_t count_pairs(ContactSearch<D>& search) {
  PairCounter counter;
  search.find_pairs(counter);
  return counter.count();
}

/// Every pair of the items that were last prepared.
template <int D>
std::vector<Pair> collect_sorted(ContactSearch<D>& search) {
  PairCollector collector;
  search.find_pairs(collector);
  return std::move(collector).sorted();
}

}  // namespace scree::search
