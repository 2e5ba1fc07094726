#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scree/show/wall_surface.h"

namespace scree::show {
namespace {

scene::Wall wall_of(decltype(scene::Wall::surface) surface) {
  scene::Wall wall;
  wall.surface = std::move(surface);
  return wall;
}

const Bounds cube = [] {
  Bounds bounds;
  bounds.include({0, 0, 0}, 1);
  return bounds;
}();

picture::Solid solid_of(const std::vector<scene::Wall>& walls, const Bounds& view = cube,
                        std::vector<WallPose> poses = {}) {
  poses.resize(walls.size());
  picture::Solid subject;
  WallSurfaces(walls).add_to(subject, poses, view);
  return subject;
}

double area_of(const picture::Solid& subject) {
  double area = 0;
  for (const picture::Triangle& t : subject.walls)
    area += 0.5 * norm(cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]));
  return area;
}

/// Volume below the fronts: positive when they face away from what they enclose.
double volume_of(const picture::Solid& subject) {
  double volume = 0;
  for (const picture::Triangle& t : subject.walls)
    volume += dot(t.corner[0], cross(t.corner[1], t.corner[2])) / 6;
  return volume;
}

TEST(WallSurface, of_a_container_faces_inwards_and_of_a_block_outwards) {
  const scene::BoxSurface box{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, true};
  scene::BoxSurface block = box;
  block.inside = false;
  EXPECT_NEAR(volume_of(solid_of({wall_of(box)})), -1, 1e-12);
  EXPECT_NEAR(volume_of(solid_of({wall_of(block)})), 1, 1e-12);
  EXPECT_EQ(solid_of({wall_of(box)}).edges.size(), 12U);
}

TEST(WallSurface, of_a_cylinder_is_as_large_as_the_cylinder) {
  scene::ConeSurface cone{{0, 0, -0.5}, {0, 0, 0.5}, 0.5, 0.5, true, true, true};
  const double pi = std::numbers::pi;
  EXPECT_NEAR(area_of(solid_of({wall_of(cone)})), 1.5 * pi, 0.01);
  EXPECT_NEAR(volume_of(solid_of({wall_of(cone)})), -0.25 * pi, 0.01);
  cone.start_cap = cone.end_cap = false;
  EXPECT_NEAR(area_of(solid_of({wall_of(cone)})), pi, 0.01);
  cone.inside = false;
  EXPECT_NEAR(volume_of(solid_of({wall_of(cone)})), 0.25 * pi, 0.01);
}

TEST(WallSurface, of_planes_ends_where_they_meet) {
  const scene::Plane floor{{0, 0, 0}, {0, 0, 1}}, side{{0.25, 0, 0}, {1, 0, 0}};
  EXPECT_NEAR(area_of(solid_of({wall_of(floor)})), 4, 1e-9);
  const picture::Solid both = solid_of({wall_of(floor), wall_of(side)});
  EXPECT_NEAR(area_of(both), 0.75 * 2 + 2 * 1, 1e-9);
  EXPECT_EQ(both.edges.size(), 2U);  // the line where they meet, once for each
}

TEST(WallSurface, is_cut_to_the_view) {
  const scene::BoxSurface tower{{-0.5, -0.5, -0.5}, {0.5, 0.5, 50}, true};
  EXPECT_NEAR(area_of(solid_of({wall_of(tower)})), 1 + 4 * 1.5, 1e-9);
}

TEST(WallSurface, follows_its_pose) {
  WallPose pose;
  pose.axes = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}};  // a quarter turn
  pose.offset = {0, 0, 0.5};
  const scene::Plane side{{0.2, 0, 0}, {1, 0, 0}};
  const picture::Solid moved = solid_of({wall_of(side)}, cube, {pose});
  ASSERT_FALSE(moved.walls.empty());
  for (const picture::Triangle& triangle : moved.walls)
    for (const Vec3& corner : triangle.corner) EXPECT_NEAR(corner[1], 0.2, 1e-12);
  pose.active = false;
  EXPECT_TRUE(solid_of({wall_of(side)}, cube, {pose}).walls.empty());
}

TEST(WallSurface, of_a_mesh_shows_edges_where_it_folds_or_ends) {
  scene::MeshSurface sheet;
  sheet.mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.mesh.pieces = {{0, 1, 2}, {0, 2, 3}};
  const picture::Solid subject = solid_of({wall_of(sheet)});
  EXPECT_EQ(subject.walls.size(), 2U);
  EXPECT_FALSE(subject.walls[0].has_front);
  EXPECT_EQ(subject.edges.size(), 4U);  // not the diagonal
}

TEST(WallSurface, poses_come_from_the_frame) {
  record::Frame frame;
  const double offset[] = {1, 2}, turn[] = {0, 1}, active[] = {1};
  frame.walls = {Column::copy_of<double>("offset", offset, 2),
                 Column::copy_of<double>("orientation", turn, 2), Column::copy_of<double>("active", active)};
  const Vec3 place = wall_poses(frame, 1).front()({1, 0, 0});
  EXPECT_NEAR(place[0], 1, 1e-15);
  EXPECT_NEAR(place[1], 3, 1e-15);
  EXPECT_EQ(wall_poses({}, 2).size(), 2U);
}

TEST(ViewBox, shows_walls_that_are_near_and_cuts_those_that_go_on) {
  Bounds walls;
  walls.include({0, 0, 0}, 1.5);
  EXPECT_NEAR(view_box(cube, walls).hi[2], 1.5, 1e-6);
  walls.include(Vec3{0, 0, 100});
  EXPECT_LT(view_box(cube, walls).hi[2], 3);
}

TEST(ViewBox, reaches_to_a_floor_that_is_near) {
  const std::vector<scene::Wall> near{wall_of(scene::Plane{{0, 0, -2}, {0, 0, 1}})},
      far{wall_of(scene::Plane{{0, 0, -9}, {0, 0, 1}})};
  const std::vector<WallPose> poses(1);
  Bounds view = cube;
  WallSurfaces(far).widen_to_planes(view, poses);
  EXPECT_EQ(view.lo[2], -1);
  WallSurfaces(near).widen_to_planes(view, poses);
  EXPECT_NEAR(view.lo[2], -2, 0.01);
  EXPECT_EQ(view.hi[2], 1);
}

TEST(WallSurface, a_box_ends_where_it_ends) {
  const std::vector<scene::Wall> walls{wall_of(scene::BoxSurface{{1, 2, 3}, {4, 5, 6}, true})};
  const std::vector<WallPose> pose(1);
  const Bounds bounds = WallSurfaces(walls).bounds(pose);
  EXPECT_EQ(bounds.lo, (Vec3{1, 2, 3}));
  EXPECT_EQ(bounds.hi, (Vec3{4, 5, 6}));
}

}  // namespace
}  // namespace scree::show
