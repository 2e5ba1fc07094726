// Moving walls and meshes keep the promises of a simulation: bits that depend on the scene alone, state that
// comes back whole.
#include <gtest/gtest.h>

#include "scree/base/parallel.h"
#include "scree/search/catalog.h"
#include "scree/sim/simulation.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

constexpr const char* materials = R"(
[material.glass]
density = 2500
young = "2 MPa"
poisson = 0.25
[contact.default]
law = "hertz_mindlin"
restitution = 0.7
friction = 0.4
rolling_friction = 0.02
[[stage]]
duration = 1
)";

/// Balls in a turning drum with a mesh as floor, under a lid that presses and swings.
const std::string drum_scene = std::string(R"(
[scene]
dimension = 3
seed = 5
gravity = [0, 0, -9.81]
[[wall]]
name = "drum"
cylinder = { start = [0, -0.1, 0], end = [0, 0.1, 0], radius = 0.1 }
motion = { rotate = { axis = [0, 1, 0], rate = "60 rpm" } }
[[wall]]
name = "sheet"
vertices = "-0.08 -0.1 -0.05 0 -0.1 -0.055 0.08 -0.1 -0.05 -0.08 0.1 -0.05 0 0.1 -0.055 0.08 0.1 -0.05"
triangles = "0 1 4 0 4 3 1 2 5 1 5 4"
motion = { oscillate = { direction = [0, 0, 1], amplitude = "2 mm", frequency = "30 Hz" } }
[[wall]]
name = "lid"
plane = { point = [0, 0, 0.05], normal = [0, 0, -1] }
motion = { servo = { direction = [0, 0, -1], force = "2 N", max_speed = "0.5 m/s" } }
[[fill]]
shape = "sphere"
material = "glass"
radius = "7 mm"
count = 60
region = { box = { min = [-0.06, -0.06, -0.04], max = [0.06, 0.06, 0.04] } }
random_speed = 0.5
)") + materials;

const std::string chain_scene = std::string(R"(
[scene]
dimension = 2
thickness = "1 cm"
seed = 5
gravity = [0, -9.81]
[[wall]]
name = "bowl"
points = [[-0.1, 0.1], [-0.06, 0], [-0.02, -0.01], [0.02, -0.01], [0.06, 0], [0.1, 0.1]]
motion = { rotate = { rate = "30 rpm", point = [0, 0.05] } }
[[wall]]
name = "ring"
circle = { centre = [0, 0.05], radius = 0.15 }
[[fill]]
shape = "disc"
material = "glass"
radius = "5 mm"
count = 50
region = { box = { min = [-0.05, 0.02], max = [0.05, 0.12] } }
)") + materials;

class MovingWalls : public testing::TestWithParam<const std::string*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, MovingWalls, testing::Values(&drum_scene, &chain_scene),
                         [](const auto& info) { return info.index == 0 ? "drum" : "chain"; });

constexpr int some_steps = 6000;

std::string hash_after(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) simulation.advance();
  return simulation.state_hash().text();
}

TEST_P(MovingWalls, the_hash_does_not_depend_on_search_threads_or_storage) {
  const scene::SceneDescription scene = read(*GetParam());
  const auto reference = build(scene, {});
  const std::string expected = hash_after(*reference, some_steps);
  EXPECT_GT(reference->contact_count(), 2u) << "the scene is too quiet to show anything";
  for (const bool shuffle : {false, true})
    for (const int threads : {1, 3}) {
      const ThreadLimit limit(threads);
      BuildOptions options;
      options.search = "all_pairs";
      options.shuffle_every_step = shuffle;
      EXPECT_EQ(hash_after(*build(scene, options), some_steps), expected) << shuffle << threads;
    }
}

TEST_P(MovingWalls, resume_to_the_same_hash) {
  const scene::SceneDescription scene = read(*GetParam());
  const auto whole = build(scene, {});
  hash_after(*whole, some_steps / 2);
  const record::Checkpoint middle = whole->checkpoint();
  const std::string expected = hash_after(*whole, some_steps / 2);
  // From what the run folder keeps, without any other file.
  const auto resumed = build(read(scene.resolved_text), {});
  resumed->restore(middle);
  EXPECT_EQ(hash_after(*resumed, some_steps / 2), expected);
}

TEST_P(MovingWalls, close_the_ledgers) {
  const auto simulation = build(read(*GetParam()), {});
  hash_after(*simulation, some_steps);
  const Energies energies = simulation->energies();
  EXPECT_NE(energies.wall_work, 0);
  EXPECT_LT(std::abs(energies.residual()), 5e-3 * energies.scale());
  EXPECT_LT(simulation->momentum().relative_residual(), 1e-6);
}

TEST_P(MovingWalls, frames_tell_where_walls_are) {
  const auto simulation = build(read(*GetParam()), {});
  hash_after(*simulation, 100);
  const record::Frame frame = simulation->frame();
  ASSERT_FALSE(frame.walls.empty());
  EXPECT_EQ(frame.walls[0].name, "offset");
  EXPECT_EQ(frame.walls[0].rows, simulation->facts().walls);
  EXPECT_NE(frame.walls[1].values<double>()[0], 1) << "the first wall has turned";
}

TEST(Meshes, that_are_of_no_use_are_refused_with_their_place) {
  const std::string text =
      std::string(
          "[scene]\ndimension = 3\n[[wall]]\nname = \"w\"\nvertices = \"0 0 0 1 0 0 2 0 0\"\n"
          "triangles = \"0 1 2\"\n") +
      materials;
  try {
    build(read(text), {});
    FAIL() << "a mesh of one sliver was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.complaints.at(0).place.line, 3);
    EXPECT_NE(std::string(error.what()).find("corners on one line"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace scree::sim
