// Pairs on their way to a sink: gathered by one thread, handed over some hundreds at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scree/search/contact_search.h"

namespace scree::search {

class PairBatch {
 public:
  explicit PairBatch(PairSink& sink, const Image& image = {}) : sink_(sink), image_(image) {}

  void add(std::uint32_t a, std::uint32_t b) {
    pairs_[size_++] = {std::min(a, b), std::max(a, b)};  // no branch: the order is a coin toss
    if (size_ == pairs_.size()) flush();
  }
  /// To be called at the end; not done by a destructor because a sink may throw.
  void flush() {
    if (size_ > 0) sink_.take({pairs_.data(), size_}, image_);
    size_ = 0;
  }

 private:
  PairSink& sink_;
  Image image_;
  std::size_t size_ = 0;
  std::array<Pair, 512> pairs_;
};

}  // namespace scree::search
