#include "scree/picture/detail/ray_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/error.h"

namespace scree::picture {
namespace {

constexpr unsigned ball_geometry = 0, rod_geometry = 1, facet_geometry = 2;

struct Vertex {
  float x, y, z, radius;
};

RTCRay ray_of(const Point& from, const Point& direction, float near_end, float far_end) {
  RTCRay ray{};
  ray.org_x = from.x, ray.org_y = from.y, ray.org_z = from.z;
  ray.dir_x = direction.x, ray.dir_y = direction.y, ray.dir_z = direction.z;
  ray.tnear = near_end, ray.tfar = far_end;
  ray.mask = 0xffffffffU;
  return ray;
}

std::optional<RTCRayHit> shoot(RTCScene scene, const Point& from, const Point& direction, float beyond) {
  RTCRayHit query{ray_of(from, direction, beyond, std::numeric_limits<float>::infinity()), {}};
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
  return query;
}

template <class T>
T* new_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t count) {
  return static_cast<T*>(rtcSetNewGeometryBuffer(geometry, type, 0, format, sizeof(T), count));
}

void attach(RTCScene scene, RTCGeometry geometry, unsigned number) {
  rtcCommitGeometry(geometry);
  rtcAttachGeometryByID(scene, geometry, number);
  rtcReleaseGeometry(geometry);
}

}  // namespace

RayScene::RayScene(const Solid& subject)
    // Without a number of threads of its own: that would hold for every loop of this process.
    : device_(rtcNewDevice(nullptr), rtcReleaseDevice),
      bodies_(nullptr, rtcReleaseScene),
      walls_(nullptr, rtcReleaseScene) {
  if (device_ == nullptr) throw RunError("the ray tracer (Embree) cannot start on this machine");
  Vec3 lo{1e300, 1e300, 1e300}, hi = -lo;
  const auto include = [&](const Vec3& point, double radius) {
    for (std::size_t k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], point[k] - radius);
      hi[k] = std::max(hi[k], point[k] + radius);
    }
  };
  for (const Ball& ball : subject.balls) include(ball.centre, ball.radius);
  for (const Rod& rod : subject.rods) include(rod.from, rod.radius), include(rod.to, rod.radius);
  for (const Facet& facet : subject.facets)
    for (const Vec3& corner : facet.corner) include(corner, 0);
  for (const Triangle& triangle : subject.walls)
    for (const Vec3& corner : triangle.corner) include(corner, 0);
  if (lo[0] <= hi[0]) {
    origin_ = 0.5 * (lo + hi);
    scale_ = 1 / std::max({hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2], 1e-300});
  }
  bodies_ = make_scene();
  walls_ = make_scene();
  add_balls(subject);
  add_rods(subject);
  add_facets(subject);
  add_walls(subject);
  rtcCommitScene(bodies_.get());
  rtcCommitScene(walls_.get());
}

RayScene::Scene RayScene::make_scene() const {
  Scene scene(rtcNewScene(device_.get()), rtcReleaseScene);
  rtcSetSceneBuildQuality(scene.get(), RTC_BUILD_QUALITY_MEDIUM);
  return scene;
}

void RayScene::add_balls(const Solid& subject) {
  balls_ = static_cast<std::uint32_t>(subject.balls.size());
  if (subject.balls.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_SPHERE_POINT);
  auto* const vertices =
      new_buffer<Vertex>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, subject.balls.size());
  centres_.reserve(subject.balls.size());
  for (std::size_t k = 0; k < subject.balls.size(); ++k) {
    const Point centre = local(subject.balls[k].centre);
    centres_.push_back(centre);
    vertices[k] = {centre.x, centre.y, centre.z, static_cast<float>(subject.balls[k].radius * scale_)};
  }
  attach(bodies_.get(), geometry, ball_geometry);
}

void RayScene::add_rods(const Solid& subject) {
  rods_ = static_cast<std::uint32_t>(subject.rods.size());
  if (subject.rods.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
  auto* const vertices =
      new_buffer<Vertex>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 2 * subject.rods.size());
  auto* const first =
      new_buffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, subject.rods.size());
  for (std::size_t k = 0; k < subject.rods.size(); ++k) {
    const Rod& rod = subject.rods[k];
    const Point from = local(rod.from), to = local(rod.to);
    const auto radius = static_cast<float>(rod.radius * scale_);
    vertices[2 * k] = {from.x, from.y, from.z, radius};
    vertices[2 * k + 1] = {to.x, to.y, to.z, radius};
    first[k] = static_cast<unsigned>(2 * k);
  }
  attach(bodies_.get(), geometry, rod_geometry);
}

template <class Piece>
RTCGeometry RayScene::triangles_of(const std::vector<Piece>& pieces) const {
  RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* const vertices =
      new_buffer<Point>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 3 * pieces.size());
  struct Corners {
    unsigned a, b, c;
  };
  auto* const corners = new_buffer<Corners>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, pieces.size());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    for (std::size_t c = 0; c < 3; ++c) vertices[3 * k + c] = local(pieces[k].corner[c]);
    const auto first = static_cast<unsigned>(3 * k);
    corners[k] = {first, first + 1, first + 2};
  }
  return geometry;
}

void RayScene::add_facets(const Solid& subject) {
  facets_ = static_cast<std::uint32_t>(subject.facets.size());
  if (!subject.facets.empty()) attach(bodies_.get(), triangles_of(subject.facets), facet_geometry);
}

void RayScene::add_walls(const Solid& subject) {
  if (subject.walls.empty()) return;
  for (const Triangle& triangle : subject.walls) has_front_.push_back(triangle.has_front);
  attach(walls_.get(), triangles_of(subject.walls), 0);
}

Point RayScene::local(const Vec3& point) const {
  const Vec3 moved = scale_ * (point - origin_);
  return {static_cast<float>(moved[0]), static_cast<float>(moved[1]), static_cast<float>(moved[2])};
}

Vec3 RayScene::world(const Point& point) const { return origin_ + Vec3{point.x, point.y, point.z} / scale_; }

std::optional<Hit> RayScene::nearest_body(const Point& from, const Point& direction) const {
  const std::optional<RTCRayHit> found = shoot(bodies_.get(), from, direction, 0);
  if (!found) return {};
  Hit hit;
  hit.distance = found->ray.tfar;
  if (found->hit.geomID == ball_geometry) {
    hit.thing = found->hit.primID;
    hit.normal = unit(from + hit.distance * direction - centres_[hit.thing]);
  } else {
    hit.thing = balls_ + found->hit.primID + (found->hit.geomID == facet_geometry ? rods_ : 0);
    hit.normal = unit({found->hit.Ng_x, found->hit.Ng_y, found->hit.Ng_z});
    if (found->hit.geomID == facet_geometry && dot(hit.normal, direction) > 0)
      hit.normal = -1.0F * hit.normal;
  }
  return hit;
}

std::optional<RayScene::WallHit> RayScene::nearest_wall(const Point& from, const Point& direction,
                                                        float beyond) const {
  const std::optional<RTCRayHit> found = shoot(walls_.get(), from, direction, beyond);
  if (!found) return {};
  const Point front = unit({found->hit.Ng_x, found->hit.Ng_y, found->hit.Ng_z});
  const bool faces = dot(front, direction) < 0;
  return WallHit{
      {found->ray.tfar, faces ? front : -1.0F * front, balls_ + rods_ + facets_ + found->hit.primID},
      has_front_[found->hit.primID],
      faces};
}

bool RayScene::is_shaded(const Point& from, const Point& direction, float reach) const {
  RTCRay ray = ray_of(from, direction, 0, reach);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(bodies_.get(), &context, &ray);
  return ray.tfar < 0;
}

}  // namespace scree::picture
