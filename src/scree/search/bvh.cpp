// Bounding volume hierarchy. Embree builds a tree of boxes over the items and searches it against itself.
// Source: Noble 2024, section 4.3; Wald et al. 2014 for Embree. Our turns on it: one device for all searches
// and a scene that stays, where the thesis makes both anew every step; Embree's boxes are of single
// precision, so ours are mapped to the numbers between 1 and 2, which are evenly fine, and rounded outwards:
// no pair is lost, and what meets is confirmed in double. Cost: N log N; sizes may differ widely. Loses to
// grids, whose order costs less than a tree; and where items are smaller than 1e-7 of the whole.
#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>

#include "scree/base/error.h"
#include "scree/base/foreign_threads.h"
#include "scree/base/parallel.h"
#include "scree/search/bounds.h"
#include "scree/search/checked_items.h"
#include "scree/search/methods.h"
#include "scree/search/pair_batch.h"

namespace scree::search {
namespace {

struct Release {
  void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
  void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
};
using Device = std::unique_ptr<RTCDeviceTy, Release>;
using Scene = std::unique_ptr<RTCSceneTy, Release>;

RTCDevice device() {
  static const Device the_device(rtcNewDevice(nullptr));
  SCREE_ASSERT(the_device != nullptr);
  return the_device.get();
}

template <int D>
class Bvh final : public ContactSearch<D> {
 public:
  Bvh() : scene_(rtcNewScene(device())), geometry_(rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER)) {
    rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_.get(), RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, tell_bounds, nullptr);
    rtcAttachGeometry(scene_.get(), geometry_);
    rtcReleaseGeometry(geometry_);  // the scene owns it now
  }

  void prepare(const Items<D>& items) override {
    const Survey<D> survey = check_items(items);
    items_ = items;
    if (items.count() == 0) return;
    origin_ = survey.bounds.lo;
    double side = 0;
    for (int k = 0; k < D; ++k) side = std::max(side, survey.bounds.hi[k] - survey.bounds.lo[k]);
    scale_ = side > 1e-290 ? 1 / side : 0;  // else all coordinates are as good as equal
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(items.count()));
    threads_.fork();
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_.get());
    threads_.join();
    const RTCError error = rtcGetDeviceError(device());
    if (error == RTC_ERROR_OUT_OF_MEMORY) throw std::bad_alloc();
    SCREE_ASSERT(error == RTC_ERROR_NONE);
  }

  void find_pairs(PairSink& sink) override {
    if (items_.count() == 0) return;
    Query query{{}, {}, met_, {}};
    met_.clear();
    query.threads.fork();
    rtcCollide(scene_.get(), scene_.get(), take_collisions, &query);
    query.threads.join();
    if (query.error) std::rethrow_exception(query.error);
    parallel_for(met_.size(), 1024, [&](std::size_t begin, std::size_t end) {
      PairBatch batch(sink);
      for (std::size_t k = begin; k < end; ++k)
        if (items_.overlap(met_[k].first, met_[k].second)) batch.add(met_[k].first, met_[k].second);
      batch.flush();
    });
  }

  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty() || items_.count() == 0) return;
    // Embree looks around a point: the middle of the region, as far as its corners, some rounding more.
    const RTCBounds bounds = mapped(region);
    RTCPointQuery around{};
    around.x = 0.5f * (bounds.lower_x + bounds.upper_x);
    around.y = 0.5f * (bounds.lower_y + bounds.upper_y);
    around.z = 0.5f * (bounds.lower_z + bounds.upper_z);
    const float dx = bounds.upper_x - around.x, dy = bounds.upper_y - around.y,
                dz = bounds.upper_z - around.z;
    around.radius = 1.0001f * std::sqrt(dx * dx + dy * dy + dz * dz) + 1e-6f;
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    RegionQuery query;
    rtcPointQuery(scene_.get(), &around, &context, take_near, &query);
    if (query.error) std::rethrow_exception(query.error);
    std::sort(query.near.begin(), query.near.end());
    for (const std::uint32_t item : query.near)
      if (items_.overlap(item, region)) found.push_back(item);
  }

 private:
  // Embree calls back from several threads of its own, with denormal numbers switched off, and no exception
  // may pass through it. So its boxes that meet are only noted there, and compared when it is done.
  struct Query {
    ForeignThreads threads;
    std::mutex mutex;
    std::vector<Pair>& met;
    std::exception_ptr error;
  };
  struct RegionQuery {
    std::vector<std::uint32_t> near;
    std::exception_ptr error;
  };

  // More than one last place of the numbers up to 4, so that it survives being rounded itself.
  static constexpr float outwards = 3e-7f;

  /// Between 1 and 2, rounded outwards; what lies further out than all items is moved to just outside.
  RTCBounds mapped(const Box<D>& box) const {
    float lo[3] = {1, 1, 1}, hi[3] = {1, 1, 1};
    for (int k = 0; k < D; ++k) {
      lo[k] = mapped(box.lo[k], k) - outwards;
      hi[k] = mapped(box.hi[k], k) + outwards;
    }
    RTCBounds bounds{};
    bounds.lower_x = lo[0];
    bounds.lower_y = lo[1];
    bounds.lower_z = lo[2];
    bounds.upper_x = hi[0];
    bounds.upper_y = hi[1];
    bounds.upper_z = hi[2];
    return bounds;
  }
  float mapped(double coordinate, int axis) const {
    const double share = scale_ > 0 ? (coordinate - origin_[axis]) * scale_ : 0;
    return static_cast<float>(1 + std::clamp(share, -0.001, 1.001));
  }

  static void tell_bounds(const RTCBoundsFunctionArguments* arguments) {
    auto& self = *static_cast<Bvh*>(arguments->geometryUserPtr);
    const ForeignThreads::Callback callback(self.threads_);
    *arguments->bounds_o = self.mapped(bounds_of(self.items_, arguments->primID));
  }
  static void take_collisions(void* user, RTCCollision* collisions, unsigned count) {
    auto& query = *static_cast<Query*>(user);
    const ForeignThreads::Callback callback(query.threads);
    const std::lock_guard lock(query.mutex);
    try {
      for (unsigned k = 0; k < count; ++k) {
        const std::uint32_t a = collisions[k].primID0, b = collisions[k].primID1;
        if (a < b) query.met.push_back({a, b});
      }
    } catch (...) {
      if (!query.error) query.error = std::current_exception();
    }
  }
  static bool take_near(RTCPointQueryFunctionArguments* arguments) {
    auto& query = *static_cast<RegionQuery*>(arguments->userPtr);
    try {
      query.near.push_back(arguments->primID);
    } catch (...) {
      query.error = std::current_exception();
    }
    return false;  // the radius stays
  }

  ForeignThreads threads_;
  Items<D> items_ = Items<D>::boxes({});
  std::vector<Pair> met_;  // items whose boxes meet
  Vec<D> origin_{};
  double scale_ = 0;
  Scene scene_;
  RTCGeometry geometry_;
};

}  // namespace

template <int D>
std::unique_ptr<ContactSearch<D>> make_bvh() {
  return std::make_unique<Bvh<D>>();
}
template std::unique_ptr<ContactSearch<2>> make_bvh();
template std::unique_ptr<ContactSearch<3>> make_bvh();

}  // namespace scree::search
