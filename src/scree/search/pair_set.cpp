#include "scree/search/pair_set.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace scree::search {

void PairSet::insert(const Pair& pair) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  std::uint64_t& slot = slots_[find(key(pair))];
  size_ += slot == free ? 1 : 0;
  slot = key(pair);
}

void PairSet::erase(const Pair& pair) {
  if (slots_.empty()) return;
  std::size_t hole = find(key(pair));
  if (slots_[hole] == free) return;
  --size_;
  // What follows moves up as long as it stays on its way from its home slot.
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = (hole + 1) & mask; slots_[slot] != free; slot = (slot + 1) & mask) {
    const std::size_t way = (slot - home(slots_[slot])) & mask;
    if (way >= ((slot - hole) & mask)) {
      slots_[hole] = slots_[slot];
      hole = slot;
    }
  }
  slots_[hole] = free;
}

void PairSet::clear() {
  std::fill(slots_.begin(), slots_.end(), free);
  size_ = 0;
}

void PairSet::grow() {
  std::vector<std::uint64_t> before(std::max<std::size_t>(64, 2 * slots_.size()), free);
  std::swap(before, slots_);
  shift_ = 64 - std::countr_zero(slots_.size());
  for (const std::uint64_t key : before)
    if (key != free) slots_[find(key)] = key;
}

}  // namespace scree::search
