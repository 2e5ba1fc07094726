// Inlets and sinks: what comes in is inside or has gone out, to the last body and the last quantum of mass.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/sim/simulation.h"

namespace scree::sim {
namespace {

std::unique_ptr<Simulation> build_text(const std::string& text, const BuildOptions& options = {}) {
  return build(scene::read_scene_text(text, "test.toml", vocabulary()), options);
}

/// A chute: discs or spheres come in at the top, fall, and leave at the bottom.
std::string chute(int dimension, const std::string& inlet, const std::string& rest = "") {
  const bool flat = dimension == 2;
  const auto vector = [&](const char* x, const char* y, const char* z) {
    return std::string("[") + x + (flat ? "" : std::string(", ") + y) + ", " + z + "]";
  };
  return "[scene]\ndimension = " + std::to_string(dimension) +
         "\nseed = 5\ngravity = " + vector("0", "0", "-10") + R"(
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
collision_time = "1 ms"
friction = 0.3
[[wall]]
plane = { point = )" +
         vector("0", "0", "0") + ", normal = " + vector("1", "0", "1") + R"( }
[[inlet]]
name = "feed"
shape = ")" +
         (flat ? "disc" : "sphere") + R"("
material = "glass"
diameter = { uniform = ["6 mm", "1 cm"] }
region.box = { min = )" +
         vector("0", "0", "0.2") + ", max = " + vector("0.1", "0.1", "0.24") + R"( }
velocity = )" +
         vector("0", "0", "-1") + "\n" + inlet + R"(
[[sink]]
name = "outlet"
box = { min = )" +
         vector("-1", "-1", "-1") + ", max = " + vector("1", "1", "0.02") + R"( }
[[stage]]
name = "pour"
duration = 0.3
[[stage]]
duration = 0.1
)" + rest;
}

void run_to_end(Simulation& simulation) {
  while (!simulation.finished()) {
    const StepReport report = simulation.advance();
    ASSERT_FALSE(report.stopped) << simulation.faults().stop_reason;
    ASSERT_LT(report.overlap_ratio, 0.3);
  }
}

const FlowEntry& entry_of(const FlowBalance& balance, FlowEntry::Kind kind) {
  for (const FlowEntry& entry : balance.entries)
    if (entry.kind == kind) return entry;
  throw std::logic_error("no such entry");
}

// Issue 21, section 1, point 7.
TEST(Flow, of_an_inlet_over_a_periodic_face_never_overlaps) {
  for (const std::string region : {"{ min = [\"-5 cm\", 0], max = [\"15 cm\", \"10 cm\"] }",
                                   "{ min = [\"-3 cm\", \"-3 cm\"], max = [\"3 cm\", \"3 cm\"] }"}) {
    const auto simulation = build_text(R"([scene]
dimension = 2
gravity = [0, 0]
seed = 1
[domain]
min = [0, 0]
max = ["10 cm", "10 cm"]
periodic = "xy"
[material.m]
density = 2500
young = "5 MPa"
poisson = 0.3
[contact.default]
law = "hertz_mindlin"
restitution = 0.5
[[wall]]
circle = { centre = ["9 cm", "5 cm"], radius = "5 mm", side = "outside" }
[[inlet]]
shape = "disc"
material = "m"
radius = "5 mm"
number_rate = "1e6 1/s"
count = 40
when_full = "wait"
region.box = )" + region + R"(
[[stage]]
duration = "5 ms"
[run]
time_step = "1e-5 s"
)");
    while (!simulation->finished()) {
      simulation->advance();
      ASSERT_LT(simulation->largest_overlap().ratio, 1e-9) << region << " at step " << simulation->step();
    }
    EXPECT_GT(simulation->counts().bodies, 10u);
  }
}

TEST(Flow, comes_at_the_rate_that_was_asked_for) {
  for (const int dimension : {2, 3}) {
    const auto simulation = build_text(chute(dimension, "number_rate = 200\nstages = [\"pour\"]"));
    run_to_end(*simulation);
    const FlowBalance balance = simulation->flow_balance();
    const FlowEntry& inlet = entry_of(balance, FlowEntry::Kind::inlet);
    EXPECT_NEAR(static_cast<double>(inlet.bodies), 60, 1);
    EXPECT_EQ(simulation->counts().bodies + simulation->counts().removed, inlet.bodies);
    EXPECT_GT(entry_of(balance, FlowEntry::Kind::sink).bodies, 0u);
    EXPECT_TRUE(balance.is_closed());
    const Energies energies = simulation->energies();
    EXPECT_GT(energies.added, 0);
    EXPECT_LT(std::abs(energies.residual()), 0.01 * energies.scale());
    EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-6);
  }
}

TEST(Flow, is_foretold_from_rates_times_and_counts) {
  const auto facts = [](const std::string& inlet) { return build_text(chute(2, inlet))->facts(); };
  const SceneFacts pour = facts("number_rate = 200\nstages = [\"pour\"]");
  EXPECT_EQ(pour.bodies, 0u);
  EXPECT_EQ(pour.bodies_to_come, 60u);
  // A ramp over three quarters of the steps, and all of them for the last.
  EXPECT_NEAR(pour.body_steps / static_cast<double>(pour.steps), 0.75 * 30 + 0.25 * 60, 0.1);
  EXPECT_EQ(facts("number_rate = 200\ncount = 7").bodies_to_come, 7u);
  EXPECT_EQ(facts("number_rate = 200\nfrom = 0.1\nuntil = 0.15").bodies_to_come, 10u);
  EXPECT_GT(pour.memory_bytes, facts("number_rate = 200\ncount = 1").memory_bytes);
}

TEST(Flow, mass_rates_count_mass) {
  const auto simulation = build_text(chute(3, "mass_rate = \"0.1 kg/s\"\nfrom = 0.1\nuntil = 0.3"));
  run_to_end(*simulation);
  const FlowBalance balance = simulation->flow_balance();
  const double mass = entry_of(balance, FlowEntry::Kind::inlet).mass.value(balance.quantum);
  EXPECT_LE(mass, 0.02);
  EXPECT_GT(mass, 0.02 - 2500 * 4.19 * 125e-9);
  EXPECT_TRUE(balance.is_closed());
}

TEST(Flow, has_the_same_bits_for_any_threads_search_restart_and_storage) {
  for (const char* integrator : {"velocity_verlet", "gear"}) {
    const std::string text =
        chute(2, "number_rate = 300", std::string("[run]\nintegrator = \"") + integrator + "\"\n");
    const auto whole = build_text(text);
    run_to_end(*whole);
    const std::string expected = whole->state_hash().text();
    for (const char* search : {"all_pairs", "linked_cell"}) {
      const ThreadLimit limit(2);
      BuildOptions options;
      options.search = search;
      options.shuffle_every_step = true;
      const auto simulation = build_text(text, options);
      run_to_end(*simulation);
      EXPECT_EQ(simulation->state_hash().text(), expected) << search << ' ' << integrator;
    }
    for (const int steps : {1, 777, 3100}) {
      const auto first = build_text(text), second = build_text(text);
      for (int step = 0; step < steps; ++step) first->advance();
      second->restore(first->checkpoint());
      run_to_end(*second);
      EXPECT_EQ(second->state_hash().text(), expected) << steps << ' ' << integrator;
    }
  }
}

TEST(Flow, counts_newcomers_that_pass_a_plane_in_their_first_step_paused_there_or_not) {
  // Discs of 1 cm in a region that is hardly higher come in 10 um above or below the plane, at 20 um per
  // step.
  const std::string text = R"([scene]
dimension = 2
seed = 5
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
collision_time = "1 ms"
[[inlet]]
name = "feed"
shape = "disc"
material = "glass"
diameter = "1 cm"
region.box = { min = [0, 0.2], max = [0.1, 0.21001] }
velocity = [0, -10]
number_rate = "1000 1/s"
count = 5
[[measure]]
name = "passing"
kind = "flow"
plane = { point = [0, 0.20499], normal = [0, -1] }
interval = "1 ms"
[[stage]]
duration = "10 ms"
[run]
time_step = "2 us"
)";
  const auto whole = build_text(text);
  std::vector<std::uint64_t> entries;
  while (!whole->finished()) {
    const std::uint64_t before = whole->counts().bodies;
    whole->advance();
    if (whole->counts().bodies > before) entries.push_back(whole->step());
  }
  ASSERT_EQ(entries.size(), 5u);
  EXPECT_EQ(whole->readings().sample(0).values[0], 5) << "forward";
  EXPECT_EQ(whole->readings().sample(0).values[1], 0) << "backward";
  for (const std::uint64_t pause : entries) {
    const auto first = build_text(text), second = build_text(text);
    while (first->step() < pause) first->advance();
    second->restore(first->checkpoint());
    run_to_end(*second);
    EXPECT_EQ(second->readings().sample(0).values, whole->readings().sample(0).values)
        << "paused at step " << pause;
    EXPECT_EQ(second->state_hash().text(), whole->state_hash().text()) << "paused at step " << pause;
  }
}

TEST(Frames, list_the_contacts_also_where_bodies_come_go_fall_asleep_or_the_run_goes_on) {
  const std::string text = R"([scene]
dimension = 2
seed = 5
gravity = [0, -10]
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.3
collision_time = "1 ms"
friction = 0.3
[[wall]]
box = { min = [0, 0], max = [0.1, 0.4], side = "inside" }
[[inlet]]
name = "feed"
shape = "disc"
material = "glass"
diameter = { uniform = ["6 mm", "1 cm"] }
region.box = { min = [0, 0.2], max = [0.1, 0.24] }
velocity = [0, -1]
number_rate = "200 1/s"
count = 40
[[stage]]
duration = "0.6 s"
[run]
sleep = true
sleep_after = "50 ms"
[record]
contacts = true
)";
  const auto simulation = build_text(text);
  const auto rows = [](Simulation& one) { return one.frame().contacts.front().rows; };
  std::uint64_t entries = 0, sleeps = 0;
  while (!simulation->finished()) {
    const std::uint64_t bodies = simulation->counts().bodies, asleep = simulation->counts().asleep;
    simulation->advance();
    const bool came = simulation->counts().bodies > bodies, slept = simulation->counts().asleep != asleep;
    if (simulation->counts().contacts == 0 || !(came || slept)) continue;
    entries += came;
    sleeps += slept;
    ASSERT_GT(rows(*simulation), 0u) << "step " << simulation->step();
    const auto restored = build_text(text);
    restored->restore(simulation->checkpoint());
    ASSERT_EQ(rows(*restored), rows(*simulation)) << "step " << simulation->step();
    EXPECT_EQ(restored->frame().contacts[4].bytes, simulation->frame().contacts[4].bytes) << "forces";
  }
  EXPECT_GT(entries, 0u);
  EXPECT_GT(sleeps, 0u);
}

TEST(Flow, that_finds_no_room_stops_the_run_or_waits) {
  // Without gravity and speed no body leaves the region.
  std::string text = chute(2, "number_rate = 2000");
  text.replace(text.find("[0, -10]"), 8, "[0, 0]");
  text.replace(text.find("velocity = [0, -1]"), 18, "velocity = [0, 0]");
  const auto simulation = build_text(text);
  StepReport report;
  for (int step = 0; step < 100000 && !report.stopped && !simulation->finished(); ++step)
    report = simulation->advance();
  ASSERT_TRUE(report.stopped);
  EXPECT_NE(simulation->faults().stop_reason.find("inlet 'feed' cannot bring what it should"),
            std::string::npos);
  text.replace(text.find("number_rate"), 11, "when_full = \"wait\"\nnumber_rate");
  const auto waiting = build_text(text);
  run_to_end(*waiting);
  EXPECT_GT(waiting->counts().bodies, 20u);
  EXPECT_LT(waiting->counts().bodies, 60u);
}

TEST(Flow, that_cannot_pass_its_region_is_refused) {
  EXPECT_THROW(build_text(chute(3, "number_rate = 1e7")), SceneError);
  EXPECT_THROW(build_text(chute(3, "mass_rate = 1e3")), SceneError);
}

TEST(Inlets, keep_clear_of_what_reaches_over_a_periodic_face) {
  const auto simulation = build(scene::read_scene_text(R"(
[scene]
dimension = 2
seed = 1
[domain]
min = [0, 0]
max = [1, 1]
periodic = "xy"
[material.m]
density = 1000
[contact.default]
law = "hooke"
stiffness = 1000
restitution = 0.5
[[body]]
shape = "disc"
radius = 0.2
material = "m"
position = [0.95, 0.5]
[[inlet]]
name = "gap"
shape = "disc"
material = "m"
radius = 0.02
region = { box = { min = [0, 0.2], max = [0.2, 0.8] } }
number_rate = 10000
when_full = "wait"
[[stage]]
duration = 0.01
[run]
time_step = 1e-5
)",
                                                       "test.toml", vocabulary()),
                                {});
  while (!simulation->finished()) simulation->advance();
  EXPECT_GT(simulation->counts().bodies, 10u);
  EXPECT_EQ(simulation->counts().contacts, 0u);
}

}  // namespace
}  // namespace scree::sim
