// Stages end when their conditions say so, at the same step whatever the threads, searches and restarts.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/sim/simulation.h"

namespace scree::sim {
namespace {

std::unique_ptr<Simulation> build_text(const std::string& text, const BuildOptions& options = {}) {
  return build(scene::read_scene_text(text, "test.toml", vocabulary()), options);
}

/// One ball above a floor; stages are the test's own.
std::string drop(const std::string& stages, const std::string& run = "") {
  return R"([scene]
dimension = 2
gravity = [0, -10]
seed = 1
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.3
collision_time = "2 ms"
friction = 0.3
[[wall]]
plane = { point = [0, 0], normal = [0, 1] }
[[body]]
shape = "disc"
radius = "1 cm"
material = "glass"
position = [0, "11 cm"]
[[region]]
name = "low"
box = { min = [-1, 0], max = [1, "5 cm"] }
)" + run +
         stages;
}

void run_to_end(Simulation& simulation) {
  while (!simulation.finished()) {
    ASSERT_FALSE(simulation.advance().stopped) << simulation.faults().stop_reason;
  }
}

TEST(Stages, end_at_the_first_look_at_which_their_condition_holds) {
  const auto simulation =
      build_text(drop("[[stage]]\nuntil = \"count(low) > 0\"\nlimit = 1\ncheck = \"1 ms\"\n"));
  run_to_end(*simulation);
  // It falls 6 cm in 0.1095 s.
  EXPECT_GT(simulation->time(), std::sqrt(2 * 0.06 / 10) - 1e-9);
  EXPECT_LT(simulation->time(), std::sqrt(2 * 0.06 / 10) + 0.00105);
}

TEST(Stages, a_body_that_has_not_fallen_yet_is_not_settled) {
  const auto simulation = build_text(drop("[[stage]]\nuntil = \"settled(1e-6)\"\nlimit = 5\n"));
  run_to_end(*simulation);
  EXPECT_GT(simulation->time(), std::sqrt(2 * 0.1 / 10));
  EXPECT_LT(simulation->time(), 1);
  EXPECT_LT(simulation->energies().kinetic, 1e-6 * 2500 * 3.1416e-4 * 10 * 0.02);
}

TEST(Stages, durations_end_a_stage_whose_condition_never_holds) {
  const auto simulation = build_text(
      drop("[[stage]]\nuntil = \"count(all) > 5\"\nduration = 0.01\n[[stage]]\nduration = 0.01\n"));
  run_to_end(*simulation);
  EXPECT_NEAR(simulation->time(), 0.02, 1e-4);
}

TEST(Stages, limits_stop_the_run_with_a_reason) {
  const auto simulation =
      build_text(drop("[[stage]]\nname = \"wait\"\nuntil = \"count(low) > 5\"\nlimit = 0.01\n"));
  StepReport report;
  for (int step = 0; step < 10000 && !report.stopped; ++step) report = simulation->advance();
  ASSERT_TRUE(report.stopped);
  EXPECT_FALSE(simulation->finished());
  EXPECT_EQ(simulation->faults().stop_reason,
            "stage 'wait' has not come to its end after its limit of 10 ms: until = \"count(low) > 5\" "
            "(count(low) is "
            "0, wanted above 5). Raise the limit, or ask for less.");
}

TEST(Stages, a_scene_that_waits_for_its_first_body_is_not_settled) {
  const auto poured = [](const std::string& inlet) {
    std::string text = drop("[[stage]]\nuntil = \"settled(1e-4)\"\nlimit = 0.4\n");
    const std::size_t body = text.find("[[body]]");
    text.replace(body, text.find("[[region]]") - body,
                 "[[inlet]]\nname = \"feed\"\nshape = \"disc\"\nmaterial = \"glass\"\nradius = \"1 cm\"\n"
                 "region.box = { min = [0, 0.01], max = [0.1, 0.04] }\n" +
                     inlet + "\n");
    auto simulation = build_text(text);
    for (StepReport report; !report.stopped && !simulation->finished();) report = simulation->advance();
    return simulation;
  };
  const auto soon = poured("number_rate = 20\ncount = 1");
  EXPECT_TRUE(soon->finished()) << soon->faults().stop_reason;
  EXPECT_EQ(soon->counts().bodies, 1u);
  EXPECT_GT(soon->time(), 0.02);
  const auto late = poured("number_rate = 2");
  EXPECT_FALSE(late->finished());
  EXPECT_NE(late->faults().stop_reason.find("(no body has come that could settle)"), std::string::npos)
      << late->faults().stop_reason;
  EXPECT_TRUE(poured("number_rate = 2\nuntil = 0.01")->finished()) << "none will ever come";
}

TEST(Stages, tell_that_settled_has_not_lasted_long_enough) {
  const auto simulation = build_text(drop("[[stage]]\nuntil = \"settled(1e9)\"\nlimit = \"11 ms\"\n"));
  StepReport report;
  while (!report.stopped) report = simulation->advance();
  EXPECT_NE(simulation->faults().stop_reason.find(
                "wanted below 1e+09 for 16 looks in a row, which it has been for 3"),
            std::string::npos)
      << simulation->faults().stop_reason;
}

TEST(Stages, gravity_changes_are_booked) {
  for (const char* integrator : {"velocity_verlet", "gear", "runge_kutta_4"}) {
    const auto simulation =
        build_text(drop("[[stage]]\nduration = 0.05\n[[stage]]\ngravity = [3, -5]\nduration = 0.05\n",
                        std::string("[run]\nintegrator = \"") + integrator + "\"\ntime_step = 1e-4\n"));
    run_to_end(*simulation);
    const Energies energies = simulation->energies();
    EXPECT_NE(energies.added, 0);
    EXPECT_LT(std::abs(energies.residual()), 1e-6 * energies.scale()) << integrator;
    const double mass = 2500 * 3.14159265358979 * 1e-4;
    EXPECT_NEAR(simulation->momenta().linear.value[0], mass * 3 * 0.05, 1e-9 + 1e-3 * mass) << integrator;
    EXPECT_NEAR(simulation->momenta().linear.value[1], -mass * (10 + 5) * 0.05, 1e-9 + 1e-3 * mass)
        << integrator;
    EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-3) << integrator;
  }
}

TEST(Stages, have_the_same_end_for_any_threads_search_and_restart) {
  const std::string text = drop(R"([[fill]]
shape = "disc"
material = "glass"
diameter = { two = { sizes = ["4 mm", "9 mm"], volume_share = 0.5 } }
count = 60
region.box = { min = ["-8 cm", "13 cm"], max = ["8 cm", "30 cm"] }
[[stage]]
until = "count(low) > 20 and speed < 1 km/s"
limit = 2
[[stage]]
gravity = [2, -10]
until = "settled(1) or stage_time > 60 ms"
limit = 2
)");
  std::string expected;
  for (const int count : {1, 2}) {
    for (const char* search : {"all_pairs", "linked_cell"}) {
      const ThreadLimit limit(count);
      BuildOptions options;
      options.search = search;
      const auto simulation = build_text(text, options);
      run_to_end(*simulation);
      if (expected.empty()) expected = simulation->state_hash().text();
      EXPECT_EQ(simulation->state_hash().text(), expected) << count << ' ' << search;
    }
  }
  for (const int steps : {1, 150, 1234, 3000}) {
    const auto first = build_text(text), second = build_text(text);
    for (int step = 0; step < steps && !first->finished(); ++step) first->advance();
    second->restore(first->checkpoint());
    EXPECT_EQ(second->time(), first->time());
    EXPECT_EQ(second->end_time(), first->end_time());
    run_to_end(*second);
    EXPECT_EQ(second->state_hash().text(), expected) << steps;
  }
}

}  // namespace
}  // namespace scree::sim
