// A sum of doubles without any rounding until it is asked for: the same for every order of its terms, every
// number of threads and every number of ranks. Unlike ExactSum it needs no quantum, so that no term is too
// small or too large for it; it takes ten times the room, and is meant for sums over bodies, not over every
// contact of every step. Idea: Kulisch's long accumulator.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace scree {

class ExactAccumulator {
 public:
  void add(double term) {
    const auto bits = std::bit_cast<std::uint64_t>(term);
    const unsigned exponent = static_cast<unsigned>(bits >> 52) & 0x7ff;
    if (exponent == 0x7ff) {
      is_finite_ = false;
      return;
    }
    std::uint64_t mantissa = bits & 0x000f'ffff'ffff'ffff;
    if (exponent != 0) mantissa |= std::uint64_t{1} << 52;
    // The lowest bit of the mantissa has this place, counted from that of the smallest number.
    const unsigned place = exponent == 0 ? 0 : exponent - 1;
    const unsigned limb = place / limb_bits, shift = place % limb_bits;
    const bool negative = bits >> 63 != 0;
    const std::uint64_t low = mantissa << shift, high = shift == 0 ? 0 : mantissa >> (64 - shift);
    put(limb, low & limb_mask, negative);
    put(limb + 1, low >> limb_bits, negative);
    put(limb + 2, high, negative);
    if (++terms_ == most_terms) carry();
  }
  void add(const ExactAccumulator& other) {
    carry();
    ExactAccumulator carried = other;
    carried.carry();
    for (std::size_t k = 0; k < limbs_.size(); ++k) limbs_[k] += carried.limbs_[k];
    is_finite_ = is_finite_ && other.is_finite_;
    carry();
  }

  /// The sum, rounded once to the nearest double, halves to even. Not a number if a term was not.
  double value() const;

 private:
  static constexpr unsigned limb_bits = 32;
  static constexpr std::uint64_t limb_mask = 0xffff'ffff;
  /// So many terms fit into the upper halves of the limbs.
  static constexpr std::uint32_t most_terms = 1u << 30;

  void put(unsigned limb, std::uint64_t part, bool negative) {
    const auto amount = static_cast<std::int64_t>(part);
    limbs_[limb] += negative ? -amount : amount;
  }
  /// Leaves 32 bits in each limb but the last, which has the sign.
  void carry();

  // 2^-1074 to 2^1024 are 2098 bits; 64 more for the number of terms.
  std::array<std::int64_t, 68> limbs_{};
  std::uint32_t terms_ = 0;  // since the last carry
  bool is_finite_ = true;
};

}  // namespace scree
