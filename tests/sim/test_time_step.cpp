// The time step that a scene asks for or that is chosen for it, and what cannot be stepped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/sim/watch.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

TEST(TimeStep, is_a_fiftieth_of_the_linear_contact_time) {
  const auto simulation = build(read(single_ball("law = \"hooke\"\nrestitution = 1\nstiffness = 1e5")), {});
  const double pi = 3.141592653589793, mass = 1000 * 4.0 / 3.0 * pi * 1e-3;
  // The lightest pair is two such balls, although there is only one: bodies of its kind may meet.
  EXPECT_NEAR(simulation->time_step().chosen, pi / std::sqrt(1e5 / (mass / 2)) / 50, 1e-12);
  EXPECT_EQ(simulation->time_step().criterion, "contact time / 50 of m-m");
}

// Issue 21, point 19.
TEST(TimeStep, accuracy_chooses_how_fine_an_automatic_step_is) {
  const auto advice = [](const std::string& contact, const std::string& accuracy) {
    const auto simulation = build(read(single_ball(contact, accuracy)), {});
    Watch watch({}, *simulation);
    watch.check_start();
    EXPECT_TRUE(watch.warnings().empty()) << accuracy;
    return simulation->time_step();
  };
  for (const char* const contact :
       {"law = \"hooke\"\nrestitution = 1\nstiffness = 1e5", "law = \"hertz_mindlin\"\nrestitution = 1"}) {
    const double normal = advice(contact, "").chosen;
    EXPECT_EQ(advice(contact, "[run]\naccuracy = \"normal\"\n").chosen, normal);
    EXPECT_DOUBLE_EQ(advice(contact, "[run]\naccuracy = \"draft\"\n").chosen, 2 * normal);
    EXPECT_DOUBLE_EQ(advice(contact, "[run]\naccuracy = \"fine\"\ntime_step = \"auto\"\n").chosen,
                     normal / 4);
  }
  EXPECT_EQ(
      advice("law = \"hooke\"\nrestitution = 1\nstiffness = 1e5", "[run]\naccuracy = \"fine\"\n").criterion,
      "contact time / 200 of m-m");
}

TEST(TimeStep, accuracy_beside_a_given_step_is_refused) {
  EXPECT_THAT(complaint_of(single_ball("law = \"hooke\"\nrestitution = 1\nstiffness = 1e5",
                                       "[run]\ntime_step = 1e-5\naccuracy = \"fine\"\n")),
              testing::HasSubstr("it chooses a step for time_step = \"auto\""));
}

TEST(TimeStep, follows_rayleigh_when_impacts_are_slow) {
  const auto simulation = build(read(single_ball("law = \"hertz_mindlin\"\nrestitution = 1")), {});
  EXPECT_LE(simulation->time_step().chosen, simulation->time_step().limit);
  const double shear = 1e6 / 2.6, pi = 3.141592653589793;
  const double rayleigh = pi * 0.1 * std::sqrt(1000 / shear) / (0.1631 * 0.3 + 0.8766);
  EXPECT_LE(simulation->time_step().chosen, 0.2 * rayleigh);
}

/// Balls of two materials, of which `h` follows Hertz with its own kind only; the tables in either order.
std::string two_materials(bool h_first, const std::string& rest = "") {
  const std::string h = "[material.h]\ndensity = 1000\nyoung = 1e8\npoisson = 0.3\n";
  const std::string k = "[material.k]\ndensity = 10\nyoung = 1e8\npoisson = 0.3\n";
  return "[scene]\ndimension = 3\nseed = 1\n" + (h_first ? h + k : k + h) + R"(
[contact."h-h"]
law = "hertz_mindlin"
restitution = 1
[contact.default]
law = "hooke"
restitution = 1
stiffness = 10
[[body]]
shape = "sphere"
radius = 0.1
material = "h"
position = [0, 0, 0]
velocity = [0.01, 0, 0]
[[body]]
shape = "sphere"
radius = 0.1
material = "k"
position = [0.3, 0, 0]
[[stage]]
duration = "20 s"
)" + rest;
}

TEST(TimeStep, and_hash_do_not_depend_on_the_order_of_materials) {
  const auto first = build(read(two_materials(true)), {}), second = build(read(two_materials(false)), {});
  EXPECT_EQ(first->time_step().chosen, second->time_step().chosen);
  EXPECT_EQ(first->time_step().criterion, second->time_step().criterion);
  EXPECT_NE(first->time_step().criterion, "0.2 x Rayleigh time of k") << "k follows no law of Hertz's";
  while (!first->finished()) {
    first->advance();
    second->advance();
  }
  EXPECT_EQ(first->state_hash(), second->state_hash());
}

TEST(TimeStep, that_is_too_short_for_its_stage_is_refused) {
  const std::string law = "law = \"hooke\"\nrestitution = 1\nstiffness = 1e5";
  EXPECT_THAT(complaint_of(single_ball(law, "[run]\ntime_step = 1e-30\n")),
              testing::HasSubstr("1e+29 time steps of 1e-30 s"));
  EXPECT_THAT(complaint_of(single_ball(law, "[[stage]]\nduration = 1e30\n")),
              testing::HasSubstr("more than can be counted"));
}

TEST(Laws, that_cannot_be_made_are_refused_where_the_number_stands) {
  const std::string text = single_ball("law = \"hooke\"\nrestitution = 1\ncollision_time = 0");
  const auto line =
      1 +
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("collision_time")), '\n');
  try {
    build(read(text), {});
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.complaints.front().place.line, line);
    EXPECT_THAT(error.what(), testing::HasSubstr("collision_time must be positive"));
  }
}

TEST(TimeStep, that_cannot_be_found_is_asked_for_at_a_place) {
  EXPECT_THAT(complaint_of("[scene]\ndimension = 3\n[material.m]\ndensity = 1000\nyoung = 1e6\npoisson = "
                           "0.3\n[[stage]]\nduration = 1\n"),
              testing::HasSubstr("no time step can be found"));
}

TEST(TimeStep, of_the_scene_is_kept_and_judged) {
  const auto simulation = build(
      read(single_ball("law = \"hooke\"\nrestitution = 1\nstiffness = 1e5", "[run]\ntime_step = 1e-4\n")),
      {});
  EXPECT_EQ(simulation->time_step().chosen, 1e-4);
  EXPECT_LT(simulation->time_step().limit, 1e-3);
}

TEST(TimeStep, of_a_later_stage_is_judged_before_the_first_step) {
  const auto refusal_of = [](const char* step) {
    const std::string text =
        single_ball("law = \"hertz_mindlin\"\nrestitution = 0.5",
                    std::string("[[stage]]\nname = \"hard\"\nduration = 0.1\nmaterial.m.young = \"1 GPa\"\n"
                                "[run]\ntime_step = ") +
                        step);
    const auto simulation = build(read(text), {});
    Watch watch({}, *simulation);
    try {
      watch.check_start();
    } catch (const RunStopped& stop) {
      return std::string(stop.what());
    }
    return watch.warnings().empty() ? std::string() : "warning: " + watch.warnings().front().text;
  };
  EXPECT_THAT(refusal_of("\"1e-4 s\""), testing::StartsWith("the time step of 100 us in stage 'hard' is "));
  EXPECT_THAT(refusal_of("\"4.5e-5 s\""),
              testing::StartsWith("warning: the time step of 45 us in stage 'hard'"));
  EXPECT_EQ(refusal_of("\"auto\""), "");
}

TEST(Stages, end_at_the_first_step_at_or_after_their_duration) {
  const auto simulation =
      build(read(single_ball("law = \"hooke\"\nrestitution = 1\nstiffness = 1e5",
                             "[[stage]]\nname = \"second\"\nduration = 0.00025\n[run]\ntime_step = 1e-4\n")),
            {});
  std::uint64_t steps = 0;
  while (!simulation->finished()) {
    simulation->advance();
    ++steps;
  }
  EXPECT_EQ(steps, 1000u + 3u);
  EXPECT_NEAR(simulation->time(), 0.1003, 1e-12);
}

}  // namespace
}  // namespace scree::sim
