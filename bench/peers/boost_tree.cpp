// Boost.Geometry's R-tree, bulk loaded, asked by every item.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "bench/peers/peer.h"

namespace scree::bench {
namespace {

namespace bg = boost::geometry;

template <int D>
class BoostTree final : public Peer {
 public:
  void build(std::span<const PeerSphere> spheres) override {
    values_.clear();
    for (std::uint32_t item = 0; item < spheres.size(); ++item) {
      const auto& [p, r] = spheres[item];
      if constexpr (D == 2)
        values_.emplace_back(Box({p[0] - r, p[1] - r}, {p[0] + r, p[1] + r}), item);
      else
        values_.emplace_back(Box({p[0] - r, p[1] - r, p[2] - r}, {p[0] + r, p[1] + r, p[2] + r}), item);
    }
    tree_ = Tree(values_.begin(), values_.end());
  }
  void find(PeerPairs& found) override {
    for (const Value& value : values_)
      tree_.query(bg::index::intersects(value.first),
                  boost::make_function_output_iterator([&](const Value& other) {
                    if (other.second > value.second) found.offer(value.second, other.second);
                  }));
  }

 private:
  using Point = bg::model::point<double, D, bg::cs::cartesian>;
  using Box = bg::model::box<Point>;
  using Value = std::pair<Box, std::uint32_t>;
  using Tree = bg::index::rtree<Value, bg::index::rstar<16>>;
  std::vector<Value> values_;
  Tree tree_;
};

}  // namespace

std::unique_ptr<Peer> make_boost_tree(int dimension) {
  if (dimension == 2) return std::make_unique<BoostTree<2>>();
  return std::make_unique<BoostTree<3>>();
}

}  // namespace scree::bench
