// Searches two trees of boxes under two poses for triangles whose boxes come within reach: a box is compared
// with eight at a time, on the axes of both frames. Of two boxes the larger is opened. Floats with room for
// rounding, so nothing is lost. Compiled per target.
#pragma once

#include <bit>

#include "scree/base/eight_boxes.h"
#include "scree/kernel/lanes.h"
#include "scree/kernel/triangle_kernels.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

class BoxSearch {
  using BoxTag = hn::CappedTag<float, 8>;
  using Boxes = hn::Vec<BoxTag>;
  static constexpr std::size_t lanes = hn::MaxLanes(BoxTag());

  /// One body seen from the other, in floats.
  struct Frame {
    float turn[3][3];   // place = turn * own + shift
    float reach[3][3];  // magnitudes, rounded up
    float shift[3];
  };
  /// A box of one tree in the frame of the other.
  struct Seen {
    float centre[3], half[3];  // along the other's axes
    float own_half[3];         // along its own
  };
  /// Boxes are named 8 * node + child.
  struct Waiting {
    std::uint32_t first, second;
  };

 public:
  BoxSearch(const TreeSearch& search, PairSink& sink) : search_(search), sink_(sink) {
    const double(&column)[4][4] = search.pose.column;
    for (int i = 0; i < 3; ++i) {
      double back = 0;
      for (int j = 0; j < 3; ++j) {
        set_turn(second_in_first_, i, j, column[j][i]);
        set_turn(first_in_second_, i, j, column[i][j]);
        back -= column[i][j] * column[3][j];
      }
      second_in_first_.shift[i] = static_cast<float>(column[3][i]);
      first_in_second_.shift[i] = static_cast<float>(back);
    }
  }

  std::size_t run() {
    std::size_t tests = 0;
    Waiting waiting[most_waiting];
    std::size_t count = 0;
    waiting[count++] = {0, 0};
    while (count > 0) {
      const Waiting pair = waiting[--count];
      const EightBoxes& first = search_.first.nodes[pair.first >> 3];
      const EightBoxes& second = search_.second.nodes[pair.second >> 3];
      const int a = static_cast<int>(pair.first & 7), b = static_cast<int>(pair.second & 7);
      const std::int32_t a_child = first.child[a], b_child = second.child[b];
      const bool opens_first = !EightBoxes::is_triangle(a_child) &&
                               (EightBoxes::is_triangle(b_child) || size_of(first, a) >= size_of(second, b));
      ++tests;
      if (opens_first) {
        const EightBoxes& node = search_.first.nodes[a_child];
        std::uint32_t hits = near(node, see(second, b, second_in_first_), second_in_first_);
        for (; hits != 0; hits &= hits - 1) {
          const int k = std::countr_zero(hits);
          if (EightBoxes::is_triangle(node.child[k]) && EightBoxes::is_triangle(b_child))
            sink_.add(static_cast<std::uint32_t>(~node.child[k]), static_cast<std::uint32_t>(~b_child));
          else
            waiting[count++] = {static_cast<std::uint32_t>(8 * a_child + k), pair.second};
        }
      } else {
        const EightBoxes& node = search_.second.nodes[b_child];
        std::uint32_t hits = near(node, see(first, a, first_in_second_), first_in_second_);
        for (; hits != 0; hits &= hits - 1) {
          const int k = std::countr_zero(hits);
          if (EightBoxes::is_triangle(node.child[k]) && EightBoxes::is_triangle(a_child))
            sink_.add(static_cast<std::uint32_t>(~a_child), static_cast<std::uint32_t>(~node.child[k]));
          else
            waiting[count++] = {pair.first, static_cast<std::uint32_t>(8 * b_child + k)};
        }
      }
    }
    return tests;
  }

 private:
  // A node leaves seven others waiting at each level, and 2^31 triangles make eleven levels in each tree.
  static constexpr std::size_t most_waiting = 256;

  static void set_turn(Frame& frame, int i, int j, double value) {
    frame.turn[i][j] = static_cast<float>(value);
    frame.reach[i][j] = static_cast<float>(value < 0 ? -value : value) + 1e-6f;
  }
  static float size_of(const EightBoxes& node, int k) {
    return node.half[0][k] + node.half[1][k] + node.half[2][k];
  }

  Seen see(const EightBoxes& node, int k, const Frame& frame) const {
    Seen seen;
    const float c[3] = {node.centre[0][k], node.centre[1][k], node.centre[2][k]};
    const float h[3] = {node.half[0][k] + search_.reach, node.half[1][k] + search_.reach,
                        node.half[2][k] + search_.reach};
    for (int i = 0; i < 3; ++i) {
      seen.centre[i] =
          frame.turn[i][0] * c[0] + frame.turn[i][1] * c[1] + frame.turn[i][2] * c[2] + frame.shift[i];
      seen.half[i] = frame.reach[i][0] * node.half[0][k] + frame.reach[i][1] * node.half[1][k] +
                     frame.reach[i][2] * node.half[2][k] + search_.reach;
      seen.own_half[i] = h[i];
    }
    return seen;
  }

  /// Which of the eight boxes come within reach.
  static std::uint32_t near(const EightBoxes& node, const Seen& seen, const Frame& frame) {
    const BoxTag d;
    std::uint32_t hits = 0;
    for (std::size_t part = 0; part < 8; part += lanes) {
      Boxes apart[3], half[3];
      auto hit = hn::FirstN(d, lanes);
      for (int k = 0; k < 3; ++k) {
        apart[k] = hn::Sub(hn::Load(d, node.centre[k] + part), hn::Set(d, seen.centre[k]));
        half[k] = hn::Load(d, node.half[k] + part);
        hit = hn::And(hit, hn::Le(hn::Abs(apart[k]), hn::Add(half[k], hn::Set(d, seen.half[k]))));
      }
      for (int k = 0; k < 3; ++k) {
        const auto sum = [&](const float(&m)[3][3], const Boxes* v) {
          return hn::Add(hn::Add(hn::Mul(hn::Set(d, m[0][k]), v[0]), hn::Mul(hn::Set(d, m[1][k]), v[1])),
                         hn::Mul(hn::Set(d, m[2][k]), v[2]));
        };
        const Boxes along = hn::Abs(sum(frame.turn, apart));
        hit = hn::And(hit, hn::Le(along, hn::Add(sum(frame.reach, half), hn::Set(d, seen.own_half[k]))));
      }
      std::uint8_t bytes[8] = {0};
      hn::StoreMaskBits(d, hit, bytes);
      hits |= (bytes[0] & ((1u << lanes) - 1)) << part;
    }
    // Through a register: g++ 12 may spill a mask of AVX-512 as one byte and count the bits of four.
    asm("" : "+r"(hits));
    return hits;
  }

  const TreeSearch& search_;
  PairSink& sink_;
  Frame second_in_first_, first_in_second_;
};

SCREE_KERNEL_FLATTEN inline std::size_t search_boxes(const TreeSearch& search, PairSink& sink) {
  const TreeSearch copy = search;
  return BoxSearch(copy, sink).run();
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
