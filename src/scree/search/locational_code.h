// Nodes of a kd tree that halves a cube again and again, one axis after the other, named by the path that
// leads to them: the interleaved bits of coordinates (Morton code), cut off where the node is reached.
// After Poirrier 2009, sections 2 to 5.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "scree/base/box.h"

namespace scree::search {

template <int D>
struct LocationalCode {
  static constexpr int bits_per_axis = D == 2 ? 28 : 19;
  static constexpr int most_bits = D * bits_per_axis;

  /// Path, filled up with zeros, and below it the length of the path: sorted by it, nodes stand before what
  /// is below them, and what is below a node stands together.
  std::uint64_t key;

  static LocationalCode of(std::uint64_t point, int length) {
    const std::uint64_t path = length == 0 ? 0 : point >> (most_bits - length) << (most_bits - length);
    return {path << 6 | static_cast<std::uint64_t>(length)};
  }
  std::uint64_t path() const { return key >> 6; }
  int length() const { return static_cast<int>(key & 63); }
  /// In units of the smallest node.
  std::uint64_t volume() const { return std::uint64_t{1} << (most_bits - length()); }
  /// Whether a point, as a path of full length, lies in the node.
  bool holds(std::uint64_t point) const { return point - path() < volume(); }
};

/// The cube that is halved, as a map from coordinates to whole numbers. It never turns the order of two
/// coordinates round, so boxes that overlap do so in whole numbers, too.
template <int D>
class CodeSpace {
 public:
  using Code = LocationalCode<D>;
  using Point = std::array<std::uint32_t, D>;
  struct IntegerBox {
    Point lo, hi;
  };
  /// Part of a box, and the smallest node around it. A copy stands for a part that does not exist because the
  /// box was not split there.
  struct Part {
    Code code;
    bool is_copy;
  };
  static constexpr int most_parts = 1 << D;
  using Parts = std::array<Part, most_parts>;

  CodeSpace() = default;
  explicit CodeSpace(const Box<D>& bounds) : origin_(bounds.lo) {
    double side = 0;
    for (int k = 0; k < D; ++k) side = std::max(side, bounds.hi[k] - bounds.lo[k]);
    if (side > 1e-290) scale_ = last_number / side;  // else all coordinates are as good as equal
  }

  /// Coordinates outside, infinite ones included, count as the nearest inside.
  Point numbers_of(const Vec<D>& point) const {
    Point result;
    for (int k = 0; k < D; ++k) {
      const double number = scale_ > 0 ? (point[k] - origin_[k]) * scale_ : 0;
      result[k] = static_cast<std::uint32_t>(std::clamp(number, 0.0, last_number));
    }
    return result;
  }
  IntegerBox numbers_of(const Box<D>& box) const { return {numbers_of(box.lo), numbers_of(box.hi)}; }

  static std::uint64_t path_of(const Point& point) {
    std::uint64_t path = 0;
    for (int k = 0; k < D; ++k) path |= spread(point[k]) << (D - 1 - k);
    return path;
  }
  /// The smallest node that holds the whole box.
  static Code node_around(const IntegerBox& box) {
    const std::uint64_t lo = path_of(box.lo), differing = lo ^ path_of(box.hi);
    return Code::of(lo,
                    differing == 0 ? Code::most_bits : std::countl_zero(differing) - (64 - Code::most_bits));
  }
  /// Cuts the box where the plane that halves its node runs through it, once along each axis at most, and not
  /// where the nodes of the parts would fill as much space. Bit k of a part's index: above the cut along k.
  static Parts split(const IntegerBox& box) {
    Parts parts;
    split(box, most_parts - 1, 0, parts);
    return parts;
  }
  /// Of a node, as coordinates.
  Box<D> box_of(const Code& node) const {
    Box<D> box;
    const double unit = scale_ > 0 ? 1 / scale_ : 0;
    for (int k = 0; k < D; ++k) {
      std::uint32_t number = 0;
      for (int bit = 0; bit < Code::bits_per_axis; ++bit)
        number |= static_cast<std::uint32_t>(node.path() >> (bit * D + D - 1 - k) & 1) << bit;
      const int halvings = (node.length() + D - 1 - k) / D;  // along this axis
      box.lo[k] = origin_[k] + number * unit;
      box.hi[k] = box.lo[k] + static_cast<double>(1u << (Code::bits_per_axis - halvings)) * unit;
    }
    return box;
  }

 private:
  static constexpr double last_number = static_cast<double>((1u << Code::bits_per_axis) - 1);

  /// Returns the volume of the nodes of all parts.
  static std::uint64_t split(const IntegerBox& box, unsigned axes_left, unsigned index, Parts& parts) {
    const Code node = node_around(box);
    const unsigned axis = static_cast<unsigned>(node.length()) % D;
    if (node.length() < Code::most_bits && (axes_left >> axis & 1) != 0) {
      // The bit of the axis that tells the halves of the node apart is the first in which the ends differ.
      const std::uint32_t half = std::bit_floor(box.lo[axis] ^ box.hi[axis]);
      const std::uint32_t plane = box.hi[axis] & ~(half - 1);
      IntegerBox below = box, above = box;
      below.hi[axis] = plane - 1;
      above.lo[axis] = plane;
      const unsigned left = axes_left & ~(1u << axis);
      const std::uint64_t volume =
          split(below, left, index, parts) + split(above, left, index | 1u << axis, parts);
      if (volume < node.volume()) return volume;
    }
    // Over all subsets of the axes that were not cut, the empty one last.
    for (unsigned subset = axes_left;; subset = (subset - 1) & axes_left) {
      parts[index | subset] = {node, subset != 0};
      if (subset == 0) break;
    }
    return node.volume();
  }

  /// Puts D - 1 zeros between the bits.
  static std::uint64_t spread(std::uint64_t bits) {
    if constexpr (D == 2) {
      bits = (bits | bits << 16) & 0x0000'ffff'0000'ffffu;
      bits = (bits | bits << 8) & 0x00ff'00ff'00ff'00ffu;
      bits = (bits | bits << 4) & 0x0f0f'0f0f'0f0f'0f0fu;
      bits = (bits | bits << 2) & 0x3333'3333'3333'3333u;
      return (bits | bits << 1) & 0x5555'5555'5555'5555u;
    } else {
      bits = (bits | bits << 32) & 0x001f'0000'0000'ffffu;
      bits = (bits | bits << 16) & 0x001f'0000'ff00'00ffu;
      bits = (bits | bits << 8) & 0x100f'00f0'0f00'f00fu;
      bits = (bits | bits << 4) & 0x10c3'0c30'c30c'30c3u;
      return (bits | bits << 2) & 0x1249'2492'4924'9249u;
    }
  }

  Vec<D> origin_{};
  double scale_ = 0;
};

}  // namespace scree::search
