// Counter-based random numbers: a number is a function of (seed, purpose, index) and of nothing else, so
// neither the order of the draws nor the number of threads or ranks can change one.
#pragma once

#include <cstdint>
#include <string_view>

namespace scree {

/// Names a stream of numbers at compile time, as in purpose("fill.radius"). Streams of different names are
/// independent.
constexpr std::uint64_t purpose(std::string_view name) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325u;  // FNV-1a; random_bits mixes the result further
  for (const char letter : name) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 0x0000'0100'0000'01b3u;
  }
  return hash;
}

/// 64 random bits. For one seed and purpose, different indices never give the same word.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index);

/// In [0, 1), a multiple of 2^-53.
double random_uniform(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index);

}  // namespace scree
