// Mixing, slope, front and orientation of arrangements whose answers are known.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/random.h"
#include "scree/sim/measurement.h"
#include "scree/sim/simulation.h"

namespace scree::sim {
namespace {

using Kind = scene::Measure::Kind;

double value(const Rows& rows, const std::string& column) {
  for (std::size_t k = 0; k < rows.columns.size(); ++k)
    if (rows.columns[k] == column) return rows.values[k];
  throw std::logic_error("no column " + column);
}

Motion<2> disc(const Vec2& position, double radius) {
  Motion<2> motion;
  motion.position = position;
  motion.radius = radius;
  motion.inverse_mass = 1 / (radius * radius);
  return motion;
}

/// Forty times forty discs, of the material that `kind` tells for each.
template <class KindOf>
Moment<2> sheet(const KindOf& kind) {
  Moment<2> moment;
  for (int row = 0; row < 40; ++row)
    for (int column = 0; column < 40; ++column)
      moment.add(static_cast<Id>(40 * row + column), disc({column + 0.5, row + 0.5}, 0.5),
                 static_cast<std::uint32_t>(kind(row, column)));
  return moment;
}

scene::Measure measure_of(Kind kind) {
  scene::Measure measure;
  measure.kind = kind;
  measure.bins = 20;
  measure.cell = 5;
  measure.up = {0, 1, 0};
  return measure;
}

TEST(Mixing, is_0_where_two_kinds_lie_apart_and_1_where_they_lie_at_random) {
  const Rows parted = measure(measure_of(Kind::mixing), sheet([](int row, int) { return row < 20 ? 1 : 2; }));
  EXPECT_NEAR(value(parted, "lacey"), 0, 1e-12);
  EXPECT_EQ(value(parted, "cells"), 64);
  EXPECT_EQ(value(parted, "bodies_per_cell"), 25);
  const Rows random =
      measure(measure_of(Kind::mixing), sheet([](int row, int column) {
                return random_uniform(7, purpose("test.kind"), 40 * row + column) < 0.3 ? 1 : 2;
              }));
  EXPECT_NEAR(value(random, "lacey"), 1, 0.02);
  EXPECT_NEAR(value(random, "share"), 0.7, 0.03);
  const Rows even =
      measure(measure_of(Kind::mixing), sheet([](int row, int column) { return (row + column) % 2; }));
  EXPECT_GT(value(even, "lacey"), 1);
}

TEST(Mixing, goes_by_size_where_there_is_one_material) {
  Moment<2> moment;
  for (int k = 0; k < 100; ++k) moment.add(static_cast<Id>(k), disc({k + 0.5, 0.5}, k < 50 ? 0.2 : 0.4));
  EXPECT_NEAR(value(measure(measure_of(Kind::mixing), moment), "lacey"), 0, 1e-12);
}

TEST(Slope, is_that_of_the_highest_bodies) {
  Moment<2> moment;
  Id id = 0;
  for (int column = 0; column < 40; ++column)
    for (int row = 0; row <= 40 - column; ++row) moment.add(id++, disc({column + 0.5, 0.5 * row}, 0.25));
  scene::Measure slope = measure_of(Kind::slope);
  slope.region = scene::BoxRegion{{0, -1, 0}, {40, 30, 0}};
  const Rows rows = measure(slope, moment);
  EXPECT_NEAR(value(rows, "slope"), -0.5, 0.01);
  EXPECT_NEAR(value(rows, "angle"), std::atan(-0.5), 0.01);
  EXPECT_LT(value(rows, "deviation"), 0.3);
}

TEST(Front, is_not_that_of_a_runaway) {
  Moment<2> moment;
  for (int k = 0; k < 400; ++k) moment.add(static_cast<Id>(k), disc({0.01 * k, 0}, 0.1));
  moment.add(400, disc({1000, 0}, 0.1));
  const Rows rows = measure(measure_of(Kind::front), moment);
  EXPECT_NEAR(value(rows, "front"), 4.1, 0.1);
  EXPECT_NEAR(value(rows, "back"), -0.06, 0.1);
  EXPECT_EQ(value(rows, "farthest"), 1000.1);
}

std::unique_ptr<Simulation> build_text(const std::string& text) {
  return build(scene::read_scene_text(text, "test.toml", vocabulary()), {});
}

TEST(Orientation, is_that_of_the_long_side) {
  const auto simulation = build_text(R"([scene]
dimension = 2
seed = 1
[material.glass]
density = 2500
young = "10 MPa"
poisson = 0.3
[contact.default]
restitution = 0.5
friction = 0.5
[[body]]
shape = "polygon"
material = "glass"
polygon = { box = ["4 cm", "1 cm"] }
position = [0, 0]
angle = "30 deg"
[[body]]
shape = "polygon"
material = "glass"
polygon = { box = ["4 cm", "1 cm"] }
position = [1, 0]
angle = "210 deg"
[[stage]]
duration = 1
[[measure]]
name = "way"
kind = "orientation"
interval = 1
)");
  const record::Sample sample = simulation->readings().sample(0);
  const Rows rows{sample.columns, sample.values};
  EXPECT_NEAR(value(rows, "angle"), 3.14159265358979 / 6, 1e-12);
  EXPECT_NEAR(value(rows, "order"), 1, 1e-12);
  EXPECT_EQ(value(rows, "polygons"), 2);
}

}  // namespace
}  // namespace scree::sim
