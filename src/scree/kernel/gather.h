// Sums the forces of contacts per body, in key order. The contacts are listed first, without a branch; the
// loop that adds has then none either, and knows early which records it will need. Compiled per target.
#pragma once

#include "scree/kernel/contact_list.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// Lists what contacts left in some places, and clears the places.
inline std::size_t take_found(std::uint32_t* found, const std::uint8_t* body, std::size_t count,
                              std::uint32_t* contact, std::uint32_t* side) {
  const Tag32 d;
  std::size_t at = 0;
  for (std::size_t k = 0; k < count; k += lanes_of_32) {
    const auto here = hn::Load(d, found + k);
    const auto is_there = hn::Ne(here, hn::Zero(d));
    std::uint8_t bits[8] = {0};
    hn::StoreMaskBits(d, is_there, bits);
    const auto order = order_of(bits[0]);
    const auto number = hn::Sub(hn::ShiftRight<1>(here), hn::Set(d, 1));
    const auto whom = hn::PromoteTo(d, hn::LoadU(Tag8(), body + k));
    const auto twice = hn::Add(hn::Add(whom, whom), hn::And(here, hn::Set(d, 1)));
    hn::StoreU(hn::TableLookupLanes(number, order), d, contact + at);
    hn::StoreU(hn::TableLookupLanes(twice, order), d, side + at);
    hn::Store(hn::Zero(d), d, found + k);
    at += static_cast<std::size_t>(__builtin_popcount(bits[0]));
  }
  return at;
}

template <int D>
void gather(const GatherBlock& block) {
  constexpr std::size_t chunk = 1024, ahead = 16;
  constexpr std::size_t sums = D == 2 ? 4 : 8;
  std::uint32_t contact[chunk + ahead];
  std::uint32_t side[chunk + ahead];  // twice the body, plus one for the second of the pair
  alignas(64) double sum[gathered_at_once][sums];
  for (std::size_t body = 0; body < block.bodies; ++body)
    for (std::size_t i = 0; i < sums; ++i) sum[body][i] = 0;
  for (std::size_t begin = 0; begin < block.count; begin += chunk) {
    const std::size_t places = block.count - begin < chunk ? block.count - begin : chunk;
    const std::size_t count = take_found(block.found + begin, block.body + begin, places, contact, side);
    for (std::size_t k = count; k < count + ahead; ++k) contact[k] = 0;
    for (std::size_t k = 0; k < count; ++k) {
      __builtin_prefetch(block.force + contact[k + ahead] * block.force_width);
      const double* const record = block.force + contact[k] * block.force_width;
      const std::size_t second = side[k] % 2;
      double* const own = sum[side[k] / 2];
      const double sign = second == 0 ? 1.0 : -1.0;
      if constexpr (D == 2) {
        own[0] += sign * record[0];
        own[1] += sign * record[1];
        own[2] += record[2 + second];
      } else {
        const double arm = record[3 + 4 * second];
        for (int i = 0; i < 4; ++i) own[i] += sign * record[i];
        for (int i = 4; i < 8; ++i) own[i] += arm * record[i];
        if (block.force_width > 8)
          for (int i = 4; i < 8; ++i) own[i] += sign * record[4 + i];
      }
    }
  }
  for (std::size_t body = 0; body < block.bodies; ++body)
    for (std::size_t row = 0; row < sums; row += 4) {
      double* const load = block.load + body * sums + row;
      for (std::size_t i = 0; i < 3; ++i) load[i] = sum[body][row + i];
      load[3] = 0;
    }
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
