#include "scree/base/random.h"

namespace scree {
namespace {

// A bijection of 64-bit words in which every input bit flips every output bit with probability close to one
// half (multiply and shift-xor, constants of Stafford's variant 13 of the murmur finaliser, 2011).
constexpr std::uint64_t mix(std::uint64_t word) {
  word ^= word >> 30;
  word *= 0xbf58'476d'1ce4'e5b9u;
  word ^= word >> 27;
  word *= 0x94d0'49bb'1331'11ebu;
  word ^= word >> 31;
  return word;
}

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  // Two keys, used before and after the first mixing of the index: with one key alone, all streams would be
  // shifted copies of a single sequence.
  const std::uint64_t stream = mix(mix(seed + 0x9e37'79b9'7f4a'7c15u) ^ purpose);
  const std::uint64_t second_key = mix(stream + 0xd1b5'4a32'd192'ed03u);
  return mix(mix(index * 0x9e37'79b9'7f4a'7c15u + stream) ^ second_key);
}

double random_uniform(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index) {
  return static_cast<double>(random_bits(seed, purpose, index) >> 11) * 0x1p-53;
}

}  // namespace scree
