// Scenes with polygons that name no law: which one they get, with which numbers, and what is told about it.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/sim/simulation.h"
#include "scree/sim/watch.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

const std::string head = R"(
[scene]
dimension = 2
gravity = [0, -9.81]
thickness = 0.1
seed = 3
)";

/// Polygons, a disc, a floor, a post and a chain: whatever a polygon can meet.
std::string mixture(const std::string& material, const std::string& contact) {
  return head + "[material.m]\ndensity = 2000\n" + material + contact + R"(
[[wall]]
plane = { point = [0, 0], normal = [0, 1] }
[[wall]]
circle = { centre = [0.1, 0], radius = 0.04, side = "outside" }
[[wall]]
points = [[0.2, 0.2], [0.3, 0.02], [0.4, 0.02]]
[[fill]]
shape = "polygon"
polygon = { stone = 6, elongation = [1, 1.5], angularity = 1, variants = 8 }
material = "m"
radius = 0.03
region = { box = { min = [0, 0.08], max = [0.4, 0.4] } }
count = 12
velocity = [0, -1]
[[fill]]
shape = "disc"
material = "m"
radius = 0.02
region = { box = { min = [0, 0.4], max = [0.4, 0.6] } }
count = 8
velocity = [0, -2]
[[stage]]
duration = 0.15
)";
}

std::string hash_after(Simulation& simulation) {
  while (!simulation.finished()) simulation.advance();
  return simulation.state_hash().text();
}

TEST(PolygonDefaults, a_contact_without_a_law_is_the_same_as_one_that_says_it_all) {
  const std::string young = "young = \"100 MPa\"\n";
  const auto silent = build(read(mixture(young, "")), {});
  const std::string expected = hash_after(*silent);
  EXPECT_GT(silent->counts().contacts, 0u);
  // 100 MPa times 10 cm between two; twice that against rigid walls.
  const std::string numbers = "restitution = 0.5\nfriction = 0.5\nstiffness = ";
  const auto told =
      build(read(mixture("", "[contact.\"m-m\"]\nlaw = \"overlap_depth\"\n" + numbers +
                                 "1e7\n[contact.default]\nlaw = \"overlap_depth\"\n" + numbers + "2e7\n")),
            {});
  EXPECT_EQ(hash_after(*told), expected);
  const auto half_told = build(read(mixture(young, "[contact.default]\nfriction = 0.5\n")), {});
  EXPECT_EQ(hash_after(*half_told), expected);
}

TEST(PolygonDefaults, it_is_told_which_law_was_taken) {
  const auto simulation = build(read(mixture("young = \"100 MPa\"\n", "")), {});
  const std::vector<std::string> taken = simulation->facts().laws_taken;
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0], "m-m: overlap_depth, stiffness 10 MN/m (from young), restitution 0.5, friction 0.5");
  EXPECT_EQ(taken[1],
            "m-rigid: overlap_depth, stiffness 20 MN/m (from young), restitution 0.5, friction 0.5");
  const std::string named = "[contact.default]\nlaw = \"overlap_area\"\nrestitution = 0.1\n";
  EXPECT_TRUE(build(read(mixture("young = \"100 MPa\"\n", named)), {})->facts().laws_taken.empty());
}

TEST(PolygonDefaults, without_a_modulus_it_says_what_is_missing) {
  const std::string complaint = complaint_of(mixture("", ""));
  EXPECT_NE(complaint.find("no [contact.\"m-m\"] and no [contact.default]"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("needs 'young' of the material"), std::string::npos) << complaint;
}

TEST(PolygonDefaults, discs_alone_still_need_a_law) {
  const std::string discs =
      head +
      "[material.m]\ndensity = 1\nyoung = 1e6\n[[body]]\nmaterial = \"m\"\nshape = \"disc\"\nradius = 1\n"
      "position = [0, 0]\n[[stage]]\nduration = 1\n";
  EXPECT_NE(complaint_of(discs).find("nothing says how 'm' touches 'm'"), std::string::npos);
  EXPECT_NE(complaint_of(discs + "[contact.default]\nfriction = 0.1\n").find("needs 'law'"),
            std::string::npos);
}

/// A square of one kilogramme on its corner or on its face; nothing but the floor touches it.
std::string square_on(const std::string& angle, const std::string& height, const std::string& stiffness) {
  return head +
         "[material.m]\ndensity = 1000\n[contact.default]\nlaw = \"overlap_energy\"\nrestitution = "
         "0\nstiffness = " +
         stiffness +
         "\n[[wall]]\nplane = { point = [0, 0], normal = [0, 1] }\n[[body]]\nmaterial = \"m\"\nshape = "
         "\"polygon\"\npolygon = { box = [0.1, 0.1] }\nangle = \"" +
         angle + "\"\nposition = [0, " + height + "]\n[[stage]]\nduration = 0.2\n";
}

TEST(PolygonDefaults, a_corner_sinks_as_deep_as_was_foretold_and_a_face_by_its_weight) {
  const double radius = std::sqrt(0.5) * 0.1;
  const auto corner = build(read(square_on("45 deg", "0.0705", "1e5")), {});
  const double foretold = corner->facts().corners.standing;
  EXPECT_NEAR(foretold * radius, std::cbrt(9.81 * 0.01 / (2 * 1e5)), 1e-12);
  while (!corner->finished()) corner->advance();
  EXPECT_NEAR(corner->largest_overlap().ratio, foretold, 2e-3 * foretold);
  const auto face = build(read(square_on("0 deg", "0.05", "1e5")), {});
  while (!face->finished()) face->advance();
  EXPECT_NEAR(face->largest_overlap().ratio * radius, 9.81 / 1e5, 1e-3 * 9.81 / 1e5);
}

TEST(PolygonDefaults, a_run_warns_of_corners_that_are_too_soft) {
  for (const bool soft : {true, false}) {
    const auto simulation = build(read(square_on("45 deg", "0.08", soft ? "1e5" : "1e8")), {});
    Watch watch({}, *simulation);
    watch.check_start();
    EXPECT_EQ(watch.warnings().size(), soft ? 1u : 0u);
    if (soft) {
      EXPECT_NE(watch.warnings()[0].text.find("is soft at corners"), std::string::npos);
    }
  }
}

TEST(PolygonDefaults, a_corner_of_the_default_law_carries_half_the_stiffness_of_a_face) {
  const auto stand = [](const std::string& angle, const std::string& height) {
    std::string text = square_on(angle, height, "1e5");
    const std::string law = "law = \"overlap_energy\"\n";
    text.erase(text.find(law), law.size());
    const auto simulation = build(read(text), {});
    while (!simulation->finished()) simulation->advance();
    return simulation->largest_overlap().depth;
  };
  EXPECT_NEAR(stand("0 deg", "0.05"), 9.81 / 1e5, 1e-3 * 9.81 / 1e5);
  EXPECT_NEAR(stand("45 deg", "0.0705"), 2 * 9.81 / 1e5, 5e-3 * 9.81 / 1e5);
}

/// Blocks on top of each other, and stones that fall behind them: all by the default law.
TEST(PolygonDefaults, a_retaining_wall_of_blocks_runs_without_a_warning) {
  std::string text = R"(
[scene]
dimension = 2
gravity = [0, -9.81]
seed = 3
[material.stone]
density = 2500
young = "1 GPa"
[[wall]]
plane = { point = [0, 0], normal = [0, 1] }
[[wall]]
plane = { point = [0, 0], normal = [1, 0] }
[[fill]]
shape = "polygon"
polygon = { stone = 6, elongation = [1, 1.5], angularity = 0.8, variants = 8 }
material = "stone"
radius = { uniform = [0.05, 0.07] }
region = { box = { min = [0, 0.02], max = [0.88, 0.5] } }
count = 16
[[stage]]
duration = 0.4
)";
  for (int course = 0; course < 4; ++course)
    text +=
        "[[body]]\nshape = \"polygon\"\npolygon = { box = [0.5, 0.25] }\nmaterial = \"stone\"\nposition = "
        "[" +
        std::to_string(1.2 - 0.03 * course) + ", " + std::to_string(0.125 + 0.25 * course) + "]\n";
  const auto simulation = build(read(text), {});
  Watch watch({}, *simulation);
  watch.check_start();
  while (!simulation->finished()) {
    watch.check_step(simulation->advance());
    if (simulation->step() % 200 == 0) watch.check_energy(simulation->energies());
  }
  for (const Warning& warning : watch.warnings()) ADD_FAILURE() << warning.text;
  EXPECT_GT(simulation->counts().contacts, 8u);
}

}  // namespace
}  // namespace scree::sim
