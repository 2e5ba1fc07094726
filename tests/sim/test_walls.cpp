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
  EXPECT_GT(reference->counts().contacts, 2u) << "the scene is too quiet to show anything";
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
  EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-6);
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

/// A body that meets a wall across a periodic face, or in an open domain with the wall one length farther.
std::string across_a_face(const std::string& body, const std::string& wall, bool periodic) {
  return "[scene]\ndimension = 2\nthickness = \"1 cm\"\nseed = 1\n" +
         std::string(periodic
                         ? "[domain]\nmin = [0, \"-inf\"]\nmax = [\"20 cm\", \"inf\"]\nperiodic = \"x\"\n"
                         : "") +
         "[[wall]]\nname = \"post\"\n" + wall + "\n[[body]]\n" + body +
         "\nmaterial = \"glass\"\nposition = [0.14, 0.066]\nvelocity = [0.5, 0]\n" + materials;
}

TEST(Walls, stand_in_every_copy_of_a_periodic_box) {
  const std::string disc = "shape = \"disc\"\nradius = \"1 cm\"",
                    stone = "shape = \"polygon\"\npolygon = { regular = 5 }\nradius = \"1 cm\"";
  const auto circle = [](const char* x) {
    return std::string("circle = { centre = [") + x + ", 0.05], radius = \"1 cm\", side = \"outside\" }";
  };
  const auto chain = [](double x) {
    const auto point = [x](double dx, double y) {
      return "[" + std::to_string(x + dx) + ", " + std::to_string(y) + "]";
    };
    return "points = [" + point(-0.02, 0.02) + ", " + point(0, 0.06) + ", " + point(0.02, 0.02) + "]";
  };
  const auto box = [](double x) {
    return "box = { min = [" + std::to_string(x - 0.01) + ", 0.04], max = [" + std::to_string(x + 0.01) +
           ", 0.06], side = \"outside\" }";
  };
  for (const std::string& body : {disc, stone}) {
    const std::pair<std::string, std::string> walls[] = {
        {circle("0"), circle("0.2")}, {chain(0), chain(0.2)}, {box(0), box(0.2)}};
    for (const auto& [at_face, farther] : walls) {
      const auto repeated = build(read(across_a_face(body, at_face, true)), {}),
                 open = build(read(across_a_face(body, farther, false)), {});
      const double energy = repeated->energies().kinetic;
      bool touched = false;
      for (int k = 0; k < 400 && !repeated->finished() && !open->finished(); ++k) {
        repeated->advance();
        touched |= repeated->counts().contacts > 0;
        if (repeated->step() < open->step()) continue;
        open->advance();
      }
      while (repeated->time() < 0.2) {
        repeated->advance();
        touched |= repeated->counts().contacts > 0;
      }
      while (open->time() < repeated->time()) open->advance();
      EXPECT_TRUE(touched) << body << at_face;
      EXPECT_LE(repeated->energies().kinetic, energy * (1 + 1e-6)) << body << at_face;
      EXPECT_NEAR(repeated->energies().kinetic, open->energies().kinetic, 1e-6 * energy) << body << at_face;
    }
  }
}

TEST(Walls, near_a_sheared_face_are_refused_with_their_line) {
  const std::string text =
      "[scene]\ndimension = 2\n[domain]\nmin = [0, 0]\nmax = [1, 1]\nperiodic = \"xy\"\n"
      "shear = { flow = \"x\", gradient = \"y\", rate = 1 }\n[[wall]]\nname = \"post\"\n"
      "circle = { centre = [0.5, 0.02], radius = 0.05, side = \"outside\" }\n"
      "[[body]]\nshape = \"disc\"\nradius = 0.01\nmaterial = \"glass\"\nposition = [0.5, 0.5]\n" +
      std::string(materials);
  try {
    build(read(text), {});
    FAIL() << "a wall at a sheared face was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.complaints.at(0).place.line, 8) << error.what();
    EXPECT_NE(std::string(error.what()).find("sheared face"), std::string::npos) << error.what();
  }
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

/// A square funnel, open above and below, and balls at these places.
std::string funnel_scene(const std::vector<std::string>& places, const std::string& walls = "") {
  std::string text = std::string(R"(
[scene]
dimension = 3
gravity = [0, 0, -9.81]
[[wall]]
name = "hopper"
vertices = "-0.1 -0.1 0 0.1 -0.1 0 0.1 0.1 0 -0.1 0.1 0 -1 -1 1 1 -1 1 1 1 1 -1 1 1"
triangles = "0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7"
)") + walls + materials;
  for (const std::string& place : places)
    text += "[[body]]\nshape = \"sphere\"\nradius = 0.02\nmaterial = \"glass\"\nposition = " + place + "\n";
  return text;
}

// Issue 21, point 20: bodies beside the mesh that was to hold them overlap with nothing, and there was not a
// word.
TEST(Walls, bodies_outside_every_wall_that_could_hold_them_are_told) {
  const auto notes = [](const std::string& text) {
    std::string said;
    for (const std::string& note : build(read(text), {})->facts().notes)
      if (note.find("outside") != std::string::npos) said += note;
    return said;
  };
  const std::string in = "[0.1, 0.2, 0.5]", above = "[0.9, 0.9, 1.2]", out = "[0.8, 0, 0.5]",
                    floor =
                        "[[wall]]\nname = \"floor\"\nplane = { point = [0, 0, -0.1], normal = [0, 0, 1] }\n";
  EXPECT_EQ(notes(funnel_scene({in, above})), "");
  EXPECT_EQ(
      notes(funnel_scene({in, "[-0.1, 0.2, 0.5]", out})),
      "1 body starts outside of wall 'hopper', and no other wall is around it: body 2 at (0.8, 0, 0.5) m");
  EXPECT_NE(notes(funnel_scene({in, "[-0.1, 0.2, 0.5]", out}, floor)), "");
  EXPECT_NE(notes(funnel_scene({out})), "") << "nothing else is there to hold it";
  EXPECT_EQ(notes(funnel_scene({out, "[-0.8, 0, 0.5]", in}, floor)), "")
      << "they lie around a hopper on a floor";
  EXPECT_EQ(
      notes(funnel_scene({in, "[-0.1, 0.2, 0.5]", out},
                         "[[wall]]\nname = \"pipe\"\ncylinder = { start = [0.8, 0, 0], end = [0.8, 0, 1], "
                         "radius = 0.1, caps = \"none\" }\n")),
      "")
      << "it is in a pipe";
}

}  // namespace
}  // namespace scree::sim
