// Sleep: what is at rest is frozen, costs nothing, and is there again when something touches it.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/search/catalog.h"
#include "scree/sim/simulation.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

constexpr const char* materials = R"(
[material.glass]
density = 2500
young = "1 MPa"
poisson = 0.25
[contact.default]
law = "hertz_mindlin"
restitution = 0.2
friction = 0.6
rolling_friction = 0.1
)";

/// Two heaps of balls on a floor, and one that comes down on the first after some time.
const std::string balls_scene = std::string(R"(
[scene]
dimension = 3
gravity = [0, 0, -9.81]
[[wall]]
name = "floor"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[body]]
shape = "sphere"
material = "glass"
radius = "5 mm"
position = [0, 0, "5 mm"]
[[body]]
shape = "sphere"
material = "glass"
radius = "5 mm"
position = ["9.9 mm", 0, "5 mm"]
[[body]]
shape = "sphere"
material = "glass"
radius = "5 mm"
position = ["10 cm", 0, "5 mm"]
[[body]]
name = "missile"
shape = "sphere"
material = "glass"
radius = "5 mm"
position = ["1 mm", "1 mm", "60 cm"]
[run]
sleep = true
sleep_after = "0.1 s"
[[stage]]
duration = 1
)") + materials;

const std::string blocks_scene = std::string(R"(
[scene]
dimension = 2
thickness = "1 cm"
gravity = [0, -9.81]
[[wall]]
name = "floor"
plane = { point = [0, 0], normal = [0, 1] }
[[body]]
shape = "polygon"
polygon = { box = ["2 cm", "1 cm"] }
material = "glass"
position = [0, "5 mm"]
[[body]]
shape = "polygon"
polygon = { box = ["2 cm", "1 cm"] }
material = "glass"
position = ["2 mm", "15 mm"]
[[body]]
shape = "polygon"
polygon = { box = ["2 cm", "1 cm"] }
material = "glass"
position = ["10 cm", "5 mm"]
[[body]]
name = "missile"
shape = "disc"
material = "glass"
radius = "5 mm"
position = ["1 mm", "40 cm"]
[run]
sleep = true
sleep_after = "0.1 s"
[[stage]]
duration = 1
[material.glass]
density = 2500
young = "1 MPa"
poisson = 0.25
[contact.default]
law = "overlap_area"
stiffness = "20 kN/m"
restitution = 0.2
friction = 0.6
)");

void advance_until(Simulation& simulation, double time) {
  while (!simulation.finished() && simulation.time() < time) ASSERT_TRUE(simulation.advance().finite);
}
/// Steps until as many sleep, at most to the end of the scene.
void advance_until_asleep(Simulation& simulation, std::uint64_t wanted) {
  while (!simulation.finished() && simulation.counts().asleep != wanted) simulation.advance();
  ASSERT_EQ(simulation.counts().asleep, wanted);
}

double height_force(const record::Frame& frame, const char* name, int dimension) {
  for (const Column& column : frame.walls)
    if (column.name == name) return column.values<double>()[static_cast<std::size_t>(dimension - 1)];
  ADD_FAILURE() << "no column " << name;
  return 0;
}

class Sleep : public testing::TestWithParam<const std::string*> {
 protected:
  std::unique_ptr<Simulation> built() const { return build(read(*GetParam()), {}); }
};
INSTANTIATE_TEST_SUITE_P(Scenes, Sleep, testing::Values(&balls_scene, &blocks_scene),
                         [](const auto& info) { return info.param == &balls_scene ? "balls" : "polygons"; });

TEST_P(Sleep, freezes_what_rests_and_keeps_its_contacts_its_weight_and_its_energy) {
  const auto simulation = built();
  advance_until_asleep(*simulation, 3);
  const Energies before = simulation->energies();
  const std::uint64_t contacts = simulation->counts().contacts;
  const double floor_bears = height_force(simulation->frame(), "force", simulation->methods().dimension);
  EXPECT_GT(before.sleep, 0);
  EXPECT_GE(contacts, 3u);
  EXPECT_GT(before.elastic, 0);
  // What lies still weighs as much as before.
  double weight = 0;
  const record::Frame frame = simulation->frame();
  for (const MaterialCount& count : simulation->facts().materials) weight += 9.81 * count.mass;
  EXPECT_GT(floor_bears, 0.5 * weight);
  EXPECT_LT(floor_bears, weight);

  const auto positions = [](const record::Frame& at) {
    std::vector<double> result;
    for (const Column& column : at.bodies)
      if (column.name == "position") {
        const auto values = column.values<double>();
        result.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(3 * column.width));
      }
    return result;
  };
  for (int step = 0; step < 50; ++step) simulation->advance();
  ASSERT_EQ(simulation->counts().asleep, 3u);
  EXPECT_EQ(positions(simulation->frame()), positions(frame));
  EXPECT_EQ(simulation->counts().contacts, contacts);
  EXPECT_EQ(simulation->energies().elastic, before.elastic);
  EXPECT_EQ(height_force(simulation->frame(), "force", simulation->methods().dimension), floor_bears);
}

TEST_P(Sleep, wakes_the_island_that_is_touched_and_no_other) {
  const auto simulation = built();
  advance_until_asleep(*simulation, 3);
  while (simulation->counts().asleep == 3) simulation->advance();
  EXPECT_EQ(simulation->counts().asleep, 1u);
  for (int step = 0; step < 20; ++step) simulation->advance();
  EXPECT_GT(simulation->energies().kinetic, 0);
  const Energies energies = simulation->energies();
  EXPECT_LT(std::abs(energies.residual()), 1e-3 * energies.scale());
}

TEST_P(Sleep, keeps_the_accounts_of_energy_and_momentum_over_falling_asleep_and_waking) {
  const auto simulation = built();
  advance_until_asleep(*simulation, 3);
  while (simulation->counts().asleep == 3) simulation->advance();
  double worst = 0;
  for (int step = 0; step < 200; ++step) {
    simulation->advance();
    worst = std::max(worst, simulation->momenta().linear.relative_residual());
  }
  EXPECT_LT(worst, 1e-8);
  advance_until(*simulation, 1);
  const Energies energies = simulation->energies();
  EXPECT_LT(std::abs(energies.residual()), 2e-3 * energies.scale());
}

TEST_P(Sleep, has_the_same_bits_for_any_thread_count_search_and_storage) {
  const scene::SceneDescription scene = read(*GetParam());
  const auto hash_of = [&](const BuildOptions& options) {
    const auto simulation = build(scene, options);
    std::string hashes;
    for (const double time : {0.25, 0.36, 0.6}) {
      while (simulation->time() < time) simulation->advance();
      hashes += simulation->state_hash().text() + std::to_string(simulation->counts().asleep);
    }
    return hashes;
  };
  const std::string expected = hash_of({});
  ASSERT_EQ(expected[32], '3') << "no body slept at the first look";
  for (const char* const search : {"all_pairs", "rows", "hierarchical_grid"}) {
    BuildOptions options;
    options.search = search;
    EXPECT_EQ(hash_of(options), expected) << search;
  }
  BuildOptions shuffled;
  shuffled.shuffle_every_step = true;
  EXPECT_EQ(hash_of(shuffled), expected);
  const ThreadLimit three(3);
  EXPECT_EQ(hash_of({}), expected);
}

TEST_P(Sleep, resumes_among_sleepers_to_the_same_bits) {
  const scene::SceneDescription scene = read(*GetParam());
  const auto whole = build(scene, {});
  advance_until_asleep(*whole, 3);
  const record::Checkpoint checkpoint = whole->checkpoint();
  const auto resumed = build(scene, {});
  resumed->restore(checkpoint);
  EXPECT_EQ(resumed->state_hash().text(), checkpoint.state_hash);
  EXPECT_EQ(resumed->counts().asleep, 3u);
  EXPECT_EQ(resumed->counts().contacts, whole->counts().contacts);
  EXPECT_EQ(resumed->energies().elastic, whole->energies().elastic);
  while (whole->counts().asleep == 3) whole->advance();
  for (int step = 0; step < 500; ++step) whole->advance();
  while (resumed->step() < whole->step()) resumed->advance();
  EXPECT_EQ(resumed->state_hash().text(), whole->state_hash().text());
}

TEST(SleepOf, balls_ends_with_a_new_stage) {
  std::string text = balls_scene;
  text.replace(text.find("[[stage]]\nduration = 1"), 22,
               "[[stage]]\nduration = 0.3\n[[stage]]\ngravity = [0, 0, 0]\nduration = 0.3\n");
  const auto simulation = build(read(text), {});
  advance_until_asleep(*simulation, 3);
  advance_until(*simulation, 0.31);
  EXPECT_EQ(simulation->counts().asleep, 0u);
}

/// A ball at rest for as long as `first`, then what it feels changes by `change`, and some time goes by.
Vec3 where_after_change(const std::string& first, const std::string& change) {
  const auto simulation = build(read(std::string(R"(
[scene]
dimension = 3
gravity = [0, 0, -9.81]
[[wall]]
name = "gate"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[wall]]
name = "floor"
plane = { point = [0, 0, -1], normal = [0, 0, 1] }
[[body]]
shape = "sphere"
material = "glass"
radius = "1 cm"
position = [0, 0, "0.9999 cm"]
[run]
sleep = true
sleep_after = "0.1 s"
[[stage]]
duration = ")") + first + R"("
[[stage]]
duration = "0.3 s"
)" + change + materials),
                                {});
  advance_to_end(*simulation);
  Vec3 place;
  for (const Column& column : simulation->frame().bodies)
    if (column.name == "position")
      for (int k = 0; k < 3; ++k) place[k] = column.values<double>()[static_cast<std::size_t>(k)];
  return place;
}

TEST(SleepOf, a_ball_does_not_come_by_the_rest_of_the_stage_before) {
  for (const char* first : {"95 ms", "89 ms", "0.3 s"}) {
    EXPECT_LT(where_after_change(first, "remove = \"gate\"\n")[2], -0.3) << "it hangs in the air";
    EXPECT_GT(where_after_change(first, "gravity = [3, 0, -9.81]\n")[0], 0.005) << "it sleeps on a slope";
  }
}

TEST(SleepOf, balls_on_a_moving_wall_is_none) {
  std::string text = balls_scene;
  const std::string floor = "normal = [0, 0, 1] }\n";
  text.replace(text.find(floor), floor.size(),
               floor +
                   "motion = { oscillate = { direction = [1, 0, 0], amplitude = \"1 um\", frequency = \"1 "
                   "Hz\" } }\n");
  const auto simulation = build(read(text), {});
  advance_until(*simulation, 0.3);
  EXPECT_EQ(simulation->counts().asleep, 0u);
}

TEST(SleepOf, a_ball_on_a_fixed_one_weighs_on_it) {
  const auto simulation = build(read(std::string(R"(
[scene]
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
shape = "sphere"
material = "glass"
radius = "5 mm"
position = [0, 0, 0]
fixed = true
[[body]]
shape = "sphere"
material = "glass"
radius = "5 mm"
position = [0, 0, "10 mm"]
[run]
sleep = true
sleep_after = "0.1 s"
[[stage]]
duration = 1
)") + materials),
                                {});
  const auto borne = [&] {
    const record::Frame frame = simulation->frame();
    for (const Column& column : frame.bodies)
      if (column.name == "force") return column.values<double>()[2];
    return 0.0;
  };
  const double weight = 9.81 * 2500 * 4 / 3 * 3.14159265358979 * 125e-9;
  advance_until(*simulation, 0.09);
  ASSERT_EQ(simulation->counts().asleep, 0u);
  EXPECT_NEAR(borne(), -weight, 1e-3 * weight);
  advance_until_asleep(*simulation, 1);
  EXPECT_NEAR(borne(), -weight, 1e-3 * weight);
}

TEST(SleepOf, balls_is_off_unless_asked_for) {
  std::string text = balls_scene;
  const std::string wanted = "sleep = true\nsleep_after = \"0.1 s\"\n";
  text.replace(text.find(wanted), wanted.size(), "");
  const auto simulation = build(read(text), {});
  advance_until(*simulation, 0.3);
  EXPECT_EQ(simulation->counts().asleep, 0u);
  EXPECT_EQ(simulation->energies().sleep, 0);
}

TEST(SleepOf, it_is_not_known_how_long_to_wait_without_gravity) {
  std::string text = balls_scene;
  text.replace(text.find("gravity = [0, 0, -9.81]"), 23, "");
  text.replace(text.find("sleep_after = \"0.1 s\""), 21, "");
  EXPECT_THROW(build(read(text), {}), SceneError);
}

TEST(SleepOf, bodies_needs_to_be_allowed_before_it_is_described) {
  std::string text = balls_scene;
  text.replace(text.find("sleep = true"), 12, "");
  try {
    read(text);
    ADD_FAILURE() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("sleep = true"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace scree::sim
