// Fills of regions that are no boxes, and motion as in a gas.
#include <gtest/gtest.h>

#include "scree/scene/region_shape.h"
#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <int D>
SceneDescription in_region(const scene::RegionShape& region, double radius) {
  const Box<D> box = scene::bounds_of<D>(region);
  Coordinates lo{}, hi{};
  for (int k = 0; k < D; ++k) {
    lo[static_cast<std::size_t>(k)] = box.lo[k];
    hi[static_cast<std::size_t>(k)] = box.hi[k];
  }
  Fill fill = make_fill<D>(radius, radius, hi);
  fill.lo = lo;
  fill.region = region;
  fill.volume_fraction = Placed<double>{0.2, {}};
  return make_scene<D>({fill});
}

template <int D>
double filled(const std::vector<NewBody<D>>& bodies) {
  double sum = 0;
  for (const NewBody<D>& body : bodies) sum += ball_volume<D>(body.radius);
  return sum;
}

TEST(RegionFill, stays_wholly_inside_a_ball_and_has_its_fraction) {
  const scene::RegionShape ball = scene::BallRegion{{1, 2, 3}, 1};
  const auto bodies = generate_fill<3>(in_region<3>(ball, 0.06), 0, 7, {});
  ASSERT_GT(bodies.size(), 100u);
  for (const NewBody<3>& body : bodies)
    EXPECT_LE(norm(body.position - Vec3{1, 2, 3}) + body.radius, 1 + 1e-9);
  EXPECT_NEAR(filled<3>(bodies) / scene::volume_of<3>(ball), 0.2, 0.01);
}

TEST(RegionFill, stays_wholly_inside_a_cone) {
  const scene::RegionShape cone = scene::ConeRegion{{0, 0, 0}, {0, 0, 2}, 0.2, 1};
  const auto bodies = generate_fill<3>(in_region<3>(cone, 0.05), 0, 7, {});
  ASSERT_GT(bodies.size(), 100u);
  for (const NewBody<3>& body : bodies) {
    const double height = body.position[2], radius = 0.2 + 0.4 * height;
    EXPECT_GE(height - body.radius, -1e-9);
    EXPECT_LE(height + body.radius, 2 + 1e-9);
    const double off = std::sqrt(body.position[0] * body.position[0] + body.position[1] * body.position[1]);
    EXPECT_LE(off + body.radius * std::sqrt(1 + 0.4 * 0.4), radius + 1e-9);
  }
  EXPECT_NEAR(filled<3>(bodies) / scene::volume_of<3>(cone), 0.2, 0.01);
}

TEST(RegionFill, stays_wholly_inside_a_disc) {
  const auto bodies = generate_fill<2>(in_region<2>(scene::BallRegion{{0, 0, 0}, 1}, 0.05), 0, 7, {});
  ASSERT_GT(bodies.size(), 20u);
  for (const NewBody<2>& body : bodies) EXPECT_LE(norm(body.position) + body.radius, 1 + 1e-9);
}

TEST(ThermalMotion, has_the_spread_that_was_asked_for_and_no_momentum) {
  SceneDescription scene = in_region<3>(scene::BallRegion{{0, 0, 0}, 1}, 0.06);
  scene.fills[0].thermal_speed = 0.3;
  scene.fills[0].velocity = {1, 0, 0};
  Vec3 momentum;
  double squares = 0, fourth = 0;
  const auto bodies = generate_fill<3>(scene, 0, 7, {});
  for (const NewBody<3>& body : bodies) {
    const Vec3 part = body.velocity - Vec3{1, 0, 0};
    momentum += part;
    for (int k = 0; k < 3; ++k) {
      squares += part[k] * part[k];
      fourth += part[k] * part[k] * part[k] * part[k];
    }
  }
  const double count = 3 * static_cast<double>(bodies.size());
  EXPECT_NEAR(norm(momentum) / static_cast<double>(bodies.size()), 0, 1e-14);
  EXPECT_NEAR(std::sqrt(squares / count), 0.3, 1e-12);
  EXPECT_NEAR(fourth / count / (squares / count) / (squares / count), 3, 0.8);
}

}  // namespace
}  // namespace scree::fill
