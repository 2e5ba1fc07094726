// All pairs of a search without a lock: one list per worker, in runs of equal image. Keeps its memory, so
// that a search that is repeated allocates nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/parallel.h"
#include "scree/search/contact_search.h"

namespace scree::search {

class PairLists final : public PairSink {
 public:
  /// Forgets what was found; before every search, and after the number of threads has changed.
  void clear() {
    if (lists_.size() < static_cast<std::size_t>(threads()))
      lists_.resize(static_cast<std::size_t>(threads()));
    for (List& list : lists_) {
      list.count = 0;
      list.runs.clear();
    }
  }
  void take(std::span<const Pair> pairs, const Image& image) override {
    List& list = lists_[static_cast<std::size_t>(worker_index())];
    if (list.runs.empty() || list.runs.back().image != image) list.runs.push_back({image, list.count});
    if (list.pairs.size() < list.count + pairs.size())
      list.pairs.resize(std::max(2 * list.pairs.size(), list.count + pairs.size()));
    std::copy(pairs.begin(), pairs.end(), list.pairs.begin() + static_cast<std::ptrdiff_t>(list.count));
    list.count += pairs.size();
  }

  std::size_t count() const {
    std::size_t sum = 0;
    for (const List& list : lists_) sum += list.count;
    return sum;
  }
  /// Calls visit(pairs, image) for every run of every list.
  template <class Visit>
  void for_each_run(const Visit& visit) const {
    for (const List& list : lists_)
      for (std::size_t run = 0; run < list.runs.size(); ++run) {
        const std::size_t begin = list.runs[run].begin;
        const std::size_t end = run + 1 < list.runs.size() ? list.runs[run + 1].begin : list.count;
        visit(std::span<const Pair>(list.pairs.data() + begin, end - begin), list.runs[run].image);
      }
  }

 private:
  struct Run {
    Image image;
    std::size_t begin;
  };
  struct alignas(64) List {
    AlignedVector<Pair> pairs;  // of which `count` are valid
    std::vector<Run> runs;
    std::size_t count = 0;
  };
  std::vector<List> lists_ = std::vector<List>(1);
};

}  // namespace scree::search
