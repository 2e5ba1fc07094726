#include "scree/scene/region_shape.h"

#include <algorithm>
#include <cmath>

#include "scree/base/math.h"
#include "scree/shape/round.h"

namespace scree::scene {
namespace {

template <int D>
Vec<D> vector_of(const Coordinates& coordinates) {
  Vec<D> vector;
  for (int k = 0; k < D; ++k) vector[k] = coordinates[static_cast<std::size_t>(k)];
  return vector;
}

/// Around a disc in space.
Box<3> around_disc(const Vec3& centre, const Vec3& axis, double radius) {
  Box<3> box;
  for (int k = 0; k < 3; ++k) {
    const double reach = radius * std::sqrt(std::max(0.0, 1 - axis[k] * axis[k]));
    box.lo[k] = centre[k] - reach;
    box.hi[k] = centre[k] + reach;
  }
  return box;
}

template <int D>
struct Bounds {
  Box<D> operator()(const BoxRegion& box) const { return {vector_of<D>(box.lo), vector_of<D>(box.hi)}; }
  Box<D> operator()(const BallRegion& ball) const {
    return Box<D>::around(vector_of<D>(ball.centre), ball.radius);
  }
  Box<D> operator()(const CylinderRegion& cylinder) const {
    const Vec3 point = vector_of<3>(cylinder.point), axis = vector_of<3>(cylinder.axis);
    return between(point, point + cylinder.height * axis, axis, cylinder.radius, cylinder.radius);
  }
  Box<D> operator()(const ConeRegion& cone) const {
    const Vec3 start = vector_of<3>(cone.start), end = vector_of<3>(cone.end);
    return between(start, end, (end - start) / norm(end - start), cone.start_radius, cone.end_radius);
  }

 private:
  static Box<D> between(const Vec3& start, const Vec3& end, const Vec3& axis, double start_radius,
                        double end_radius) {
    Box<3> box = around_disc(start, axis, start_radius);
    box.include(around_disc(end, axis, end_radius));
    if constexpr (D == 3) return box;
    SCREE_ASSERT(false);  // for space only
    return {};
  }
};

template <int D>
struct Volume {
  double operator()(const BoxRegion& box) const {
    return Box<D>{vector_of<D>(box.lo), vector_of<D>(box.hi)}.volume();
  }
  double operator()(const BallRegion& ball) const { return shape::round_measure<D>(ball.radius); }
  double operator()(const CylinderRegion& cylinder) const {
    return math::pi * cylinder.radius * cylinder.radius * cylinder.height;
  }
  double operator()(const ConeRegion& cone) const {
    const double a = cone.start_radius, b = cone.end_radius;
    return math::pi / 3 * norm(vector_of<3>(cone.end) - vector_of<3>(cone.start)) * (a * a + a * b + b * b);
  }
};

}  // namespace

template <int D>
Box<D> bounds_of(const RegionShape& region) {
  return std::visit(Bounds<D>{}, region);
}

template <int D>
double volume_of(const RegionShape& region) {
  return std::visit(Volume<D>{}, region);
}

template Box<2> bounds_of<2>(const RegionShape&);
template Box<3> bounds_of<3>(const RegionShape&);
template double volume_of<2>(const RegionShape&);
template double volume_of<3>(const RegionShape&);

}  // namespace scree::scene
