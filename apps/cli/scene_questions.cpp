#include "scene_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "scree/sim/quantity_text.h"

namespace scree::cli {
namespace {

constexpr double light = 10;  // [kg/m3]: aerogel is heavier
constexpr double much_larger = 1000;

double dot(const scene::Coordinates& a, const scene::Coordinates& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The lowest place of a box, along the direction in which things fall; larger is lower.
double depth_of(const Vec3& lo, const Vec3& hi, const scene::Coordinates& down) {
  double depth = 0;
  for (std::size_t k = 0; k < 3; ++k) depth += down[k] * (down[k] > 0 ? hi[k] : lo[k]);
  return depth;
}

Vec3 vec(const scene::Coordinates& c) { return {c[0], c[1], c[2]}; }

/// Where the deepest body begins; nothing without bodies.
std::optional<double> depth_of_bodies(const scene::SceneDescription& scene, const scene::Coordinates& down) {
  std::optional<double> deepest;
  const auto see = [&](double depth) { deepest = std::max(depth, deepest.value_or(depth)); };
  for (const scene::Body& body : scene.bodies)
    if (!body.fixed) see(dot(body.position, down));
  for (const scene::Fill& fill : scene.fills)
    if (!fill.fixed && !fill.rows) see(depth_of(vec(fill.lo), vec(fill.hi), down));
  for (const scene::Inlet& inlet : scene.inlets) see(depth_of(vec(inlet.lo), vec(inlet.hi), down));
  return deepest;
}

bool is_held_below(const scene::SceneDescription& scene, const scene::Coordinates& down, double bodies) {
  for (const scene::Wall& wall : scene.walls)
    if (const auto* plane = std::get_if<scene::Plane>(&wall.surface); plane && dot(plane->normal, down) < 0)
      return true;
  for (const WallExtent& wall : wall_extents(scene))
    if (!wall.bounds.empty() &&
        depth_of(wall.bounds.lo, wall.bounds.hi, down) >= bodies * (bodies > 0 ? 1 - 1e-9 : 1 + 1e-9))
      return true;
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const scene::Body& body) { return body.fixed; }) ||
         std::any_of(scene.fills.begin(), scene.fills.end(),
                     [](const scene::Fill& fill) { return fill.fixed || fill.rows; });
}

}  // namespace

std::vector<WallExtent> wall_extents(const scene::SceneDescription& scene) {
  std::vector<WallExtent> extents;
  for (const scene::Wall& wall : scene.walls) {
    const std::vector<show::WallPose> pose(1);
    extents.push_back({wall.name, show::WallSurfaces({&wall, 1}).bounds(pose)});
  }
  return extents;
}

std::vector<std::string> questions_about(const scene::SceneDescription& scene, double most_radius) {
  std::vector<std::string> questions;
  for (const scene::Material& material : scene.materials)
    if (material.density.value < light)
      questions.push_back(fmt::format(
          "the density of '{}' is {} kg/m3, lighter than foam: is it meant in g/cm3? Then write "
          "\"{} g/cm3\"",
          material.name, sim::number_text(material.density.value), sim::number_text(material.density.value)));
  const scene::Coordinates& gravity = scene.gravity;
  const auto up = static_cast<std::size_t>(scene.dimension - 1);
  const double strength = std::sqrt(dot(gravity, gravity));
  if (gravity[up] > 0 && gravity[up] > 0.5 * strength)
    questions.push_back(fmt::format("gravity points upwards, along +{}: is its sign meant?", "xyz"[up]));
  if (most_radius > 0)
    for (const WallExtent& wall : wall_extents(scene))
      if (wall.bounds.largest_extent() > 2 * much_larger * most_radius)
        questions.push_back(fmt::format(
            "wall '{}' is {} long, {} times the largest body: is the unit of its lengths the right one?",
            wall.name, sim::quantity_text(wall.bounds.largest_extent(), "m"),
            sim::number_text(std::round(wall.bounds.largest_extent() / (2 * most_radius)))));
  if (strength > 0) {
    scene::Coordinates down = gravity;
    for (double& part : down) part /= strength;
    const std::optional<double> bodies = depth_of_bodies(scene, down);
    bool repeats = false;
    for (std::size_t k = 0; k < 3; ++k) repeats |= scene.domain.periodic[k] && std::abs(down[k]) > 0.1;
    if (bodies && !repeats && !is_held_below(scene, down, *bodies))
      questions.emplace_back("nothing is below the bodies that could hold them: is a floor missing?");
  }
  return questions;
}

}  // namespace scree::cli
