// A contact search of another library: builds, then reports boxes that overlap; whether the spheres do is
// asked in its callback, as its users would.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "bench/peers/message.h"

namespace scree::bench {

/// What a peer finds. Spheres are tested here, as `search::overlap` does.
class PeerPairs {
 public:
  void clear(std::span<const PeerSphere> spheres) {
    spheres_ = spheres;
    candidates_ = 0;
    pairs_.clear();
  }
  void offer(std::uint32_t a, std::uint32_t b) {
    ++candidates_;
    const PeerSphere &p = spheres_[a], &q = spheres_[b];
    double square = 0;
    for (int k = 0; k < 3; ++k) square += (q.place[k] - p.place[k]) * (q.place[k] - p.place[k]);
    const double reach = p.radius + q.radius;
    if (square <= reach * reach) pairs_.push_back({std::min(a, b), std::max(a, b)});
  }
  std::size_t candidates() const { return candidates_; }
  const std::vector<PeerPair>& pairs() const { return pairs_; }

 private:
  std::span<const PeerSphere> spheres_;
  std::size_t candidates_ = 0;
  std::vector<PeerPair> pairs_;
};

class Peer {
 public:
  virtual ~Peer() = default;
  /// Makes the objects that a user of the library keeps anyway. Not timed.
  virtual void set_up(std::span<const PeerSphere>) {}
  virtual void build(std::span<const PeerSphere> spheres) = 0;
  /// The same spheres have moved a little since.
  virtual void update(std::span<const PeerSphere> spheres) { build(spheres); }
  virtual void find(PeerPairs& found) = 0;
};

/// Libraries that know planes search discs as such; for the others they are spheres with z = 0.
std::unique_ptr<Peer> make_boost_tree(int dimension);
std::unique_ptr<Peer> make_bullet_tree(int dimension);
std::unique_ptr<Peer> make_cgal_boxes(int dimension);
std::unique_ptr<Peer> make_cgal_delaunay(int dimension);
std::unique_ptr<Peer> make_embree_tree(int dimension);
std::unique_ptr<Peer> make_fcl_tree(int dimension);

/// Half the side of a box of single precision that contains the sphere wherever rounding takes it.
inline double float_reach(const PeerSphere& sphere) {
  double far = 0;
  for (const double x : sphere.place) far = std::max(far, x < 0 ? -x : x);
  return sphere.radius * (1 + 1e-6) + 2e-7 * far;
}

}  // namespace scree::bench
