// Which pairs that have parted are contacts still, since their law reaches beyond touching. Only pairs that
// were contacts at the last commit are asked, of which few have parted. Compiled per target.
#pragma once

#include <cstring>

#include "scree/kernel/touching.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

template <class Law>
Law constants_of(const void* block) {
  Law law;
  std::memcpy(&law, block, sizeof(law));
  return law;
}

/// Decides on entries of a batch; `parted` is writable up to `lane_count` more.
template <class Law, int D>
void keep_some_bonds(const TouchSearch<D>& search, const Law& law, const CandidateBatch& batch,
                     std::uint32_t* parted, std::size_t count) {
  for (std::size_t at = 0; at < count; at += lane_count) {
    for (std::size_t k = count; k < at + lane_count; ++k) parted[k] = parted[count - 1];
    Slot first[lane_count], second[lane_count];
    for (int k = 0; k < lane_count; ++k) {
      first[k] = batch.first[parted[at + k]];
      second[k] = batch.second[parted[at + k]];
    }
    LaneVector<D> places[2], no_matter = LaneVector<D>::zero();
    Lanes radii[2];
    load_places(search.motion, first, places[0], radii[0]);
    load_places(search.motion, second, places[1], radii[1]);
    // As pair_frame has it, to the last bit.
    const LaneVector<D> apart = apart_of<D>(search.periodic, places[0], places[1], no_matter);
    const Lanes reach = radii[0] + radii[1], overlap = reach - square_root(dot(apart, apart));
    const unsigned bits = bits_of(Tag(), law.normal.lasts(overlap, radii[0] * radii[1] / reach).raw);
    for (std::size_t k = 0; k < lane_count && at + k < count; ++k) {
      ContactGroup& now = batch.now[parted[at + k] / 8];
      now.touches = static_cast<std::uint8_t>(now.touches | (bits >> k & 1u) << (parted[at + k] % 8));
    }
  }
}

template <class Law, int D>
SCREE_KERNEL_FLATTEN void keep_bonds(const TouchSearch<D>& given_search, const void* constants,
                                     const CandidateBatch& given) {
  const TouchSearch<D> search = given_search;  // see lanes.h
  const CandidateBatch batch = given;
  const Law law = constants_of<Law>(constants);
  constexpr std::size_t room = 64;
  std::uint32_t parted[room + 8 + 8];
  std::size_t count = 0;
  for (std::size_t group = 0; 8 * group < batch.count; ++group) {
    for (unsigned rest = batch.earlier[group].touches & ~unsigned{batch.now[group].touches}; rest != 0;
         rest &= rest - 1)
      parted[count++] =
          static_cast<std::uint32_t>(8 * group) + static_cast<std::uint32_t>(__builtin_ctz(rest));
    if (count > room) {
      keep_some_bonds<Law, D>(search, law, batch, parted, count);
      count = 0;
    }
  }
  keep_some_bonds<Law, D>(search, law, batch, parted, count);
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
