// The kinds of made meshes as a table: what a scene or the command line can ask for by name.
#include <fmt/format.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/shape/mesh_makers.h"

namespace scree::shape {
namespace {

constexpr double large = 1e6, few = 3, many = 1000;

Parameter length(std::string_view name, double fallback, std::string_view summary) {
  return {name, Kind::length, fallback, 1e-9, large, summary};
}
Parameter count(std::string_view name, double fallback, double least, std::string_view summary) {
  return {name, Kind::number, fallback, least, many, summary};
}
Parameter share(std::string_view name, double fallback, double least, double most, std::string_view summary) {
  return {name, Kind::number, fallback, least, most, summary};
}

std::vector<MeshMaker> table() {
  return {
      {"box",
       "a box",
       {length("x", 1, "its size along x"), length("y", 1, "its size along y"),
        length("z", 1, "its size along z")}},
      {"cylinder",
       "a cylinder along z",
       {length("radius", 1, "of its round side"), length("height", 2, "from end to end"),
        count("segments", 32, few, "flat sides around it")}},
      {"cone",
       "a cone along z, the tip up",
       {length("radius", 1, "of its foot"), length("height", 2, "from foot to tip"),
        count("segments", 32, few, "flat sides around it")}},
      {"capsule",
       "a cylinder along z with half balls at its ends",
       {length("radius", 1, "of its round side"), length("height", 2, "of the cylinder alone"),
        count("segments", 24, few, "flat sides around it"),
        count("rings", 6, 1, "from the equator of an end to its pole")}},
      {"icosphere",
       "a ball of nearly equal triangles",
       {share("triangles", 320, 20, 1'310'720, "20, 80, 320, 1280, ...: four times as many each time")}},
      {"uv_sphere",
       "a ball of meridians and rings",
       {count("segments", 10, few, "around it"), count("rings", 8, 2, "from pole to pole")}},
      {"torus",
       "a ring around z",
       {length("radius", 1, "of the circle in the middle of its tube"),
        length("tube", 0.25, "radius of the tube"), count("segments", 32, few, "around the ring"),
        count("sides", 16, few, "around the tube")}},
      {"gear",
       "a toothed wheel of radius 1 m around z",
       {count("teeth", 12, few, "how many"), share("tooth", 0.2, 0.01, 0.9, "height of the teeth [m]"),
        length("height", 0.5, "of the wheel")}},
      {"tetrapod",
       "four tapered legs, as those of breakwaters; the tips at 1 m from the middle",
       {share("waist", 0.9, 0.05, 10, "width of a leg at its foot over its length"),
        share("taper", 0.7, 0.05, 1, "width of a leg at its tip over that at its foot")}},
      {"l_prism",
       "two bars that form an L",
       {length("length", 2, "of each bar"), length("width", 0.7, "of each bar"),
        length("height", 0.7, "along z")}},
      {"cross_prism",
       "two bars that form a plus",
       {length("length", 2, "of each bar"), length("width", 0.7, "of each bar"),
        length("height", 0.7, "along z")}},
      {"rock",
       "a stone: a ball with noise of several sizes (Noble 2024, definition 7)",
       {share("triangles", 320, 20, 1'310'720, "20, 80, 320, 1280, ...: four times as many each time"),
        share("eta", 1.3, 1, 10, "distance of its farthest vertex over that of its nearest")}},
  };
}

bool is_count(const Parameter& parameter) {
  return parameter.name == "segments" || parameter.name == "rings" || parameter.name == "sides" ||
         parameter.name == "teeth" || parameter.name == "triangles";
}

}  // namespace

std::span<const MeshMaker> mesh_makers() {
  static const std::vector<MeshMaker> makers = table();
  return makers;
}

const MeshMaker* find_maker(std::string_view name) {
  for (const MeshMaker& maker : mesh_makers())
    if (maker.name == name) return &maker;
  return nullptr;
}

MadeMesh make_mesh(const MeshMaker& maker, std::span<const double> numbers, std::uint64_t seed,
                   std::uint64_t number) {
  SCREE_ASSERT(numbers.size() == maker.parameters.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const Parameter& parameter = maker.parameters[k];
    if (!(parameter.least <= numbers[k] && numbers[k] <= parameter.most))
      return {{},
              fmt::format("{} must be between {} and {}, got {}", parameter.name, parameter.least,
                          parameter.most, numbers[k])};
    if (is_count(parameter) && numbers[k] != std::floor(numbers[k]))
      return {{}, fmt::format("{} must be a whole number, got {}", parameter.name, numbers[k])};
  }
  const auto whole = [&](std::size_t k) { return static_cast<std::size_t>(numbers[k]); };
  const std::string_view name = maker.name;
  if (name == "box") return {make_box({numbers[0], numbers[1], numbers[2]}), {}};
  if (name == "cylinder") return {make_cylinder(numbers[0], numbers[1], whole(2)), {}};
  if (name == "cone") return {make_cone(numbers[0], numbers[1], whole(2)), {}};
  if (name == "capsule") return {make_capsule(numbers[0], numbers[1], whole(2), whole(3)), {}};
  if (name == "uv_sphere") return {make_uv_sphere(whole(0), whole(1)), {}};
  if (name == "gear") return {make_gear(whole(0), numbers[1], numbers[2]), {}};
  if (name == "tetrapod") return {make_tetrapod(numbers[0], numbers[1]), {}};
  if (name == "torus") {
    if (!(numbers[1] < numbers[0]))
      return {{}, fmt::format("tube must be smaller than radius ({}), got {}", numbers[0], numbers[1])};
    return {make_torus(numbers[0], numbers[1], whole(2), whole(3)), {}};
  }
  if (name == "l_prism" || name == "cross_prism") {
    if (!(numbers[1] < numbers[0]))
      return {{}, fmt::format("width must be smaller than length ({}), got {}", numbers[0], numbers[1])};
    return {name == "l_prism" ? make_l_prism(numbers[0], numbers[1], numbers[2])
                              : make_cross_prism(numbers[0], numbers[1], numbers[2]),
            {}};
  }
  SCREE_ASSERT(name == "icosphere" || name == "rock");
  const int cuts = icosphere_cuts(whole(0));
  if (cuts < 0)
    return {
        {},
        fmt::format("triangles must be 20, 80, 320, 1280, 5120, ... (four times as many each time), got {}",
                    numbers[0])};
  const auto times = static_cast<unsigned>(cuts);
  return {name == "rock" ? make_rock(times, numbers[1], seed, number) : make_icosphere(times), {}};
}

}  // namespace scree::shape
