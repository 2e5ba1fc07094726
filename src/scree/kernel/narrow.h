// Orders the candidates of a batch anew, so that steps look at near ones only. A candidate list lives long
// because its skin is wide, and most of it is out of reach at any time. Compiled per target.
#pragma once

#include "scree/kernel/touching.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// Contacts keep their numbers: those that have one stay, in their order.
inline void carry_group(const ContactGroup& group, unsigned kept, std::size_t at, ContactGroup* groups) {
  for (unsigned rest = group.evaluated; rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctz(rest));
    const std::size_t entry = at + mask_facts.rank[kept][bit];
    ContactGroup& to = groups[entry / 8];
    to.evaluated = static_cast<std::uint8_t>(to.evaluated | 1u << (entry % 8));
    to.touches = static_cast<std::uint8_t>(to.touches | (group.touches >> bit & 1u) << (entry % 8));
  }
}

template <int D>
std::size_t narrow(const TouchSearch<D>& search, const NarrowBatch& given) {
  const NarrowBatch batch = given;  // see lanes.h
  CoarseBox box = search.box;
  box.doubt += batch.margin * box.per_metre;
  const Tag32 d;
  std::uint32_t* const columns[4] = {batch.first, batch.second, batch.seat_first, batch.seat_second};
  const std::size_t room = batch.count + 8;
  const std::size_t all_groups = (batch.count + 7) / 8, old_groups = (batch.looked_at + 7) / 8;
  for (std::size_t k = 0; k < all_groups; ++k) batch.scratch[k] = {};
  std::size_t near = 0, far = 0;
  for (std::size_t group = 0; group < all_groups; ++group) {
    const std::size_t at = 8 * group;
    const unsigned valid = batch.count - at < 8 ? (1u << (batch.count - at)) - 1 : 255u;
    const ContactGroup known = group < old_groups ? batch.groups[group] : ContactGroup();
    const unsigned possible = compare_eight(search.coarse, batch.first + at, batch.second + at, box).possible;
    const unsigned kept = (possible | known.evaluated) & valid, left = valid & ~kept;
    carry_group(known, kept, near, batch.scratch);
    // What is written to the front has been read: it never overtakes.
    for (unsigned part = 0; part < 8; part += lanes_of_32) {
      constexpr unsigned lanes = (1u << lanes_of_32) - 1;
      const unsigned kept_here = kept >> part & lanes, left_here = left >> part & lanes;
      const auto kept_order = order_of(kept_here), left_order = order_of(left_here);
      for (std::size_t column = 0; column < 4; ++column) {
        const auto values = hn::LoadU(d, columns[column] + at + part);
        hn::StoreU(hn::TableLookupLanes(values, left_order), d, batch.far + column * room + far);
        hn::StoreU(hn::TableLookupLanes(values, kept_order), d, columns[column] + near);
      }
      near += static_cast<std::size_t>(__builtin_popcount(kept_here));
      far += static_cast<std::size_t>(__builtin_popcount(left_here));
    }
  }
  for (std::size_t column = 0; column < 4; ++column)
    for (std::size_t k = 0; k < far; ++k) columns[column][near + k] = batch.far[column * room + k];
  std::uint32_t number = old_groups > 0 ? batch.groups[0].base : 0;
  for (std::size_t k = 0; 8 * k < near; ++k) {
    batch.scratch[k].base = number;
    number += static_cast<std::uint32_t>(__builtin_popcount(batch.scratch[k].evaluated));
    batch.groups[k] = batch.scratch[k];
  }
  return near;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
