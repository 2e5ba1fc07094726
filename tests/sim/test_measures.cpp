// Measurements of states whose answers are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/sim/measurement.h"
#include "scree/sim/simulation.h"

namespace scree::sim {
namespace {

constexpr double pi = 3.14159265358979323846;

std::unique_ptr<Simulation> build_text(const std::string& text) {
  return build(scene::read_scene_text(text, "test.toml", vocabulary()), {});
}

double value(const record::Sample& sample, const std::string& column, std::size_t row = 0) {
  for (std::size_t k = 0; k < sample.columns.size(); ++k)
    if (sample.columns[k] == column) return sample.values[row * sample.columns.size() + k];
  throw std::logic_error("no column " + column);
}

Motion<2> disc(const Vec2& position, double radius) {
  Motion<2> motion;
  motion.position = position;
  motion.radius = radius;
  return motion;
}

/// Two spheres of radius 1 cm, one on the other, resting on the floor of a box, and a third that flies.
std::string stack(const std::string& measures) {
  return R"([scene]
dimension = 3
gravity = [0, 0, -10]
seed = 1
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.2
collision_time = "2 ms"
friction = 0.5
[[wall]]
name = "floor"
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[body]]
name = "low"
shape = "sphere"
radius = "1 cm"
material = "glass"
position = [0, 0, "1 cm"]
[[body]]
name = "high"
shape = "sphere"
radius = "1 cm"
material = "glass"
position = [0, 0, "3 cm"]
[[body]]
name = "flyer"
shape = "sphere"
radius = "2 cm"
material = "glass"
position = ["1 m", 0, "50 cm"]
velocity = [1, 0, 0]
[[region]]
name = "cube"
box = { min = ["-2 cm", "-2 cm", 0], max = ["2 cm", "2 cm", "4 cm"] }
[[stage]]
duration = 0.25
)" + measures;
}

TEST(Measures, the_floor_carries_what_rests_on_it) {
  const auto simulation = build_text(stack(R"([[measure]]
name = "floor"
kind = "wall"
wall = "floor"
interval = 0.01
[[measure]]
name = "bulk"
kind = "bulk"
region = "cube"
interval = 0.01
[[measure]]
name = "contacts"
kind = "contacts"
interval = 0.01
[[measure]]
name = "track"
kind = "bodies"
bodies = ["flyer"]
interval = 0.01
[[measure]]
name = "field"
kind = "field"
region = "cube"
cells = [16, 16, 16]
width = "1 cm"
interval = 0.01
)"));
  while (!simulation->finished()) simulation->advance();
  const double mass = 2500 * 4.0 / 3 * pi * 1e-6;
  const record::Sample floor = simulation->readings().sample(0);
  EXPECT_NEAR(value(floor, "force_z"), -2 * mass * 10, 1e-3 * mass * 10);
  EXPECT_NEAR(value(floor, "force_x"), 0, 1e-9);
  const record::Sample bulk = simulation->readings().sample(1);
  EXPECT_EQ(value(bulk, "bodies"), 2);
  EXPECT_NEAR(value(bulk, "packing_fraction"), 2 * 4.0 / 3 * pi / 64, 0.01);
  EXPECT_NEAR(value(bulk, "coordination"), 1.5, 1e-12);
  // Sum of force times branch: the upper weight over 2 cm, both weights over 1 cm.
  EXPECT_NEAR(value(bulk, "stress_zz"), mass * 10 * (0.02 + 2 * 0.01) / 64e-6,
              0.01 * mass * 10 * 0.04 / 64e-6);
  EXPECT_NEAR(value(bulk, "pressure") * 3, value(bulk, "stress_zz"), 1e-3 * value(bulk, "stress_zz"));
  const record::Sample contacts = simulation->readings().sample(2);
  EXPECT_EQ(value(contacts, "contacts"), 2);
  EXPECT_EQ(value(contacts, "wall_contacts"), 1);
  const record::Sample track = simulation->readings().sample(3);
  EXPECT_NEAR(value(track, "position_x"), 1 + simulation->time(), 1e-9);
  EXPECT_EQ(value(track, "id"), 2);
  const record::Sample field = simulation->readings().sample(4);
  double total = 0, highest = 0;
  for (std::size_t row = 0; row < 16 * 16 * 16; ++row) {
    total += value(field, "density", row) * std::pow(0.04 / 16, 3);
    highest = std::max(highest, value(field, "stress_zz", row));
  }
  EXPECT_NEAR(total, 2 * mass, 0.02 * mass);
  EXPECT_GT(highest, 0);
}

TEST(Measures, a_ball_across_a_periodic_face_fills_both_sides) {
  Moment<2> moment;
  moment.add(0, disc({0.25, 9.5}, 1));
  scene::Measure bulk;
  bulk.kind = scene::Measure::Kind::bulk;
  bulk.region = scene::BoxRegion{{0, 0, 0}, {10, 10, 0}};
  const auto fraction = [&] { return measure(bulk, moment).values.front() * 100; };
  EXPECT_LT(fraction(), 2);
  for (int k = 0; k < 2; ++k) moment.box.repeat(k, 0, 10);
  EXPECT_NEAR(fraction(), pi, 1e-12);
}

TEST(Measures, a_profile_counts_what_reaches_over_a_periodic_face) {
  Moment<2> moment;
  moment.add(0, disc({0, 9.5}, 1));
  scene::Measure profile;
  profile.kind = scene::Measure::Kind::profile;
  profile.region = scene::BoxRegion{{0, 0, 0}, {10, 10, 0}};
  profile.axis = 1;
  profile.bins = 10;
  const auto filled = [&](std::size_t bin) { return measure(profile, moment).values[bin * 7 + 1] * 10; };
  ASSERT_EQ(measure(profile, moment).columns.size(), 7u);
  moment.box.repeat(0, 0, 10);
  const double below_the_face = filled(8) + filled(9);
  EXPECT_EQ(filled(0), 0);
  moment.box.repeat(1, 0, 10);
  EXPECT_EQ(filled(8) + filled(9), below_the_face);
  EXPECT_NEAR(filled(0) + below_the_face, pi, 1e-12);
  moment.box.shear_along(0, 1, 3);
  moment.box.shear.offset[0] = 2.5;
  EXPECT_NEAR(filled(0) + below_the_face, pi, 1e-12) << "sheared";
}

TEST(Measures, a_field_sees_the_copies_beyond_the_faces) {
  Moment<2> moment;
  Motion<2> body = disc({0.02, 0.97}, 0.01);
  body.velocity = {{1, 0}};
  body.inverse_mass = 1;
  moment.add(0, body);
  for (int k = 0; k < 2; ++k) moment.box.repeat(k, 0, 1);
  moment.box.shear_along(0, 1, 3);
  moment.box.shear.offset[0] = 0.25;
  scene::Measure field;
  field.kind = scene::Measure::Kind::field;
  field.region = scene::BoxRegion{{0, 0, 0}, {1, 1, 0}};
  field.cells = {40, 40, 1};
  field.width = 0.2;
  const Rows rows = measure(field, moment);
  const std::size_t width = rows.columns.size();
  const auto at = [&](double x, double y, std::size_t column) {
    return rows
        .values[(static_cast<std::size_t>(40 * y) * 40 + static_cast<std::size_t>(40 * x)) * width + column];
  };
  double mass = 0;
  for (std::size_t row = 0; row < 1600; ++row) mass += rows.values[row * width + 3] / 1600;
  EXPECT_NEAR(mass, 1, 1e-3);
  EXPECT_GT(at(0.05, 0.95, 3), 0);
  EXPECT_GT(at(0.95, 0.95, 3), 0);
  EXPECT_NEAR(at(0.95, 0.95, 4), 1, 1e-12);
  // The copies below are displaced and slower.
  EXPECT_EQ(at(0.05, 0.05, 3), 0);
  EXPECT_GT(at(0.77, 0.05, 3), 0);
  EXPECT_NEAR(at(0.77, 0.05, 4), -2, 1e-12);
}

TEST(Measures, the_stress_in_a_periodic_box_counts_each_contact_across_a_face_once) {
  Moment<2> moment;
  moment.add(0, disc({5, 9.2}, 1));
  moment.add(1, disc({5, 0.4}, 1));
  for (int k = 0; k < 2; ++k) moment.box.repeat(k, 0, 10);
  moment.contacts.resize(1);
  moment.contacts[0].key.first = 0;
  moment.contacts[0].key.second = 1;
  moment.contacts[0].point = {{5, 10.1}};
  moment.contacts[0].branch = {{0, 1.2}};
  moment.contacts[0].force = {{0, -5}};
  scene::Measure bulk;
  bulk.kind = scene::Measure::Kind::bulk;
  bulk.region = scene::BoxRegion{{0, 0, 0}, {10, 10, 0}};
  const Rows rows = measure(bulk, moment);
  EXPECT_NEAR(rows.values.back(), 5 * 1.2 / 100, 1e-15) << rows.columns.back();
}

// Issue 21, point 16: the gradient of the mean flow counted as fluctuation, and with it in pressure and
// stress_xx.
TEST(Measures, the_mean_flow_of_a_sheared_box_is_no_fluctuation) {
  constexpr double rate = 7, mass = 2, speed = 0.1;
  for (const double flowing : {1.0, 0.0}) {  // in full flow, and right after the start from rest
    Moment<3> moment;
    for (int k = 0; k < 3; ++k) moment.box.repeat(k, 0, 1);
    moment.box.shear_along(0, 1, rate);
    Id id = 0;
    // Pairs on a line across the box: of each two, one is faster and one slower than the flow.
    for (int row = 0; row < 50; ++row)
      for (const double sign : {-1.0, 1.0}) {
        Motion<3> ball;
        ball.position = {0.5 + 0.2 * sign, (row + 0.5) / 50, 0.5};
        ball.velocity = {3 + flowing * rate * (ball.position[1] - 0.5) + sign * speed, 0, sign * speed};
        ball.radius = 0.01;
        ball.inverse_mass = 1 / mass;
        moment.add(id++, ball);
      }
    scene::Measure one;
    one.kind = scene::Measure::Kind::bulk;
    one.region = scene::BoxRegion{{0, 0, 0}, {1, 1, 1}};
    const auto get = [&](const std::string& column) {
      const Rows rows = measure(one, moment);
      return rows.values[static_cast<std::size_t>(
          std::find(rows.columns.begin(), rows.columns.end(), column) - rows.columns.begin())];
    };
    EXPECT_NEAR(get("velocity_x"), 3, 1e-12);
    EXPECT_NEAR(get("temperature"), 2 * speed * speed / 3, 1e-12);
    EXPECT_NEAR(get("stress_xx"), 100 * mass * speed * speed, 1e-10);
    EXPECT_NEAR(get("stress_yy"), 0, 1e-12);
    EXPECT_NEAR(get("pressure"), 100 * mass * 2 * speed * speed / 3, 1e-10);
    one.kind = scene::Measure::Kind::profile;
    one.axis = 2;  // across the flow and its gradient: each slice holds all velocities
    one.bins = 1;
    EXPECT_NEAR(get("temperature"), 2 * speed * speed / 3, 1e-12);
    EXPECT_NEAR(get("velocity_x"), 3, 1e-12);
  }
}

TEST(Measures, a_kernel_of_either_form_holds_the_whole_mass) {
  Moment<2> moment;
  Motion<2> body = disc({0.5, 0.5}, 0.01);
  body.velocity = {2, 0};
  body.inverse_mass = 1;
  moment.add(0, body);
  moment.thickness = 0.5;
  scene::Measure measure;
  measure.kind = scene::Measure::Kind::field;
  measure.region = scene::BoxRegion{{0, 0, 0}, {1, 1, 0}};
  measure.cells = {100, 100, 1};
  for (const auto kernel : {scene::Measure::Kernel::lucy, scene::Measure::Kernel::gaussian}) {
    measure.kernel = kernel;
    measure.width = kernel == scene::Measure::Kernel::lucy ? 0.3 : 0.05;
    const Rows rows = measure_field(measure, moment);
    double mass = 0;
    for (std::size_t row = 0; row < 10000; ++row)
      mass += rows.values[row * rows.columns.size() + 3] * 1e-4 * 0.5;
    EXPECT_NEAR(mass, 1, 1e-4);
  }
}

TEST(Measures, packing_fractions_of_polygons_are_those_of_their_areas) {
  const shape::RigidPolygon plank = shape::RigidPolygon(shape::ConvexPolygon::box(4, 1)).unit();
  Motion<2> body = disc({5, 5}, std::sqrt(4.25));
  body.inverse_mass = 0.5;
  Moment<2> moment;
  moment.add(0, body, 0, &plank, {0.6, 0.8});
  scene::Measure one;
  one.region = scene::BoxRegion{{0, 0, 0}, {10, 10, 0}};
  one.bins = 5;
  one.axis = 1;
  one.cells = {50, 50, 1};
  one.width = 2;
  const auto sum_of = [&](scene::Measure::Kind kind, const std::string& column) {
    one.kind = kind;
    const Rows rows = measure(one, moment);
    const auto at = static_cast<std::size_t>(std::find(rows.columns.begin(), rows.columns.end(), column) -
                                             rows.columns.begin());
    double sum = 0;
    for (std::size_t k = at; k < rows.values.size(); k += rows.columns.size()) sum += rows.values[k];
    return sum;
  };
  EXPECT_NEAR(sum_of(scene::Measure::Kind::bulk, "packing_fraction"), 0.04, 1e-14);
  EXPECT_NEAR(sum_of(scene::Measure::Kind::profile, "packing_fraction"), 5 * 0.04, 1e-14);
  EXPECT_NEAR(sum_of(scene::Measure::Kind::field, "packing_fraction"), 2500 * 0.04, 2500 * 0.04 * 1e-3);
}

TEST(Measures, a_profile_leaves_out_what_is_beside_its_region) {
  Moment<3> moment;
  Motion<3> ball;
  ball.position = {0, 5, 5};
  ball.radius = 1;
  moment.add(0, ball);
  scene::Measure profile;
  profile.kind = scene::Measure::Kind::profile;
  profile.region = scene::BoxRegion{{0, 0, 0}, {10, 10, 10}};
  profile.axis = 2;
  profile.bins = 1;
  const Rows rows = measure(profile, moment);
  ASSERT_EQ(rows.columns[1], "packing_fraction");
  EXPECT_NEAR(rows.values[1] * 1000, 2.0 / 3 * pi, 1e-12) << "half of it is outside";
}

TEST(Measures, a_plane_counts_who_passes_it_and_which_way) {
  const auto simulation = build_text(stack(R"([[measure]]
name = "passing"
kind = "flow"
plane = { point = ["1.1 m", 0, 0], normal = [1, 0, 0] }
interval = 0.01
[[measure]]
name = "energies"
kind = "energies"
interval = 0.01
)"));
  EXPECT_EQ(value(simulation->readings().sample(0), "forward"), 0);
  while (!simulation->finished()) simulation->advance();
  const record::Sample passing = simulation->readings().sample(0);
  EXPECT_EQ(value(passing, "forward"), 1);
  EXPECT_EQ(value(passing, "backward"), 0);
  EXPECT_NEAR(value(passing, "forward_mass"), 2500 * 4.0 / 3 * pi * 8e-6, 1e-9);
  EXPECT_EQ(value(simulation->readings().sample(1), "kinetic"), simulation->energies().kinetic);
}

/// A ball that goes five times around a periodic box of 10 cm in half a second, and the plane that it passes.
std::string round_trip(const std::string& velocity, const std::string& plane, const std::string& domain) {
  return R"([scene]
dimension = 2
[domain]
min = [0, 0]
max = ["10 cm", "10 cm"]
)" + domain +
         R"(
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
collision_time = "1 ms"
[[body]]
shape = "disc"
material = "glass"
radius = "5 mm"
position = ["2 cm", "5 cm"]
velocity = )" +
         velocity + "\n[[measure]]\nname = \"passing\"\nkind = \"flow\"\ninterval = 0.05\nplane = " + plane +
         "\n[[stage]]\nduration = 0.5\n";
}

TEST(Measures, a_plane_in_a_periodic_box_is_passed_once_per_round_wherever_it_is) {
  const std::string by_x = "periodic = \"x\"";
  const auto passes = [](const std::string& text) {
    const auto simulation = build_text(text);
    while (!simulation->finished()) simulation->advance();
    const record::Sample sample = simulation->readings().sample(0);
    return std::pair(value(sample, "forward"), value(sample, "backward"));
  };
  for (const char* place : {"5 cm", "0 cm", "10 cm"}) {
    const std::string plane = std::string("{ point = [\"") + place + "\", 0], normal = [1, 0] }";
    EXPECT_EQ(passes(round_trip("[1, 0]", plane, by_x)), std::pair(5.0, 0.0)) << place;
    EXPECT_EQ(passes(round_trip("[-1, 0]", plane, by_x)), std::pair(0.0, 5.0)) << place;
  }
  const std::string across = "{ point = [0, \"6 cm\"], normal = [0, 1] }";
  EXPECT_EQ(passes(round_trip("[1, 0.05]", across, by_x)), std::pair(1.0, 0.0));
  const std::string slanted = "{ point = [\"5 cm\", \"5 cm\"], normal = [1, 1] }";
  EXPECT_EQ(passes(round_trip("[1, 0]", slanted, by_x)), std::pair(5.0, 0.0));
  EXPECT_EQ(passes(round_trip("[-0.2, -1]", "{ point = [0, \"4 cm\"], normal = [0, -1] }",
                              "periodic = \"xy\"\nshear = { flow = \"x\", gradient = \"y\", rate = 3 }")),
            std::pair(5.0, 0.0));
}

TEST(Measures, profiles_hold_the_volume_of_all_bodies) {
  const auto simulation = build_text(stack(R"([[measure]]
name = "profile"
kind = "profile"
region = "cube"
axis = "z"
bins = 8
interval = 0.01
)"));
  const record::Sample profile = simulation->readings().sample(0);
  double filled = 0;
  for (std::size_t row = 0; row < 8; ++row) filled += value(profile, "packing_fraction", row) * 64e-6 / 8;
  EXPECT_NEAR(filled, 2 * 4.0 / 3 * pi * 1e-6, 1e-12);
  EXPECT_NEAR(value(profile, "position", 0), 0.0025, 1e-12);
}

}  // namespace
}  // namespace scree::sim
