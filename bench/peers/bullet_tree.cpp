// Bullet's dynamic tree of boxes, built top down, searched against itself; leaves are moved from step to
// step.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include "bench/peers/peer.h"

namespace scree::bench {
namespace {

class BulletTree final : public Peer {
 public:
  void build(std::span<const PeerSphere> spheres) override {
    tree_ = std::make_unique<btDbvt>();
    leaves_.clear();
    for (std::size_t item = 0; item < spheres.size(); ++item)
      leaves_.push_back(tree_->insert(volume_of(spheres[item]), reinterpret_cast<void*>(item)));
    tree_->optimizeTopDown(
        2);  // its default gathers 128 leaves at a time from below, which takes ten times as long
  }
  void update(std::span<const PeerSphere> spheres) override {
    for (std::size_t item = 0; item < spheres.size(); ++item) {
      btDbvtVolume volume = volume_of(spheres[item]);
      tree_->update(leaves_[item], volume);
    }
  }
  void find(PeerPairs& found) override {
    struct Collide final : btDbvt::ICollide {
      void Process(const btDbvtNode* a, const btDbvtNode* b) override {
        pairs->offer(static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(a->data)),
                     static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(b->data)));
      }
      PeerPairs* pairs = nullptr;
    } collide;
    collide.pairs = &found;
    tree_->collideTT(tree_->m_root, tree_->m_root, collide);
  }

 private:
  static btDbvtVolume volume_of(const PeerSphere& sphere) {
    const btVector3 middle(btScalar(sphere.place[0]), btScalar(sphere.place[1]), btScalar(sphere.place[2]));
    const btScalar reach(float_reach(sphere));
    return btDbvtVolume::FromCE(middle, btVector3(reach, reach, reach));
  }

  std::unique_ptr<btDbvt> tree_;
  std::vector<btDbvtNode*> leaves_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet_tree(int) { return std::make_unique<BulletTree>(); }

}  // namespace scree::bench
