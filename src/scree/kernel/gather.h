// Sums the forces of contacts per body, in key order. The contacts are listed first, without a branch; the
// loop that adds has then none either, and knows early which records it will need. Compiled per target.
#pragma once

#include "scree/kernel/contact_list.h"
#include "scree/kernel/rows.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

#if HWY_TARGET < HWY_AVX2

using SeatTag = hn::CappedTag<std::uint32_t, seats_at_once>;

/// Brings the lanes of a mask to the front.
class Packing {
 public:
  explicit Packing(hn::Mask<SeatTag> mask) : mask_(mask) {}
  hn::Vec<SeatTag> operator()(hn::Vec<SeatTag> lanes) const { return hn::Compress(lanes, mask_); }
  std::size_t count() const {
    unsigned bits = mask_.raw;
    asm("" : "+r"(bits));  // as in bits_of
    return static_cast<std::size_t>(__builtin_popcount(bits));
  }

 private:
  hn::Mask<SeatTag> mask_;
};

#else

using SeatTag = Tag32;

class Packing {
 public:
  explicit Packing(hn::Mask<SeatTag> mask) : bits_(bits_of(SeatTag(), mask)), order_(order_of(bits_)) {}
  hn::Vec<SeatTag> operator()(hn::Vec<SeatTag> lanes) const { return hn::TableLookupLanes(lanes, order_); }
  std::size_t count() const { return static_cast<std::size_t>(__builtin_popcount(bits_)); }

 private:
  unsigned bits_;
  decltype(order_of(0)) order_;
};

#endif

/// Lists what contacts left in some seats, and clears the seats.
inline std::size_t take_found(std::uint32_t* found, const std::uint8_t* body, std::size_t count,
                              std::uint32_t* contact, std::uint32_t* side) {
  const SeatTag d;
  const hn::Rebind<std::uint8_t, SeatTag> bytes;
  std::size_t at = 0;
  for (std::size_t k = 0; k < count; k += hn::MaxLanes(d)) {
    const auto here = hn::Load(d, found + k);
    const Packing packed(hn::Ne(here, hn::Zero(d)));
    const auto number = hn::Sub(hn::ShiftRight<1>(here), hn::Set(d, 1));
    const auto whom = hn::PromoteTo(d, hn::LoadU(bytes, body + k));
    const auto twice = hn::Add(hn::Add(whom, whom), hn::And(here, hn::Set(d, 1)));
    hn::StoreU(packed(number), d, contact + at);
    hn::StoreU(packed(twice), d, side + at);
    hn::Store(hn::Zero(d), d, found + k);
    at += packed.count();
  }
  return at;
}

template <int D>
void gather(const GatherBlock& given) {
  const GatherBlock block = given;  // see lanes.h
  constexpr std::size_t chunk = 1024, ahead = seats_at_once;
  constexpr std::size_t width = D == 2 ? 4 : 8;
  // Arms lie beside forces and torques, and are not to be summed up.
  alignas(32) static constexpr double signs[2][4] = {{1, 1, 1, 0}, {-1, -1, -1, 0}};
  std::uint32_t contact[chunk + ahead];
  std::uint32_t side[chunk + ahead];  // twice the body, plus one for the second of the pair
  const Row nothing = Row::filled_with(0);
  for (std::size_t i = 0; i < block.bodies * width; i += 4) nothing.store(block.load + i);
  for (std::size_t begin = 0; begin < block.count; begin += chunk) {
    const std::size_t seats = block.count - begin < chunk ? block.count - begin : chunk;
    const std::size_t count = take_found(block.found + begin, block.body + begin, seats, contact, side);
    for (std::size_t k = count; k < count + ahead; ++k) contact[k] = 0;
    for (std::size_t k = 0; k < count; ++k) {
      __builtin_prefetch(block.force + contact[k + ahead] * block.force_width);
      const double* const record = block.force + contact[k] * block.force_width;
      const std::size_t second = side[k] % 2;
      double* const own = block.load + side[k] / 2 * width;
      if constexpr (D == 2) {
        own[0] += signs[second][0] * record[0];
        own[1] += signs[second][0] * record[1];
        own[2] += record[2 + second];
      } else {
        const Row sign = Row::at(signs[second]);
        const Row arm = Row::at(signs[0]) * Row::filled_with(record[3 + 4 * second]);
        (Row::at(own) + sign * Row::at(record)).store(own);
        Row torque = Row::at(own + 4) + arm * Row::at(record + 4);
        if (block.force_width > 8) torque = torque + sign * Row::at(record + 8);
        torque.store(own + 4);
      }
    }
  }
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
