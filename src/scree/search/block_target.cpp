// Compiled once per CPU target with that target's flags: finds the pairs of a block.
#include <cstring>
#include <limits>

#include "scree/search/block_convert.h"
#include "scree/search/follow.h"
#include "scree/search/row_search.h"

namespace scree::search::SCREE_SEARCH_TARGET {
namespace {

/// Hits of one item against the items of a group: the group, the item and a bit per lane.
constexpr std::uint64_t hit_word(std::size_t item, std::size_t group) {
  return static_cast<std::uint64_t>(group) << 36 | static_cast<std::uint64_t>(item) << 8;
}

// The two kinds of items: how they come from records into columns, and how one meets a group of others.

template <int D>
class SphereGroup {
 public:
  using Record = SphereRecord;

  struct Middle {
    std::int32_t place[3];
    float hit_more;
  };

  static void load(const Record* const* record, const Middle& middle, std::size_t at, std::size_t valid,
                   const BlockScratch& scratch) {
    const IntTag di;
    const FloatTag d;
    Ints column[4];
#if HWY_TARGET <= HWY_AVX2
    const hn::Half<IntTag> half;
    const auto two = [&](int a, int b) {
      return hn::Combine(di, hn::LoadU(half, record[b]->place), hn::LoadU(half, record[a]->place));
    };
    const auto v04 = two(0, 4), v15 = two(1, 5), v26 = two(2, 6), v37 = two(3, 7);
    const hn::Repartition<std::int64_t, IntTag> wide;
    const auto low_01 = hn::BitCast(wide, hn::InterleaveLower(di, v04, v15));
    const auto low_23 = hn::BitCast(wide, hn::InterleaveLower(di, v26, v37));
    const auto high_01 = hn::BitCast(wide, hn::InterleaveUpper(di, v04, v15));
    const auto high_23 = hn::BitCast(wide, hn::InterleaveUpper(di, v26, v37));
    column[0] = hn::BitCast(di, hn::InterleaveLower(wide, low_01, low_23));
    column[1] = hn::BitCast(di, hn::InterleaveUpper(wide, low_01, low_23));
    column[2] = hn::BitCast(di, hn::InterleaveLower(wide, high_01, high_23));
    column[3] = hn::BitCast(di, hn::InterleaveUpper(wide, high_01, high_23));
#else
    alignas(64) std::int32_t numbers[4][lanes];
    for (std::size_t k = 0; k < lanes; ++k) {
      std::int32_t number[4];
      std::memcpy(number, record[k], sizeof(number));
      for (int c = 0; c < 4; ++c) numbers[c][k] = number[c];
    }
    for (int c = 0; c < 4; ++c) column[c] = hn::Load(di, numbers[c]);
#endif
    Floats squared = hn::Zero(d);
    for (int axis = 0; axis < D; ++axis) {
      Floats place = hn::ConvertTo(d, hn::Sub(column[axis], hn::Set(di, middle.place[axis])));
      squared = hn::MulAdd(place, place, squared);
      // What pads a group must meet nothing.
      if (axis == 0 && valid < lanes)
        place =
            hn::IfThenElse(hn::FirstN(d, valid), place, hn::Set(d, std::numeric_limits<float>::quiet_NaN()));
      hn::Store(place, d, scratch.column[axis] + at);
    }
    const Floats radius =
        hn::Add(hn::Mul(hn::BitCast(d, column[3]), hn::Set(d, hit_factor)), hn::Set(d, middle.hit_more));
    hn::Store(radius, d, scratch.column[3] + at);
    hn::Store(hn::Sub(hn::Mul(squared, hn::Set(d, 0.5f - power_doubt)),
                      hn::Mul(hn::Mul(radius, radius), hn::Set(d, 0.5f + power_doubt))),
              d, scratch.column[4] + at);
  }

  SphereGroup(const BlockScratch& scratch, std::size_t group) {
    const FloatTag d;
    for (int axis = 0; axis < D; ++axis) place_[axis] = hn::Load(d, scratch.column[axis] + group * lanes);
    radius_ = hn::Load(d, scratch.column[3] + group * lanes);
    power_ = hn::Load(d, scratch.column[4] + group * lanes);
  }

  /// Half the squared distance less half the squared reach, multiplied out: most of it is known by item.
  unsigned hits(const BlockScratch& scratch, std::size_t item) const {
    const FloatTag d;
    Floats gap = hn::Add(power_, hn::Set(d, scratch.column[4][item]));
    for (int axis = 0; axis < D; ++axis)
      gap = hn::NegMulAdd(place_[axis], hn::Set(d, scratch.column[axis][item]), gap);
    gap = hn::NegMulAdd(radius_, hn::Set(d, scratch.column[3][item]), gap);
    return bits_of(d, hn::Le(gap, hn::Zero(d)));
  }
  hn::Mask<IntTag> certain(const BlockScratch& scratch, std::size_t item, float hit_more) const {
    const FloatTag d;
    const Floats reach = hn::Sub(hn::Mul(reach_to(scratch, item), hn::Set(d, 1 - 4 * (hit_factor - 1))),
                                 hn::Set(d, 6 * hit_more));
    return hn::RebindMask(IntTag(), hn::And(hn::Gt(reach, hn::Zero(d)),
                                            hn::Le(distance_squared(scratch, item), hn::Mul(reach, reach))));
  }

 private:
  Floats distance_squared(const BlockScratch& scratch, std::size_t item) const {
    const FloatTag d;
    const Floats x = hn::Sub(place_[0], hn::Set(d, scratch.column[0][item]));
    Floats sum = hn::Mul(x, x);
    for (int axis = 1; axis < D; ++axis) {
      const Floats apart = hn::Sub(place_[axis], hn::Set(d, scratch.column[axis][item]));
      sum = hn::MulAdd(apart, apart, sum);
    }
    return sum;
  }
  Floats reach_to(const BlockScratch& scratch, std::size_t item) const {
    return hn::Add(radius_, hn::Set(FloatTag(), scratch.column[3][item]));
  }

  Floats place_[D], radius_, power_;
};

template <int D>
class BoxGroup {
 public:
  using Record = BoxRecord;

  struct Middle {
    std::int32_t place[3];
    float hit_more;
  };

  static void load(const Record* const* record, const Middle&, std::size_t at, std::size_t valid,
                   const BlockScratch& scratch) {
    for (std::size_t k = 0; k < lanes; ++k)
      for (int axis = 0; axis < D; ++axis) {
        scratch.side[axis][at + k] =
            k < valid ? record[k]->lo[axis] : std::numeric_limits<std::int32_t>::max();
        scratch.side[3 + axis][at + k] = k < valid ? record[k]->hi[axis] : -1;
      }
  }

  BoxGroup(const BlockScratch& scratch, std::size_t group) {
    const IntTag di;
    for (int axis = 0; axis < D; ++axis) {
      lo_[axis] = hn::Load(di, scratch.side[axis] + group * lanes);
      hi_[axis] = hn::Load(di, scratch.side[3 + axis] + group * lanes);
    }
  }

  unsigned hits(const BlockScratch& scratch, std::size_t item) const {
    const IntTag di;
    auto apart = hn::Gt(lo_[0], lo_[0]);
    for (int axis = 0; axis < D; ++axis) {
      apart = hn::Or(apart, hn::Gt(hn::Set(di, scratch.side[axis][item]), hi_[axis]));
      apart = hn::Or(apart, hn::Gt(lo_[axis], hn::Set(di, scratch.side[3 + axis][item])));
    }
    return ~bits_of(di, apart) & ((1u << lanes) - 1);
  }
  hn::Mask<IntTag> certain(const BlockScratch& scratch, std::size_t item, float) const {
    const IntTag di;
    const Ints one = hn::Set(di, 1);
    auto sure = hn::Eq(lo_[0], lo_[0]);
    for (int axis = 0; axis < D; ++axis) {
      sure = hn::And(sure, hn::Gt(hn::Sub(hi_[axis], hn::Set(di, scratch.side[axis][item])), one));
      sure = hn::And(sure, hn::Gt(hn::Sub(hn::Set(di, scratch.side[3 + axis][item]), lo_[axis]), one));
    }
    return sure;
  }

 private:
  Ints lo_[D], hi_[D];
};

/// A hit counts if this is the first block, along each axis, of one of the two: of all blocks that they share
/// only one is.
template <class Group>
void settle(const BlockScratch& shared, const std::uint64_t* hits, std::size_t count, float hit_more,
            BlockOutput& output) {
  const BlockScratch scratch = shared;  // see block_lanes.h
  Pair* out = output.sure + output.sure_count;
  const IntTag di;
  const UnsignedTag du;
  const Ints seven = hn::Set(di, 7), fifteen = hn::Set(di, 15);
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t word = hits[k];
    const std::size_t group = word >> 36, item = (word >> 8) & 0xfff'ffff;
    const Ints flags = hn::Or(hn::Load(di, scratch.flags + group * lanes), hn::Set(di, scratch.flags[item]));
    const unsigned ours =
        static_cast<unsigned>(word & 0xff) & bits_of(di, hn::Eq(hn::And(flags, seven), seven));
    const auto plain = hn::Eq(hn::And(flags, fifteen), seven);
    const auto certain = Group(scratch, group).certain(scratch, item, hit_more);
    const unsigned sure = ours & bits_of(di, hn::And(plain, certain));
    const auto others = hn::Load(du, scratch.index + group * lanes);
    write_pairs(others, scratch.index[item], sure, out);
    out += __builtin_popcount(sure);
    if (HWY_UNLIKELY(sure != ours))
      out = write_unsure(scratch.index + group * lanes, scratch.index[item], ours & ~sure, output, out);
    if (HWY_UNLIKELY(out > output.sure + (output_room - output_reserve))) out = flush(output, out);
  }
  output.sure_count = static_cast<std::size_t>(out - output.sure);
}

/// Brings the items of a block from records into columns.
template <class Group>
void load_block(const BlockQuery& query, const BlockScratch& scratch, const typename Group::Middle& middle,
                std::size_t begin, std::size_t count) {
  constexpr std::size_t ahead = 40;
  const auto* const records = static_cast<const typename Group::Record*>(query.records);
  const BlockEntry* const entries = query.entries + begin;
  const UnsignedTag d;
  const auto mask = hn::Set(d, index_mask);
  for (std::size_t at = 0; at < count; at += lanes) {
    const std::size_t valid = count - at < lanes ? count - at : lanes;
    auto entry = hn::LoadU(d, entries + at);
    if (valid < lanes) entry = hn::IfThenElse(hn::FirstN(d, valid), entry, hn::Set(d, entries[at]));
    hn::Store(hn::BitCast(IntTag(), hn::ShiftRight<index_bits>(entry)), IntTag(), scratch.flags + at);
    hn::Store(hn::And(entry, mask), d, scratch.index + at);
    alignas(64) std::uint32_t later[lanes];
    hn::Store(hn::And(hn::LoadU(d, entries + at + ahead), mask), d, later);
    const typename Group::Record* record[lanes];
    for (std::size_t k = 0; k < lanes; ++k) {
      __builtin_prefetch(records + later[k]);
      record[k] = records + scratch.index[at + k];
    }
    Group::load(record, middle, at, valid, scratch);
  }
}

template <class Group>
void find_in_block(const BlockQuery& query, const BlockScratch& shared, const typename Group::Middle& middle,
                   std::size_t begin, std::size_t count, BlockOutput& output) {
  const BlockScratch scratch = shared;  // see block_lanes.h
  load_block<Group>(query, scratch, middle, begin, count);
  constexpr unsigned all = (1u << lanes) - 1;
  const std::size_t groups = (count + lanes - 1) / lanes;
  std::uint64_t* const hits = scratch.hits;
  std::size_t hit_count = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    const Group others(scratch, group);
    const std::size_t earlier = group * lanes;
    const auto meet = [&](std::size_t item, std::uint64_t word, unsigned allowed) {
      const unsigned bits = others.hits(scratch, item) & allowed;
      hits[hit_count] = word | bits;
      hit_count += bits != 0;
    };
    for (std::size_t from = 0; from < earlier; from += lanes) {
      const std::uint64_t word = hit_word(from, group);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < lanes; ++k) meet(from + k, word + hit_word(k, 0), all);
      if (HWY_UNLIKELY(hit_count > most_hits - 2 * lanes)) {
        settle<Group>(scratch, hits, hit_count, middle.hit_more, output);
        hit_count = 0;
      }
    }
    const std::uint64_t word = hit_word(earlier, group);
#pragma GCC unroll 8
    for (std::size_t k = 0; k + 1 < lanes; ++k)
      meet(earlier + k, word + hit_word(k, 0), all & ~((2u << k) - 1));
  }
  settle<Group>(scratch, hits, hit_count, middle.hit_more, output);
}

template <class Group>
void find(const BlockQuery& query, const BlockScratch& scratch, BlockOutput& output) {
  const BlockGrid& grid = *query.grid;
  for (std::uint32_t block = query.first_block; block < query.last_block; ++block) {
    const std::size_t begin = query.starts[block], count = query.starts[block + 1] - begin;
    if (count < 2) continue;
    if (count > query.crowd) {
      output.crowded(output.context, block);
      continue;
    }
    const std::uint32_t number[3] = {block % grid.count[0], block / grid.count[0] % grid.count[1],
                                     block / (grid.count[0] * grid.count[1])};
    typename Group::Middle middle;
    for (int axis = 0; axis < 3; ++axis)
      middle.place[axis] = grid.lo[axis] + static_cast<std::int32_t>(
                                               (static_cast<float>(number[axis]) + 0.5f) * grid.size[axis]);
    middle.hit_more = grid.hit_more;
    find_in_block<Group>(query, scratch, middle, begin, count, output);
  }
}

template <int D>
constexpr BlockKernels<D> table = {convert<D, true, SphereRecord>,
                                   convert<D, false, BoxRecord>,
                                   find<SphereGroup<D>>,
                                   find<BoxGroup<D>>,
                                   find_rows<D>,
                                   follow<D>,
                                   confirm};

}  // namespace

const BlockKernels<2>& kernels_2d();
const BlockKernels<3>& kernels_3d();
const BlockKernels<2>& kernels_2d() { return table<2>; }
const BlockKernels<3>& kernels_3d() { return table<3>; }

}  // namespace scree::search::SCREE_SEARCH_TARGET
