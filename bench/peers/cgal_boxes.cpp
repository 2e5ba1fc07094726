// CGAL's intersection of boxes (Zomorodian and Edelsbrunner), over pointers, which it sorts faster than
// boxes.
#include <CGAL/box_intersection_d.h>

#include "bench/peers/peer.h"

namespace scree::bench {
namespace {

template <int D>
class CgalBoxes final : public Peer {
 public:
  void build(std::span<const PeerSphere> spheres) override {
    boxes_.clear();
    for (std::uint32_t item = 0; item < spheres.size(); ++item) {
      const auto& [p, r] = spheres[item];
      double lo[D], hi[D];
      for (int k = 0; k < D; ++k) {
        lo[k] = p[k] - r;
        hi[k] = p[k] + r;
      }
      boxes_.emplace_back(lo, hi, item);
    }
  }
  void find(PeerPairs& found) override {
    // From how many boxes on it cuts instead of comparing all along a line: the best of 10 (its default) to
    // 1000.
    constexpr std::ptrdiff_t cutoff = 1000;
    CGAL::box_self_intersection_d(
        boxes_.begin(), boxes_.end(), [&](const Item& a, const Item& b) { found.offer(a.item, b.item); },
        cutoff);
  }

 private:
  using Base = CGAL::Box_intersection_d::Box_d<double, D, CGAL::Box_intersection_d::ID_EXPLICIT>;
  struct Item : Base {
    Item(double* lo, double* hi, std::uint32_t number) : Base(lo, hi), item(number) {}
    std::uint32_t item;
  };
  std::vector<Item> boxes_;
};

}  // namespace

std::unique_ptr<Peer> make_cgal_boxes(int dimension) {
  if (dimension == 2) return std::make_unique<CgalBoxes<2>>();
  return std::make_unique<CgalBoxes<3>>();
}

}  // namespace scree::bench
