#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scree/scene/keys.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string in_3d(std::string_view text) { return std::string(head_3d) + std::string(text); }
std::string in_2d(std::string_view text) { return std::string(head_2d) + std::string(text); }

constexpr std::string_view box = R"(
[scene]
name = "box"
dimension = 3                  # or 2
gravity = [0, 0, "-9.81 m/s2"]
seed = 7
[material.glass]
density = "2500 kg/m3"
young = "10 MPa"
poisson = 0.25
[contact."glass-glass"]        # pairs by name; [contact.default] for the rest
law = "hertz_mindlin"
restitution = 0.9
friction = 0.4
rolling_friction = 0.01
[[wall]]
name = "floor"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
material = "glass"
[[fill]]
shape = "sphere"               # "disc" in 2D
material = "glass"
diameter = { uniform = ["2 mm", "3 mm"] }       # or one length, radius likewise
region = { box = { min = [0, 0, 0], max = ["4 cm", "4 cm", "8 cm"] } }
count = 2000
[[stage]]
duration = "0.5 s"
[record]
frames = "10 ms"
checkpoint = "60 s"            # wall clock
)";

TEST(ReadScene, understands_the_box_of_the_readme) {
  const SceneDescription scene = read(box);
  EXPECT_EQ(scene.name, "box");
  EXPECT_EQ(scene.dimension, 3);
  EXPECT_EQ(scene.gravity, (Coordinates{0, 0, -9.81}));
  EXPECT_EQ(scene.seed, 7u);
  ASSERT_EQ(scene.materials.size(), 1u);
  EXPECT_EQ(scene.materials[0].name, "glass");
  EXPECT_EQ(scene.materials[0].density.value, 2500);
  EXPECT_EQ(scene.materials[0].young->value, 1e7);
  EXPECT_EQ(scene.materials[0].poisson->value, 0.25);
  ASSERT_EQ(scene.contacts.size(), 1u);
  EXPECT_EQ(scene.contacts[0].first, "glass");
  EXPECT_EQ(scene.contacts[0].second, "glass");
  EXPECT_EQ(scene.contacts[0].law.value, "hertz_mindlin");
  ASSERT_EQ(scene.contacts[0].values.size(), 3u);
  EXPECT_EQ(scene.contacts[0].values[1].name, "friction");
  EXPECT_EQ(scene.contacts[0].values[1].number.value, 0.4);
  ASSERT_EQ(scene.walls.size(), 1u);
  EXPECT_EQ(scene.walls[0].name, "floor");
  EXPECT_EQ(std::get<Plane>(scene.walls[0].surface).normal, (Coordinates{0, 0, 1}));
  ASSERT_EQ(scene.fills.size(), 1u);
  EXPECT_EQ(scene.fills[0].radius.form, SizeDistribution::Form::uniform);
  EXPECT_EQ(scene.fills[0].radius.least, 0.001);
  EXPECT_EQ(scene.fills[0].radius.most, 0.0015);
  EXPECT_EQ(scene.fills[0].hi, (Coordinates{0.04, 0.04, 0.08}));
  EXPECT_EQ(scene.fills[0].count->value, 2000u);
  EXPECT_EQ(scene.fills[0].arrangement, Fill::Arrangement::random);
  ASSERT_EQ(scene.stages.size(), 1u);
  EXPECT_EQ(scene.stages[0].duration.value, 0.5);
  EXPECT_EQ(scene.record.frames->value, 0.01);
  EXPECT_EQ(scene.record.checkpoint->value, 60);
}

TEST(ReadScene, understands_single_bodies_and_numerics_by_hand) {
  const SceneDescription scene = read(in_3d(R"(
[contact.default]
law = "hooke_history"
kn = 2e4
kt = 5714.2857
gamma_n = 30
gamma_t = 15
friction = 0.4
[[body]]
name = "ball"
shape = "sphere"
radius = 0.5
material = "glass"
position = [0, 0, 1]
velocity = [1, 0, 0]
spin = [0, 0, 2]               # rad/s; a number in 2D
fixed = false
[run]
integrator = "velocity_verlet"
time_step = 1e-4               # or "auto"
search = "auto"
skin = "auto"
)"));
  ASSERT_EQ(scene.contacts.size(), 1u);
  EXPECT_EQ(scene.contacts[0].first, "");
  EXPECT_EQ(scene.contacts[0].values.size(), 5u);
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_EQ(scene.bodies[0].radius.value, 0.5);
  EXPECT_EQ(scene.bodies[0].material->value, "glass");
  EXPECT_EQ(scene.bodies[0].position, (Coordinates{0, 0, 1}));
  EXPECT_EQ(scene.bodies[0].velocity, (Coordinates{1, 0, 0}));
  EXPECT_EQ(scene.bodies[0].spin, (Coordinates{0, 0, 2}));
  EXPECT_FALSE(scene.bodies[0].fixed);
  EXPECT_EQ(scene.run.integrator.value, "velocity_verlet");
  EXPECT_EQ(scene.run.time_step->value, 1e-4);
  EXPECT_EQ(scene.run.search.value, "auto");
  EXPECT_FALSE(scene.run.skin.has_value());
}

TEST(ReadScene, fills_in_what_a_short_scene_leaves_out) {
  const SceneDescription scene = read(
      "scene.dimension = 3\n[[stage]]\nduration = 1\n[[wall]]\nbox.min = [0,0,0]\n"
      "box.max = [1,1,1]\n");
  EXPECT_EQ(scene.name, "scene");
  EXPECT_EQ(scene.gravity, Coordinates{});
  EXPECT_FALSE(scene.seed.has_value());
  EXPECT_EQ(scene.thickness, 1);
  EXPECT_EQ(scene.domain.lo, (Coordinates{-infinity, -infinity, -infinity}));
  EXPECT_EQ(scene.domain.hi, (Coordinates{infinity, infinity, infinity}));
  EXPECT_EQ(scene.walls[0].name, "wall 0");
  EXPECT_FALSE(scene.walls[0].material.has_value());
  EXPECT_TRUE(std::get<BoxSurface>(scene.walls[0].surface).inside);
  EXPECT_EQ(scene.stages[0].name, "stage 0");
  EXPECT_FALSE(scene.record.frames.has_value());
  EXPECT_EQ(scene.run.search.value, "");
  EXPECT_FALSE(scene.run.time_step.has_value());
}

TEST(ReadScene, the_key_table_and_the_description_agree_on_defaults) {
  const WatchSettings absent = read(head_3d).watch, empty = read(in_3d("[watch]\n")).watch;
  EXPECT_EQ(absent.overlap_warn, empty.overlap_warn);
  EXPECT_EQ(absent.overlap_strong, empty.overlap_strong);
  EXPECT_EQ(absent.overlap_stop, empty.overlap_stop);
  EXPECT_EQ(SceneDescription{}.thickness, read(head_2d).thickness);
}

TEST(ReadScene, two_dimensional_vectors_have_two_components_and_spins_are_numbers) {
  const SceneDescription scene = read(in_2d(R"(
[[body]]
shape = "disc"
diameter = "1 cm"
material = "glass"
position = ["1 cm", "2 cm"]
spin = "60 rpm"
[[wall]]
plane = { point = [0, 0], normal = [3, 4] }
)"));
  EXPECT_EQ(scene.bodies[0].name, "body 0");
  EXPECT_EQ(scene.bodies[0].radius.value, 0.005);
  EXPECT_EQ(scene.bodies[0].position, (Coordinates{0.01, 0.02, 0}));
  EXPECT_DOUBLE_EQ(scene.bodies[0].spin[2], 2 * 3.141592653589793);
  EXPECT_DOUBLE_EQ(std::get<Plane>(scene.walls[0].surface).normal[0], 0.6);
  EXPECT_DOUBLE_EQ(std::get<Plane>(scene.walls[0].surface).normal[1], 0.8);
}

TEST(ReadScene, takes_areal_thickness_in_2d) {
  EXPECT_EQ(read(head_2d, {"scene.thickness=2 cm"}).thickness, 0.02);
}

TEST(ReadScene, normals_of_any_length_become_unit_vectors) {
  for (const char* normal : {"[0, 0, 1e-300]", "[0, 0, 1e300]", "[1e200, 1e200, 1e200]"}) {
    const SceneDescription scene =
        read(in_3d("[[wall]]\nplane = { point = [0, 0, 0], normal = " + std::string(normal) + " }\n"));
    const Coordinates unit = std::get<Plane>(scene.walls[0].surface).normal;
    EXPECT_NEAR(unit[0] * unit[0] + unit[1] * unit[1] + unit[2] * unit[2], 1, 1e-15) << normal;
  }
}

TEST(ReadScene, a_domain_may_be_open_on_some_sides) {
  const DomainBox one_sided = read(in_3d("[domain]\nmin = [\"-inf\", -inf, \"-1 m\"]\n")).domain;
  EXPECT_EQ(one_sided.lo, (Coordinates{-infinity, -infinity, -1}));
  EXPECT_EQ(one_sided.hi, (Coordinates{infinity, infinity, infinity}));
  EXPECT_EQ(read(in_3d("[domain]\nmax = [1, \"inf\", 3]\n")).domain.hi, (Coordinates{1, infinity, 3}));
}

TEST(ReadScene, watches_can_be_switched_off) {
  const WatchSettings watch =
      read(in_3d("[watch]\noverlap_stop = \"never\"\noverlap_warn = \"2 %\"\n")).watch;
  EXPECT_EQ(watch.overlap_stop, infinity);
  EXPECT_EQ(watch.overlap_warn, 0.02);
  EXPECT_EQ(watch.overlap_strong, 0.05);
}

TEST(ReadScene, fills_come_in_three_arrangements) {
  const SceneDescription scene = read(in_3d(R"(
[[fill]]
shape = "sphere"
material = "glass"
radius = "1 mm"
region.box = { min = [0, 0, 0], max = [1, 1, 1] }
volume_fraction = "30 %"
velocity = [0, 0, -1]
random_speed = "1 cm/s"
[[fill]]
shape = "sphere"
material = "glass"
radius = { uniform = [0.1, 0.1] }
region.box = { min = [0, 0, 0], max = [1, 1, 1] }
count = 1e3
arrangement = "lattice"
[[fill]]
shape = "sphere"
material = "glass"
rows = "0,0,0,1"
)"));
  EXPECT_EQ(scene.fills[0].radius.form, SizeDistribution::Form::fixed);
  EXPECT_EQ(scene.fills[0].radius.most, 0.001);
  EXPECT_EQ(scene.fills[0].volume_fraction->value, 0.3);
  EXPECT_FALSE(scene.fills[0].count.has_value());
  EXPECT_EQ(scene.fills[0].velocity, (Coordinates{0, 0, -1}));
  EXPECT_EQ(scene.fills[0].random_speed, 0.01);
  EXPECT_EQ(scene.fills[1].arrangement, Fill::Arrangement::lattice);
  EXPECT_EQ(scene.fills[1].count->value, 1000u);
  EXPECT_EQ(scene.fills[2].arrangement, Fill::Arrangement::file);
  EXPECT_EQ(scene.fills[2].rows->value, "0,0,0,1");
  EXPECT_FALSE(scene.fills[2].file.has_value());
}

TEST(ReadScene, materials_may_have_dashes_in_their_names) {
  const SceneDescription scene =
      read(in_3d("[material.soda-lime]\ndensity = 2500\n[contact.soda-lime-glass]\n"
                 "law = \"hertz_mindlin\"\nrestitution = 1\n"));
  EXPECT_EQ(scene.contacts[0].first, "soda-lime");
  EXPECT_EQ(scene.contacts[0].second, "glass");
}

TEST(ReadScene, keeps_the_place_of_every_value_and_no_order_of_tables) {
  const SceneDescription scene = read(
      "[material.zinc]\ndensity = 7\n[material.brass]\ndensity = \"8 kg/m3\"\n"
      "[[stage]]\n  duration = 1\n[scene]\ndimension = 3\n");
  ASSERT_EQ(scene.materials.size(), 2u);
  EXPECT_EQ(scene.materials[0].name, "brass");
  EXPECT_EQ(scene.materials[1].name, "zinc");
  EXPECT_EQ(scene.materials[0].place.text(), "scene.toml:3:1");
  EXPECT_EQ(scene.materials[0].density.place.text(), "scene.toml:4:11");
  EXPECT_EQ(scene.stages[0].duration.place.text(), "scene.toml:6:14");
}

TEST(ReadScene, a_fixed_body_needs_no_material) {
  const SceneDescription scene = read(
      in_3d("[[body]]\nshape = \"sphere\"\nradius = 1\nposition = [0,0,0]\nfixed = true\nspin = [0,0,0]\n"));
  EXPECT_TRUE(scene.bodies[0].fixed);
  EXPECT_FALSE(scene.bodies[0].material.has_value());
}

}  // namespace
}  // namespace scree::scene
