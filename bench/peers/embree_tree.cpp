// Embree's tree of boxes at low build quality, collided with itself, on one thread. The scene stays, as its
// manual advises for things that move.
#include <embree3/rtcore.h>

#include "bench/peers/peer.h"

namespace scree::bench {
namespace {

class EmbreeTree final : public Peer {
 public:
  EmbreeTree() : device_(rtcNewDevice("threads=1,set_affinity=0")), scene_(rtcNewScene(device_)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryBoundsFunction(geometry_, tell_bounds, nullptr);
    rtcAttachGeometry(scene_, geometry_);
    rtcReleaseGeometry(geometry_);
  }
  ~EmbreeTree() override {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  EmbreeTree(const EmbreeTree&) = delete;
  EmbreeTree& operator=(const EmbreeTree&) = delete;

  void build(std::span<const PeerSphere> spheres) override {
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(spheres.size()));
    rtcSetGeometryUserData(geometry_, const_cast<PeerSphere*>(spheres.data()));
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }
  void find(PeerPairs& found) override { rtcCollide(scene_, scene_, take, &found); }

 private:
  static void tell_bounds(const RTCBoundsFunctionArguments* arguments) {
    const PeerSphere& sphere = static_cast<const PeerSphere*>(arguments->geometryUserPtr)[arguments->primID];
    const double reach = float_reach(sphere);
    const auto& p = sphere.place;
    *arguments->bounds_o = {static_cast<float>(p[0] - reach), static_cast<float>(p[1] - reach),
                            static_cast<float>(p[2] - reach), 0,
                            static_cast<float>(p[0] + reach), static_cast<float>(p[1] + reach),
                            static_cast<float>(p[2] + reach), 0};
  }
  /// One thread calls: no lock is needed. Embree reports both orders of a pair.
  static void take(void* found, RTCCollision* collisions, unsigned count) {
    for (unsigned k = 0; k < count; ++k)
      if (collisions[k].primID0 < collisions[k].primID1)
        static_cast<PeerPairs*>(found)->offer(collisions[k].primID0, collisions[k].primID1);
  }

  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_embree_tree(int) { return std::make_unique<EmbreeTree>(); }

}  // namespace scree::bench
