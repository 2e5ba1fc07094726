#include <gtest/gtest.h>

#include <cmath>

#include "scree/shape/frustum.h"
#include "tests/shape/tessellations.h"

namespace scree::shape {
namespace {

const ConeAxis cone{{0.1, 0.2, 0.3}, {0, 0.6, 0.8}, 1.0, 0.3, 0.1};

/// The least distance to points strewn over the lateral surface and, if wanted, the ends.
double sampled_distance(const Vec3& place, bool ends) {
  const Vec3 across{1, 0, 0}, up = cross(cone.axis, across);
  double least = 1e9;
  for (int turn = 0; turn < 360; ++turn) {
    const double angle = turn * 3.141592653589793 / 180;
    const Vec3 outward = std::cos(angle) * across + std::sin(angle) * up;
    for (int k = 0; k <= 200; ++k) {
      const double share = k / 200.0;
      const Vec3 at = cone.start + share * cone.length * cone.axis;
      least = std::min(
          least,
          norm(place - at - (cone.start_radius + share * (cone.end_radius - cone.start_radius)) * outward));
      if (!ends) continue;
      least = std::min(least, norm(place - cone.start - share * cone.start_radius * outward));
      least = std::min(
          least, norm(place - cone.start - cone.length * cone.axis - share * cone.end_radius * outward));
    }
  }
  return least;
}

Vec3 random_place(std::uint64_t k) {
  return {random_between(-0.6, 0.8, 1, 1, k), random_between(-0.5, 1.3, 1, 2, k),
          random_between(-0.4, 1.6, 1, 3, k)};
}

TEST(Frustum, distances_are_those_of_points_on_the_surface) {
  for (std::uint64_t k = 0; k < 60; ++k) {
    const Vec3 place = random_place(k);
    const Nearest<3> shell = nearest(Shell{cone, false, false, false}, place);
    EXPECT_NEAR(shell.distance, sampled_distance(place, false), 5e-3) << k;
    EXPECT_NEAR(norm(shell.normal), 1, 1e-12);
    const Nearest<3> solid = nearest(Frustum{cone}, place);
    EXPECT_NEAR(std::abs(solid.distance), sampled_distance(place, true), 5e-3) << k;
    EXPECT_EQ(solid.distance < 0, is_inside(cone, place)) << k;
  }
}

TEST(Frustum, normals_point_where_the_distance_grows) {
  for (std::uint64_t k = 0; k < 60; ++k) {
    const Vec3 place = random_place(k);
    const auto slope = [&](const auto& surface) {
      const Nearest<3> here = nearest(surface, place);
      return (nearest(surface, place + 1e-6 * here.normal).distance - here.distance) / 1e-6;
    };
    EXPECT_NEAR((slope(Shell{cone, false, false, false})), 1, 1e-5);
    EXPECT_NEAR(slope(Frustum{cone}), 1, 1e-5);
  }
}

TEST(Frustum, a_closed_corner_is_touched_by_wall_and_cap_from_inside_and_by_the_rim_from_outside) {
  const ConeAxis drum{{0, 0, 0}, {0, 0, 1}, 1.0, 0.5, 0.5};
  const Shell shell{drum, true, true, false};
  const Cap cap{{0, 0, 0}, {0, 0, 1}, 0.5};
  const Vec3 inside{0.4, 0, 0.1};
  EXPECT_NEAR(nearest(shell, inside).distance, 0.1, 1e-15);
  EXPECT_NEAR(nearest(cap, inside).distance, 0.1, 1e-15);
  const Vec3 below{0.45, 0, -0.1};
  EXPECT_FALSE(std::isfinite(nearest(shell, below).distance)) << "over the cap, the cap alone";
  EXPECT_NEAR(nearest(cap, below).distance, 0.1, 1e-15);
  const Vec3 beside{0.55, 0, -0.1};
  EXPECT_NEAR(nearest(shell, beside).distance, std::hypot(0.05, 0.1), 1e-15);
  EXPECT_FALSE(std::isfinite(nearest(cap, beside).distance));
}

TEST(Frustum, a_ball_on_the_axis_has_a_normal_and_is_touched_at_both_sides) {
  const ConeAxis drum{{0, 0, 0}, {0, 0, 1}, 1.0, 0.5, 0.5};
  const Nearest<3> near = nearest(Shell{drum, false, false, false}, {0, 0, 0.5});
  const Nearest<3> far = nearest(Shell{drum, false, false, true}, {0, 0, 0.5});
  EXPECT_NEAR(near.distance, 0.5, 1e-15);
  EXPECT_NEAR(far.distance, 0.5, 1e-15);
  EXPECT_NEAR(dot(near.normal, far.normal), -1, 1e-15);
}

TEST(Frustum, a_circle_is_hollow_or_solid) {
  const Circle hole{{1, 0}, 0.5, false, false}, far{{1, 0}, 0.5, false, true}, post{{1, 0}, 0.5, true, false};
  EXPECT_NEAR(nearest(hole, {1.3, 0}).distance, 0.2, 1e-15);
  EXPECT_NEAR(nearest(hole, {1.3, 0}).normal[0], -1, 1e-15);
  EXPECT_NEAR(nearest(hole, {1.7, 0}).distance, 0.2, 1e-15);
  EXPECT_NEAR(nearest(far, {1.3, 0}).distance, 0.8, 1e-15);
  EXPECT_NEAR(nearest(far, {1.3, 0}).normal[0], 1, 1e-15);
  EXPECT_NEAR(nearest(post, {1.3, 0}).distance, -0.2, 1e-15);
}

}  // namespace
}  // namespace scree::shape
