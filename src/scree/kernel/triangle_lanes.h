// Lanes of floats or doubles with the operators that triangle geometry is written in, and vectors of three.
// Compiled per target; see lanes.h.
#pragma once

#include "scree/kernel/lanes.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

template <class T>
struct Wide {
  using Number = T;
  using Tag = hn::ScalableTag<T>;
  using Mask = hn::Mask<Tag>;
  static constexpr std::size_t lanes = hn::MaxLanes(Tag());
  hn::Vec<Tag> raw;

  Wide() = default;
  Wide(hn::Vec<Tag> vector) : raw(vector) {}
  explicit Wide(T value) : raw(hn::Set(Tag(), value)) {}
  static Wide at(const T* place) { return hn::LoadU(Tag(), place); }
  void store(T* place) const { hn::StoreU(raw, Tag(), place); }

  friend Wide operator+(const Wide& a, const Wide& b) { return hn::Add(a.raw, b.raw); }
  friend Wide operator-(const Wide& a, const Wide& b) { return hn::Sub(a.raw, b.raw); }
  friend Wide operator*(const Wide& a, const Wide& b) { return hn::Mul(a.raw, b.raw); }
  friend Wide operator/(const Wide& a, const Wide& b) { return hn::Div(a.raw, b.raw); }
  friend Mask operator<(const Wide& a, const Wide& b) { return hn::Lt(a.raw, b.raw); }
  friend Mask operator>(const Wide& a, const Wide& b) { return hn::Gt(a.raw, b.raw); }
  friend Mask operator<=(const Wide& a, const Wide& b) { return hn::Le(a.raw, b.raw); }
  friend Mask operator>=(const Wide& a, const Wide& b) { return hn::Ge(a.raw, b.raw); }
  friend Wide larger(const Wide& a, const Wide& b) { return hn::Max(a.raw, b.raw); }
  friend Wide smaller(const Wide& a, const Wide& b) { return hn::Min(a.raw, b.raw); }
  friend Wide square_root(const Wide& a) { return hn::Sqrt(a.raw); }
  friend Wide select(const Mask& condition, const Wide& yes, const Wide& no) {
    return hn::IfThenElse(condition, yes.raw, no.raw);
  }
  /// Between 0 and 1.
  friend Wide clamped(const Wide& a) { return smaller(larger(a, Wide(T(0))), Wide(T(1))); }
};

/// Bit k: lane k.
template <class N>
std::uint32_t bits_of(const typename N::Mask& mask) {
  std::uint8_t bytes[8] = {0};
  hn::StoreMaskBits(typename N::Tag(), mask, bytes);
  std::uint32_t bits = bytes[0];
  if constexpr (N::lanes > 8) bits |= static_cast<std::uint32_t>(bytes[1]) << 8;
  if constexpr (N::lanes < 8) bits &= (1u << N::lanes) - 1;
  // Through a register: g++ 12 may spill a mask of AVX-512 as one byte and count the bits of four.
  asm("" : "+r"(bits));
  return bits;
}

template <class N>
struct Wide3 {
  N x, y, z;

  friend Wide3 operator+(const Wide3& a, const Wide3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Wide3 operator-(const Wide3& a, const Wide3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Wide3 operator*(const N& f, const Wide3& a) { return {f * a.x, f * a.y, f * a.z}; }
};
template <class N>
N dot(const Wide3<N>& a, const Wide3<N>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class N>
Wide3<N> cross(const Wide3<N>& a, const Wide3<N>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// One pair of triangles per lane; the first corner of the first is the origin.
template <class N>
struct PairOfTriangles {
  Wide3<N> a1, a2, b0, b1, b2;

  template <class L>
  static PairOfTriangles at(const L& lanes, std::size_t k) {
    const auto vertex = [&](int row) {
      return Wide3<N>{N::at(&lanes.corner[row][k]), N::at(&lanes.corner[row + 1][k]),
                      N::at(&lanes.corner[row + 2][k])};
    };
    return {vertex(0), vertex(3), vertex(6), vertex(9), vertex(12)};
  }
};

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
