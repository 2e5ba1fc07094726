// SIMD lanes for the loops of `blocks`. Compiled once per CPU target, in a namespace of that target
// (SCREE_SEARCH_TARGET, set by the build), so that no function compiled for one CPU can be picked for
// another.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

namespace scree::search::SCREE_SEARCH_TARGET {

namespace hn = hwy::HWY_NAMESPACE;

using DoubleTag = hn::ScalableTag<double>;
using FloatTag = hn::ScalableTag<float>;
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
unsigned bits_of(Tag d, Mask mask) {
  std::uint8_t bytes[8] = {0};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0] & ((1u << lanes) - 1);
}

}  // namespace scree::search::SCREE_SEARCH_TARGET
