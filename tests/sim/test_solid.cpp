// Parts of bodies inside of regions: against what is known, and against counting points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/sim/region.h"
#include "scree/sim/solid.h"

namespace scree::sim {
namespace {

constexpr double pi = 3.14159265358979323846;

TEST(Solid, the_part_of_a_ball_that_faces_of_a_box_cut_off_is_exact) {
  const scene::RegionShape box = scene::BoxRegion{{0, 0, 0}, {10, 10, 10}};
  const double whole = 4.0 / 3.0 * pi * 8;
  const auto inside = [&](const Vec3& centre) { return volume_inside<3>(box, {centre, 2}); };
  EXPECT_NEAR(inside({5, 5, 5}), whole, 1e-12);
  EXPECT_NEAR(inside({5, 0, 5}), whole / 2, 1e-12);
  EXPECT_NEAR(inside({5, 5, 11}), pi * 1 * (3 * 2 - 1) / 3, 1e-12) << "a cap of height 1";
  EXPECT_NEAR(inside({0, 10, 5}), whole / 4, 1e-12) << "an edge";
  EXPECT_NEAR(inside({0, 10, 0}), whole / 8, 1e-12) << "a corner";
  EXPECT_EQ(inside({5, 5, -2.5}), 0);
}

/// Volume of what a ball has in common with a region, by points at random: right to 0.3 % of the ball or so.
double counted(const scene::RegionShape& region, const Solid<3>& solid) {
  constexpr std::uint64_t points = 100'000;
  std::uint64_t ball = 0, both = 0;
  for (std::uint64_t k = 0; k < points; ++k) {
    Vec3 offset;
    for (int axis = 0; axis < 3; ++axis)
      offset[axis] =
          2 * random_uniform(7, purpose("test.points"), 3 * k + static_cast<std::uint64_t>(axis)) - 1;
    if (dot(offset, offset) > 1) continue;
    ++ball;
    both += contains<3>(region, solid.centre + solid.radius * offset);
  }
  return volume_of(solid) * static_cast<double>(both) / static_cast<double>(ball);
}

// Issue 21, point 9: points of a grid inside a ball gave 0 in small regions and 0 and 0.5 by turns in thin
// slices.
TEST(Solid, packing_fractions_in_space_are_exact_in_small_regions_and_thin_slices) {
  const Solid<3> ball{{0, 0, 0}, 1};
  const auto inside = [&](const scene::RegionShape& region) { return volume_inside<3>(region, ball); };
  EXPECT_NEAR(inside(scene::BoxRegion{{-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}}), 1e-3, 1e-15);
  EXPECT_NEAR(inside(scene::BallRegion{{0.3, 0, 0}, 0.01}), 4.0 / 3 * pi * 1e-6, 1e-18);
  EXPECT_NEAR(inside(scene::CylinderRegion{{0.2, 0, -0.1}, {0, 0, 1}, 0.01, 0.2}), pi * 1e-4 * 0.2, 1e-15);
  for (int bin = 0; bin < 40; ++bin) {
    const double lo = -1 + bin / 20.0, hi = -1 + (bin + 1) / 20.0;
    const double quarter = pi / 4 * (hi - lo - (hi * hi * hi - lo * lo * lo) / 3);
    EXPECT_NEAR(inside(scene::BoxRegion{{0, 0, lo}, {2, 2, hi}}), quarter, 1e-14) << bin;
  }
}

TEST(Solid, parts_of_a_ball_in_boxes_side_by_side_add_up_to_the_ball) {
  for (std::uint64_t turn = 0; turn < 200; ++turn) {
    const auto random = [&](std::uint64_t k) { return random_uniform(3, purpose("test"), 16 * turn + k); };
    const Solid<3> ball{{random(0), random(1), random(2)}, 0.2 + random(3)};
    const double endless = std::numeric_limits<double>::infinity();
    std::vector<double> ends[3];
    for (std::uint64_t k = 0; k < 3; ++k) {
      ends[k] = {random(4 + 3 * k), random(5 + 3 * k), random(6 + 3 * k), -endless, endless};
      std::sort(ends[k].begin(), ends[k].end());
    }
    double sum = 0;
    for (std::size_t x = 0; x < 4; ++x)
      for (std::size_t y = 0; y < 4; ++y)
        for (std::size_t z = 0; z < 4; ++z) {
          const double part =
              volume_inside<3>(scene::BoxRegion{{ends[0][x], ends[1][y], ends[2][z]},
                                                {ends[0][x + 1], ends[1][y + 1], ends[2][z + 1]}},
                               ball);
          EXPECT_GE(part, 0);
          sum += part;
        }
    EXPECT_NEAR(sum, volume_of(ball), 1e-13 * volume_of(ball)) << turn;
  }
}

TEST(Solid, balls_are_cut_by_boxes_balls_and_cylinders_as_counting_says) {
  int cut = 0;
  for (std::uint64_t turn = 0; turn < 12; ++turn) {
    const auto random = [&](std::uint64_t k) { return random_uniform(5, purpose("test"), 8 * turn + k); };
    const Solid<3> ball{{3 * random(0) - 1.5, 3 * random(1) - 1.5, 3 * random(2) - 1.5},
                        0.5 + 1.5 * random(3)};
    const Vec3 way{random(4) - 0.5, random(5) - 0.5, random(6) - 0.5}, axis = way / norm(way);
    for (const scene::RegionShape& region :
         {scene::RegionShape(scene::BoxRegion{{-1, -0.5, -1.2}, {0.8, 1, 0.7}}),
          scene::RegionShape(scene::BallRegion{{0.1, 0, -0.2}, 1.1}),
          scene::RegionShape(scene::CylinderRegion{{0.1, -0.2, 0}, {axis[0], axis[1], axis[2]}, 0.7, 1.5})}) {
      const double inside = volume_inside<3>(region, ball);
      EXPECT_NEAR(inside, counted(region, ball), 0.01 * volume_of(ball)) << turn;
      cut += inside > 0 && inside < 0.999 * volume_of(ball);
    }
  }
  EXPECT_GT(cut, 20);
}

// The integral over slices is worst where the ball nearly touches the cylinder's side from within.
TEST(Solid, a_ball_that_hardly_reaches_through_the_side_of_a_cylinder_keeps_its_volume) {
  const scene::RegionShape cylinder = scene::CylinderRegion{{0, 0, -2}, {0, 0, 1}, 1.5, 4};
  for (const double beyond : {-1e-3, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4}) {
    const Solid<3> ball{{0.5 + beyond, 0, 0}, 1};
    EXPECT_NEAR(volume_inside<3>(cylinder, ball), volume_of(ball), 1e-6 + 10 * std::max(0.0, beyond * beyond))
        << beyond;
  }
  // Around the axis: a ball less its caps.
  EXPECT_NEAR((volume_inside<3>(scene::CylinderRegion{{0, 0, -2}, {0, 0, 1}, 0.6, 4}, {{0, 0, 0}, 1})),
              4.0 / 3 * pi * (1 - std::pow(1 - 0.36, 1.5)), 1e-9);
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
