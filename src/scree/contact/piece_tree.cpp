#include "scree/contact/piece_tree.h"

#include <algorithm>
#include <numeric>

namespace scree::contact {
namespace {

/// Of sizes: what sums of squares and roots may take off.
constexpr double rounding = 1 + 1e-14;

}  // namespace

template <int D>
PieceTree<D>::PieceTree(std::vector<Vec<D>> corners, std::vector<std::uint32_t> first)
    : corners_(std::move(corners)), first_(std::move(first)) {
  for (const Vec<D>& corner : corners_) radius_ = std::max(radius_, rounding * norm(corner));
  for (std::uint32_t k = 0; k < piece_count(); ++k) {
    Box<D> box = Box<D>::empty();
    for (const Vec<D>& corner : piece(k)) box.include(corner);
    boxes_.push_back(box);
  }
  std::vector<std::uint32_t> pieces(piece_count());
  std::iota(pieces.begin(), pieces.end(), 0u);
  nodes_.emplace_back();
  split(0, pieces);
}

/// Halves at the median along the longest side.
template <int D>
void PieceTree<D>::split(std::uint32_t number, std::span<std::uint32_t> pieces) {
  Box<D> box = Box<D>::empty(), middles = Box<D>::empty();
  for (const std::uint32_t piece : pieces) {
    box.include(boxes_[piece]);
    middles.include(boxes_[piece].lo + boxes_[piece].hi);
  }
  Node node;
  node.centre = 0.5 * (box.lo + box.hi);
  for (int k = 0; k < D; ++k)
    node.half[k] = rounding * std::max(box.hi[k] - node.centre[k], node.centre[k] - box.lo[k]);
  node.piece = pieces[0];
  for (const std::uint32_t piece : pieces)
    for (const Vec<D>& corner : this->piece(piece))
      node.radius = std::max(node.radius, rounding * norm(corner - node.centre));
  if (pieces.size() > 1) {
    node.child = static_cast<std::uint32_t>(nodes_.size());
    std::size_t axis = 0;
    for (std::size_t k = 1; k < D; ++k)
      if (middles.size()[k] > middles.size()[axis]) axis = k;
    const std::size_t half = pieces.size() / 2;
    std::nth_element(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(half), pieces.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double left = boxes_[a].lo[axis] + boxes_[a].hi[axis],
                                    right = boxes_[b].lo[axis] + boxes_[b].hi[axis];
                       return left != right ? left < right : a < b;
                     });
    nodes_.resize(nodes_.size() + 2);
    split(node.child, pieces.first(half));
    split(node.child + 1, pieces.subspan(half));
  }
  nodes_[number] = node;
}

template class PieceTree<2>;
template class PieceTree<3>;

}  // namespace scree::contact
