// Boxes without a lid, regions by name, cones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scree/base/math.h"
#include "scree/scene/region_shape.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

std::string wall_with(const std::string& box) {
  return std::string(head_3d) + "[[wall]]\nbox = " + box + "\n";
}

TEST(OpenBox, has_the_faces_that_are_left) {
  const SceneDescription scene = read(wall_with("{ min = [0, 0, 0], max = [1, 2, 3], open = [\"+z\"] }"));
  const auto& surface = std::get<MeshSurface>(scene.walls[0].surface);
  EXPECT_TRUE(surface.has_front);
  ASSERT_EQ(surface.mesh.pieces.size(), 10u);
  double area = 0;
  for (const auto& piece : surface.mesh.pieces) {
    const Vec3 &a = surface.mesh.vertices[piece[0]], &b = surface.mesh.vertices[piece[1]],
               &c = surface.mesh.vertices[piece[2]];
    const Vec3 twice = cross(b - a, c - a), middle{0.5, 1, 1.5};
    EXPECT_GT(dot(twice, middle - a), 0) << "the front is not inside";
    EXPECT_FALSE(a[2] == 3 && b[2] == 3 && c[2] == 3) << "the lid";
    area += 0.5 * norm(twice);
  }
  EXPECT_DOUBLE_EQ(area, 2 * (1 * 3 + 2 * 3) + 1 * 2);
}

TEST(OpenBox, is_a_chain_in_the_plane) {
  const SceneDescription scene =
      read(std::string(head_2d) + "[[wall]]\nbox = { min = [0, 0], max = [1, 2], open = \"+y\" }\n");
  const auto& surface = std::get<ChainSurface>(scene.walls[0].surface);
  EXPECT_TRUE(surface.has_back);
  EXPECT_EQ(surface.mesh.pieces.size(), 3u);
}

TEST(OpenBox, refuses_faces_that_it_does_not_have) {
  EXPECT_THAT(complaints_about(wall_with("{ min = [0, 0, 0], max = [1, 1, 1], open = [\"top\"] }")),
              ::testing::ElementsAre(::testing::HasSubstr("there is no face 'top'")));
  EXPECT_THAT(complaints_about(
                  wall_with("{ min = [0, 0, 0], max = [1, 1, 1], side = \"outside\", open = [\"+z\"] }")),
              ::testing::ElementsAre(::testing::HasSubstr("a solid is closed")));
  EXPECT_THAT(
      complaints_about(wall_with(
          "{ min = [0, 0, 0], max = [1, 1, 1], open = [\"-x\", \"+x\", \"-y\", \"+y\", \"-z\", \"+z\"] }")),
      ::testing::ElementsAre(::testing::HasSubstr("without any face")));
}

std::string fill_in(const std::string& region) {
  return std::string(head_3d) +
         "[[fill]]\nshape = \"sphere\"\nmaterial = \"glass\"\nradius = 0.1\ncount = 1\nregion = " + region +
         "\n[[region]]\nname = \"bin\"\nbox = { min = [0, 0, 0], max = [1, 1, 1] }\n[[region]]\nname = "
         "\"funnel\"\ncone = { "
         "start = [0, 0, 0], end = [0, 0, 3], start_radius = 1, end_radius = 2 }\n";
}

TEST(Regions, may_be_named_by_a_fill) {
  const Fill bin = read(fill_in("\"bin\"")).fills[0];
  EXPECT_EQ(bin.hi, (Coordinates{1, 1, 1}));
  EXPECT_FALSE(bin.region.has_value());
  const Fill funnel = read(fill_in("\"funnel\"")).fills[0];
  EXPECT_EQ(funnel.lo, (Coordinates{-2, -2, 0}));
  EXPECT_TRUE(std::holds_alternative<ConeRegion>(*funnel.region));
  EXPECT_THAT(complaints_about(fill_in("\"bim\"")),
              ::testing::ElementsAre(
                  ::testing::HasSubstr("there is no [[region]] called 'bim', did you mean 'bin'?")));
}

TEST(Regions, a_cone_has_its_volume_and_bounds) {
  const RegionShape cone = ConeRegion{{0, 0, 0}, {0, 0, 3}, 1, 2};
  EXPECT_DOUBLE_EQ(volume_of<3>(cone), math::pi * (1 + 2 + 4));
  EXPECT_EQ(bounds_of<3>(cone).lo, (Vec3{-2, -2, 0}));
  EXPECT_EQ(bounds_of<3>(cone).hi, (Vec3{2, 2, 3}));
}

}  // namespace
}  // namespace scree::scene
