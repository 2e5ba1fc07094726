// A set of pairs that is kept from step to step: open addressing, linear probing, deletion without
// tombstones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scree/search/contact_search.h"

namespace scree::search {

class PairSet {
 public:
  std::size_t size() const { return size_; }
  bool contains(const Pair& pair) const { return slots_.empty() ? false : slots_[find(key(pair))] != free; }
  /// Nothing happens if it is there already.
  void insert(const Pair& pair);
  /// Nothing happens if it is not there.
  void erase(const Pair& pair);
  /// Keeps its memory.
  void clear();

  /// Slots are numbered so that a loop over them can be shared among threads.
  std::size_t slot_count() const { return slots_.size(); }
  bool is_used(std::size_t slot) const { return slots_[slot] != free; }
  Pair at(std::size_t slot) const {
    return {static_cast<std::uint32_t>(slots_[slot] >> 32), static_cast<std::uint32_t>(slots_[slot])};
  }

 private:
  static constexpr std::uint64_t free = ~std::uint64_t{0};  // no pair: an item does not meet itself

  static std::uint64_t key(const Pair& pair) { return std::uint64_t{pair.first} << 32 | pair.second; }
  std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9e37'79b9'7f4a'7c15u) >> shift_);
  }
  /// The slot of the key, or the free one where it would go.
  std::size_t find(std::uint64_t key) const {
    std::size_t slot = home(key);
    while (slots_[slot] != free && slots_[slot] != key) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow();

  std::vector<std::uint64_t> slots_;  // none, or a power of two of them, at most half used
  std::size_t size_ = 0;
  int shift_ = 0;
};

}  // namespace scree::search
