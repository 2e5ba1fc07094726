// SIMD lanes as a number type: what law/number.h asks for, over Highway. Compiled once per CPU target, in a
// namespace of that target (SCREE_KERNEL_TARGET, set by the build), so that no function compiled for one CPU
// can be picked for another. One contact per lane and only plain IEEE operations: every target gives the bits
// of the scalar code.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "scree/base/exact_sum.h"
#include "scree/law/number.h"

// For loops: everything that they call is inlined into them, since lanes that pass through memory on the way
// to a function cost more than the law. The build empties it for sanitizers, whose code it would swell
// tenfold.
#ifndef SCREE_KERNEL_FLATTEN
#define SCREE_KERNEL_FLATTEN [[gnu::flatten]]
#endif

// Kernels copy the batch that they are given: to the compiler a vector that is stored might change anything
// that a reference leads to, and all of it would be read again for every contact.
namespace scree::kernel::SCREE_KERNEL_TARGET {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using IntegerTag = hn::RebindToSigned<Tag>;
inline constexpr int lane_count = static_cast<int>(hn::MaxLanes(Tag()));

struct LaneMask {
  hn::Mask<Tag> raw;
  friend LaneMask operator&(const LaneMask& a, const LaneMask& b) { return {hn::And(a.raw, b.raw)}; }
  friend LaneMask operator|(const LaneMask& a, const LaneMask& b) { return {hn::Or(a.raw, b.raw)}; }
  friend LaneMask operator!(const LaneMask& a) { return {hn::Not(a.raw)}; }
};

struct Lanes {
  hn::Vec<Tag> raw;

  Lanes() = default;
  Lanes(hn::Vec<Tag> vector) : raw(vector) {}
  explicit Lanes(double value) : raw(hn::Set(Tag(), value)) {}

  friend Lanes operator+(const Lanes& a, const Lanes& b) { return hn::Add(a.raw, b.raw); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return hn::Sub(a.raw, b.raw); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return hn::Mul(a.raw, b.raw); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return hn::Div(a.raw, b.raw); }
  friend LaneMask operator<(const Lanes& a, const Lanes& b) { return {hn::Lt(a.raw, b.raw)}; }
  friend LaneMask operator>(const Lanes& a, const Lanes& b) { return {hn::Gt(a.raw, b.raw)}; }
  friend LaneMask operator<=(const Lanes& a, const Lanes& b) { return {hn::Le(a.raw, b.raw)}; }
  friend LaneMask operator>=(const Lanes& a, const Lanes& b) { return {hn::Ge(a.raw, b.raw)}; }
};

inline Lanes select(const LaneMask& condition, const Lanes& yes, const Lanes& no) {
  return hn::IfThenElse(condition.raw, yes.raw, no.raw);
}
inline Lanes square_root(const Lanes& a) { return hn::Sqrt(a.raw); }
inline bool any(const LaneMask& mask) { return !hn::AllFalse(Tag(), mask.raw); }
/// As in law/number.h: the upper bits become a number beside 2^52, and the other way round.
inline Lanes near_cube_root(const Lanes& x) {
  const hn::RebindToUnsigned<Tag> words;
  namespace rough = law::rough_cube_root;
  const auto magic = hn::Set(Tag(), rough::magic);
  const auto upper = hn::Or(hn::ShiftRight<32>(hn::BitCast(words, x.raw)), hn::BitCast(words, magic));
  const auto number = hn::Sub(hn::BitCast(Tag(), upper), magic);
  const auto third =
      hn::Add(hn::Add(hn::Mul(number, hn::Set(Tag(), rough::third)), hn::Set(Tag(), rough::shift)), magic);
  return hn::BitCast(Tag(), hn::ShiftLeft<32>(hn::BitCast(words, third)));
}
// One instruction each, where law/number.h needs three. On every target the second is taken among equals.
inline Lanes larger(const Lanes& a, const Lanes& b) { return hn::Max(a.raw, b.raw); }
inline Lanes smaller(const Lanes& a, const Lanes& b) { return hn::Min(a.raw, b.raw); }
inline Lanes magnitude(const Lanes& a) { return hn::Abs(a.raw); }

/// Lanes below `count`.
inline LaneMask first_lanes(std::size_t count) { return {hn::FirstN(Tag(), count)}; }

/// The largest lane.
inline double largest_of(const Lanes& a) {
  alignas(64) double lane[lane_count];
  hn::Store(a.raw, Tag(), lane);
  double result = lane[0];
  for (int k = 1; k < lane_count; ++k) result = lane[k] > result ? lane[k] : result;
  return result;
}

/// Adds lanes as counts of quanta and of parts of a quantum, as base/exact_sum.h; exact, so the order does
/// not matter.
class QuantaSum {
 public:
  QuantaSum() : whole_(hn::Zero(IntegerTag())), parts_(hn::Zero(IntegerTag())) {}
  void add(const Lanes& terms, const Lanes& per_quantum, const Lanes& most) {
    // Adding 1.5 * 2^52 leaves the rounded term in the low bits of the sum.
    const Lanes magic(6755399441055744.0);
    const Lanes scaled = terms * per_quantum;
    const Lanes cut = larger(smaller(scaled, most), Lanes(0.0) - most);
    const Lanes rounded = cut + magic;
    const Lanes rest = (cut - (rounded - magic)) * Lanes(parts_per_quantum);
    const IntegerTag d;
    whole_ = hn::Add(whole_, hn::BitCast(d, rounded.raw));
    parts_ = hn::Add(parts_, hn::BitCast(d, (rest + magic).raw));
    ++added_;
  }
  Quanta value() const { return {total_of(whole_), total_of(parts_)}; }

 private:
  static constexpr std::uint64_t magic_bits = 0x4338'0000'0000'0000;  // of 1.5 * 2^52

  std::int64_t total_of(const hn::Vec<IntegerTag>& lanes) const {
    alignas(64) std::int64_t lane[lane_count];
    hn::Store(lanes, IntegerTag(), lane);
    // Whole numbers that overflow on the way come out right in the end.
    std::uint64_t sum = 0;
    for (int k = 0; k < lane_count; ++k) sum += static_cast<std::uint64_t>(lane[k]) - added_ * magic_bits;
    return static_cast<std::int64_t>(sum);
  }

  hn::Vec<IntegerTag> whole_, parts_;
  std::uint64_t added_ = 0;
};

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
