// FCL's dynamic tree of boxes, searched against itself, and updated from step to step.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/sphere.h>

#include "bench/peers/peer.h"

namespace scree::bench {
namespace {

class FclTree final : public Peer {
 public:
  void set_up(std::span<const PeerSphere> spheres) override {
    objects_.clear();
    list_.clear();
    for (std::size_t item = 0; item < spheres.size(); ++item) {
      const auto& [p, r] = spheres[item];
      objects_.push_back(std::make_unique<Object>(std::make_shared<fcl::Sphere<double>>(r),
                                                  fcl::Matrix3<double>::Identity(),
                                                  fcl::Vector3<double>(p[0], p[1], p[2])));
      objects_.back()->setUserData(reinterpret_cast<void*>(item));
      list_.push_back(objects_.back().get());
    }
  }
  void build(std::span<const PeerSphere>) override {
    manager_ = std::make_unique<fcl::DynamicAABBTreeCollisionManager<double>>();
    manager_->registerObjects(list_);
    manager_->setup();
  }
  void update(std::span<const PeerSphere> spheres) override {
    for (std::size_t item = 0; item < spheres.size(); ++item) {
      const auto& p = spheres[item].place;
      objects_[item]->setTranslation(fcl::Vector3<double>(p[0], p[1], p[2]));
      objects_[item]->computeAABB();
    }
    manager_->update();
  }
  void find(PeerPairs& found) override {
    manager_->collide(&found, [](Object* a, Object* b, void* user) {
      static_cast<PeerPairs*>(user)->offer(
          static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(a->getUserData())),
          static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(b->getUserData())));
      return false;
    });
  }

 private:
  using Object = fcl::CollisionObject<double>;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<Object*> list_;
  std::unique_ptr<fcl::DynamicAABBTreeCollisionManager<double>> manager_;
};

}  // namespace

std::unique_ptr<Peer> make_fcl_tree(int) { return std::make_unique<FclTree>(); }

}  // namespace scree::bench
