// A 128-bit hash of plain bytes, for the state hash and for checksums of columns. Not meant to resist an
// attacker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace scree {

struct Hash128 {
  std::uint64_t lo = 0, hi = 0;

  /// Sum modulo 2^128: the hash of a set is the sum of the hashes of its members, in any order.
  constexpr Hash128& operator+=(const Hash128& other) {
    lo += other.lo;
    hi += other.hi + (lo < other.lo ? 1 : 0);
    return *this;
  }
  friend constexpr Hash128 operator+(Hash128 a, const Hash128& b) { return a += b; }
  friend constexpr bool operator==(const Hash128&, const Hash128&) = default;

  /// 32 hexadecimal digits, the high word first.
  std::string text() const;
};

/// Equal on all machines of one byte order. The seed says what is hashed: equal bytes in two roles must not
/// cancel.
Hash128 hash_bytes(const void* data, std::size_t size, std::uint64_t seed);

}  // namespace scree
