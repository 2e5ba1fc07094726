// A skin says when the list of candidates is made, and must change nothing else: where bodies jump across
// periodic faces, copies turn back or walls turn, a list that forgets a body shows here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scree/sim/simulation.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

/// The scene must not have a table [run]; `run` holds further lines of it.
void expect_same_bits_for_all_skins(const std::string& scene, std::initializer_list<const char*> skins,
                                    const std::string& run = "") {
  std::string expected;
  for (const char* const skin : skins) {
    const auto simulation = build(read(fmt::format("{}[run]\nskin = {}\n{}", scene, skin, run)), {});
    while (!simulation->finished()) simulation->advance();
    const std::string hash = simulation->state_hash().text();
    if (expected.empty()) expected = hash;
    EXPECT_EQ(hash, expected) << "skin " << skin;
  }
}

constexpr const char* material = R"([material.m]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.9
stiffness = 1e6
friction = 0.1
[watch]
overlap_stop = "never"
overlap_warn = "never"
overlap_strong = "never"
)";

/// Along x from 0 to 1, with a body that moves over the face at x = 1.
std::string across_the_face(const std::string& walls, const std::string& shape) {
  return std::string(R"([scene]
dimension = 2
gravity = [0, -9.81]
[domain]
min = [0, "-inf"]
max = [1, "inf"]
periodic = "x"
)") + material +
         walls + "[[body]]\nmaterial = \"m\"\nposition = [0.99, 0.01]\nvelocity = [0.3, 0]\nradius = 0.01\n" +
         shape + "[[stage]]\nduration = 0.1\n";
}

constexpr const char* two_boxes = R"([[wall]]
name = "left"
box = { min = [-0.5, -0.1], max = [0.5, 0], side = "outside" }
[[wall]]
name = "right"
box = { min = [0.5, -0.1], max = [1.5, 0], side = "outside" }
)";
constexpr const char* two_chains = R"([[wall]]
name = "left"
points = [[-0.5, 0], [0, 0], [0.25, 0], [0.5, 0]]
[[wall]]
name = "right"
points = [[0.5, 0], [0.75, 0], [1, 0], [1.5, 0]]
)";
constexpr const char* disc = "shape = \"disc\"\n";
constexpr const char* pentagon = "shape = \"polygon\"\npolygon = { regular = 5 }\n";

TEST(Skins, walls_beyond_a_periodic_face_are_met_in_time) {
  for (const char* const walls : {two_boxes, two_chains})
    for (const char* const shape : {disc, pentagon})
      expect_same_bits_for_all_skins(across_the_face(walls, shape), {"1e-5", "1e-3", "3e-3", "6e-3"});
}

std::string rain(const std::string& shear) {
  return std::string(R"([scene]
dimension = 3
seed = 1
gravity = [0, 0, -9.81]
[domain]
min = [0, 0, "-inf"]
max = [0.05, 0.05, "inf"]
periodic = "xy"
)") + shear +
         material + R"([[wall]]
name = "floor"
unit = "cm"
vertices = "0 0 0\n0 5 0\n2.5 0 1\n2.5 5 1\n5 0 0\n5 5 0"
triangles = "0 2 3\n0 3 1\n2 4 5\n2 5 3"
[[fill]]
shape = "sphere"
material = "m"
radius = 0.003
region = { box = { min = [0, 0, 0.015], max = [0.05, 0.05, 0.03] } }
count = 20
random_speed = 0.3
[[stage]]
duration = 0.2
)";
}

TEST(Skins, a_mesh_in_a_periodic_box_is_met_in_time) {
  expect_same_bits_for_all_skins(rain(""), {"1e-5", "1e-3", "\"auto\"", "4e-3"}, "time_step = 1e-5\n");
}

TEST(Skins, a_mesh_in_a_sheared_box_is_met_in_time) {
  std::string scene = rain("shear = { flow = \"x\", gradient = \"y\", rate = 3 }\n");
  // Not up to the sheared faces.
  const std::string wide = "0 0 0\\n0 5 0\\n2.5 0 1\\n2.5 5 1\\n5 0 0\\n5 5 0",
                    narrow = "0 0.5 0\\n0 4.5 0\\n2.5 0.5 1\\n2.5 4.5 1\\n5 0.5 0\\n5 4.5 0";
  scene.replace(scene.find(wide), wide.size(), narrow);
  expect_same_bits_for_all_skins(scene, {"1e-5", "1e-3", "\"auto\"", "4e-3"}, "time_step = 1e-5\n");
}

TEST(Skins, a_wall_that_turns_is_met_by_a_body_from_the_other_side) {
  // The wall turns about the near face, where the body is at first; at the far face, to which it jumps, the
  // wall moves fast.
  const std::string walls = R"([[wall]]
name = "lever"
box = { min = [-0.5, -0.12], max = [1.5, -0.02], side = "outside" }
motion = { rotate = { point = [0, -0.02], rate = 0.5 } }
)";
  std::string scene = across_the_face(walls, disc);
  const auto replace = [&](const std::string& was, const std::string& is) {
    scene.replace(scene.find(was), was.size(), is);
  };
  replace("gravity = [0, -9.81]", "gravity = [0, 0]");
  replace("position = [0.99, 0.01]\nvelocity = [0.3, 0]", "position = [0.0001, 0.01]\nvelocity = [-0.02, 0]");
  expect_same_bits_for_all_skins(scene, {"1e-5", "1e-3", "3e-3", "6e-3"});
}

TEST(Skins, floats_know_how_long_a_sparse_box_is) {
  // Two bodies far from all others, of which there are none, jump from one end to the other.
  for (int k = 0; k < 8; ++k)
    expect_same_bits_for_all_skins(
        fmt::format("[scene]\ndimension = 2\n[domain]\nmin = [0, 0]\nmax = [20, 20]\nperiodic = \"xy\"\n{}"
                    "[[body]]\nshape = \"disc\"\nmaterial = \"m\"\nradius = 0.001\nposition = [1e-5, 10]\n"
                    "velocity = [-0.1, 0]\n"
                    "[[body]]\nshape = \"disc\"\nmaterial = \"m\"\nradius = 0.001\nposition = [{:.17g}, 10]\n"
                    "velocity = [-0.11, 0]\n[[stage]]\nduration = 6e-4\n",
                    material, 1e-5 + 2e-3 + 2e-6 + k * 0.137e-6),
        {"1e-6", "1e-4", "3e-4"}, "time_step = 5e-7\n");
}

TEST(Skins, copies_that_turn_back_use_up_the_skin_both_ways) {
  // The first body crosses the sheared face just before the copies turn back, and keeps what they had gone by
  // then; the second one comes to meet it.
  expect_same_bits_for_all_skins(
      fmt::format("[scene]\ndimension = 2\n[domain]\nmin = [-0.02, -0.02]\nmax = [0.02, 0.02]\n"
                  "periodic = \"xy\"\nshear = {{ flow = \"x\", gradient = \"y\", rate = 25 }}\n{}"
                  "[[body]]\nshape = \"disc\"\nmaterial = \"m\"\nradius = 0.001\n"
                  "position = [0.003, {:.17g}]\nvelocity = [0, 0.05]\n"
                  "[[body]]\nshape = \"disc\"\nmaterial = \"m\"\nradius = 0.001\n"
                  "position = [{:.17g}, 0.0199]\nvelocity = [0.5, 0]\n"
                  "[[stage]]\nduration = 4.8e-4\n[[stage]]\nduration = 7e-4\nshear_rate = -25\n",
                  material, 0.02 - 0.05 * 0.00047, 0.003 - 0.00305),
      {"2e-5", "3e-4", "5e-4", "9.8e-4", "1e-3"}, "time_step = 5e-7\n");
}

}  // namespace
}  // namespace scree::sim
