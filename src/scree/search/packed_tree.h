// An R-tree over boxes, built in one go (Boost.Geometry, packing). The only door to that library.
#pragma once

#include <boost/geometry/core/access.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
// After it:
#include <algorithm>
#include <boost/geometry/index/detail/rtree/utilities/view.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "scree/search/structure.h"

namespace scree::search {

template <int D, class Number>
class PackedTree {
 public:
  /// `box_of(item)` gives something with lo[k] and hi[k].
  template <class BoxOf>
  void build(std::size_t count, const BoxOf& box_of) {
    values_.resize(count);
    for (std::size_t item = 0; item < count; ++item)
      values_[item] = {converted(box_of(item)), static_cast<std::uint32_t>(item)};
    tree_ = Tree(values_.begin(), values_.end());
  }

  /// Calls visit(item) for all items whose boxes meet this one; touching counts.
  template <class SomeBox, class Visit>
  void for_each_meeting(const SomeBox& box, const Visit& visit) const {
    const auto take = [&visit](const Value& value) { visit(value.second); };
    tree_.query(boost::geometry::index::intersects(converted(box)),
                boost::make_function_output_iterator(take));
  }
  /// The boxes of its nodes and leaves.
  std::vector<Part<D>> nodes() const {
    Parts parts;
    View(tree_).apply_visitor(parts);
    return std::move(parts.found);
  }

 private:
  using Corner = boost::geometry::model::point<Number, D, boost::geometry::cs::cartesian>;
  using TreeBox = boost::geometry::model::box<Corner>;
  using Value = std::pair<TreeBox, std::uint32_t>;
  using Tree = boost::geometry::index::rtree<Value, boost::geometry::index::linear<16>>;
  using View = boost::geometry::index::detail::rtree::utilities::view<Tree>;
  /// Walks the tree from its root.
  struct Parts : View::members_holder::visitor_const {
    template <class Node>
    void add(const Node& node, PartKind kind) {
      const auto& elements = boost::geometry::index::detail::rtree::elements(node);
      Box<D> around = Box<D>::empty();
      for (const auto& [box, below] : elements) enclose<0>(around, box);
      found.push_back({around, kind, level});
    }
    void operator()(const typename View::members_holder::internal_node& node) {
      add(node, PartKind::node);
      ++level;
      for (const auto& [box, below] : boost::geometry::index::detail::rtree::elements(node))
        boost::geometry::index::detail::rtree::apply_visitor(*this, *below);
      --level;
    }
    void operator()(const typename View::members_holder::leaf& leaf) { add(leaf, PartKind::node); }

    std::vector<Part<D>> found;
    std::uint16_t level = 0;
  };
  template <std::size_t K>
  static void enclose(Box<D>& around, const TreeBox& box) {
    around.lo[K] = std::min<double>(around.lo[K], boost::geometry::get<boost::geometry::min_corner, K>(box));
    around.hi[K] = std::max<double>(around.hi[K], boost::geometry::get<boost::geometry::max_corner, K>(box));
    if constexpr (K + 1 < D) enclose<K + 1>(around, box);
  }

  template <class SomeBox>
  static TreeBox converted(const SomeBox& box) {
    TreeBox result;
    set<0>(result, box);
    return result;
  }
  template <std::size_t K, class SomeBox>
  static void set(TreeBox& result, const SomeBox& box) {
    boost::geometry::set<boost::geometry::min_corner, K>(result, box.lo[K]);
    boost::geometry::set<boost::geometry::max_corner, K>(result, box.hi[K]);
    if constexpr (K + 1 < D) set<K + 1>(result, box);
  }

  std::vector<Value> values_;
  Tree tree_;
};

}  // namespace scree::search
