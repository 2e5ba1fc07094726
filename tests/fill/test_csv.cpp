#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "scree/scene/csv_bodies.h"
#include "tests/fill/fill_scenes.h"
#include "tests/scene/scene_text.h"

namespace scree::fill {
namespace {

using namespace scene;  // words of the reader

/// A fill that reads the text as if "piles/box.toml" had named "grains.csv".
template <int D>
SceneDescription scene_with(const std::string& text) {
  Fill fill = make_fill<D>(0, 0, {});
  fill.arrangement = Fill::Arrangement::file;
  const Place place{std::make_shared<const std::string>("piles/box.toml"), 9, 8};
  fill.file = Placed<std::string>{"grains.csv", place};
  fill.rows = Placed<std::string>{text, place};
  SceneDescription scene = make_scene<D>({fill});
  scene.materials.emplace_back().name = "steel";
  return scene;
}

template <int D>
std::vector<NewBody<D>> read_bodies(const std::string& text) {
  return generate_fills<D>(scene_with<D>(text), 1);
}

TEST(CsvFill, reads_columns_in_any_order) {
  const auto bodies = read_bodies<3>(
      "material,radius,z,y,x,wz,wx,wy,vx,vy,vz\n"
      "steel,0.5,3,2,1,9,7,8,4,5,6\n"
      ",2e-3,-0.25,+1,.5,0,0,0,0,0,0\n");
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].position, (Vec3{1, 2, 3}));
  EXPECT_EQ(bodies[0].velocity, (Vec3{4, 5, 6}));
  EXPECT_EQ(bodies[0].spin, (Vec3{7, 8, 9}));
  EXPECT_EQ(bodies[0].radius, 0.5);
  EXPECT_EQ(bodies[0].material, "steel");
  EXPECT_EQ(bodies[0].line, 2u);
  EXPECT_EQ(bodies[1].position, (Vec3{0.5, 1, -0.25}));
  EXPECT_EQ(bodies[1].radius, 0.002);
  EXPECT_EQ(bodies[1].material, "glass");
}

TEST(CsvFill, reads_discs_with_diameters_and_spin) {
  const auto bodies = read_bodies<2>("x,y,diameter,spin\n1,2,3,-4\n");
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].position, (Vec2{1, 2}));
  EXPECT_EQ(bodies[0].radius, 1.5);
  EXPECT_EQ(bodies[0].spin, -4);
}

TEST(CsvFill, takes_the_last_frame_of_what_export_writes) {
  const auto spheres = read_bodies<3>(
      "frame,time,id,x,y,z,vx,vy,vz,qw,qx,qy,qz,wx,wy,wz,radius,material,fixed,fx,fy,fz,tx,ty,tz\n"
      "0,0,0,9,9,9,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0\n"
      "1,0.5,0,1,2,3,4,5,6,1,0,0,0,7,8,9,1,1,0,0,0,0,0,0,0\n"
      "1,0.5,1,5,5,5,0,0,0,1,0,0,0,0,0,0,2,0,1,0,0,0,0,0,0\n");
  ASSERT_EQ(spheres.size(), 2u);
  EXPECT_EQ(spheres[0].position, (Vec3{1, 2, 3}));
  EXPECT_EQ(spheres[0].velocity, (Vec3{4, 5, 6}));
  EXPECT_EQ(spheres[0].spin, (Vec3{7, 8, 9}));
  EXPECT_EQ(spheres[0].material, "steel") << "number 1 of the scene";
  EXPECT_FALSE(spheres[0].fixed);
  EXPECT_EQ(spheres[1].radius, 2);
  EXPECT_TRUE(spheres[1].fixed);
  const auto discs = read_bodies<2>(
      "frame,time,id,x,y,vx,vy,angle,spin,radius,material,shape,fixed,fx,fy,torque\n"
      "0,0,0,1,2,3,4,5,6,7,0,0,0,0,0,0\n");
  ASSERT_EQ(discs.size(), 1u);
  EXPECT_EQ(discs[0].spin, 6);
  EXPECT_EQ(refusal<2>(scene_with<2>("x,y,radius,shape\n0,0,1,2\n")),
            "piles/grains.csv:2:7: polygons cannot come from a table, only round bodies");
  EXPECT_EQ(refusal<2>(scene_with<2>("x,y,radius,material\n0,0,1,2\n")),
            "piles/grains.csv:2:7: there is no material '2'; choose from glass, steel");
}

TEST(CsvFill, takes_what_spreadsheets_write) {
  const auto bodies = read_bodies<2>(
      "\xEF\xBB\xBF\"x\", \"y\" ,radius,\"material\"\r\n\r\n# a remark, with commas\r\n 1 "
      ",\t2,0.5,\"steel\"\r\n3,4,1,\r\n");
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].position, (Vec2{1, 2}));
  EXPECT_EQ(bodies[0].material, "steel");
  EXPECT_EQ(bodies[0].line, 4u);
  EXPECT_EQ(bodies[1].line, 5u);
}

TEST(CsvFill, does_without_a_header) {
  EXPECT_EQ(read_bodies<2>("1,2,0.5").front().radius, 0.5);
  const auto bodies = read_bodies<3>("1,2,3,0.5,4,5,6\n\n7,8,9,1,0,0,0\n");
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].velocity, (Vec3{4, 5, 6}));
  EXPECT_EQ(bodies[1].position, (Vec3{7, 8, 9}));
  EXPECT_EQ(
      refusal<2>(scene_with<2>("1,2\n")),
      "piles/grains.csv:1:1: without a header, lines have 3 or 5 values (x,y,radius[,vx,vy]), got 2: '1,2'");
}

TEST(CsvFill, adds_to_velocities_what_the_fill_says) {
  SceneDescription scene = scene_with<2>("0,0,1\n5,5,1\n");
  scene.fills[0].velocity = {1, 2, 0};
  EXPECT_EQ(generate_fills<2>(scene, 1)[1].velocity, (Vec2{1, 2}));
  scene.fills[0].random_speed = 0.25;
  const auto bodies = generate_fills<2>(scene, 1);
  EXPECT_NE(bodies[0].velocity, bodies[1].velocity);
  EXPECT_NEAR(bodies[1].velocity[1], 2, 0.25);
  scene.fills[0].rows->value = "0,0,1,7,8\n";
  EXPECT_NEAR(generate_fills<2>(scene, 1)[0].velocity[0], 7, 0.25);
}

TEST(CsvFill, lets_overlaps_pass) { EXPECT_EQ(read_bodies<2>("0,0,1\n0.1,0,1\n0.5,0,1\n").size(), 3u); }

TEST(CsvFill, is_an_obstacle_to_later_fills) {
  SceneDescription scene = scene_with<2>("5,5,4\n");
  Fill fill = make_fill<2>(0.2, 0.2, {10, 10, 0});
  ask_for_count(fill, 100);
  scene.fills.push_back(fill);
  EXPECT_EQ(overlapping_pairs(generate_fills<2>(scene, 1)), 0u);
}

TEST(CsvFill, knows_the_place_of_each_body) {
  const SceneDescription scene = scene_with<2>("x,y,radius\n0,0,1\n\n2,0,1\n");
  EXPECT_EQ(place_of(scene, generate_fills<2>(scene, 1)[1]).text(), "piles/grains.csv:4:1");
}

TEST(CsvFill, names_columns_that_are_wrong) {
  EXPECT_EQ(
      refusal<3>(scene_with<3>("x,y,raduis,vx,vz\n1,2,3,4,5\n")),
      "piles/grains.csv:1:1: the column 'z' is missing; expected x,y,z and radius or diameter, optionally "
      "vx,vy,vz, wx,wy,wz, material\n"
      "piles/grains.csv:1:1: the column 'vy' is missing; expected x,y,z and radius or diameter, optionally "
      "vx,vy,vz, wx,wy,wz, material\n"
      "piles/grains.csv:1:1: the column 'radius' or 'diameter' is missing; expected x,y,z and radius or "
      "diameter, optionally vx,vy,vz, wx,wy,wz, material\n"
      "piles/grains.csv:1:5: unknown column 'raduis', did you mean 'radius'?");
  EXPECT_EQ(refusal<2>(scene_with<2>("x,y,z,radius\n")),
            "piles/grains.csv:1:5: the column 'z' is for dimension = 3 only; expected x,y and radius or "
            "diameter, optionally vx,vy, spin, material");
  EXPECT_EQ(refusal<2>(scene_with<2>("x,y,x,radius,diameter\n")),
            "piles/grains.csv:1:1: give either the column 'radius' or 'diameter', not both\n"
            "piles/grains.csv:1:5: the column 'x' is there twice");
}

TEST(CsvFill, lists_every_bad_line) {
  EXPECT_EQ(refusal<2>(scene_with<2>("x,y,radius,material\n"
                                     "1,2 mm,0.5,steel\n"
                                     "1,2,0.5\n"
                                     "1,inf,0.5,\n"
                                     "1,2,0.5,steel,7\n"
                                     "1,,0.5,steel\n"
                                     "1,2,-3,steal\n"
                                     "1e999,2,0,\n"
                                     "0x10,2,nan,\n")),
            "piles/grains.csv:2:3: y: expected a plain number in m, got '2 mm'\n"
            "piles/grains.csv:3:1: expected 4 values (x,y,radius,material), got 3: '1,2,0.5'\n"
            "piles/grains.csv:4:3: y: expected a finite number in m, got 'inf'\n"
            "piles/grains.csv:5:1: expected 4 values (x,y,radius,material), got 5: '1,2,0.5,steel,7'\n"
            "piles/grains.csv:6:3: y: expected a number in m, got nothing\n"
            "piles/grains.csv:7:5: radius must be positive, got '-3'\n"
            "piles/grains.csv:7:8: there is no material 'steal', did you mean 'steel'?\n"
            "piles/grains.csv:8:1: x: expected a finite number in m, got '1e999'\n"
            "piles/grains.csv:8:9: radius must be positive, got '0'\n"
            "piles/grains.csv:9:1: x: expected a plain number in m, got '0x10'\n"
            "piles/grains.csv:9:8: radius: expected a finite number in m, got 'nan'");
}

TEST(CsvFill, lists_fifty_bad_lines_and_counts_the_rest) {
  std::string text = "x,y,radius\n";
  for (int line = 0; line < 5000; ++line) text += "a,b,c\n";
  try {
    read_bodies<2>(text);
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.complaints.size(), 51u);
    EXPECT_EQ(error.complaints.back().message, "... and 14950 more");
  }
}

TEST(CsvFill, wants_bodies) {
  EXPECT_EQ(
      refusal<2>(scene_with<2>("# nothing yet\n")),
      "piles/grains.csv:1:1: there are no lines; expected x,y and radius or diameter, optionally vx,vy, "
      "spin, material");
  EXPECT_EQ(refusal<2>(scene_with<2>("x,y,radius\n")),
            "piles/grains.csv:1:1: there are no bodies below the header");
}

TEST(CsvFill, points_into_rows_of_the_scene_itself) {
  const SceneDescription scene =
      read(std::string(head_2d) +
           "[[fill]]\nshape = \"disc\"\nmaterial = \"glass\"\nrows = \"\"\"\nx,y,radius\n"
           "1,2,0.5\n1,2,x\n\"\"\"\n");
  EXPECT_EQ(refusal<2>(scene),
            "scene.toml:10:8: rows, line 3: radius: expected a plain number in m, got 'x'");
}

RC_GTEST_PROP(CsvFill, keeps_every_bit_of_a_number, (double x, double y)) {
  RC_PRE(std::isfinite(x) && std::isfinite(y));
  const auto bodies = read_bodies<2>(fmt::format("{:.17g},{},1\n", x, y));
  RC_ASSERT(bodies.front().position == (Vec2{x, y}));
}

RC_GTEST_PROP(CsvFill, survives_any_text, (const std::string& text)) {
  try {
    RC_ASSERT(!read_bodies<3>(text).empty());
  } catch (const SceneError& error) {
    RC_ASSERT(!error.complaints.empty());
  }
}

}  // namespace
}  // namespace scree::fill
