// SIMD lanes for the loops of `blocks`. Compiled once per CPU target, in a namespace of that target
// (SCREE_SEARCH_TARGET, set by the build), so that no function compiled for one CPU can be picked for
// another.
//
// Loops copy what they are given by reference: to the compiler a vector that is stored might change it, and
// it would be read again for every item.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "scree/search/block_kernel.h"

namespace scree::search::SCREE_SEARCH_TARGET {

namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::CappedTag<double, 4>;
using FloatTag = hn::CappedTag<float, 8>;
using IntTag = hn::RebindToSigned<FloatTag>;
using UnsignedTag = hn::RebindToUnsigned<FloatTag>;
using HalfIntTag = hn::Rebind<std::int32_t, DoubleTag>;
using HalfFloatTag = hn::Rebind<float, DoubleTag>;
using Floats = hn::Vec<FloatTag>;
using Ints = hn::Vec<IntTag>;
constexpr std::size_t double_lanes = hn::MaxLanes(DoubleTag());
constexpr std::size_t lanes = hn::MaxLanes(FloatTag());
static_assert(lanes <= 8, "hits hold eight bits");

template <class Tag, class Mask>
HWY_INLINE unsigned bits_of(Tag d, Mask mask) {
  std::uint8_t bytes[8] = {0};
  hn::StoreMaskBits(d, mask, bytes);
  unsigned bits = bytes[0] & ((1u << lanes) - 1);
  // Through a register: g++ 12 may spill a mask of AVX-512 as one byte and count the bits of four.
  asm("" : "+r"(bits));
  return bits;
}

/// For every mask the lanes that it has, first come those of lower number. Highway's own table is copied to
/// the stack at every use by g++ 12, which costs more than all the rest.
struct ChosenLanes {
  std::uint8_t of[256][8];
};
inline constexpr ChosenLanes chosen_lanes = [] {
  ChosenLanes result{};
  for (int bits = 0; bits < 256; ++bits)
    for (int lane = 0, next = 0; lane < 8; ++lane)
      if ((bits >> lane & 1) != 0) result.of[bits][next++] = static_cast<std::uint8_t>(lane);
  return result;
}();

/// Pairs of one item with those of a group whose bits are set; writes a full round, of which only they count.
HWY_INLINE void write_pairs(hn::Vec<UnsignedTag> others, std::uint32_t item, unsigned bits, Pair* out) {
  const UnsignedTag d;
#if HWY_TARGET <= HWY_AVX2
  const auto lane =
      hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint8_t, UnsignedTag>(), chosen_lanes.of[bits]));
  const auto chosen = hn::TableLookupLanes(others, hn::IndicesFromVec(d, lane));
  const auto mine = hn::Set(d, item);
  const auto first = hn::Min(chosen, mine), second = hn::Max(chosen, mine);
  const auto even = hn::InterleaveLower(d, first, second), odd = hn::InterleaveUpper(d, first, second);
  std::uint32_t* const numbers = &out->first;
  hn::StoreU(hn::ConcatLowerLower(d, odd, even), d, numbers);
  hn::StoreU(hn::ConcatUpperUpper(d, odd, even), d, numbers + lanes);
#else
  alignas(64) std::uint32_t other[lanes];
  hn::Store(others, d, other);
  for (std::size_t k = 0; k < lanes; ++k) {
    out->first = other[k] < item ? other[k] : item;
    out->second = other[k] < item ? item : other[k];
    out += (bits >> k) & 1;
  }
#endif
}

/// The rare case, kept out of the loops.
/// Empties both lists. Loops keep to themselves where the next sure pair goes; they give it and get it back.
inline Pair* flush(BlockOutput& output, Pair* out) {
  output.sure_count = static_cast<std::size_t>(out - output.sure);
  output.flush(output.context);
  return output.sure + output.sure_count;
}

/// Likewise.
HWY_NOINLINE inline Pair* write_unsure(const std::uint32_t* others, std::uint32_t item, unsigned bits,
                                       BlockOutput& output, Pair* out) {
  write_pairs(hn::LoadU(UnsignedTag(), others), item, bits, output.unsure + output.unsure_count);
  output.unsure_count += static_cast<std::size_t>(__builtin_popcount(bits));
  return output.unsure_count > output_room - output_reserve ? flush(output, out) : out;
}

}  // namespace scree::search::SCREE_SEARCH_TARGET
