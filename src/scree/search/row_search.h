// The loop of the method `rows`: the items of a cell against windows of consecutive items. Compiled per
// target.
#pragma once

#include "scree/search/block_kernel.h"
#include "scree/search/block_lanes.h"

namespace scree::search::SCREE_SEARCH_TARGET {

/// An item that meets others, held in registers.
template <int D>
class RowItem {
 public:
  HWY_INLINE RowItem(const RowQuery& query, std::size_t item) : index_(query.index[item]) {
    for (int axis = 0; axis < D; ++axis) place_[axis] = hn::Set(IntTag(), query.place[axis][item]);
    radius_ = hn::Set(FloatTag(), query.radius[item]);
  }

  /// Those from `begin` to before `end`, whole groups at a time. No branch on what is found, nor on whether
  /// there is any item: most windows fill less than a group. Returns where the next pair goes.
  HWY_INLINE Pair* meet(const RowQuery& query, std::size_t begin, std::size_t end, Pair* out,
                        BlockOutput& output) const {
    const FloatTag d;
    const IntTag di;
    const Floats share = hn::Set(d, 8 * (hit_factor - 1)), some = hn::Set(d, 12.0f);
    std::size_t at = begin;
    do {
      const Floats reach = hn::Add(radius_, hn::LoadU(d, query.radius + at));
      const Floats x = hn::ConvertTo(d, hn::Sub(hn::LoadU(di, query.place[0] + at), place_[0]));
      Floats square = hn::Mul(x, x);
      for (int axis = 1; axis < D; ++axis) {
        const Floats apart = hn::ConvertTo(d, hn::Sub(hn::LoadU(di, query.place[axis] + at), place_[axis]));
        square = hn::MulAdd(apart, apart, square);
      }
      const std::size_t left = end - at;
      const unsigned valid = (1u << (left < lanes ? left : lanes)) - 1;
      const Floats limit = hn::Mul(reach, reach);
      const unsigned hits = bits_of(d, hn::Le(square, limit)) & valid;
      // As if the reach were shorter by four times what was added to it, and by six units.
      const Floats shorter = hn::NegMulAdd(reach, hn::MulAdd(reach, share, some), limit);
      const unsigned sure = hits & bits_of(d, hn::Lt(square, shorter));
      write_pairs(hn::LoadU(UnsignedTag(), query.index + at), index_, sure, out);
      out += __builtin_popcount(sure);
      if (HWY_UNLIKELY(sure != hits)) out = write_unsure(query.index + at, index_, hits & ~sure, output, out);
      if (HWY_UNLIKELY(out > output.sure + (output_room - output_reserve))) out = flush(output, out);
      at += lanes;
    } while (HWY_UNLIKELY(at < end));
    return out;
  }

 private:
  Ints place_[D];
  Floats radius_;
  std::uint32_t index_;
};

/// One loop over the items of a row, not one over its cells and another over theirs: how many a cell holds is
/// not known before, and a wrong guess costs as much as a window.
template <int D>
void find_rows(const RowQuery& shared, BlockOutput& output) {
  const RowQuery query = shared;  // see block_lanes.h
  const std::uint32_t columns = query.count[0], rows = query.count[1];
  Pair* out = output.sure + output.sure_count;
  for (std::uint32_t row = query.first_row; row < query.last_row; ++row) {
    const std::uint32_t y = row % rows, z = row / rows;
    const std::uint32_t first_cell = row * columns;
    const std::uint32_t* const starts = query.starts + first_cell;
    // Starts of the rows ahead of this: with the rest of it, half of all neighbours.
    const std::uint32_t* ahead[4];
    int windows = 0;
    if (y + 1 < rows) ahead[windows++] = starts + columns;
    if (D == 3 && z + 1 < query.count[2])
      for (std::uint32_t side = y == 0 ? 0 : y - 1; side <= y + 1 && side < rows; ++side)
        ahead[windows++] = query.starts + static_cast<std::size_t>((z + 1) * rows + side) * columns;
    for (std::size_t item = starts[0]; item < starts[columns]; ++item) {
      const std::uint32_t x = query.cell[item] - first_cell;
      const std::uint32_t left = x == 0 ? 0 : x - 1, right = x + 2 < columns ? x + 2 : columns;
      const RowItem<D> mine(query, item);
      out = mine.meet(query, item + 1, starts[right], out, output);
      for (int k = 0; k < windows; ++k) out = mine.meet(query, ahead[k][left], ahead[k][right], out, output);
    }
  }
  output.sure_count = static_cast<std::size_t>(out - output.sure);
}

}  // namespace scree::search::SCREE_SEARCH_TARGET
