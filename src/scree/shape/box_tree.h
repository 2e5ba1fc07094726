// A tree over boxes that do not move: which of them does a ball (or another box, or a ray) meet? Built once
// by halving at the median, asked in time logarithmic in the number of boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "scree/base/box.h"

namespace scree::shape {

template <int D>
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(const std::vector<Box<D>>& boxes);

  /// Calls visit(box number) for every box within `reach` of the place, in no particular order.
  template <class Visit>
  void find_near(const Vec<D>& place, double reach, Visit&& visit) const {
    find([&](const Box<D>& box) { return is_near(box, place, reach); }, visit);
  }
  /// The same for every box for which meets(box) is true, where a box is met if one inside it is.
  template <class Meets, class Visit>
  void find(Meets&& meets, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::uint32_t waiting[64];
    int count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (!meets(node.box)) continue;
      if (node.count > 0) {
        for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
          if (meets(boxes_[k])) visit(order_[k]);
      } else {
        waiting[count++] = node.first;
        waiting[count++] = node.first + 1;
      }
    }
  }

 private:
  struct Node {
    Box<D> box;
    std::uint32_t first = 0;  // box, or the first of two nodes
    std::uint32_t count = 0;  // boxes; 0: an inner node
  };
  static bool is_near(const Box<D>& box, const Vec<D>& place, double reach) {
    double squared = 0;
    for (int k = 0; k < D; ++k) {
      const double below = box.lo[k] - place[k], above = place[k] - box.hi[k];
      const double outside = below > 0 ? below : (above > 0 ? above : 0);
      squared += outside * outside;
    }
    return squared <= reach * reach;
  }
  void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, const std::vector<Box<D>>& boxes);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
  std::vector<Box<D>> boxes_;  // in the order of the leaves
};

}  // namespace scree::shape
