// A node of a tree over triangles: eight boxes side by side, so that one box is compared with all of them at
// once. shape/ builds such trees, kernel/ searches them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scree {

struct alignas(32) EightBoxes {
  static constexpr int width = 8;
  float centre[3][width];  // [m] in the frame of the body
  /// [m] of the box around the centre: rounded up. `nothing` where a node has fewer than eight children.
  float half[3][width];
  /// A node, or the complement (~) of a triangle.
  std::int32_t child[width];

  static constexpr float nothing = -1e30f;
  static constexpr bool is_triangle(std::int32_t child) { return child < 0; }
};

/// Nodes of a tree. The first has one child: the box around everything.
struct BoxTreeView {
  const EightBoxes* nodes = nullptr;
};

}  // namespace scree
