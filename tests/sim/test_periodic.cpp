// Periodic axes: a box without faces. What happens across a face is what happens in the middle.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/search/catalog.h"
#include "scree/sim/simulation.h"
#include "scree/world/bodies.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

constexpr const char* material = R"(
[material.m]
density = 2000
[contact.default]
law = "hooke"
restitution = 0.7
stiffness = 1e4
friction = 0.4
rolling_friction = 0.02
)";

/// Two discs that meet off-centre while both spin, the whole shifted along x.
std::string collision(double shift) {
  const auto body = [&](double x, double y, double velocity, double spin) {
    const double place = x + shift - std::floor(x + shift);
    return "[[body]]\nshape = \"disc\"\nradius = 0.05\nmaterial = \"m\"\nposition = [" +
           std::to_string(place) + ", " + std::to_string(y) + "]\nvelocity = [" + std::to_string(velocity) +
           ", 0]\nspin = " + std::to_string(spin) + "\n";
  };
  return "[scene]\ndimension = 2\n[domain]\nmin = [0, -5]\nmax = [1, 5]\nperiodic = \"x\"\n" +
         std::string(material) + body(0.375, 0.5, 1, 3) + body(0.625, 0.53, -1, 5) +
         "[[stage]]\nduration = 0.15\n[run]\ntime_step = 1e-5\n";
}

record::Frame end_of(const std::string& text) {
  const auto simulation = build(read(text), {});
  while (!simulation->finished()) EXPECT_TRUE(simulation->advance().finite);
  return simulation->frame();
}

TEST(Periodic, a_collision_across_the_face_is_the_collision_in_the_middle) {
  const record::Frame middle = end_of(collision(0)), across = end_of(collision(0.5));
  for (const char* name : {"velocity", "spin"}) {
    const std::size_t width = std::string(name) == "spin" ? 1 : 2;
    const auto expected = world::find_column(middle.bodies, name, Element::f64, width).values<double>();
    const auto got = world::find_column(across.bodies, name, Element::f64, width).values<double>();
    ASSERT_EQ(expected.size(), got.size());
    for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(got[k], expected[k], 1e-11) << name << k;
  }
  const auto velocity = world::find_column(across.bodies, "velocity", Element::f64, 2).values<double>();
  EXPECT_LT(velocity[0], 0.5) << "the two must have met";
}

std::string gas(int dimension) {
  const std::string end = dimension == 2 ? "" : ", 0.3", zero = dimension == 2 ? "" : ", 0";
  const std::string box = "min = [0, 0" + zero + "], max = [0.3, 0.3" + end + "]";
  return "[scene]\nseed = 5\ndimension = " + std::to_string(dimension) + "\ngravity = [0.4, 0" + zero +
         "]\n[domain]\nmin = [0, 0" + zero + "]\nmax = [0.3, 0.3" + end + "]\nperiodic = \"" +
         (dimension == 2 ? "xy" : "xyz") + "\"\n" + material + "[[fill]]\nshape = \"" +
         (dimension == 2 ? "disc" : "sphere") +
         "\"\nmaterial = \"m\"\nradius = { uniform = [0.01, 0.02] }\nregion = { box = { " + box +
         " } }\ncount = " + (dimension == 2 ? "60" : "250") +
         "\nrandom_speed = 2\n[[stage]]\nduration = 0.1\n[run]\ntime_step = 1e-4\n";
}

std::string hash_after(Simulation& simulation) {
  while (!simulation.finished()) simulation.advance();
  return simulation.state_hash().text();
}

TEST(Periodic, the_bits_depend_on_the_scene_alone) {
  for (const int dimension : {2, 3}) {
    const scene::SceneDescription scene = read(gas(dimension));
    const std::string expected = hash_after(*build(scene, {}));
    BuildOptions shuffled;
    shuffled.shuffle_every_step = true;
    EXPECT_EQ(hash_after(*build(scene, shuffled)), expected);
    for (const char* name : {"all_pairs", "linked_cell", "sort_and_update"}) {
      BuildOptions options;
      options.search = name;
      EXPECT_EQ(hash_after(*build(scene, options)), expected) << name;
    }
    {
      const ThreadLimit limit(3);
      EXPECT_EQ(hash_after(*build(scene, {})), expected);
    }
    const auto unseen = build(scene, {});
    advance_to_end(*unseen);
    EXPECT_EQ(unseen->state_hash().text(), expected) << "no state was looked at in between";
    const auto first = build(scene, {});
    for (int step = 0; step < 437; ++step) first->advance();
    const auto second = build(scene, {});
    second->restore(first->checkpoint());
    EXPECT_EQ(hash_after(*second), expected) << "after a restart";
  }
}

TEST(Periodic, bodies_stay_in_the_box_and_the_ledgers_close) {
  const auto simulation = build(read(gas(3)), {});
  while (!simulation->finished()) simulation->advance();
  EXPECT_EQ(simulation->counts().removed, 0u);
  EXPECT_GT(simulation->counts().contacts, 0u);
  const record::Frame frame = simulation->frame();
  for (const double x : world::find_column(frame.bodies, "position", Element::f64, 3).values<double>()) {
    EXPECT_GE(x, 0);
    EXPECT_LE(x, 0.3);
  }
  EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-12);
  const Energies energies = simulation->energies();
  EXPECT_LT(std::abs(energies.residual()), 2e-3 * energies.scale());
  EXPECT_GT(energies.damping, 0);
}

TEST(Periodic, what_cannot_repeat_is_refused) {
  std::string text = gas(2);
  text.replace(text.find("\"xy\""), 4, "\"xz\"");
  EXPECT_NE(complaint_of(text).find("no axis z"), std::string::npos) << complaint_of(text);
  text = collision(0);
  text.replace(text.find("radius = 0.05"), 13, "radius = 0.45");
  EXPECT_NE(complaint_of(text).find("2.1 times the largest diameter"), std::string::npos)
      << complaint_of(text);
  text = collision(0);
  text.replace(text.find("max = [1, 5]"), 12, "max = [\"inf\", 5]");
  EXPECT_NE(complaint_of(text).find("finite"), std::string::npos) << complaint_of(text);
}

}  // namespace
}  // namespace scree::sim
