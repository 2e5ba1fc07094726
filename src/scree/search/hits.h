// Who of a stretch of records overlaps an item: what methods share that keep their items in the order of
// cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "scree/search/contact_search.h"

namespace scree::search {

/// Slots that overlap an item. They are noted without a branch and handed over together, because whether two
/// neighbours touch is a coin toss to the CPU.
class Hits {
 public:
  // Records compared in one go, those past the end of a stretch in vain. Most stretches then take one round,
  // which the CPU learns to expect; their true lengths it could not guess.
  static constexpr std::size_t at_once = 3;

  /// `records` are readable `at_once` beyond the last. Calls take(slot) for those that are already noted when
  /// there is no more room.
  template <class Record, class Other, class Take>
  void note(const Record* records, std::size_t begin, std::size_t end, const Other& other, const Take& take) {
    const Other mine = other;
    std::size_t count = count_;
    do {
      for (std::size_t slot = begin; slot < begin + at_once; ++slot) {
        slots_[count] = static_cast<std::uint32_t>(slot);
        count +=
            static_cast<std::size_t>(overlap(records[slot], mine)) & static_cast<std::size_t>(slot < end);
      }
      begin += at_once;
      if (count > most - at_once) {
        count_ = count;
        hand_over(take);
        count = 0;
      }
    } while (begin < end);
    count_ = count;
  }
  template <class Take>
  void hand_over(const Take& take) {
    for (std::size_t k = 0; k < count_; ++k) take(slots_[k]);
    count_ = 0;
  }

 private:
  static constexpr std::size_t most = 256;
  std::size_t count_ = 0;
  std::array<std::uint32_t, most> slots_;
};

}  // namespace scree::search
