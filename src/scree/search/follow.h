// The loops of SkinList, compiled once per CPU target: how far items have moved since the list was made, and
// which candidates overlap now. In double and in the order of search::overlap, so that every target finds the
// same bits.
#pragma once

#include <algorithm>
#include <limits>

#include "scree/search/block_kernel.h"
#include "scree/search/block_lanes.h"

namespace scree::search::SCREE_SEARCH_TARGET {

template <int D, bool copies>
HWY_INLINE Followed follow_some(const RawItems<D>& items, const FollowedItem* before, FollowedItem* now,
                                std::size_t begin, std::size_t end) {
  double farthest = 0, growth = 0;
  unsigned bad = 0;
  for (std::size_t item = begin; item < end; ++item) {
    const double* const centre = items.centres + item * items.stride;
    const double radius = items.radii[item * items.stride];
    double way = 0;
    for (int axis = 0; axis < D; ++axis) {
      const double apart = centre[axis] - before[item].place[axis];
      way += apart * apart;
      if constexpr (copies) now[item].place[axis] = centre[axis];
    }
    const double padded = radius + items.padding, more = padded - before[item].radius;
    if constexpr (copies) now[item].radius = padded;
    bad |= static_cast<unsigned>(!(way < std::numeric_limits<double>::infinity())) |
           static_cast<unsigned>(!(radius >= 0));
    farthest = way > farthest ? way : farthest;
    growth = more > growth ? more : growth;
  }
  return {farthest, growth, bad == 0};
}

template <int D>
Followed follow(const RawItems<D>& items, const FollowedItem* before, FollowedItem* now, std::size_t begin,
                std::size_t end) {
  return now == nullptr ? follow_some<D, false>(items, before, now, begin, end)
                        : follow_some<D, true>(items, before, now, begin, end);
}

/// For every mask of four pairs, the numbers of those that it has, first come those of lower number.
struct ChosenPairs {
  alignas(32) std::uint32_t of[16][8];
};
inline constexpr ChosenPairs chosen_pairs = [] {
  ChosenPairs result{};
  for (unsigned bits = 0; bits < 16; ++bits)
    for (unsigned pair = 0, next = 0; pair < 4; ++pair)
      if ((bits >> pair & 1) != 0) {
        result.of[bits][next++] = 2 * pair;
        result.of[bits][next++] = 2 * pair + 1;
      }
  return result;
}();

/// Items as four doubles each.
inline std::size_t confirm(const double* items, const Pair* pairs, std::size_t count, Pair* out) {
  std::size_t found = 0, k = 0;
#if HWY_TARGET <= HWY_AVX2
  const DoubleTag d;
  const UnsignedTag du;
  for (; k + 4 <= count; k += 4) {
    hn::Vec<DoubleTag> apart[4], sum[4];
    for (std::size_t j = 0; j < 4; ++j) {
      const auto a = hn::LoadU(d, items + 4 * std::size_t{pairs[k + j].first});
      const auto b = hn::LoadU(d, items + 4 * std::size_t{pairs[k + j].second});
      apart[j] = hn::Sub(b, a);
      sum[j] = hn::Add(a, b);
    }
    const auto xz_01 = hn::InterleaveLower(d, apart[0], apart[1]),
               xz_23 = hn::InterleaveLower(d, apart[2], apart[3]);
    const auto y_01 = hn::InterleaveUpper(d, apart[0], apart[1]),
               y_23 = hn::InterleaveUpper(d, apart[2], apart[3]);
    const auto r_01 = hn::InterleaveUpper(d, sum[0], sum[1]), r_23 = hn::InterleaveUpper(d, sum[2], sum[3]);
    const auto x = hn::ConcatLowerLower(d, xz_23, xz_01), z = hn::ConcatUpperUpper(d, xz_23, xz_01);
    const auto y = hn::ConcatLowerLower(d, y_23, y_01), reach = hn::ConcatUpperUpper(d, r_23, r_01);
    const auto square = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
    const unsigned bits = bits_of(d, hn::Le(square, hn::Mul(reach, reach))) & 15u;
    const auto four = hn::LoadU(du, &pairs[k].first);
    const auto order = hn::IndicesFromVec(du, hn::Load(du, chosen_pairs.of[bits]));
    hn::StoreU(hn::TableLookupLanes(four, order), du, &out[found].first);  // four are written, some count
    found += static_cast<std::size_t>(__builtin_popcount(bits));
  }
#endif
  for (; k < count; ++k) {
    const double* const a = items + 4 * std::size_t{pairs[k].first};
    const double* const b = items + 4 * std::size_t{pairs[k].second};
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) square += (b[axis] - a[axis]) * (b[axis] - a[axis]);
    const double reach = a[3] + b[3];
    out[found] = pairs[k];
    found += square <= reach * reach ? 1 : 0;
  }
  return found;
}

}  // namespace scree::search::SCREE_SEARCH_TARGET
