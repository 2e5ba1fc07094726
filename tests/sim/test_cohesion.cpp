// Bodies that stick: contacts that go on beyond touching are kept, whoever makes the lists, and end where
// their law says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/kernel/kernels.h"
#include "scree/sim/simulation.h"
#include "scree/world/bodies.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

constexpr const char* jkr = "law = \"jkr\"\nsurface_energy = 2\nrestitution = 0.8\nfriction = 0.3\n";
constexpr const char* bridge =
    "law = \"liquid_bridge\"\nvolume = 1e-8\nsurface_tension = 0.5\nrestitution = 0.8\nfriction = 0.3\n";

std::string material_with(const std::string& contact) {
  return "[material.m]\ndensity = 1000\nyoung = 1e6\npoisson = 0.25\n[contact.default]\n" + contact;
}

/// Balls that fly about in a box, stick to each other and to walls, and part again.
std::string swarm(const std::string& contact, const std::string& walls, const std::string& run) {
  return "[scene]\ndimension = 3\nseed = 3\n" + material_with(contact) + walls + R"([[fill]]
shape = "sphere"
material = "m"
radius = { uniform = [0.004, 0.006] }
region = { box = { min = [0, 0, 0], max = [0.05, 0.05, 0.05] } }
count = 60
random_speed = 0.4
[[stage]]
duration = 0.015
)" + "[run]\ntime_step = 2e-5\n" +
         run;
}
constexpr const char* six_planes = R"([[wall]]
material = "m"
box = { min = [0, 0, 0], max = [0.05, 0.05, 0.05] }
)";
constexpr const char* three_periods =
    "[domain]\nperiodic = \"xyz\"\nmin = [0, 0, 0]\nmax = [0.05, 0.05, 0.05]\n";

std::string hash_of(const std::string& scene, const BuildOptions& options = {}) {
  const auto simulation = build(read(scene), options);
  bool any_beyond = false;
  while (!simulation->finished()) simulation->advance();
  for (const auto& column : simulation->readings().contacts())
    if (column.name == "overlap")
      for (const double overlap : column.values<double>()) any_beyond |= overlap < 0;
  EXPECT_TRUE(any_beyond) << "no contact is one beyond touching";
  return simulation->state_hash().text();
}

TEST(Cohesion, the_bits_depend_on_no_skin_storage_search_thread_or_target) {
  for (const char* const contact : {jkr, bridge})
    for (const char* const walls : {six_planes, three_periods}) {
      const std::string expected = hash_of(swarm(contact, walls, ""));
      for (const char* const skin : {"1e-6", "1e-4", "3e-3"})
        EXPECT_EQ(hash_of(swarm(contact, walls, fmt::format("skin = {}\n", skin))), expected) << skin;
      BuildOptions shuffled, searched;
      shuffled.shuffle_every_step = true;
      searched.search = "all_pairs";
      EXPECT_EQ(hash_of(swarm(contact, walls, ""), shuffled), expected);
      EXPECT_EQ(hash_of(swarm(contact, walls, ""), searched), expected);
      {
        const ThreadLimit limit(3);
        EXPECT_EQ(hash_of(swarm(contact, walls, "")), expected);
      }
      for (const kernel::Target& target : kernel::targets()) {
        if (!target.is_supported()) continue;
        BuildOptions targeted;
        targeted.cpu_target = std::string(target.name);
        EXPECT_EQ(hash_of(swarm(contact, walls, ""), targeted), expected) << target.name;
      }
    }
}

TEST(Cohesion, a_run_goes_on_from_a_checkpoint_with_its_bonds) {
  for (const char* const contact : {jkr, bridge}) {
    const std::string scene = swarm(contact, six_planes, "");
    const auto whole = build(read(scene), {}), begun = build(read(scene), {}),
               resumed = build(read(scene), {});
    while (!whole->finished()) whole->advance();
    while (begun->time() < 0.008) begun->advance();
    resumed->restore(begun->checkpoint());
    while (!resumed->finished()) resumed->advance();
    EXPECT_EQ(resumed->state_hash().text(), whole->state_hash().text());
  }
}

double height_of(Simulation& simulation) {
  const record::Frame frame = simulation.frame();
  return world::find_column(frame.bodies, "position", Element::f64, 3).values<double>()[2];
}

/// A ball that starts on a floor and is thrown up from it.
std::string thrown(const std::string& contact, const std::string& floor, double speed) {
  return "[scene]\ndimension = 3\n" + material_with(contact) + floor +
         fmt::format(
             "[[body]]\nshape = \"sphere\"\nmaterial = \"m\"\nradius = 0.005\n"
             "position = [0.002, 0.001, 0.00499]\nvelocity = [0, 0, {}]\n[[stage]]\nduration = 0.02\n"
             "[run]\ntime_step = 1e-5\n",
             speed);
}
constexpr const char* plane =
    "[[wall]]\nmaterial = \"m\"\nplane = { point = [0, 0, 0], normal = [0, 0, 1] }\n";
constexpr const char* mesh = R"([[wall]]
name = "floor"
material = "m"
vertices = "-1 -1 0\n1 -1 0\n1 1 0\n-1 1 0"
triangles = "0 1 2\n0 2 3"
)";

TEST(Cohesion, a_floor_of_triangles_holds_a_ball_as_a_plane_does) {
  for (const char* const contact : {jkr, bridge}) {
    std::size_t held_beyond = 0;  // steps
    for (const double speed : {0.02, 0.1, 0.3}) {
      const auto on_plane = build(read(thrown(contact, plane, speed)), {});
      const auto on_mesh = build(read(thrown(contact, mesh, speed)), {});
      while (!on_plane->finished()) {
        on_plane->advance();
        on_mesh->advance();
        ASSERT_EQ(on_plane->counts().contacts, on_mesh->counts().contacts) << contact << speed;
        const double height = height_of(*on_plane);
        ASSERT_NEAR(height_of(*on_mesh), height, 1e-12) << contact << speed;
        if (height > 0.005) held_beyond += on_plane->counts().contacts;
      }
    }
    EXPECT_GT(held_beyond, 5u) << contact;
  }
}

TEST(Cohesion, what_a_bond_takes_when_it_forms_and_breaks_is_booked) {
  for (const std::string& contact : {std::string(jkr) + "stretch = 1\n", std::string(bridge)}) {
    const auto simulation = build(read(thrown(contact, plane, 0.5)), {});
    while (!simulation->finished()) simulation->advance();
    ASSERT_EQ(simulation->counts().contacts, 0u);
    const Energies energies = simulation->energies();
    EXPECT_GT(energies.damping, 0.001 * energies.initial);
    EXPECT_LT(std::abs(energies.residual()), 1e-4 * energies.initial) << contact;
  }
}

TEST(Cohesion, check_tells_pull_off_bond_number_and_reach) {
  const auto simulation = build(
      read("[scene]\ndimension = 3\ngravity = [0, 0, -9.81]\n" + thrown(jkr, plane, 0.1).substr(22)), {});
  ASSERT_EQ(simulation->facts().bonds.size(), 1u);
  const std::string text = simulation->facts().bonds.front();
  EXPECT_NE(text.find("m-m: pulls off at 47.1 mN, granular Bond number 9.17, lasts up to"), std::string::npos)
      << text;
}

TEST(Cohesion, polygons_do_not_stick) {
  const std::string scene = "[scene]\ndimension = 2\n" + material_with(jkr) +
                            "[[wall]]\nplane = { point = [0, 0], normal = [0, 1] }\n[[body]]\nshape = "
                            "\"polygon\"\npolygon = { box = [1, 1] }\nmaterial = \"m\"\nposition = [0, 2]\n"
                            "[[stage]]\nduration = 1\n";
  EXPECT_NE(complaint_of(scene).find("law 'jkr' is one of round bodies"), std::string::npos)
      << complaint_of(scene);
}

TEST(Cohesion, a_ball_that_hangs_falls_asleep_and_goes_on_hanging) {
  const std::string ceiling =
      "[[wall]]\nname = \"ceiling\"\nmaterial = \"m\"\nplane = { point = [0, 0, 0], normal = [0, 0, -1] }\n";
  const auto simulation = build(
      read("[scene]\ndimension = 3\ngravity = [0, 0, -9.81]\n" + material_with(jkr) + ceiling +
           "[[body]]\nshape = \"sphere\"\nmaterial = \"m\"\nradius = 0.005\nposition = [0, 0, -0.00499]\n"
           "[[stage]]\nduration = 0.4\n[run]\nsleep = true\nsleep_after = 0.1\ntime_step = 2e-5\n"),
      {});
  while (!simulation->finished()) simulation->advance();
  EXPECT_EQ(simulation->counts().asleep, 1u);
  EXPECT_EQ(simulation->counts().contacts, 1u);
  EXPECT_NEAR(height_of(*simulation), -0.005, 2e-4);
  EXPECT_LT(std::abs(simulation->energies().residual()), 1e-4 * simulation->energies().scale());
}

}  // namespace
}  // namespace scree::sim
