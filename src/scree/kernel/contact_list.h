// Lists the contacts among candidates, eight at a time and without a branch: whether two neighbours touch is
// a coin toss to the CPU. Compiled per target.
#pragma once

#include "scree/kernel/batch.h"
#include "scree/kernel/lanes.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// What a mask of eight bits says, looked up. No std::array: its functions, compiled here for this CPU alone,
/// could be picked for others.
struct MaskFacts {
  std::uint8_t rank[256][8] = {};   // [m][k]: how many bits of m lie below bit k
  std::uint8_t order[256][8] = {};  // [m][k]: which bit of m is number k
};
constexpr MaskFacts make_mask_facts() {
  MaskFacts facts;
  for (unsigned mask = 0; mask < 256; ++mask) {
    std::uint8_t count = 0;
    for (unsigned bit = 0; bit < 8; ++bit) {
      facts.rank[mask][bit] = count;
      if ((mask >> bit & 1) != 0) facts.order[mask][count++] = static_cast<std::uint8_t>(bit);
    }
  }
  return facts;
}
alignas(64) inline constexpr MaskFacts mask_facts = make_mask_facts();

/// Lanes in the order that mask_facts.order gives: those of a mask first. Plain tables and permutations,
/// since Highway's CompressStore and LoadMaskBits call memcpy here.
using Tag32 = hn::CappedTag<std::uint32_t, 8>;
using Tag8 = hn::Rebind<std::uint8_t, Tag32>;
inline constexpr unsigned lanes_of_32 = static_cast<unsigned>(hn::MaxLanes(Tag32()));
inline auto order_of(unsigned mask) {
  return hn::IndicesFromVec(Tag32(), hn::PromoteTo(Tag32(), hn::LoadU(Tag8(), mask_facts.order[mask])));
}

/// The lanes of a mask as bits.
template <class AnyTag>
unsigned bits_of(AnyTag d, hn::Mask<AnyTag> mask) {
  std::uint8_t bytes[8] = {0};
  hn::StoreMaskBits(d, mask, bytes);
  unsigned bits = bytes[0];
  // Through a register: g++ 12 may spill a mask of AVX-512 as one byte and count the bits of four.
  asm("" : "+r"(bits));
  return bits;
}

/// Leaves the numbers of contacts where the gather looks for them. That is anywhere, and stores that miss the
/// first-level cache wait for each other, so it is fetched ahead.
template <bool of_pairs>
void leave_numbers(const Listing& listing, std::size_t count) {
  constexpr std::size_t ahead = 24;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t later = k + ahead < count ? k + ahead : k;
    const std::uint32_t twice = 2 * (listing.base + static_cast<std::uint32_t>(k)) + 2;
    __builtin_prefetch(listing.found + listing.seat_first[later], 1);
    listing.found[listing.seat_first[k]] = twice;
    if constexpr (of_pairs) {
      __builtin_prefetch(listing.found + listing.seat_second[later], 1);
      listing.found[listing.seat_second[k]] = twice + 1;
    }
  }
}

/// `numbers`: gives numbers to the contacts, and leaves them where the gather looks for them.
template <bool numbers>
std::size_t list_contacts(const CandidateBatch& given, const Listing& given_listing) {
  const CandidateBatch batch = given;  // see lanes.h
  const Listing listing = given_listing;
  const Tag32 d;
  const auto per_body = hn::Set(d, listing.doubles_per_body);
  const auto lane_bit = hn::Shl(hn::Set(d, 1), hn::Iota(d, 0));
  std::size_t at = 0;
  for (std::size_t group = 0; 8 * group < batch.count; ++group) {
    const ContactGroup earlier = batch.earlier[group];
    const unsigned evaluated = batch.now[group].evaluated, known = earlier.touches;
    if constexpr (numbers) batch.now[group].base = listing.base + static_cast<std::uint32_t>(at);
    const auto first_record = hn::Set(d, earlier.base + 1);
    for (unsigned part = 0; part < 8; part += lanes_of_32) {
      const unsigned contacts = evaluated >> part & ((1u << lanes_of_32) - 1);
      const auto order = order_of(contacts);
      const auto put = [&](auto values, std::uint32_t* to) {
        hn::StoreU(hn::TableLookupLanes(values, order), d, to + at);
      };
      const auto rank = hn::PromoteTo(d, hn::LoadU(Tag8(), mask_facts.rank[earlier.evaluated] + part));
      const auto is_known = hn::TestBit(hn::Set(d, known >> part), lane_bit);
      const std::size_t entry = 8 * group + part;
      put(hn::Mul(hn::LoadU(d, batch.first + entry), per_body), listing.listed_first);
      put(hn::Mul(hn::LoadU(d, batch.second + entry), per_body), listing.listed_second);
      put(hn::IfThenElseZero(is_known, hn::Add(first_record, rank)), listing.memory_index);
      if constexpr (numbers) {
        put(hn::LoadU(d, batch.seat_first + entry), listing.seat_first);
        if (batch.seat_second != nullptr) put(hn::LoadU(d, batch.seat_second + entry), listing.seat_second);
      }
      at += static_cast<std::size_t>(__builtin_popcount(contacts));
    }
  }
  if constexpr (numbers) {
    if (batch.seat_second != nullptr)
      leave_numbers<true>(listing, at);
    else
      leave_numbers<false>(listing, at);
  }
  return at;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
