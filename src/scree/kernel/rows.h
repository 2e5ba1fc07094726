// Records of four doubles between memory and lanes: load_rows transposes `lane_count` records into four
// Lanes, so that column[k] holds double k of each record; store_rows is the reverse, into consecutive records
// `stride` doubles apart, of which only the first `count` are written. Records are 32-byte aligned. Compiled
// per target.
#pragma once

#include "scree/kernel/lanes.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

using RowTag = hn::CappedTag<double, 4>;
inline constexpr int row_lanes = static_cast<int>(hn::MaxLanes(RowTag())), row_parts = 4 / row_lanes;

/// For which numbers of a record something holds.
struct RowMask {
  hn::Mask<RowTag> part[row_parts];

  friend RowMask operator&(const RowMask& a, const RowMask& b) {
    RowMask mask;
    for (int k = 0; k < row_parts; ++k) mask.part[k] = hn::And(a.part[k], b.part[k]);
    return mask;
  }
  bool all_true() const {
    bool all = true;
    for (int k = 0; k < row_parts; ++k) all = hn::AllTrue(RowTag(), part[k]) && all;
    return all;
  }
};

/// One record as it lies in memory.
struct Row {
  hn::Vec<RowTag> part[row_parts];

  static Row at(const double* record) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Load(RowTag(), record + k * row_lanes);
    return row;
  }
  static Row filled_with(double value) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Set(RowTag(), value);
    return row;
  }
  static Row of(double a, double b, double c, double d) {
    alignas(32) const double values[4] = {a, b, c, d};
    return at(values);
  }
  /// The first two numbers, and the last two.
  static Row of_two(double first, double last) {
    Row row;
#if HWY_TARGET == HWY_AVX2
    row.part[0] = hn::ConcatUpperLower(RowTag(), hn::Set(RowTag(), last), hn::Set(RowTag(), first));
#else
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Set(RowTag(), 2 * k < row_parts ? first : last);
#endif
    return row;
  }
  void store(double* record) const {
    for (int k = 0; k < row_parts; ++k) hn::Store(part[k], RowTag(), record + k * row_lanes);
  }
  void store(float* record) const {
    const hn::Rebind<float, RowTag> floats;
    for (int k = 0; k < row_parts; ++k)
      hn::Store(hn::DemoteTo(floats, part[k]), floats, record + k * row_lanes);
  }
  friend Row operator+(const Row& a, const Row& b) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Add(a.part[k], b.part[k]);
    return row;
  }
  friend Row operator-(const Row& a, const Row& b) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Sub(a.part[k], b.part[k]);
    return row;
  }
  friend Row operator*(const Row& a, const Row& b) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Mul(a.part[k], b.part[k]);
    return row;
  }
  friend RowMask operator<(const Row& a, const Row& b) {
    RowMask mask;
    for (int k = 0; k < row_parts; ++k) mask.part[k] = hn::Lt(a.part[k], b.part[k]);
    return mask;
  }
  friend Row magnitude(const Row& a) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Abs(a.part[k]);
    return row;
  }
  friend Row larger(const Row& a, const Row& b) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Max(a.part[k], b.part[k]);
    return row;
  }
  /// The numbers where the mask holds, zero elsewhere.
  friend Row kept_where(const RowMask& mask, const Row& a) {
    Row row;
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::IfThenElseZero(mask.part[k], a.part[k]);
    return row;
  }
};

// Highway's scalar target has no shuffles, hence the preprocessor.
#if HWY_TARGET == HWY_SCALAR

inline void load_rows(const double* const* record, Lanes* column) {
  for (int k = 0; k < 4; ++k) column[k] = Lanes(record[0][k]);
}
inline void store_rows(const Lanes* column, double* record, std::size_t, std::size_t) {
  for (int k = 0; k < 4; ++k) hn::Store(column[k].raw, Tag(), record + k);
}

#elif HWY_TARGET == HWY_AVX2

inline void load_rows(const double* const* record, Lanes* column) {
  const Tag d;
  const auto a = hn::Load(d, record[0]), b = hn::Load(d, record[1]), c = hn::Load(d, record[2]),
             e = hn::Load(d, record[3]);
  const auto ab_even = hn::InterleaveLower(d, a, b), ab_odd = hn::InterleaveUpper(d, a, b);
  const auto ce_even = hn::InterleaveLower(d, c, e), ce_odd = hn::InterleaveUpper(d, c, e);
  column[0] = hn::ConcatLowerLower(d, ce_even, ab_even);
  column[1] = hn::ConcatLowerLower(d, ce_odd, ab_odd);
  column[2] = hn::ConcatUpperUpper(d, ce_even, ab_even);
  column[3] = hn::ConcatUpperUpper(d, ce_odd, ab_odd);
}
inline void store_rows(const Lanes* column, double* record, std::size_t stride, std::size_t count) {
  const Tag d;
  const auto low_even = hn::InterleaveLower(d, column[0].raw, column[1].raw);
  const auto low_odd = hn::InterleaveUpper(d, column[0].raw, column[1].raw);
  const auto high_even = hn::InterleaveLower(d, column[2].raw, column[3].raw);
  const auto high_odd = hn::InterleaveUpper(d, column[2].raw, column[3].raw);
  hn::Store(hn::ConcatLowerLower(d, high_even, low_even), d, record);
  if (count > 1) hn::Store(hn::ConcatLowerLower(d, high_odd, low_odd), d, record + stride);
  if (count > 2) hn::Store(hn::ConcatUpperUpper(d, high_even, low_even), d, record + 2 * stride);
  if (count > 3) hn::Store(hn::ConcatUpperUpper(d, high_odd, low_odd), d, record + 3 * stride);
}

#else

static_assert(lane_count == 2, "row loads are written for one, two and four lanes");
inline void load_rows(const double* const* record, Lanes* column) {
  const Tag d;
  for (int half = 0; half < 4; half += 2) {
    const auto a = hn::Load(d, record[0] + half), b = hn::Load(d, record[1] + half);
    column[half] = hn::InterleaveLower(d, a, b);
    column[half + 1] = hn::InterleaveUpper(d, a, b);
  }
}
inline void store_rows(const Lanes* column, double* record, std::size_t stride, std::size_t count) {
  const Tag d;
  for (int half = 0; half < 4; half += 2) {
    const auto a = column[half].raw, b = column[half + 1].raw;
    hn::Store(hn::InterleaveLower(d, a, b), d, record + half);
    if (count > 1) hn::Store(hn::InterleaveUpper(d, a, b), d, record + stride + half);
  }
}

#endif

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
