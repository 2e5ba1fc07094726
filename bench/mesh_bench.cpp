#include "bench/mesh_bench.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>

#include "scree/base/parallel.h"
#include "scree/base/timer.h"
#include "scree/scene/description.h"
#include "scree/sim/families.h"
#include "scree/sim/simulation.h"

namespace scree::bench {
namespace {

constexpr double radius = 0.01, spacing = 2.5 * radius;  // [m]
constexpr std::size_t balls_per_side = 35;
static_assert(balls_per_side * balls_per_side == floor_balls);
constexpr double side = spacing * static_cast<double>(balls_per_side), margin = 2 * radius;
constexpr double time_step = 2e-5, speed = 0.5;  // [s], [m/s]: a thousandth of a radius per step
constexpr int warm_up = 500, steps = 1000;

std::string floor_text(const Floor& floor) {
  const std::size_t cells = floor.cells;
  if (cells == 0) return "plane = { point = [0, 0, 0], normal = [0, 0, 1] }\n";
  std::string vertices, triangles;
  const std::size_t row = cells + 1;
  const double edge = floor.edge > 0 ? floor.edge * radius : (side + 2 * margin) / static_cast<double>(cells);
  const double corner = 0.5 * (side - edge * static_cast<double>(cells));
  for (std::size_t j = 0; j < row; ++j)
    for (std::size_t i = 0; i < row; ++i)
      vertices += fmt::format("{:.17g} {:.17g} 0\n", corner + edge * static_cast<double>(i),
                              corner + edge * static_cast<double>(j));
  for (std::size_t j = 0; j < cells; ++j)
    for (std::size_t i = 0; i < cells; ++i) {
      const std::size_t low = j * row + i;
      triangles += fmt::format("{0} {1} {3}\n{0} {3} {2}\n", low, low + 1, low + row, low + row + 1);
    }
  return fmt::format("vertices = '''\n{}'''\ntriangles = '''\n{}'''\n", vertices, triangles);
}

std::string scene_text(const Floor& floor, FloorMotion motion) {
  std::string text = fmt::format(
      "[scene]\nname = \"floor\"\ndimension = 3\ngravity = [0, 0, -9.81]\n"
      "[material.glass]\ndensity = 2500\nyoung = \"10 MPa\"\npoisson = 0.25\n"
      "[contact.default]\nlaw = \"hertz_mindlin\"\nrestitution = 0.5\nfriction = 0.5\n"
      "[[wall]]\nname = \"floor\"\nmaterial = \"glass\"\n{}"
      "[run]\ntime_step = {}\n[[stage]]\nduration = {}\n",
      floor_text(floor), time_step, time_step * (warm_up + steps));
  // As deep in the floor as their weight presses them, so that nothing bounces.
  const double height = 0.9972 * radius;
  const double rolling = motion == FloorMotion::roll ? speed : 0;
  for (std::size_t j = 0; j < balls_per_side; ++j)
    for (std::size_t i = 0; i < balls_per_side; ++i)
      text += fmt::format(
          "[[body]]\nshape = \"sphere\"\nmaterial = \"glass\"\nradius = {}\nposition = [{}, {}, {}]\n"
          "velocity = [{}, 0, 0]\nspin = [0, {}, 0]\n",
          radius, spacing * (static_cast<double>(i) + 0.5), spacing * (static_cast<double>(j) + 0.5), height,
          rolling, rolling / radius);
  return text;
}

}  // namespace

double time_floor(const Floor& floor, FloorMotion motion) {
  const ThreadLimit limit(1);
  const std::unique_ptr<sim::Simulation> simulation =
      sim::build(scene::read_scene_text(scene_text(floor, motion), "floor", sim::vocabulary()), {});
  sim::advance_to_step(*simulation, warm_up);
  const double before = process_cpu_seconds();
  sim::advance_to_end(*simulation);
  return (process_cpu_seconds() - before) / (static_cast<double>(floor_balls) * steps);
}

}  // namespace scree::bench
