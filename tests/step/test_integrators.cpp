// Every integrator of the catalogue: its order of convergence, its energy, and the ledger.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

template <int D>
void advance(const IntegratorEntry& entry, SmallWorld<D>& small, double dt, int steps) {
  const auto integrator = make<D>(entry);
  integrator->start(small.forces, {0, dt});
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(small.step(*integrator, k * dt, dt)) << entry.name;
  }
}

/// Two balls pressed together and let go, at rest or approaching: inside the contact they are a harmonic
/// oscillator. Returns the error of the distance after a little more than a radian.
double oscillator_error(const IntegratorEntry& entry, int steps, double approach) {
  const double radius = 0.1, stiffness = 1e4, press = 1e-3;
  const law::Choice law = make_law("hooke", {{"restitution", 1.0}, {"stiffness", stiffness}});
  const double mass = shape::round_mass<3>(radius, 1000, 1) / 2;
  const double frequency = std::sqrt(stiffness / mass), duration = 1.2 / frequency;
  const auto small = make_world<3>(
      {ball<3>({0, 0, 0}, radius), ball<3>({2 * radius - press, 0, 0}, radius, {-approach, 0, 0})}, law);
  advance(entry, *small, duration / steps, steps);
  const world::Bodies<3>& bodies = small->state.bodies;
  const double distance =
      bodies.motion[bodies.slot_of(1)].position[0] - bodies.motion[bodies.slot_of(0)].position[0];
  const double expected =
      press * std::cos(frequency * duration) + approach / frequency * std::sin(frequency * duration);
  return std::abs(2 * radius - distance - expected) / press;
}

/// A ball held between two plates that it cannot slide on is pushed sideways: it rolls to and fro against the
/// springs of its two contacts. Returns the error of its place after some radians.
double sideways_error(const IntegratorEntry& entry, int steps) {
  const double radius = 0.1, stiffness = 1e4, press = 1e-3, speed = 0.01;
  const law::Choice law =
      make_law("hooke", {{"restitution", 1.0}, {"stiffness", stiffness}, {"friction", 100}});
  world::Walls<3> walls;
  for (const double side : {-1.0, 1.0}) {
    shape::Plane<3> plate;
    plate.point[1] = side * (radius - press);
    plate.normal[1] = -side;
    walls.add_plane(side < 0 ? "below" : "above", 0, plate);
  }
  const auto small = make_world<3>({ball<3>({0, 0, 0}, radius, {speed, 0, 0})}, law, walls);
  // Both contacts pull the same way, and their torques cancel.
  const double mass = shape::round_mass<3>(radius, 1000, 1);
  const double frequency = std::sqrt(2 * 2.0 / 7.0 * stiffness / mass), duration = 2.5 / frequency;
  advance(entry, *small, duration / steps, steps);
  const double expected = speed / frequency * std::sin(frequency * duration);
  return std::abs(small->state.bodies.motion[0].position[0] - expected) * frequency / speed;
}

TEST(Integrators, converge_with_their_order) {
  for (const IntegratorEntry& entry : integrators()) {
    for (const double approach : {0.0, 0.01}) {
      const double coarse = oscillator_error(entry, 40, approach),
                   fine = oscillator_error(entry, 80, approach);
      EXPECT_GT(std::log2(coarse / fine), entry.order - 0.2) << entry.name << " at " << approach << " m/s";
    }
  }
}

TEST(Integrators, converge_sideways_as_fast_as_along_the_normal) {
  for (const IntegratorEntry& entry : integrators()) {
    const double coarse = sideways_error(entry, 100), fine = sideways_error(entry, 200);
    EXPECT_GT(std::log2(coarse / fine), entry.order - 0.2) << entry.name << ' ' << coarse << ' ' << fine;
  }
}

/// A tilted box presses a corner into a plane, without friction, and is turned by it. Returns its spin after
/// a while.
double spin_of_rocking_box(const IntegratorEntry& entry, int steps) {
  const law::Choice law =
      make_law("overlap_energy", {{"restitution", 1.0}, {"stiffness", 1e5}, {"friction", 0.0}});
  world::Bodies<2> bodies;
  const shape::RigidPolygon box(shape::ConvexPolygon::box(0.02, 0.01));
  bodies.polygons = std::make_shared<const std::vector<shape::RigidPolygon>>(1, box.unit());
  Motion<2> motion;
  motion.position = {0, 0.0075};
  motion.radius = box.radius();
  motion.inverse_mass = 1 / (1000 * box.area());
  motion.inverse_inertia = motion.inverse_mass / box.inertia_per_mass();
  motion.spin = -5;
  constexpr double tilt = 0.35, duration = 8e-3;
  bodies.add(motion, 0, 1, rotation_by(tilt));
  world::Walls<2> walls;
  walls.add_plane("floor", 0, {.point = {0, 0}, .normal = {0, 1}});
  const auto small = make_world<2>(std::move(bodies), law, walls);
  advance(entry, *small, duration / steps, steps);
  EXPECT_EQ(small->forces.contact_count(), 1u) << "while it presses, the motion is smooth";
  return small->state.bodies.motion[0].spin;
}

TEST(Integrators, converge_for_polygons_as_fast_as_for_balls) {
  for (const IntegratorEntry& entry : integrators()) {
    const double coarse = spin_of_rocking_box(entry, 100), fine = spin_of_rocking_box(entry, 200),
                 finest = spin_of_rocking_box(entry, 400);
    EXPECT_GT(std::log2(std::abs(coarse - fine) / std::abs(fine - finest)), entry.order - 0.2)
        << entry.name << ' ' << coarse - fine << ' ' << fine - finest;
  }
}

/// A ball thrown against a wall at an angle, with friction, damping and rolling resistance, under gravity.
template <int D>
void expect_closed_ledger(const IntegratorEntry& entry, const law::Choice& law, double tolerance) {
  world::Walls<D> walls;
  shape::Plane<D> floor;
  floor.normal[1] = 1;
  walls.add_plane("floor", 0, floor);
  Vec<D> gravity, start, velocity;
  gravity[1] = -9.81;
  start[1] = 0.1001;
  velocity[0] = 2;
  velocity[1] = -1;
  Vec<D> beside = start;
  beside[0] = 0.25;
  const auto small =
      make_world<D>({ball<D>(start, 0.1, velocity), ball<D>(beside, 0.1)}, law, walls, gravity);
  const double dt = law.contact_time(2, 0.1, 2) / 200;
  const double before = small->kinetic() + small->potential() + small->elastic();
  advance(entry, *small, dt, 4000);
  const world::LossTotals& losses = small->state.ledger.losses;
  const double lost = small->loss(losses.damping) + small->loss(losses.friction) +
                      small->loss(losses.rolling) + small->loss(losses.model);
  const double now = small->kinetic() + small->potential() + small->elastic();
  EXPECT_GT(lost, 0) << entry.name;
  EXPECT_GT(small->loss(losses.friction), 0) << entry.name;
  EXPECT_NEAR(now + lost, before, tolerance * lost)
      << entry.name << ' ' << law::catalog()[static_cast<std::size_t>(law.kind())].name << " in " << D << "D";
}

TEST(Integrators, keep_the_ledger_closed_with_every_law) {
  const std::vector<law::Choice> laws = {
      make_law("hooke_history",
               {{"kn", 1e5}, {"gamma_n", 20}, {"friction", 0.3}, {"rolling_friction", 0.02}}),
      make_law("hertz_history",
               {{"kn", 1e7}, {"gamma_n", 2e3}, {"friction", 0.3}, {"rolling_friction", 0.02}}),
      make_law("hooke",
               {{"restitution", 0.7}, {"stiffness", 1e5}, {"friction", 0.3}, {"rolling_friction", 0.02}}),
      make_law("hertz_mindlin", {{"restitution", 0.7}, {"friction", 0.3}, {"rolling_friction", 0.02}})};
  for (const IntegratorEntry& entry : integrators())
    for (const law::Choice& law : laws) {
      expect_closed_ledger<2>(entry, law, 1e-3);
      expect_closed_ledger<3>(entry, law, 1e-3);
    }
}

}  // namespace
}  // namespace scree::step
