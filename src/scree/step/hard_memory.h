// What hard contacts remember from step to step: the force that each bore last, from which the next solve
// starts, and where it was, for those who ask. State, by key: saved and hashed.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "scree/base/ids.h"
#include "scree/base/vec.h"
#include "scree/world/contact_key.h"

namespace scree::step {

template <int D>
struct HardContactRecord {
  world::ContactKey key;
  Vec<D> force;      // [N] on the first, at the end of the last step
  Spin<D> moment{};  // [N m] likewise
};

/// In key order.
template <int D>
class HardMemory {
 public:
  std::span<const HardContactRecord<D>> records() const { return records_; }
  /// With unique keys.
  void replace(std::vector<HardContactRecord<D>> records, Id next_id) {
    records_ = std::move(records);
    std::sort(records_.begin(), records_.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    begin_.assign(std::size_t{next_id} + 1, 0);
    for (const HardContactRecord<D>& record : records_) ++begin_[record.key.first + 1];
    for (std::size_t id = 0; id < next_id; ++id) begin_[id + 1] += begin_[id];
  }
  /// Nothing if it is not known.
  const HardContactRecord<D>* find(const world::ContactKey& key) const {
    if (std::size_t{key.first} + 1 >= begin_.size()) return nullptr;
    for (std::size_t k = begin_[key.first]; k < begin_[key.first + 1]; ++k)
      if (records_[k].key == key) return &records_[k];
    return nullptr;
  }

 private:
  std::vector<HardContactRecord<D>> records_;
  std::vector<std::size_t> begin_;  // by id of the first
};

}  // namespace scree::step
