// Parts of bodies inside of regions: against what is known, and against counting points.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/sim/region.h"
#include "scree/sim/solid.h"

namespace scree::sim {
namespace {

constexpr double pi = 3.14159265358979323846;

TEST(Solid, the_part_of_a_ball_that_one_face_of_a_box_cuts_off_is_exact) {
  const scene::RegionShape box = scene::BoxRegion{{0, 0, 0}, {10, 10, 10}};
  const double whole = 4.0 / 3.0 * pi * 8;
  const auto inside = [&](const Vec3& centre) { return volume_inside<3>(box, {centre, 2}); };
  EXPECT_NEAR(inside({5, 5, 5}), whole, 1e-12);
  EXPECT_NEAR(inside({5, 0, 5}), whole / 2, 1e-12);
  EXPECT_NEAR(inside({5, 5, 11}), pi * 1 * (3 * 2 - 1) / 3, 1e-12) << "a cap of height 1";
  EXPECT_NEAR(inside({0, 10, 5}), whole / 4, 0.01 * whole) << "an edge";
  EXPECT_EQ(inside({5, 5, -2.5}), 0);
}

TEST(Solid, discs_are_cut_exactly_by_any_sides_of_a_box) {
  const scene::RegionShape box = scene::BoxRegion{{0, 0, 0}, {10, 10, 0}};
  const auto inside = [&](const Vec2& centre, double radius) {
    return volume_inside<2>(box, {centre, radius});
  };
  EXPECT_NEAR(inside({10, 5}, 2), 2 * pi, 1e-12);
  EXPECT_NEAR(inside({10, 10}, 2), pi, 1e-12) << "a corner";
  EXPECT_EQ(inside({12.5, 5}, 2), 0);
  EXPECT_EQ(inside({11.9, 11.9}, 2), 0) << "the square around it reaches in, the disc does not";
  EXPECT_NEAR(inside({5, 5}, 20), 100, 1e-10) << "the box is in the disc";
  const double endless = std::numeric_limits<double>::infinity();
  EXPECT_NEAR((volume_inside<2>(scene::BoxRegion{{-endless, 0, 0}, {endless, endless, 0}}, {{3, 0}, 2})),
              2 * pi, 1e-12);
}

TEST(Solid, a_disc_in_a_circle_is_the_lens_between_them) {
  const scene::RegionShape circle = scene::BallRegion{{0, 0, 0}, 2};
  const auto inside = [&](double distance, double radius) {
    return volume_inside<2>(circle, {{distance, 0}, radius});
  };
  EXPECT_NEAR(inside(0.5, 1), pi, 1e-12);
  EXPECT_NEAR(inside(0.5, 9), 4 * pi, 1e-12);
  EXPECT_EQ(inside(3, 1), 0);
  EXPECT_NEAR(inside(2, 2), 4 * (2 * pi / 3 - std::sqrt(3) / 2), 1e-12) << "through each other's centre";
}

/// Share of points on a fine grid around a polygon that are in both, times the grid's area.
double counted(const scene::RegionShape& region, const Solid<2>& solid) {
  constexpr int points = 400;
  std::uint64_t both = 0;
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j) {
      const Vec2 offset{2 * (i + 0.5) / points - 1, 2 * (j + 0.5) / points - 1};
      if (!contains<2>(region, solid.centre + solid.radius * offset)) continue;
      const Vec2 seen = rotate(inverse(solid.orientation), offset);
      for (const shape::RigidPolygon::Part& part : solid.polygon->parts()) {
        bool is_in = true;
        for (std::uint32_t k = 0; k < part.polygon.size(); ++k) {
          const Vec2 from = part.offset + part.polygon[k].point;
          const Vec2 to = part.offset + part.polygon[part.polygon.next(k)].point;
          is_in = is_in && cross(to - from, seen - from) > 0;
        }
        both += is_in;
      }
    }
  return 4 * solid.radius * solid.radius * static_cast<double>(both) / (points * points);
}

TEST(Solid, parts_of_polygons_agree_with_counted_points) {
  const shape::RigidPolygon gear = shape::RigidPolygon::gear(7, 0.3).unit();
  const shape::RigidPolygon plank = shape::RigidPolygon(shape::ConvexPolygon::box(5, 1)).unit();
  const scene::RegionShape box = scene::BoxRegion{{-1, -2, 0}, {1, 0.5, 0}};
  const scene::RegionShape circle = scene::BallRegion{{0, 0, 0}, 1.2};
  int cut = 0;
  for (std::uint64_t turn = 0; turn < 40; ++turn) {
    const auto random = [&](std::uint64_t which) { return random_uniform(5, which, turn); };
    const Solid<2> solid{{3 * random(0) - 1.5, 3 * random(1) - 1.5},
                         0.3 + random(2),
                         turn % 2 == 0 ? &gear : &plank,
                         normalised(Rotation<2>{2 * random(3) - 1, 2 * random(4) - 1})};
    for (const scene::RegionShape& region : {box, circle}) {
      const double inside = volume_inside<2>(region, solid);
      EXPECT_NEAR(inside, counted(region, solid), 0.01 * solid.radius * solid.radius) << turn;
      cut += inside > 0 && inside < 0.999 * volume_of(solid);
    }
  }
  EXPECT_GT(cut, 20) << "or this tests nothing";
  const Solid<2> within{{0, 0}, 0.4, &gear, {0.6, 0.8}};
  EXPECT_NEAR(volume_inside<2>(box, within), volume_of(within), 1e-14);
  EXPECT_NEAR(volume_inside<2>(circle, within), volume_of(within), 1e-14);
}

}  // namespace
}  // namespace scree::sim
