#include "scree/shape/box_tree.h"

#include <algorithm>
#include <numeric>

namespace scree::shape {
namespace {
constexpr std::uint32_t boxes_per_leaf = 4;
}  // namespace

template <int D>
BoxTree<D>::BoxTree(const std::vector<Box<D>>& boxes) : order_(boxes.size()) {
  if (boxes.empty()) return;
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.reserve(boxes.size());
  nodes_.emplace_back();
  split(0, 0, static_cast<std::uint32_t>(boxes.size()), boxes);
  for (const std::uint32_t box : order_) boxes_.push_back(boxes[box]);
}

template <int D>
void BoxTree<D>::split(std::uint32_t node, std::uint32_t begin, std::uint32_t end,
                       const std::vector<Box<D>>& boxes) {
  Box<D> all = Box<D>::empty(), middles = Box<D>::empty();
  for (std::uint32_t k = begin; k < end; ++k) {
    all.include(boxes[order_[k]]);
    middles.include(0.5 * (boxes[order_[k]].lo + boxes[order_[k]].hi));
  }
  nodes_[node].box = all;
  if (end - begin <= boxes_per_leaf) {
    nodes_[node].first = begin;
    nodes_[node].count = end - begin;
    return;
  }
  int axis = 0;
  for (int k = 1; k < D; ++k)
    if (middles.size()[k] > middles.size()[axis]) axis = k;
  const std::uint32_t middle = begin + (end - begin) / 2;
  // Numbers break ties, so that the tree is the same everywhere.
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) {
                     const double left = boxes[a].lo[axis] + boxes[a].hi[axis];
                     const double right = boxes[b].lo[axis] + boxes[b].hi[axis];
                     return left != right ? left < right : a < b;
                   });
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = first;
  nodes_.emplace_back();
  nodes_.emplace_back();
  split(first, begin, middle, boxes);
  split(first + 1, middle, end, boxes);
}

template class BoxTree<2>;
template class BoxTree<3>;

}  // namespace scree::shape
