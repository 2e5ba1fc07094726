// Rigid bodies of convex parts in whole scenes: like the convex body where there is one, the same bits
// however they are computed, closed ledgers, rest, and gears that turn each other.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/sim/simulation.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

std::string head(const std::string& more = "gravity = [0, -9.81]\n") {
  return "[scene]\ndimension = 2\nseed = 3\n" + more + R"(
[material.m]
density = 2000
[contact.default]
law = "overlap_area"
restitution = 0.4
stiffness = 1e7
friction = 0.4
[watch]
overlap_stop = "never"
)";
}

std::vector<double> numbers(const Simulation& simulation, const char* column) {
  const record::Frame frame = const_cast<Simulation&>(simulation).frame();
  for (const Column& one : frame.bodies)
    if (one.name == column) {
      const auto values = one.values<double>();
      return {values.begin(), values.end()};
    }
  return {};
}

void expect_equal_motion(const std::string& before, const std::string& after, const std::string& whole,
                         const std::string& halves, double tolerance) {
  const auto a = build(read(before + whole + after), {}), b = build(read(before + halves + after), {});
  while (!a->finished()) {
    a->advance();
    b->advance();
  }
  EXPECT_TRUE(b->finished());
  for (const char* const column : {"position", "velocity", "orientation", "spin"}) {
    const std::vector<double> one = numbers(*a, column), other = numbers(*b, column);
    ASSERT_EQ(one.size(), other.size());
    ASSERT_FALSE(one.empty());
    for (std::size_t k = 0; k < one.size(); ++k)
      EXPECT_NEAR(one[k], other[k], tolerance) << column << ' ' << k;
  }
}

const std::string whole_box = "polygon = { box = [0.4, 0.1] }\n",
                  two_boxes = R"(polygon = { parts = [{ box = [0.1, 0.1], position = [-0.15, 0] },
                                                     { box = [0.3, 0.1], position = [0.05, 0] }] }
)";

TEST(Composites, two_boxes_fly_as_the_box_that_they_make) {
  expect_equal_motion(head() +
                          "[[body]]\nshape = \"polygon\"\nmaterial = \"m\"\nposition = [0, 5]\n"
                          "velocity = [1, 0]\nspin = 3\n",
                      "[[stage]]\nduration = 0.5\n[run]\ntime_step = 1e-4\n", whole_box, two_boxes, 1e-12);
}

TEST(Composites, a_contact_of_one_part_is_that_of_the_whole) {
  // A corner of the tilted box hits the ground, far from the seam.
  expect_equal_motion(head() + R"([[wall]]
plane = { point = [0, 0], normal = [0, 1] }
[[body]]
shape = "polygon"
material = "m"
position = [0, 0.24]
angle = "50 deg"
velocity = [0.5, -1]
)",
                      "[[stage]]\nduration = 0.06\n[run]\ntime_step = 1e-5\n", whole_box, two_boxes, 1e-9);
}

std::string mixture(const std::string& law) {
  std::string text = head() + R"(
[[wall]]
box = { min = [0, 0], max = [0.6, 2], side = "inside" }
[[wall]]
box = { min = [0.05, 0], max = [0.1, 0.05], side = "outside" }
[[wall]]
circle = { centre = [0.3, 0.05], radius = 0.04, side = "outside" }
[[wall]]
points = [[0.4, 0.1], [0.5, 0.02], [0.6, 0.02]]
[[fill]]
shape = "polygon"
polygon = { outline = [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]] }
radius = { uniform = [0.03, 0.04] }
material = "m"
region = { box = { min = [0, 0.1], max = [0.6, 0.6] } }
count = 20
random_speed = 1
[[fill]]
shape = "polygon"
polygon = { gear = 6, tooth = 0.3 }
radius = 0.04
material = "m"
region = { box = { min = [0, 0.6], max = [0.6, 0.8] } }
count = 6
[[fill]]
shape = "disc"
material = "m"
radius = 0.02
region = { box = { min = [0, 0.8], max = [0.6, 1] } }
count = 10
[[fill]]
shape = "polygon"
polygon = { stone = 6, variants = 4 }
material = "m"
radius = 0.03
region = { box = { min = [0, 1], max = [0.6, 1.2] } }
count = 10
[[stage]]
duration = 0.3
)";
  const std::string from = "overlap_area";
  return text.replace(text.find(from), from.size(), law);
}

std::string hash_after(Simulation& simulation) {
  while (!simulation.finished()) simulation.advance();
  return simulation.state_hash().text();
}

TEST(Composites, the_bits_depend_on_the_scene_alone) {
  const scene::SceneDescription scene = read(mixture("overlap_area"));
  const auto plain = build(scene, {});
  const std::string expected = hash_after(*plain);
  EXPECT_GT(plain->counts().contacts, 10u);
  {
    const ThreadLimit limit(3);
    EXPECT_EQ(hash_after(*build(scene, {})), expected) << "threads";
  }
  BuildOptions shuffled;
  shuffled.shuffle_every_step = true;
  shuffled.search = "all_pairs";
  EXPECT_EQ(hash_after(*build(scene, shuffled)), expected) << "wiped lists and hints, other search";
  const auto first = build(scene, {});
  for (int step = 0; step < 9000 && !first->finished(); ++step) first->advance();
  ASSERT_FALSE(first->finished());
  const auto second = build(scene, {});
  second->restore(first->checkpoint());
  EXPECT_EQ(hash_after(*second), expected) << "after a restart";
}

// Issue 21, point 5: a pair whose kept contacts the search had missed was listed once for each of them, and
// the run ended with an internal error. Contacts last a little longer than the search finds their bodies:
// until the end of the step in which they part.
TEST(Composites, several_kept_contacts_of_two_bodies_are_one_pair_however_small_the_skin) {
  const auto hash_with = [](const std::string& skin) {
    const auto simulation = build(read(R"([scene]
dimension = 2
seed = 1
thickness = "1 cm"
[material.m]
density = 2500
young = "50 MPa"
[contact.default]
law = "overlap_energy"
restitution = 0.9
friction = 0
[[body]]
shape = "polygon"
polygon = { parts = [{ corners = [[0, "-2 cm"], ["1 cm", 0], [0, "1 cm"]] }, { corners = [[0, "-2 cm"], [0, "1 cm"], ["-1 cm", 0]] }] }
material = "m"
position = [0, "3.4 cm"]
velocity = [0, "-1 m/s"]
[[body]]
shape = "polygon"
polygon = { regular = 4 }
radius = "1 cm"
material = "m"
position = [0, 0]
fixed = true
[[stage]]
duration = "20 ms"
[watch]
overlap_stop = "never"
[run]
)" + skin),
                                  {});
    while (!simulation->finished()) simulation->advance();
    return simulation->state_hash();
  };
  EXPECT_EQ(hash_with("skin = 1e-6\n"), hash_with(""));
}

TEST(Composites, sleep_and_wake_with_the_same_bits) {
  // Ls that come to rest in a box, and a disc that falls on them later.
  const scene::SceneDescription scene = read(head() + R"([[wall]]
box = { min = [0, 0], max = [0.4, 3], side = "inside" }
[[fill]]
shape = "polygon"
polygon = { outline = [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]] }
radius = 0.05
material = "m"
region = { box = { min = [0, 0], max = [0.4, 0.3] } }
count = 6
[[body]]
shape = "disc"
radius = 0.04
material = "m"
position = [0.2, 2.6]
[[stage]]
duration = 1
[run]
sleep = true
sleep_after = "0.1 s"
)");
  const auto plain = build(scene, {});
  std::size_t most_asleep = 0;
  while (!plain->finished()) {
    plain->advance();
    if (plain->time() > 0.5) most_asleep = std::max<std::size_t>(most_asleep, plain->counts().asleep);
  }
  EXPECT_EQ(most_asleep, 6u);
  const Energies energies = plain->energies();
  EXPECT_LT(std::abs(energies.residual()), 3e-3 * energies.scale());
  const ThreadLimit limit(3);
  BuildOptions shuffled;
  shuffled.shuffle_every_step = true;
  shuffled.search = "all_pairs";
  EXPECT_EQ(hash_after(*build(scene, shuffled)), plain->state_hash().text());
}

TEST(Composites, the_ledgers_close) {
  for (const char* const law : {"overlap_area", "overlap_energy", "overlap_depth", "hooke"}) {
    const auto simulation = build(read(mixture(law)), {});
    while (!simulation->finished()) simulation->advance();
    const Energies energies = simulation->energies();
    EXPECT_LT(std::abs(energies.residual()), 3e-3 * energies.scale()) << law;
    EXPECT_GT(energies.friction, 0);
    EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-4) << law;
    EXPECT_LT(simulation->momenta().angular.relative_residual(), 2e-4) << law;
  }
}

TEST(Composites, an_l_rests_on_the_floor) {
  const auto simulation = build(read(head() + R"([[wall]]
plane = { point = [0, 0], normal = [0, 1] }
[[body]]
shape = "polygon"
material = "m"
polygon = { outline = [[0, 0], [0.3, 0], [0.3, 0.1], [0.1, 0.1], [0.1, 0.3], [0, 0.3]] }
position = [0, 0.001]
[[stage]]
duration = 1
)"),
                                {});
  const auto halfway = [&] { return simulation->time() >= 0.6; };
  while (!halfway()) simulation->advance();
  const std::vector<double> place = numbers(*simulation, "position"),
                            turned = numbers(*simulation, "orientation");
  while (!simulation->finished()) simulation->advance();
  const std::vector<double> later = numbers(*simulation, "position"),
                            now = numbers(*simulation, "orientation");
  EXPECT_NEAR(later[0], place[0], 1e-7);
  EXPECT_NEAR(later[1], place[1], 1e-7);
  EXPECT_NEAR(now[1], 0, 1e-3) << "upright";
  EXPECT_NEAR(now[1], turned[1], 1e-7);
  EXPECT_NEAR(simulation->energies().kinetic, 0, 1e-9);
}

/// A disc that slides along the seam of two boxes feels it as one surface.
TEST(Composites, a_disc_feels_a_seam_once) {
  const auto simulation = build(read(R"([scene]
dimension = 2
[material.m]
density = 2000
[contact.default]
law = "hooke"
stiffness = 1e6
restitution = 1
friction = 0
[[body]]
shape = "polygon"
fixed = true
polygon = { parts = [{ box = [1, 0.1], position = [-0.5, 0] }, { box = [1, 0.1], position = [0.5, 0] }] }
position = [0, -0.05]
[[body]]
shape = "disc"
radius = 0.05
material = "m"
position = [-0.002, 0.0499]
velocity = [1, 0]
[[stage]]
duration = 0.004
[run]
time_step = 1e-6
)"),
                                {});
  std::size_t most = 0;
  while (!simulation->finished()) {
    simulation->advance();
    most = std::max(most, simulation->counts().contacts);
  }
  EXPECT_EQ(most, 1u);
  EXPECT_EQ(simulation->counts().contacts, 1u) << "it is still in contact, on the other side of the seam";
  EXPECT_NEAR(numbers(*simulation, "velocity")[2], 1, 1e-9) << "no push along the surface";
}

TEST(Composites, an_inlet_brings_them_and_the_account_closes) {
  for (const char* const look :
       {"{ stone = 7, elongation = [1, 2], variants = 5 }\nradius = { uniform = [0.02, 0.03] }",
        "{ outline = [[0, 0], [0.06, 0], [0.06, 0.02], [0.02, 0.02], [0.02, 0.06], [0, 0.06]] }"}) {
    const scene::SceneDescription scene = read(head() + R"([[wall]]
box = { min = [0, 0], max = [0.5, 2], side = "inside" }
[[inlet]]
name = "feed"
shape = "polygon"
material = "m"
polygon = )" + look + R"(
region = { box = { min = [0, 0.8], max = [0.5, 1] } }
mass_rate = "80 kg/s"
velocity = [0, -1]
[[sink]]
box = { min = [0, 0], max = [0.5, 0.05] }
[[stage]]
duration = 0.7
)");
    const auto simulation = build(scene, {});
    while (!simulation->finished()) simulation->advance();
    EXPECT_TRUE(simulation->flow_balance().is_closed());
    double mass = 0;
    for (const FlowEntry& entry : simulation->flow_balance().entries)
      if (entry.kind == FlowEntry::Kind::inlet) {
        EXPECT_GT(entry.bodies, 10u);
        mass = entry.mass.value(simulation->flow_balance().quantum);
      }
    EXPECT_NEAR(mass, 56, 4 * (1 + 1e-12)) << "within a body";
    const Energies energies = simulation->energies();
    EXPECT_LT(std::abs(energies.residual()), 3e-3 * energies.scale());
    const auto half = build(scene, {});
    for (int step = 0; step < 8000; ++step) half->advance();
    ASSERT_FALSE(half->finished());
    const auto resumed = build(scene, {});
    resumed->restore(half->checkpoint());
    EXPECT_EQ(hash_after(*resumed), simulation->state_hash().text());
  }
}

TEST(Composites, a_gear_turns_its_neighbour) {
  const auto simulation = build(read(head("") + R"([[body]]
shape = "polygon"
polygon = { gear = 12 }
radius = 0.1
material = "m"
position = [0, 0]
spin = 5
[[body]]
shape = "polygon"
polygon = { gear = 12 }
radius = 0.1
angle = "15 deg"
material = "m"
position = [0.184, 0]
[[stage]]
duration = 0.2
)"),
                                {});
  while (!simulation->finished()) simulation->advance();
  const std::vector<double> spin = numbers(*simulation, "spin");
  EXPECT_LT(spin[1], -0.5) << "the other way round";
  EXPECT_LT(spin[0], 5);
  EXPECT_LT(simulation->momenta().angular.relative_residual(), 1e-4);
}

TEST(Composites, what_is_wrong_is_told_with_corner_part_and_line) {
  const auto body = [](const std::string& polygon) {
    return head() + "[[body]]\nname = \"frame\"\nshape = \"polygon\"\nmaterial = \"m\"\nposition = [0, 0]\n" +
           polygon + "\n[[stage]]\nduration = 1\n";
  };
  const auto expect = [&](const std::string& polygon, const std::string& words) {
    const std::string complaint = complaint_of(body(polygon));
    EXPECT_NE(complaint.find(words), std::string::npos) << complaint;
    EXPECT_NE(complaint.find("test.toml:20:"), std::string::npos) << complaint;
  };
  expect("polygon = { outline = [[0, 0], [2, 2], [2, 0], [0, 2]] }",
         "the polygon of 'frame': corner 3 (2 m, 0 m) begins an edge that meets the one from corner 1");
  expect("polygon = { parts = [{ box = [2, 2] }, { box = [1, 1], angle = \"45 deg\" }] }",
         "the polygon of 'frame': part 1 overlaps part 2 by 1 m2");
  expect("polygon = { parts = [{ box = [2, 2] }, { corners = [[1, 0], [2, 0], [1.2, 0.1], [1.5, 1]] }] }",
         "part 2: corner 3 (1.2 m, 0.1 m) turns inwards");
  expect("polygon = { parts = [] }", "parts: expected a list of tables");
  expect("polygon = { parts = [{ regular = 5 }] }", "needs its 'radius'");
  expect("polygon = { parts = [{ box = [1, 1], edge = 3 }] }", "edge");
  expect("polygon = { gear = 2 }", "gear");
  expect("polygon = { box = [1, 1], tooth = 0.1 }", "goes with gears only");
  expect("polygon = { corners = [[0, 0], [2, 0], [1, 0.5], [1, 2]] }", "outline = [...] any ring");
}

}  // namespace
}  // namespace scree::sim
