// Which candidates touch: eight pairs of coarse records at a time, in floats, then those that floats cannot
// decide in double. The answer is that of the double test, always. Compiled per target.
#pragma once

#include "scree/kernel/contact_frame.h"
#include "scree/kernel/contact_list.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// What floats tell about eight pairs: bits of those that touch for sure, and of those that may.
struct TouchBits {
  unsigned sure = 0, possible = 0;
};

#if HWY_TARGET == HWY_SCALAR

inline TouchBits compare_eight(const Coarse* records, const Slot* first, const std::uint32_t* second,
                               const CoarseBox& box) {
  TouchBits bits;
  for (unsigned k = 0; k < 8; ++k) {
    const Coarse &a = records[first[k]], &b = records[second[k]];
    float apart[3], squared = 0, above = 0;
    for (int axis = 0; axis < 3; ++axis) {
      apart[axis] = static_cast<float>(static_cast<std::int32_t>(a.place[axis] - b.place[axis]));
      if (box.any) apart[axis] *= box.per_place[axis];
    }
    for (int axis = 0; axis < 3 && box.is_sheared; ++axis) above += apart[axis] * box.per_length[axis];
    above = (above + Coarse::magic) - Coarse::magic;
    for (int axis = 0; axis < 3; ++axis) {
      if (box.is_sheared) {
        apart[axis] -= above * box.offset[axis];
        const float copies = (apart[axis] * box.inverse_length[axis] + Coarse::magic) - Coarse::magic;
        apart[axis] -= copies * box.length[axis];
      }
      squared += apart[axis] * apart[axis];
    }
    const auto reach = static_cast<float>(a.radius + b.radius);
    const float doubt = box.doubt + Coarse::relative_doubt * reach;
    const float inner = reach - doubt, outer = reach + doubt;
    bits.sure |= (inner > 0 && squared < inner * inner ? 1u : 0u) << k;
    bits.possible |= (squared < outer * outer ? 1u : 0u) << k;
  }
  return bits;
}

#else

using FloatTag = hn::CappedTag<float, 8>;
using WordTag = hn::RebindToSigned<FloatTag>;
inline constexpr int float_lanes = static_cast<int>(hn::MaxLanes(FloatTag()));

/// One record per 128 bits: the first, and the fifth if there is room.
template <class Tag>
hn::Vec<Tag> first_and_fifth(Tag d, const Coarse* records, const std::uint32_t* slots) {
  const hn::CappedTag<std::int32_t, 4> quarter;
  const auto load = [&](const Coarse& record) {
    return hn::BitCast(quarter, hn::Load(hn::RebindToUnsigned<decltype(quarter)>(), record.place));
  };
  const auto low = load(records[slots[0]]);
  if constexpr (hn::MaxLanes(Tag()) == 4)
    return low;
  else
    return hn::Combine(d, load(records[slots[4]]), low);
}

inline TouchBits compare_eight(const Coarse* records, const Slot* first, const std::uint32_t* second,
                               const CoarseBox& box) {
  const FloatTag d;
  const WordTag words;
  const hn::Repartition<std::int64_t, WordTag> wide;
  using V = hn::Vec<FloatTag>;
  using W = hn::Vec<WordTag>;
  // Radii are to be added where places are subtracted: less the complement is one more than plus.
  alignas(32) static constexpr std::int32_t complement[8] = {0, 0, 0, -1, 0, 0, 0, -1};
  const W flip = hn::Load(words, complement);
  TouchBits bits;
  for (int part = 0; part < 8; part += float_lanes) {
    W apart[4];
    for (int k = 0; k < 4; ++k)
      apart[k] = hn::Sub(first_and_fifth(words, records, first + part + k),
                         hn::Xor(first_and_fifth(words, records, second + part + k), flip));
    // Four records of four become four columns.
    const auto as_wide = [&](W v) { return hn::BitCast(wide, v); };
    const auto xy01 = as_wide(hn::InterleaveLower(words, apart[0], apart[1]));
    const auto xy23 = as_wide(hn::InterleaveLower(words, apart[2], apart[3]));
    const auto zr01 = as_wide(hn::InterleaveUpper(words, apart[0], apart[1]));
    const auto zr23 = as_wide(hn::InterleaveUpper(words, apart[2], apart[3]));
    const auto as_floats = [&](auto v) { return hn::ConvertTo(d, hn::BitCast(words, v)); };
    V column[3] = {as_floats(hn::InterleaveLower(wide, xy01, xy23)),
                   as_floats(hn::InterleaveUpper(wide, xy01, xy23)),
                   as_floats(hn::InterleaveLower(wide, zr01, zr23))};
    const V reach = as_floats(hn::InterleaveUpper(wide, zr01, zr23));
    if (box.any)
      for (int axis = 0; axis < 3; ++axis)
        column[axis] = hn::Mul(column[axis], hn::Set(d, box.per_place[axis]));
    if (box.is_sheared) {
      const V magic = hn::Set(d, Coarse::magic);
      V lengths = hn::Zero(d);
      for (int axis = 0; axis < 3; ++axis)
        lengths = hn::Add(lengths, hn::Mul(column[axis], hn::Set(d, box.per_length[axis])));
      const V above = hn::Sub(hn::Add(lengths, magic), magic);
      for (int axis = 0; axis < 3; ++axis) {
        column[axis] = hn::Sub(column[axis], hn::Mul(above, hn::Set(d, box.offset[axis])));
        const V scaled = hn::Mul(column[axis], hn::Set(d, box.inverse_length[axis]));
        const V copies = hn::Sub(hn::Add(scaled, magic), magic);
        column[axis] = hn::Sub(column[axis], hn::Mul(copies, hn::Set(d, box.length[axis])));
      }
    }
    const V squared = hn::Add(hn::Add(hn::Mul(column[0], column[0]), hn::Mul(column[1], column[1])),
                              hn::Mul(column[2], column[2]));
    const V doubt = hn::Add(hn::Set(d, box.doubt), hn::Mul(hn::Set(d, Coarse::relative_doubt), reach));
    const V inner = hn::Max(hn::Sub(reach, doubt), hn::Zero(d)), outer = hn::Add(reach, doubt);
    constexpr unsigned valid = (1u << float_lanes) - 1;
    bits.sure |= (bits_of(d, hn::Lt(squared, hn::Mul(inner, inner))) & valid) << part;
    bits.possible |= (bits_of(d, hn::Lt(squared, hn::Mul(outer, outer))) & valid) << part;
  }
  return bits;
}

#endif

template <int D>
void load_places(const Motion<D>* motion, const Slot* slots, LaneVector<D>& place, Lanes& radius) {
  const double* record[lane_count];
  for (int k = 0; k < lane_count; ++k) record[k] = reinterpret_cast<const double*>(motion + slots[k]);
  Lanes row[4];
  load_rows(record, row);
  for (int k = 0; k < D; ++k) place[k] = row[k];
  radius = row[D];
}

/// Decides on candidates that floats have left open, and returns how many of them are not to be evaluated.
/// Without a branch: in a packing that was just laid most contacts are open, and whether they touch is a coin
/// toss.
/// `open` is writable up to `lane_count` more.
template <int D>
SCREE_KERNEL_FLATTEN std::size_t decide(const TouchSearch<D>& search, const CandidateBatch& batch,
                                        std::uint32_t* open, std::size_t count) {
  constexpr std::size_t ahead = 32;
  std::size_t dropped = 0;
  for (std::size_t at = 0; at < count; at += lane_count) {
    for (std::size_t k = at + ahead; k < count && k < at + ahead + lane_count && search.fetches_ahead; ++k) {
      __builtin_prefetch(search.motion + batch.first[open[k]]);
      __builtin_prefetch(search.motion + batch.second[open[k]]);
    }
    for (std::size_t k = count; k < at + lane_count; ++k) open[k] = open[count - 1];
    Slot first[lane_count], second[lane_count];
    for (int k = 0; k < lane_count; ++k) {
      first[k] = batch.first[open[at + k]];
      second[k] = batch.second[open[at + k]];
    }
    LaneVector<D> places[2], no_matter = LaneVector<D>::zero();
    Lanes radii[2];
    load_places(search.motion, first, places[0], radii[0]);
    load_places(search.motion, second, places[1], radii[1]);
    const LaneVector<D> apart = apart_of<D>(search.periodic, places[0], places[1], no_matter);
    const unsigned bits = bits_of(Tag(), touch(dot(apart, apart), radii[0] + radii[1]).raw);
    const std::size_t valid = count - at < lane_count ? count - at : lane_count;
    for (std::size_t k = 0; k < valid; ++k) {
      const std::uint32_t entry = open[at + k];
      ContactGroup& now = batch.now[entry / 8];
      const unsigned bit = entry % 8, is_apart = 1u & ~(bits >> k);
      const unsigned is_dropped = is_apart & ~(batch.earlier[entry / 8].touches >> bit);
      now.touches = static_cast<std::uint8_t>(now.touches & ~(is_apart << bit));
      now.evaluated = static_cast<std::uint8_t>(now.evaluated & ~(is_dropped << bit));
      dropped += is_dropped;
    }
  }
  return dropped;
}

template <int D>
std::size_t find_touching(const TouchSearch<D>& given_search, const CandidateBatch& given) {
  const TouchSearch<D> search = given_search;  // see lanes.h
  const CandidateBatch batch = given;
  constexpr std::size_t ahead = 64, room = 256;
  const Tag32 d;
  std::uint32_t open[room + 8];  // entries that floats leave open
  std::size_t contacts = 0, open_count = 0;
  for (std::size_t at = 0; at < batch.count; at += 8) {
    if (search.fetches_ahead && at + ahead + 8 <= batch.count)
      for (std::size_t k = 0; k < 8; ++k) __builtin_prefetch(search.coarse + batch.second[at + ahead + k]);
    const TouchBits bits = compare_eight(search.coarse, batch.first + at, batch.second + at, search.box);
    const unsigned valid = batch.count - at < 8 ? (1u << (batch.count - at)) - 1 : 255u;
    const unsigned possible = bits.possible & valid, unsure = possible & ~bits.sure;
    ContactGroup& now = batch.now[at / 8];
    now.touches = static_cast<std::uint8_t>(possible);
    now.evaluated = static_cast<std::uint8_t>(possible | batch.earlier[at / 8].touches);
    contacts += static_cast<std::size_t>(__builtin_popcount(now.evaluated));
    if (unsure == 0) continue;
    for (unsigned part = 0; part < 8; part += lanes_of_32) {
      const unsigned here = unsure >> part & ((1u << lanes_of_32) - 1);
      const auto entries = hn::Iota(d, static_cast<std::uint32_t>(at + part));
      hn::StoreU(hn::TableLookupLanes(entries, order_of(here)), d, open + open_count);
      open_count += static_cast<std::size_t>(__builtin_popcount(here));
    }
    if (open_count > room - 8) {
      contacts -= decide(search, batch, open, open_count);
      open_count = 0;
    }
  }
  return open_count == 0 ? contacts : contacts - decide(search, batch, open, open_count);
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
