// Edits: what each does to the state and the books, what is refused, and that a run with edits repeats and
// resumes to the same hash.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "scree/base/parallel.h"
#include "scree/scene/edit.h"
#include "scree/sim/edits.h"
#include "scree/sim/simulation.h"
#include "scree/world/state.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

/// Discs that fall onto a floor between two walls; a gate in the middle.
std::string discs(const std::string& rest = "", const std::string& run = "") {
  return R"([scene]
dimension = 2
gravity = [0, -10]
seed = 3
[material.glass]
density = 2500
young = "1 MPa"
poisson = 0.3
[material.steel]
density = 7800
young = "1 MPa"
poisson = 0.3
[contact.default]
law = "hooke"
restitution = 0.5
friction = 0.3
collision_time = "2 ms"
[[wall]]
name = "box"
box = { min = [0, 0], max = [0.2, 1] }
[[wall]]
name = "gate"
plane = { point = [0, 0.02], normal = [0, 1] }
[[body]]
name = "one"
shape = "disc"
radius = "1 cm"
material = "glass"
position = [0.05, 0.031]
[[body]]
name = "two"
shape = "disc"
radius = "1 cm"
material = "glass"
position = [0.055, 0.055]
[[body]]
name = "three"
shape = "disc"
radius = "1 cm"
material = "glass"
position = [0.12, 0.2]
velocity = [0.1, 0]
[[stage]]
duration = "60 ms"
[[stage]]
duration = "40 ms"
[run]
)" + run +
         rest;
}

const world::State<2>& state_of(const Simulation& simulation) {
  return *std::get<const world::State<2>*>(simulation.state());
}
const Motion<2>& motion_of(const Simulation& simulation, Id id) {
  const world::Bodies<2>& bodies = state_of(simulation).bodies;
  return bodies.motion[bodies.slot_of(id)];
}

double relative_residual(Simulation& simulation) {
  const Energies energies = simulation.energies();
  return std::abs(energies.residual()) / energies.scale();
}

constexpr std::uint64_t when = 700;

/// One of every kind of edit that this scene can have; what must stand before it.
struct Case {
  std::string name, before, edit;
};
const std::vector<Case> cases = {
    {"gravity", "", "gravity = [1, -2]"},
    {"contact", "", "contact = { default = { friction = 0.1, restitution = 0.7 } }"},
    {"material", "", "material = { glass = { young = \"2 MPa\" } }"},
    {"drive", "",
     "drive_wall = { wall = \"gate\", motion = { translate = { velocity = [0, \"10 cm/s\"] } } }"},
    {"move_wall", "", "move_wall = { wall = \"gate\", by = [0, \"-3 mm\"] }"},
    {"turn_wall", "",
     "move_wall = { wall = \"gate\", by = [0, \"-5 mm\"], angle = \"2 deg\", about = [0.1, 0.02] }"},
    {"add_wall", "",
     "add_wall = { name = \"lid\", material = \"steel\", plane = { point = [0, 0.3], normal = [0, -1] } }"},
    {"remove_wall", "", "remove_wall = \"gate\""},
    {"return_wall", "remove_wall = \"box\"", "return_wall = \"box\""},
    {"add_body", "",
     "add_body = { name = \"four\", shape = \"disc\", radius = 0.01, material = \"steel\", position = [0.15, "
     "0.06] }"},
    {"add_polygon", "",
     "add_body = { shape = \"polygon\", polygon = { box = [0.02, 0.01] }, material = \"glass\", position = "
     "[0.15, 0.06], angle = 0.4 }"},
    {"add_fill", "",
     "add_fill = { shape = \"disc\", radius = { uniform = [0.004, 0.006] }, material = \"glass\", count = "
     "12, region = { box = { min = [0, 0.1], max = [0.2, 0.19] } } }"},
    {"move_body", "", "move_body = { body = 2, position = [0.15, 0.05], velocity = [-0.2, 0] }"},
    {"throw", "", "move_body = { body = 0, velocity = [0.3, 0.5], spin = 2 }"},
    {"pin", "", "pin = [1]"},
    {"unpin", "pin = 1", "unpin = 1"},
    {"remove_body", "", "remove_body = [0, 2]"},
    {"grab", "", "grab = { body = 0, point = [0.1, 0.1], stiffness = 100, damping = 1 }"},
    {"release", "grab = { body = 0, point = [0.1, 0.1], stiffness = 100 }", "release = 0"},
    {"time_step", "", "time_step = 2e-5"},
    {"frames", "", "frames = 1e-3"},
};

/// At step `when` what must stand before, fifty steps later the edit itself.
std::unique_ptr<Simulation> edited(const std::string& text, const Case& one,
                                   const BuildOptions& options = {}) {
  auto simulation = build(read(text), options);
  advance_to_step(*simulation, when);
  if (!one.before.empty()) simulation->apply(WrittenEdit{one.before});
  advance_to_step(*simulation, when + 50);
  simulation->apply(WrittenEdit{one.edit});
  return simulation;
}

std::string hash_at_end(Simulation& simulation) {
  advance_to_end(simulation);
  return simulation.state_hash().text();
}

TEST(Edit, books_close_whatever_is_changed) {
  for (const Case& one : cases) {
    auto simulation = edited(discs(), one);
    EXPECT_LT(relative_residual(*simulation), 1e-3) << one.name;
    EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-6) << one.name;
    advance_to_end(*simulation);
    EXPECT_LT(relative_residual(*simulation), 1e-2) << one.name;
    EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-6) << one.name;
    EXPECT_FALSE(simulation->faults().broken) << one.name;
  }
}

TEST(Edit, a_journal_in_a_scene_repeats_the_run_to_the_same_hash) {
  for (const Case& one : cases) {
    const scene::SceneDescription scene = read(discs());
    auto simulation = edited(discs(), one);
    const std::string hash = hash_at_end(*simulation);
    const std::string text = scene::with_edits(scene.resolved_text, simulation->journal());
    auto again = build(read(text), {});
    EXPECT_EQ(hash_at_end(*again), hash) << one.name << '\n' << text;
    EXPECT_EQ(again->journal().size(), simulation->journal().size()) << one.name;
  }
}

TEST(Edit, an_edited_run_resumes_to_the_same_hash) {
  for (const Case& one : cases) {
    auto whole = edited(discs(), one);
    const std::string before = scene::with_edits(read(discs()).resolved_text, whole->journal());
    advance_to_step(*whole, when + 80);
    const record::Checkpoint checkpoint = whole->checkpoint();
    const std::string hash = hash_at_end(*whole);
    auto live = build(read(discs()), {});
    live->restore(checkpoint);
    EXPECT_EQ(hash_at_end(*live), hash) << one.name;
  }
}

TEST(Edit, a_run_with_edits_in_its_scene_resumes_from_before_and_after_them) {
  for (const Case& one : cases) {
    auto simulation = edited(discs(), one);
    const std::string text = scene::with_edits(read(discs()).resolved_text, simulation->journal());
    const std::string hash = hash_at_end(*simulation);
    for (const std::uint64_t step : {when - 10, when + 50, when + 200}) {
      auto first = build(read(text), {});
      advance_to_step(*first, step);
      auto second = build(read(text), {});
      second->restore(first->checkpoint());
      EXPECT_EQ(hash_at_end(*second), hash) << one.name << " from step " << step;
    }
  }
}

TEST(Edit, bits_depend_neither_on_threads_nor_on_storage_nor_on_the_search) {
  for (const Case& one : cases) {
    const std::string hash = hash_at_end(*edited(discs(), one));
    {
      const ThreadLimit two(2);
      EXPECT_EQ(hash_at_end(*edited(discs(), one)), hash) << one.name;
    }
    BuildOptions options;
    options.shuffle_every_step = true;
    options.search = "all_pairs";
    EXPECT_EQ(hash_at_end(*edited(discs(), one, options)), hash) << one.name;
  }
}

TEST(Edit, every_integrator_closes_its_books) {
  for (const std::string integrator : {"symplectic_euler", "gear", "runge_kutta_4"})
    for (const Case& one : cases) {
      const std::string text = discs("", "integrator = \"" + integrator + "\"\n");
      auto simulation = edited(text, one);
      advance_to_end(*simulation);
      EXPECT_LT(relative_residual(*simulation), 0.05) << integrator << ' ' << one.name;
      auto again = build(read(scene::with_edits(read(text).resolved_text, simulation->journal())), {});
      EXPECT_EQ(hash_at_end(*again), simulation->state_hash().text()) << integrator << ' ' << one.name;
    }
}

TEST(Edit, gravity_holds_over_a_stage_that_does_not_speak_of_it) {
  auto simulation = build(read(discs()), {});
  simulation->apply(SetGravity{{0, 0}});
  advance_to_time(*simulation, 0.08);
  EXPECT_EQ(state_of(*simulation).gravity, (Vec2{0, 0}));
  EXPECT_NEAR(motion_of(*simulation, 2).velocity[1], 0, 1e-12);
}

TEST(Edit, a_pinned_body_stays_and_moves_again_when_it_is_freed) {
  auto simulation = build(read(discs()), {});
  const double mass = 1 / motion_of(*simulation, 2).inverse_mass;
  simulation->apply(PinBodies{{2}});
  const Vec2 place = motion_of(*simulation, 2).position;
  advance_to_step(*simulation, 300);
  EXPECT_EQ(motion_of(*simulation, 2).position, place);
  EXPECT_EQ(motion_of(*simulation, 2).velocity, Vec2{});
  simulation->apply(UnpinBodies{{2}});
  EXPECT_EQ(1 / motion_of(*simulation, 2).inverse_mass, mass);
  advance_to_step(*simulation, 600);
  EXPECT_LT(motion_of(*simulation, 2).position[1], place[1]);
}

TEST(Edit, a_grabbed_body_comes_to_its_point_and_falls_when_it_is_released) {
  auto simulation = build(read(discs()), {});
  simulation->apply(SetGravity{{0, 0}});
  simulation->apply(Grab{2, {0.1, 0.15}, 2e4, 250});
  advance_to_time(*simulation, 0.06);
  EXPECT_NEAR(motion_of(*simulation, 2).position[0], 0.1, 5e-3);
  EXPECT_NEAR(motion_of(*simulation, 2).position[1], 0.15, 5e-3);
  EXPECT_NE(simulation->energies().wall_work, 0);
  EXPECT_LT(relative_residual(*simulation), 1e-3);
  simulation->apply(Release{{2}});
  EXPECT_TRUE(state_of(*simulation).springs.empty());
}

TEST(Edit, a_stiff_spring_is_stable) {
  auto simulation = build(read(discs()), {});
  simulation->apply(Grab{2, {0.1, 0.15}, 1e12, 0});
  advance_to_end(*simulation);
  EXPECT_NEAR(motion_of(*simulation, 2).position[1], 0.15, 1e-6);
}

TEST(Edit, a_new_time_step_begins_a_new_count_and_stages_keep_their_duration) {
  auto simulation = build(read(discs()), {});
  const double dt = simulation->time_step().chosen;
  advance_to_step(*simulation, 100);
  const double start = simulation->time();
  EXPECT_EQ(start, 100 * dt);
  simulation->apply(SetTimeStep{dt / 3});
  EXPECT_EQ(simulation->time(), start);
  advance_to_step(*simulation, 107);
  EXPECT_EQ(simulation->time(), start + 7 * (dt / 3));
  advance_to_end(*simulation);
  EXPECT_NEAR(simulation->time(), 0.1, 2 * dt);
}

TEST(Edit, a_wall_that_is_added_is_felt_and_can_be_removed) {
  auto simulation = build(read(discs()), {});
  simulation->apply(
      WrittenEdit{"add_wall = { name = \"shelf\", box = { min = [0.1, 0.14], max = [0.14, 0.15], side = "
                  "\"outside\" } }"});
  advance_to_time(*simulation, 0.099);
  EXPECT_GT(motion_of(*simulation, 2).position[1], 0.155);
  simulation->apply(RemoveWall{"shelf"});
  EXPECT_EQ(state_of(*simulation).walls.states.back().active, 0);
}

TEST(Edit, a_fill_keeps_clear_of_what_is_there) {
  auto simulation = build(read(discs()), {});
  simulation->apply(WrittenEdit{cases[11].edit});
  EXPECT_EQ(simulation->counts().bodies, 15u);
  EXPECT_EQ(simulation->largest_overlap().ratio, 0);
}

TEST(Edit, bodies_that_sleep_wake_when_their_gate_opens) {
  const std::string text = discs("", "sleep = true\nsleep_after = \"15 ms\"\nsleep_within = \"0.2 mm\"\n");
  auto simulation = build(read(text), {});
  simulation->apply(RemoveBodies{{1, 2}});
  while (simulation->counts().asleep == 0 && !simulation->finished()) simulation->advance();
  ASSERT_EQ(simulation->counts().asleep, 1u);
  simulation->apply(RemoveWall{"gate"});
  EXPECT_EQ(simulation->counts().asleep, 0u);
  const double height = motion_of(*simulation, 0).position[1];
  advance_to_end(*simulation);
  EXPECT_LT(motion_of(*simulation, 0).position[1], height - 1e-3);
}

TEST(Edit, the_flow_balance_counts_what_came_and_went_by_hand) {
  auto simulation = build(read(discs("[[sink]]\nbox = { min = [0, 2], max = [1, 3] }\n")), {});
  simulation->apply(AddBody{{0.15, 0.06}, 0.01, "steel", {}});
  simulation->apply(PinBodies{{0}});
  simulation->apply(RemoveBodies{{1}});
  EXPECT_TRUE(simulation->flow_balance().is_closed());
}

TEST(Edit, says_why_it_cannot_be_and_changes_nothing) {
  auto simulation = build(read(discs()), {});
  advance_to_step(*simulation, when);
  simulation->apply(PinBodies{{1}});
  const std::string hash = simulation->state_hash().text();
  const std::map<std::string, std::string> faults = {
      {"gravity = [0, 0, -10]", "expected 2 numbers"},
      {"gravity = [0, \"10 m\"]", "expected an acceleration"},
      {"gravty = [0, 1]", "did you mean 'gravity'?"},
      {"gravity = [0, 1]\npin = 1", "give either 'gravity' or 'pin', not both"},
      {"step = 4\npin = 1", "'step' is for scenes"},
      {"", "[[edit]] needs"},
      {"remove_wall = \"gat\"", "there is no wall called 'gat', did you mean 'gate'?"},
      {"return_wall = \"gate\"", "wall 'gate' is already there"},
      {"pin = 17", "there is no body 17: ids go from 0 to 2"},
      {"pin = 1", "body 1 'two' is already fixed"},
      {"unpin = 0", "body 0 'one' is not fixed"},
      {"pin = -1", "pin must be between"},
      {"pin = [0, 0]", "an id stands there twice"},
      {"pin = []", "at least one body"},
      {"release = 0", "no spring holds body 0 'one'"},
      {"grab = { body = 1, point = [0, 0], stiffness = 1 }", "is fixed: no spring moves it"},
      {"grab = { body = 0, point = [0, 0], stiffness = -1 }", "stiffness must be positive"},
      {"move_body = { body = 1, velocity = [0, 0] }", "is fixed and never moves"},
      {"move_body = { body = 0 }", "move_body needs 'position'"},
      {"move_body = { body = 0, position = [0.055, 0.055] }", "would overlap by"},
      {"move_body = { body = 0, angle = 1 }", "'angle' turns polygons only"},
      {"add_body = { shape = \"disc\", radius = 0.01, material = \"glass\", position = [0.1, 0.022] }",
       "would overlap by"},
      {"add_body = { shape = \"disc\", radius = 0.01, material = \"gold\", position = [0.1, 0.5] }",
       "unknown material 'gold'"},
      {"add_wall = { name = \"gate\", plane = { point = [0, 0], normal = [0, 1] } }",
       "another wall is called 'gate' already"},
      {"add_wall = { plane = { point = [0, 0], normal = [0, 1] } }", "add_wall needs 'name'"},
      {"add_wall = { name = \"a\", plane = { point = [0, 0.05], normal = [0, 1] } }", "would overlap by"},
      {"move_wall = { wall = \"gate\", by = [0, 0.03] }", "would overlap by"},
      {"move_wall = { wall = \"gate\" }", "move_wall needs 'by' or 'angle'"},
      {"add_fill = { file = \"a.csv\", shape = \"disc\", material = \"glass\" }",
       "an edit reads no other file"},
      {"contact = { default = { fricton = 0.1 } }", "did you mean 'friction'?"},
      {"contact = { default = { friction = -1 } }", "friction must not be negative"},
      {"contact = { default = { collision_time = \"1 us\" } }", "the time step of"},
      {"contact = { \"glass-gold\" = { friction = 1 } }", "the unknown material 'gold'"},
      {"time_step = 0", "time_step must be positive"},
      {"time_step = 1", "times what is allowed then"},
      {"frames = 0", "frames must be positive"},
  };
  for (const auto& [text, fault] : faults) {
    try {
      simulation->apply(WrittenEdit{text});
      ADD_FAILURE() << text << " was not refused";
    } catch (const SceneError& error) {
      EXPECT_NE(std::string(error.what()).find(fault), std::string::npos) << text << "\n" << error.what();
    }
    ASSERT_EQ(simulation->state_hash().text(), hash) << text;
  }
  EXPECT_EQ(simulation->journal().size(), 1u);
  simulation->apply(Grab{0, {0.1, 0.1}, 10, 0});
}

TEST(Edit, of_a_scene_stand_in_the_order_of_their_steps) {
  const std::string text =
      complaint_of(discs("[[edit]]\nstep = 5\npin = 1\n[[edit]]\nstep = 4\nunpin = 1\n"));
  EXPECT_NE(text.find("edits stand in the order of their steps"), std::string::npos) << text;
}

TEST(Edit, of_a_scene_that_cannot_be_made_stops_the_run_with_its_line) {
  auto simulation =
      build(read(discs("[[edit]]\nstep = 5\nremove_body = 0\n[[edit]]\nstep = 9\npin = 0\n")), {});
  EXPECT_THROW(advance_to_end(*simulation), RunError);
  EXPECT_EQ(simulation->step(), 9u);
  const std::string reason = simulation->faults().stop_reason;
  EXPECT_NE(reason.find("body 0 is not there any more"), std::string::npos) << reason;
  EXPECT_NE(reason.find("test.toml:"), std::string::npos) << reason;
}

TEST(Edit, has_a_text_that_reads_as_the_same_edit) {
  scene::WallMotion motion;
  motion.velocity = {0.1, 0.2, 0};
  motion.spin = {0, 0, 0.3};
  motion.point = {1, 2, 0};
  const std::vector<Edit> edits = {SetGravity{{0.1, -1.0 / 3, 0}},
                                   SetContactNumber{"default", "friction", 0.1},
                                   DriveWall{"gate", motion},
                                   DriveWall{"gate", {}},
                                   MoveWall{"gate", {0, -1e-3, 0}},
                                   RemoveWall{"gate"},
                                   AddBody{{0.1, 0.5, 0}, 0.01, "glass", {0, 0.1, 0}},
                                   MoveBody{1, std::nullopt, Coordinates{0, 1, 0}},
                                   PinBodies{{1, 2}},
                                   RemoveBodies{{2}},
                                   Grab{0, {0.1, 0.2, 0}, 3, 0.25},
                                   SetTimeStep{1e-5},
                                   SetFrameInterval{0.01}};
  const scene::SceneDescription scene = read(discs());
  for (const Edit& edit : edits)
    EXPECT_NO_THROW(scene::read_edit_text(text_of(edit, 2), 0, scene, {}, vocabulary())) << text_of(edit, 2);
  const scene::Edit drive = scene::read_edit_text(text_of(edits[2], 2), 0, scene, {}, vocabulary());
  EXPECT_EQ(std::get<scene::WallDrive>(drive.change).motion.spin, motion.spin);
  EXPECT_EQ(std::get<scene::WallDrive>(drive.change).motion.velocity, motion.velocity);
}

TEST(Edit, of_a_finished_run_is_refused) {
  auto simulation = build(read(discs()), {});
  advance_to_end(*simulation);
  EXPECT_THROW(simulation->apply(PinBodies{{1}}), RunError);
}

}  // namespace
}  // namespace scree::sim
