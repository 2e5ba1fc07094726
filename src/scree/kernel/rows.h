// Records of four doubles between memory and lanes: load_rows transposes `lane_count` records into four
// Lanes, so that column[k] holds double k of each record; store_rows is the reverse, into consecutive records
// `stride` doubles apart. Records are 32-byte aligned. Compiled per target.
#pragma once

#include <bit>

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
#if HWY_TARGET <= HWY_AVX2
    row.part[0] = hn::ConcatUpperLower(RowTag(), hn::Set(RowTag(), last), hn::Set(RowTag(), first));
#else
    for (int k = 0; k < row_parts; ++k) row.part[k] = hn::Set(RowTag(), 2 * k < row_parts ? first : last);
#endif
    return row;
  }
  void store(double* record) const {
    for (int k = 0; k < row_parts; ++k) hn::Store(part[k], RowTag(), record + k * row_lanes);
  }
  /// The last 32 bits of each number.
  void store_low_words(std::uint32_t* record) const {
#if HWY_TARGET == HWY_SCALAR
    for (int k = 0; k < row_parts; ++k)
      record[k] = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(hn::GetLane(part[k])));
#else
    const hn::Rebind<std::uint32_t, RowTag> words;
    const hn::RebindToUnsigned<RowTag> bits;
    for (int k = 0; k < row_parts; ++k)
      hn::Store(hn::TruncateTo(words, hn::BitCast(bits, part[k])), words, record + k * row_lanes);
#endif
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
inline void store_rows(const Lanes* column, double* record, std::size_t) {
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
inline void store_rows(const Lanes* column, double* record, std::size_t stride) {
  const Tag d;
  const auto low_even = hn::InterleaveLower(d, column[0].raw, column[1].raw);
  const auto low_odd = hn::InterleaveUpper(d, column[0].raw, column[1].raw);
  const auto high_even = hn::InterleaveLower(d, column[2].raw, column[3].raw);
  const auto high_odd = hn::InterleaveUpper(d, column[2].raw, column[3].raw);
  hn::Store(hn::ConcatLowerLower(d, high_even, low_even), d, record);
  hn::Store(hn::ConcatLowerLower(d, high_odd, low_odd), d, record + stride);
  hn::Store(hn::ConcatUpperUpper(d, high_even, low_even), d, record + 2 * stride);
  hn::Store(hn::ConcatUpperUpper(d, high_odd, low_odd), d, record + 3 * stride);
}

#elif HWY_TARGET < HWY_AVX2

static_assert(lane_count == 8);
inline void load_rows(const double* const* record, Lanes* column) {
  const Tag d;
  const auto two = [&](int low, int high) {
    return hn::Combine(d, hn::Load(RowTag(), record[high]), hn::Load(RowTag(), record[low]));
  };
  const auto a = two(0, 2), b = two(1, 3), c = two(4, 6), e = two(5, 7);
  const auto ab_even = hn::InterleaveLower(d, a, b), ab_odd = hn::InterleaveUpper(d, a, b);
  const auto ce_even = hn::InterleaveLower(d, c, e), ce_odd = hn::InterleaveUpper(d, c, e);
  // Quarters 0 and 2, or 1 and 3, of both. Highway has no name for this.
  column[0].raw.raw = _mm512_shuffle_f64x2(ab_even.raw, ce_even.raw, 0x88);
  column[1].raw.raw = _mm512_shuffle_f64x2(ab_odd.raw, ce_odd.raw, 0x88);
  column[2].raw.raw = _mm512_shuffle_f64x2(ab_even.raw, ce_even.raw, 0xDD);
  column[3].raw.raw = _mm512_shuffle_f64x2(ab_odd.raw, ce_odd.raw, 0xDD);
}
inline void store_rows(const Lanes* column, double* record, std::size_t stride) {
  const Tag d;
  const auto low_even = hn::InterleaveLower(d, column[0].raw, column[1].raw);
  const auto low_odd = hn::InterleaveUpper(d, column[0].raw, column[1].raw);
  const auto high_even = hn::InterleaveLower(d, column[2].raw, column[3].raw);
  const auto high_odd = hn::InterleaveUpper(d, column[2].raw, column[3].raw);
  const __m512i lower = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
  const __m512i upper = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  const auto store = [&](const auto& low, const auto& high, __m512i order, std::size_t at) {
    const hn::Vec<Tag> two{_mm512_permutex2var_pd(low.raw, order, high.raw)};
    hn::Store(hn::LowerHalf(RowTag(), two), RowTag(), record + at * stride);
    hn::Store(hn::UpperHalf(RowTag(), two), RowTag(), record + (at + 2) * stride);
  };
  store(low_even, high_even, lower, 0);
  store(low_odd, high_odd, lower, 1);
  store(low_even, high_even, upper, 4);
  store(low_odd, high_odd, upper, 5);
}

#else

static_assert(lane_count == 2, "row loads are written for one, two, four and eight lanes");
inline void load_rows(const double* const* record, Lanes* column) {
  const Tag d;
  for (int half = 0; half < 4; half += 2) {
    const auto a = hn::Load(d, record[0] + half), b = hn::Load(d, record[1] + half);
    column[half] = hn::InterleaveLower(d, a, b);
    column[half + 1] = hn::InterleaveUpper(d, a, b);
  }
}
inline void store_rows(const Lanes* column, double* record, std::size_t stride) {
  const Tag d;
  for (int half = 0; half < 4; half += 2) {
    const auto a = column[half].raw, b = column[half + 1].raw;
    hn::Store(hn::InterleaveLower(d, a, b), d, record + half);
    hn::Store(hn::InterleaveUpper(d, a, b), d, record + stride + half);
  }
}

#endif

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
