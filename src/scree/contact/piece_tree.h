// Convex pieces of a shape and a tree over them. Takes places and which of them make up each piece, gives
// boxes and balls around nodes to searches through two trees at once. Pieces of bodies that are convex as a
// whole: one, so that the tree is a leaf.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/box.h"
#include "scree/base/vec.h"

namespace scree::contact {

template <int D>
class PieceTree {
 public:
  /// Children of node k: `child` and `child` + 1. A leaf has a piece.
  struct Node {
    Vec<D> centre, half;      // [m] of the box
    double radius = 0;        // [m] of a ball around the centre that holds all of it
    std::uint32_t child = 0;  // 0: a leaf
    std::uint32_t piece = 0;
  };

  /// Corners of piece k: corners[first[k]] to before corners[first[k + 1]].
  PieceTree(std::vector<Vec<D>> corners, std::vector<std::uint32_t> first);

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Vec<D>> piece(std::uint32_t number) const {
    return std::span(corners_).subspan(first_[number], first_[number + 1] - first_[number]);
  }
  std::size_t piece_count() const { return first_.size() - 1; }
  std::span<const Vec<D>> corners() const { return corners_; }
  /// [m] of the ball around the origin that holds all.
  double radius() const { return radius_; }

 private:
  void split(std::uint32_t node, std::span<std::uint32_t> pieces);

  std::vector<Vec<D>> corners_;
  std::vector<std::uint32_t> first_;
  std::vector<Box<D>> boxes_;  // by piece
  std::vector<Node> nodes_;
  double radius_ = 0;
};

extern template class PieceTree<2>;
extern template class PieceTree<3>;

}  // namespace scree::contact
