// The door to Embree: the subject as something that rays can be shot at. Works in float, in coordinates of
// its own (the subject's middle is the origin and its size about 1), so that no scale is special.
#pragma once

#include <embree3/rtcore.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scree/picture/subject.h"

namespace scree::picture {

struct Point {
  float x = 0, y = 0, z = 0;
  friend constexpr Point operator+(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr Point operator-(const Point& a, const Point& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr Point operator*(float f, const Point& a) { return {f * a.x, f * a.y, f * a.z}; }
};
constexpr float dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Point unit(const Point& a) { return (1 / std::sqrt(dot(a, a))) * a; }

/// What a ray meets.
struct Hit {
  float distance = 0;
  Point normal;             ///< towards the viewer, of length 1
  std::uint32_t thing = 0;  ///< a ball, then a rod, a facet, a wall, counted through
};

class RayScene {
 public:
  explicit RayScene(const Solid& subject);

  Point local(const Vec3& point) const;
  Vec3 world(const Point& point) const;

  std::uint32_t ball_count() const { return balls_; }
  std::uint32_t rod_count() const { return rods_; }
  bool is_facet(std::uint32_t thing) const { return thing >= balls_ + rods_ && !is_wall(thing); }
  bool is_wall(std::uint32_t thing) const { return thing >= balls_ + rods_ + facets_; }

  /// The nearest ball, rod or facet.
  std::optional<Hit> nearest_body(const Point& from, const Point& direction) const;
  /// The nearest piece of wall beyond a distance, seen from either side. `faces` says whether the front is
  /// seen of one that has a front.
  struct WallHit {
    Hit hit;
    bool has_front, faces;
  };
  std::optional<WallHit> nearest_wall(const Point& from, const Point& direction, float beyond) const;
  /// Whether a body stands in the way within the reach.
  bool is_shaded(const Point& from, const Point& direction, float reach) const;

 private:
  using Device = std::unique_ptr<RTCDeviceTy, void (*)(RTCDeviceTy*)>;
  using Scene = std::unique_ptr<RTCSceneTy, void (*)(RTCSceneTy*)>;

  Scene make_scene() const;
  template <class Piece>
  RTCGeometry triangles_of(const std::vector<Piece>& pieces) const;
  void add_balls(const Solid& subject);
  void add_rods(const Solid& subject);
  void add_facets(const Solid& subject);
  void add_walls(const Solid& subject);

  Vec3 origin_;
  double scale_ = 1;
  std::uint32_t balls_ = 0, rods_ = 0, facets_ = 0;
  std::vector<Point> centres_;
  std::vector<bool> has_front_;
  Device device_;
  Scene bodies_, walls_;
};

}  // namespace scree::picture
