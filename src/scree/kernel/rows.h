// Records of four doubles between memory and lanes: load_rows transposes `lane_count` records into four
// Lanes, so that column[k] holds double k of each record; store_rows is the reverse, into consecutive records
// `stride` doubles apart, of which only the first `count` are written. Records are 32-byte aligned. Compiled
// per target.
#pragma once

#include "scree/kernel/lanes.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// One record as it lies in memory.
class Row {
 public:
  static Row at(const double* record) {
    Row row;
    for (int k = 0; k < parts; ++k) row.part_[k] = hn::Load(RowTag(), record + k * lanes);
    return row;
  }
  static Row filled_with(double value) {
    Row row;
    for (int k = 0; k < parts; ++k) row.part_[k] = hn::Set(RowTag(), value);
    return row;
  }
  void store(double* record) const {
    for (int k = 0; k < parts; ++k) hn::Store(part_[k], RowTag(), record + k * lanes);
  }
  friend Row operator+(const Row& a, const Row& b) {
    Row row;
    for (int k = 0; k < parts; ++k) row.part_[k] = hn::Add(a.part_[k], b.part_[k]);
    return row;
  }
  friend Row operator*(const Row& a, const Row& b) {
    Row row;
    for (int k = 0; k < parts; ++k) row.part_[k] = hn::Mul(a.part_[k], b.part_[k]);
    return row;
  }

 private:
  using RowTag = hn::CappedTag<double, 4>;
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(RowTag())), parts = 4 / lanes;
  hn::Vec<RowTag> part_[parts];
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
