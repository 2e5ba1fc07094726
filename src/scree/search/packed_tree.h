// An R-tree over boxes, built in one go (Boost.Geometry, packing). The only door to that library.
#pragma once

#include <boost/geometry/core/access.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cstdint>
#include <utility>
#include <vector>

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

 private:
  using Corner = boost::geometry::model::point<Number, D, boost::geometry::cs::cartesian>;
  using TreeBox = boost::geometry::model::box<Corner>;
  using Value = std::pair<TreeBox, std::uint32_t>;
  using Tree = boost::geometry::index::rtree<Value, boost::geometry::index::linear<16>>;

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
