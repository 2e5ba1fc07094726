// The bytes of several values, one after the other, for a hash. What is added has the same width on every
// platform: numbers of 8, 32 or 64 bits, never std::size_t.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "scree/base/hash.h"

namespace scree::sim {

class HashBytes {
 public:
  template <class T>
  HashBytes& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return add(&value, sizeof(T));
  }
  HashBytes& add(const void* data, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
    return *this;
  }
  /// Of what was added since the last call.
  Hash128 hash(std::uint64_t seed) {
    const Hash128 result = hash_bytes(bytes_.data(), bytes_.size(), seed);
    bytes_.clear();
    return result;
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace scree::sim
