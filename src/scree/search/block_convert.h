// Items as they were given become records in units, and the blocks that they touch are worked out. Compiled
// per target.
#pragma once

#include <cstring>
#include <limits>

#include "scree/search/block_kernel.h"
#include "scree/search/block_lanes.h"

namespace scree::search::SCREE_SEARCH_TARGET {

// How many items are converted in one go: enough that stores have reached the cache before they are read back
// in another width.
constexpr std::size_t stage_size = 64;

/// The numbers of some items as columns: places and radius, or low and high corner.
struct Stage {
  alignas(64) double number[6][stage_size];
  alignas(64) std::int32_t unit[6][stage_size];
  alignas(64) float radius[stage_size];
  alignas(64) std::int32_t code[stage_size];
};

/// Fetches the items of the stage after next: the hardware does so too, but stops at the end of each page.
inline void fetch_items(const double* item, std::size_t stride) {
  constexpr std::size_t line = 8;
  const std::size_t step = stride > line ? stride : line;
  for (std::size_t at = 2 * stage_size * stride; at < 3 * stage_size * stride; at += step)
    __builtin_prefetch(item + at);
}

/// The same for what will be written.
template <class T>
void fetch_for_writing(const T* at) {
  constexpr std::size_t per_line = 64 / sizeof(T);
  for (std::size_t k = 2 * stage_size; k < 3 * stage_size; k += per_line) __builtin_prefetch(at + k, 1);
}

template <int D>
void fill_spheres(const RawItems<D>& items, std::size_t begin, std::size_t count, Stage& stage) {
  fetch_items(items.centres + begin * items.stride, items.stride);
  std::size_t k = 0;
#if HWY_TARGET <= HWY_AVX2
  if constexpr (D == 3) {
    if (items.radii == items.centres + 3) {
      const DoubleTag d;
      for (; k + 4 <= count; k += 4) {
        const double* const record = items.centres + (begin + k) * items.stride;
        const auto a = hn::LoadU(d, record), b = hn::LoadU(d, record + items.stride),
                   c = hn::LoadU(d, record + 2 * items.stride), e = hn::LoadU(d, record + 3 * items.stride);
        const auto ab_even = hn::InterleaveLower(d, a, b), ab_odd = hn::InterleaveUpper(d, a, b);
        const auto ce_even = hn::InterleaveLower(d, c, e), ce_odd = hn::InterleaveUpper(d, c, e);
        hn::Store(hn::ConcatLowerLower(d, ce_even, ab_even), d, stage.number[0] + k);
        hn::Store(hn::ConcatLowerLower(d, ce_odd, ab_odd), d, stage.number[1] + k);
        hn::Store(hn::ConcatUpperUpper(d, ce_even, ab_even), d, stage.number[2] + k);
        hn::Store(hn::ConcatUpperUpper(d, ce_odd, ab_odd), d, stage.number[3] + k);
      }
    }
  }
#endif
  for (; k < stage_size; ++k) {
    const std::size_t at = (begin + (k < count ? k : count - 1)) * items.stride;
    for (int axis = 0; axis < D; ++axis) stage.number[axis][k] = items.centres[at + axis];
    stage.number[3][k] = items.radii[at];
  }
}

/// Numbers become units, those outside the domain its edge; whether any were outside.
inline bool to_units(double* number, double origin, double factor, double least, double most) {
  const DoubleTag d;
  const auto from = hn::Set(d, origin), by = hn::Set(d, factor), lo = hn::Set(d, least),
             hi = hn::Set(d, most);
  auto same = hn::Eq(lo, lo);
  for (std::size_t k = 0; k < stage_size; k += double_lanes) {
    const auto value = hn::Mul(hn::Sub(hn::Load(d, number + k), from), by);
    const auto inside = hn::Min(hn::Max(value, lo), hi);
    same = hn::And(same, hn::Eq(value, inside));
    hn::Store(inside, d, number + k);
  }
  return !hn::AllTrue(d, same);
}

inline void to_ints(const double* number, std::int32_t more, std::int32_t* unit) {
  const DoubleTag d;
  const HalfIntTag di;
  for (std::size_t k = 0; k < stage_size; k += double_lanes)
    hn::Store(hn::Add(hn::DemoteTo(di, hn::Load(d, number + k)), hn::Set(di, more)), di, unit + k);
}

/// Which block the low or high side of an item falls into along one axis.
inline Ints block_of(Floats side, const BlockGrid& grid, int axis) {
  const FloatTag d;
  const Floats number = hn::Mul(side, hn::Set(d, grid.per_block[axis]));
  return hn::ConvertTo(IntTag(), hn::Min(hn::Max(number, hn::Zero(d)), hn::Set(d, grid.last[axis])));
}

template <int D, bool are_spheres>
void find_homes(const BlockGrid& shared, Stage& stage, std::uint32_t* home, Converted& sums) {
  const BlockGrid grid = shared;  // see block_lanes.h
  const FloatTag d;
  const IntTag di;
  const std::int32_t stride[3] = {1, static_cast<std::int32_t>(grid.count[0]),
                                  static_cast<std::int32_t>(grid.count[0] * grid.count[1])};
  Floats largest = hn::Zero(d);
  Ints least[D], most[D];
  for (int axis = 0; axis < D; ++axis) {
    least[axis] = hn::Set(di, std::numeric_limits<std::int32_t>::max());
    most[axis] = hn::Zero(di);
  }
  for (std::size_t k = 0; k < stage_size; k += lanes) {
    Floats reach = hn::Set(d, reach_more);
    if constexpr (are_spheres) {
      const Floats radius = hn::Load(d, stage.radius + k);
      largest = hn::Max(largest, radius);
      reach = hn::Add(hn::Mul(radius, hn::Set(d, reach_factor)), reach);
    }
    Ints block = hn::Zero(di), code = hn::Zero(di), widest = hn::Zero(di);
    for (int axis = 0; axis < D; ++axis) {
      const Ints low = hn::Load(di, stage.unit[axis] + k);
      const Ints high = are_spheres ? low : hn::Load(di, stage.unit[3 + axis] + k);
      least[axis] = hn::Min(least[axis], low);
      most[axis] = hn::Max(most[axis], high);
      const Ints first = block_of(hn::Sub(hn::ConvertTo(d, low), reach), grid, axis);
      const Ints last = block_of(hn::Add(hn::ConvertTo(d, high), reach), grid, axis);
      const Ints span = hn::Sub(last, first);
      block = hn::Add(block, hn::Mul(first, hn::Set(di, stride[axis])));
      code = hn::Add(code, hn::Mul(span, hn::Set(di, 1 << axis)));
      widest = hn::Max(widest, span);
    }
    code = hn::IfThenElse(hn::Gt(widest, hn::Set(di, 1)), hn::Set(di, many_blocks), code);
    hn::StoreU(hn::BitCast(UnsignedTag(), block), UnsignedTag(), home + k);
    hn::Store(code, di, stage.code + k);
  }
  alignas(64) float radius[lanes];
  hn::Store(largest, d, radius);
  for (const float number : radius)
    sums.largest_radius = number > sums.largest_radius ? number : sums.largest_radius;
  alignas(64) std::int32_t lane[lanes];
  for (int axis = 0; axis < D; ++axis) {
    hn::Store(least[axis], di, lane);
    for (const std::int32_t number : lane)
      sums.least[axis] = number < sums.least[axis] ? number : sums.least[axis];
    hn::Store(most[axis], di, lane);
    for (const std::int32_t number : lane)
      sums.most[axis] = number > sums.most[axis] ? number : sums.most[axis];
  }
}

inline void write_records(const Stage& stage, SphereRecord* records) {
  const IntTag di;
  const FloatTag d;
  for (std::size_t k = 0; k < stage_size; k += lanes)
    hn::StoreInterleaved4(hn::Load(di, stage.unit[0] + k), hn::Load(di, stage.unit[1] + k),
                          hn::Load(di, stage.unit[2] + k), hn::BitCast(di, hn::Load(d, stage.radius + k)), di,
                          records[k].place);
}
inline void write_records(const Stage& stage, BoxRecord* records) {
  for (std::size_t k = 0; k < stage_size; ++k)
    for (int axis = 0; axis < 3; ++axis) {
      records[k].lo[axis] = stage.unit[axis][k];
      records[k].hi[axis] = stage.unit[3 + axis][k];
    }
}

/// Reads a number again as it was given: is it inside the domain, and of a size?
template <int D>
bool is_outside(const RawItems<D>& items, std::size_t item) {
  const double factor = items.units_per_length;
  for (int axis = 0; axis < D; ++axis) {
    double low, high;
    if (items.boxes != nullptr) {
      low = items.boxes[item].lo.component[axis] - items.padding;
      high = items.boxes[item].hi.component[axis] + items.padding;
      if (!(low <= high)) return true;
    } else {
      low = high = items.centres[item * items.stride + axis];
    }
    if (!((low - items.origin[axis]) * factor >= 0) || !((high - items.origin[axis]) * factor <= last_unit))
      return true;
  }
  if (items.boxes != nullptr) return false;
  const double radius = (items.radii[item * items.stride] + items.padding) * factor;
  return !(radius >= 0 && radius <= most_radius);
}

template <int D, bool are_spheres, class Record>
Converted convert(const RawItems<D>& shared, const BlockGrid& grid, std::size_t begin, std::size_t end,
                  Record* records, std::uint32_t* home, std::uint8_t* code) {
  const RawItems<D> items = shared;  // see block_lanes.h
  Stage stage;
  std::memset(&stage, 0, sizeof(stage));
  Converted sums;
  for (int axis = 0; axis < 3; ++axis) {
    sums.least[axis] = std::numeric_limits<std::int32_t>::max();
    sums.most[axis] = 0;
  }
  for (std::size_t at = begin; at < end; at += stage_size) {
    const std::size_t count = end - at < stage_size ? end - at : stage_size;
    fetch_for_writing(records + at);
    fetch_for_writing(home + at);
    bool any_outside = false;
    if constexpr (are_spheres) {
      fill_spheres(items, at, count, stage);
      for (int axis = 0; axis < D; ++axis)
        any_outside |= to_units(stage.number[axis], items.origin[axis], items.units_per_length, 0, last_unit);
      any_outside |= to_units(stage.number[3], -items.padding, items.units_per_length, 0, most_radius);
      for (std::size_t k = 0; k < stage_size; k += double_lanes)
        hn::Store(hn::DemoteTo(HalfFloatTag(), hn::Load(DoubleTag(), stage.number[3] + k)), HalfFloatTag(),
                  stage.radius + k);
      for (int axis = 0; axis < D; ++axis) to_ints(stage.number[axis], 0, stage.unit[axis]);
    } else {
      for (std::size_t k = 0; k < stage_size; ++k) {
        const Box<D>& box = items.boxes[at + (k < count ? k : count - 1)];
        bool is_proper = true;
        for (int axis = 0; axis < D; ++axis) {
          stage.number[axis][k] = box.lo.component[axis] - items.padding;
          stage.number[3 + axis][k] = box.hi.component[axis] + items.padding;
          is_proper &= stage.number[axis][k] <= stage.number[3 + axis][k];
        }
        any_outside |= !is_proper;
      }
      for (int axis = 0; axis < D; ++axis) {
        for (const int side : {axis, 3 + axis})
          any_outside |=
              to_units(stage.number[side], items.origin[axis], items.units_per_length, 0, last_unit);
        to_ints(stage.number[axis], 0, stage.unit[axis]);
        to_ints(stage.number[3 + axis], 1, stage.unit[3 + axis]);
      }
    }
    find_homes<D, are_spheres>(grid, stage, home + at, sums);
    for (std::size_t k = 0; k < stage_size; ++k)
      code[at - begin + k] = static_cast<std::uint8_t>(stage.code[k]);
    if (any_outside)
      for (std::size_t k = 0; k < count; ++k)
        if (is_outside(items, at + k)) {
          code[at - begin + k] = outside;
          ++sums.outside;
        }
    write_records(stage, records + at);
  }
  return sums;
}

}  // namespace scree::search::SCREE_SEARCH_TARGET
