// Sheared periodic boxes (Lees and Edwards): copies that move, bodies that change their velocity with the
// side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/search/catalog.h"
#include "scree/sim/simulation.h"
#include "scree/step/integrator.h"
#include "scree/world/bodies.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

std::string list_of(const std::array<double, 3>& values, int dimension) {
  std::string text;
  for (int k = 0; k < dimension; ++k) text += fmt::format("{}{:.17g}", k == 0 ? "[" : ", ", values[k]);
  return text + "]";
}

constexpr const char* materials = R"(
[material.m]
density = 2000
[contact.default]
law = "hooke"
restitution = 0.7
stiffness = 1e4
friction = 0.4
rolling_friction = 0.02
)";

struct Axes {
  int dimension, flow, gradient;
};
constexpr Axes all_axes[] = {{2, 0, 1}, {2, 1, 0}, {3, 0, 1}, {3, 1, 0},
                             {3, 0, 2}, {3, 2, 0}, {3, 1, 2}, {3, 2, 1}};

std::string unit_box(const Axes& axes, double rate) {
  return fmt::format(
      "[scene]\ndimension = {}\n[domain]\nmin = {}\nmax = {}\nperiodic = \"{}\"\n"
      "shear = {{ flow = \"{}\", gradient = \"{}\", rate = {:.17g} }}\n",
      axes.dimension, list_of({}, axes.dimension), list_of({1, 1, 1}, axes.dimension),
      axes.dimension == 2 ? "xy" : "xyz", "xyz"[axes.flow], "xyz"[axes.gradient], rate);
}

std::string body(const Axes& axes, const std::string& shape, std::array<double, 3> place,
                 const std::array<double, 3>& velocity, double spin) {
  for (double& x : place) x -= std::floor(x);
  return fmt::format("[[body]]\n{}\nmaterial = \"m\"\nposition = {}\nvelocity = {}\nspin = {}\n", shape,
                     list_of(place, axes.dimension), list_of(velocity, axes.dimension),
                     axes.dimension == 2 ? fmt::format("{}", spin) : list_of({spin, -spin, 2 * spin}, 3));
}

std::vector<double> column(const record::Frame& frame, const char* name, std::size_t width) {
  const auto values = world::find_column(frame.bodies, name, Element::f64, width).values<double>();
  return {values.begin(), values.end()};
}

record::Frame end_of(const std::string& text) {
  const auto simulation = build(read(text), {});
  while (!simulation->finished()) EXPECT_TRUE(simulation->advance().finite);
  return simulation->frame();
}

TEST(Shear, a_body_that_crosses_the_face_keeps_its_peculiar_velocity) {
  for (const Axes& axes : all_axes)
    for (const double way : {-1.0, 1.0}) {
      constexpr double rate = 3, time = 0.5, speed = 0.8;
      std::array<double, 3> place{0.5, 0.5, 0.5}, velocity{};
      place[axes.gradient] += 0.3 * way;
      velocity[axes.flow] = 0.25;
      velocity[axes.gradient] = speed * way;
      const record::Frame end = end_of(
          unit_box(axes, rate) + materials +
          body(axes,
               axes.dimension == 2 ? "shape = \"disc\"\nradius = 0.05" : "shape = \"sphere\"\nradius = 0.05",
               place, velocity, 0) +
          fmt::format("[[stage]]\nduration = {}\n[run]\ntime_step = 1e-3\n", time));
      const std::vector<double> v = column(end, "velocity", axes.dimension),
                                x = column(end, "position", axes.dimension);
      EXPECT_NEAR(v[axes.flow], 0.25 - way * rate, 1e-14);
      EXPECT_EQ(v[axes.gradient], velocity[axes.gradient]);
      EXPECT_NEAR(x[axes.gradient], place[axes.gradient] + way * (speed * time - 1), 1e-12);
      // Seen from the copies that it came from it has gone straight on; they have moved along since the
      // start.
      const double expected = place[axes.flow] + (0.25 - way * rate) * time;
      EXPECT_NEAR(x[axes.flow], expected - std::floor(expected), 1e-12);
    }
}

/// Two bodies that meet off-centre while both spin; `across` puts the sheared face between them.
std::string collision(const Axes& axes, const std::string& shape, bool across) {
  constexpr double rate = 3;
  std::array<double, 3> below{0.5, 0.5, 0.5}, above{0.53, 0.53, 0.53};
  below[axes.gradient] = 0.375, above[axes.gradient] = 0.625;
  std::array<double, 3> up{0.1, 0.1, 0.1}, down{-0.2, -0.2, -0.2};
  up[axes.gradient] = 1, down[axes.gradient] = -1;
  if (across) {
    below[axes.gradient] += 0.5, above[axes.gradient] += 0.5;
    down[axes.flow] -= rate;
  }
  return unit_box(axes, across ? rate : 0) + materials + body(axes, shape, below, up, 3) +
         body(axes, shape, above, down, 5) + "[[stage]]\nduration = 0.15\n[run]\ntime_step = 1e-5\n";
}

void expect_same_collision(const Axes& axes, const std::string& shape) {
  const record::Frame middle = end_of(collision(axes, shape, false)),
                      across = end_of(collision(axes, shape, true));
  const std::vector<double> expected = column(middle, "velocity", axes.dimension);
  std::vector<double> got = column(across, "velocity", axes.dimension);
  got[static_cast<std::size_t>(axes.dimension + axes.flow)] += 3;
  for (std::size_t k = 0; k < got.size(); ++k)
    EXPECT_NEAR(got[k], expected[k], 1e-10) << shape << ", flow along " << axes.flow << ", number " << k;
  EXPECT_LT(expected[axes.gradient], 0.5) << "the two must have met";
  const std::size_t turns = axes.dimension == 2 ? 1 : 3;
  const std::vector<double> spins = column(middle, "spin", turns), spun = column(across, "spin", turns);
  for (std::size_t k = 0; k < spins.size(); ++k) EXPECT_NEAR(spun[k], spins[k], 1e-9);
}

TEST(Shear, a_collision_across_the_face_is_the_collision_in_the_middle) {
  for (const Axes& axes : all_axes)
    expect_same_collision(
        axes, axes.dimension == 2 ? "shape = \"disc\"\nradius = 0.05" : "shape = \"sphere\"\nradius = 0.05");
}

TEST(Shear, polygons_collide_across_the_face_as_in_the_middle) {
  for (const Axes& axes : {all_axes[0], all_axes[1]})
    expect_same_collision(axes, "shape = \"polygon\"\nradius = 0.05\npolygon = { regular = 5 }");
}

std::string gas(int dimension, const std::string& integrator = "velocity_verlet", double time_step = 1e-4,
                double restitution = 0.7) {
  const std::string end = dimension == 2 ? "" : ", 0.3", zero = dimension == 2 ? "" : ", 0";
  std::string text = fmt::format(
      "[scene]\nseed = 5\ndimension = {0}\ngravity = [0.4, 0.3{1}]\n[domain]\nmin = [0, 0{1}]\nmax = [0.3, "
      "0.3{2}]\n"
      "periodic = \"{3}\"\nshear = {{ flow = \"x\", gradient = \"y\", rate = 8 }}\n{4}"
      "[[fill]]\nshape = \"{5}\"\nmaterial = \"m\"\nradius = {{ uniform = [0.01, 0.02] }}\ncount = "
      "{6}\nrandom_speed = 2\n"
      "region = {{ box = {{ min = [0, 0{1}], max = [0.3, 0.3{2}] }} }}\n"
      "[[stage]]\nduration = 0.06\n[[stage]]\nduration = 0.04\nshear_rate = -5\n"
      "[run]\ntime_step = {7}\nintegrator = \"{8}\"\n",
      dimension, zero, end, dimension == 2 ? "xy" : "xyz", materials, dimension == 2 ? "disc" : "sphere",
      dimension == 2 ? 60 : 250, time_step, integrator);
  text.replace(text.find("restitution = 0.7"), 17, fmt::format("restitution = {}", restitution));
  return text;
}

std::string hash_after(Simulation& simulation) {
  while (!simulation.finished()) simulation.advance();
  return simulation.state_hash().text();
}

TEST(Shear, the_bits_depend_on_the_scene_alone) {
  for (const int dimension : {2, 3}) {
    const scene::SceneDescription scene = read(gas(dimension));
    const std::string expected = hash_after(*build(scene, {}));
    BuildOptions shuffled;
    shuffled.shuffle_every_step = true;
    EXPECT_EQ(hash_after(*build(scene, shuffled)), expected);
    for (const search::Entry& entry : search::catalog()) {
      BuildOptions options;
      options.search = entry.name;
      EXPECT_EQ(hash_after(*build(scene, options)), expected) << entry.name;
    }
    {
      const ThreadLimit limit(3);
      EXPECT_EQ(hash_after(*build(scene, {})), expected);
    }
    const auto unseen = build(scene, {});
    advance_to_end(*unseen);
    EXPECT_EQ(unseen->state_hash().text(), expected) << "no state was looked at in between";
    for (const int steps : {437, 600, 820}) {
      const auto first = build(scene, {});
      for (int step = 0; step < steps; ++step) first->advance();
      const auto second = build(scene, {});
      second->restore(first->checkpoint());
      EXPECT_EQ(hash_after(*second), expected) << "after a restart at step " << steps;
    }
  }
}

TEST(Shear, the_skin_changes_no_bit) {
  const std::string expected = hash_after(*build(read(gas(2)), {}));
  for (const char* skin : {"1e-5", "2e-3", "2e-2"})
    EXPECT_EQ(hash_after(*build(read(gas(2) + "skin = " + skin + "\n"), {})), expected) << skin;
}

TEST(Shear, the_ledgers_close_for_every_integrator) {
  for (const int dimension : {2, 3})
    for (const step::IntegratorEntry& integrator : step::integrators()) {
      const auto simulation = build(read(gas(dimension, std::string(integrator.name), 1e-5, 0.9)), {});
      while (!simulation->finished()) simulation->advance();
      EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-11) << integrator.name;
      const Energies energies = simulation->energies();
      EXPECT_GT(std::abs(energies.wall_work), 0.05 * energies.kinetic) << integrator.name;
      // Runge-Kutta books friction less exactly, in any box.
      const double tolerance = integrator.name == "runge_kutta_4" ? 3e-3 : 1e-3;
      EXPECT_LT(std::abs(energies.residual()), tolerance * std::abs(energies.wall_work))
          << integrator.name << " kinetic " << energies.kinetic << ", work " << energies.wall_work;
    }
}

TEST(Shear, what_cannot_be_sheared_is_refused) {
  const auto with = [](const std::string& was, const std::string& is) {
    std::string text = gas(3);
    text.replace(text.find(was), was.size(), is);
    return complaint_of(text);
  };
  EXPECT_NE(with("\"xyz\"", "\"xz\"").find("y must be periodic too"), std::string::npos)
      << with("\"xyz\"", "\"xz\"");
  EXPECT_NE(with("gradient = \"y\"", "gradient = \"x\"").find("flow is along x already"), std::string::npos);
  EXPECT_NE(with(", gradient = \"y\"", "").find("needs 'gradient' in 3D"), std::string::npos);
  EXPECT_NE(with("rate = 8", "rate = \"8 m/s\"").find("rate"), std::string::npos);
  EXPECT_NE(with("periodic = \"xyz\"\n", "").find("periodic = \"xy\""), std::string::npos);
  EXPECT_NE(with("shear = { flow = \"x\", gradient = \"y\", rate = 8 }", "").find("needs a sheared box"),
            std::string::npos);
  std::string flat = gas(2);
  flat.replace(flat.find("flow = \"x\""), 10, "flow = \"z\"");
  EXPECT_NE(complaint_of(flat).find("no axis z"), std::string::npos);
}

TEST(Shear, bodies_may_start_with_the_flow) {
  std::string text = gas(3);
  const std::vector<double> at_rest = column(build(read(text), {})->frame(), "velocity", 3);
  text.replace(text.find("rate = 8"), 8, "rate = 8, flowing = true");
  const record::Frame frame = build(read(text), {})->frame();
  const std::vector<double> flowing = column(frame, "velocity", 3), place = column(frame, "position", 3);
  for (std::size_t k = 0; k < flowing.size(); ++k)
    EXPECT_NEAR(flowing[k], at_rest[k] + (k % 3 == 0 ? 8 * (place[k + 1] - 0.15) : 0), 1e-14);
}

TEST(Shear, the_plane_has_one_gradient_for_each_flow) {
  std::string text = gas(2);
  text.replace(text.find(", gradient = \"y\""), 16, "");
  EXPECT_EQ(hash_after(*build(read(text), {})), hash_after(*build(read(gas(2)), {})));
}

}  // namespace
}  // namespace scree::sim
