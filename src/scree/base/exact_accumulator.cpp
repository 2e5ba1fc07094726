#include "scree/base/exact_accumulator.h"

#include <cmath>
#include <limits>

namespace scree {

void ExactAccumulator::carry() {
  std::int64_t carried = 0;
  for (std::size_t k = 0; k + 1 < limbs_.size(); ++k) {
    const std::int64_t sum = limbs_[k] + carried;
    carried = sum >> limb_bits;  // towards minus infinity
    limbs_[k] = sum & static_cast<std::int64_t>(limb_mask);
  }
  limbs_.back() += carried;
  terms_ = 0;
}

double ExactAccumulator::value() const {
  if (!is_finite_) return std::numeric_limits<double>::quiet_NaN();
  ExactAccumulator sum = *this;
  sum.carry();
  const bool negative = sum.limbs_.back() < 0;
  if (negative) {
    for (std::int64_t& limb : sum.limbs_) limb = -limb;
    sum.carry();
  }
  std::size_t top = sum.limbs_.size();
  while (top > 0 && sum.limbs_[top - 1] == 0) --top;
  if (top == 0) return 0;
  // 64 bits from the highest one on, the lowest of them set if anything is below: more than a double holds,
  // so that the conversion rounds as the whole sum would.
  const auto limb_at = [&](std::size_t below) {
    return below <= top - 1 ? static_cast<std::uint64_t>(sum.limbs_[top - 1 - below]) : 0;
  };
  const int lead = std::countl_zero(static_cast<std::uint32_t>(limb_at(0)));
  std::uint64_t bits = limb_at(0) << 32 | limb_at(1);
  std::uint64_t rest = limb_at(2);
  if (lead > 0) {
    bits = bits << lead | rest >> (32 - lead);
    rest = rest << lead & limb_mask;
  }
  for (std::size_t below = 3; rest == 0 && below < top; ++below) rest = limb_at(below);
  if (rest != 0) bits |= 1;
  const int exponent = (static_cast<int>(top) - 2) * static_cast<int>(limb_bits) - lead - 1074;
  // Numbers below the normal ones are exact in so few bits: the second rounding of ldexp has nothing to do,
  // since no term has bits below 2^-1074.
  const double size = std::ldexp(static_cast<double>(bits), exponent);
  return negative ? -size : size;
}

}  // namespace scree
