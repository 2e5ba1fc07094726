#include "scree/base/hash.h"

#include <cstring>

namespace scree {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t key_a = 0x9e37'79b9'7f4a'7c15u;
constexpr std::uint64_t key_b = 0xc2b2'ae3d'27d4'eb4fu;
constexpr std::uint64_t key_c = 0xd6e8'feb8'6659'fd93u;
constexpr std::uint64_t key_d = 0xa076'1d64'78bd'642fu;

// Both halves of the full product, folded: one multiplication in which every bit of both factors meets every
// other.
constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t mix(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xd6e8'feb8'6659'fd93u;
  word ^= word >> 32;
  word *= 0xd6e8'feb8'6659'fd93u;
  word ^= word >> 32;
  return word;
}

struct State {
  std::uint64_t lo, hi;

  // The two words enter both halves in different roles. The old halves are kept in by addition, so that a
  // factor that happens to be zero does not erase what came before.
  void absorb(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t new_lo = fold(a ^ lo, b ^ key_a) + hi;
    hi = fold(b ^ hi, a ^ key_b) + (lo ^ key_c);
    lo = new_lo;
  }
};

std::uint64_t load(const unsigned char* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace

Hash128 hash_bytes(const void* data, std::size_t size, std::uint64_t seed) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  State state{mix(seed ^ key_c), mix(seed + key_d) ^ size};
  std::size_t left = size;
  for (; left >= 16; left -= 16, bytes += 16) state.absorb(load(bytes), load(bytes + 8));
  if (left > 0) {
    unsigned char tail[16] = {};
    std::memcpy(tail, bytes, left);
    state.absorb(load(tail), load(tail + 8));
  }
  state.absorb(key_d ^ size, seed ^ key_c);
  state.absorb(state.hi, state.lo);
  return {mix(state.lo), mix(state.hi)};
}

std::string Hash128::text() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string result(32, '0');
  for (int k = 0; k < 16; ++k) {
    result[k] = digits[(hi >> (60 - 4 * k)) & 15];
    result[16 + k] = digits[(lo >> (60 - 4 * k)) & 15];
  }
  return result;
}

}  // namespace scree
