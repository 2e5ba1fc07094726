// Schinner 1999, figure 1: pictures of assemblies of polygons, one at rest and one in motion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproduction.h"
#include "scree/base/column.h"
#include "scree/base/parallel.h"
#include "scree/base/rotation.h"
#include "scree/picture/colour.h"
#include "scree/picture/flat.h"
#include "scree/scene/polygons.h"
#include "scree/sim/simulation.h"

namespace scree::cli {
namespace {

constexpr const char* head = R"([scene]
dimension = 2
gravity = [0, -9.81]
seed = 7
[material.stone]
density = 2500
[contact.default]
law = "overlap_area"
stiffness = 2e6
restitution = 0.1
friction = 0.5
[watch]
overlap_stop = "never"
)";

/// Stones of few and many corners, boxes and ellipses of two sizes, poured on a tray.
std::string scene_at_rest(std::size_t count) {
  const double height = 0.05 + 0.0036 * static_cast<double>(count);
  std::string text = head;
  // Those that roll off the tray are taken out.
  text += R"([domain]
min = [-1, -0.2]
max = [1, 9]
[[wall]]
points = [[-0.35, 0.05], [-0.35, 0], [0.35, 0], [0.35, 0.05]]
)";
  int layer = 0;
  for (const char* const look :
       {"stone = 5, elongation = [1, 1.6], angularity = 0.9", "ellipse = 24, elongation = 1.4",
        "stone = 9, angularity = 0.8", "box = [0.02, 0.012]"}) {
    text += fmt::format("[[fill]]\nshape = \"polygon\"\nmaterial = \"stone\"\npolygon = {{ {} }}\n{}", look,
                        look[0] == 'b' ? "" : "radius = { uniform = [0.009, 0.016] }\n");
    text += fmt::format("region = {{ box = {{ min = [-0.12, {}], max = [0.12, {}] }} }}\ncount = {}\n",
                        0.02 + height * layer / 4, 0.02 + height * (layer + 1) / 4, count / 4);
    ++layer;
  }
  return text + "[[stage]]\nuntil = \"settled(1e-5)\"\nlimit = 4\n";
}

/// A drum that turns.
std::string scene_in_motion(std::size_t count) {
  const double radius = 0.0145 * std::sqrt(2.2 * static_cast<double>(count));
  return std::string(head) + fmt::format(R"([[wall]]
circle = {{ centre = [0, 0], radius = {0} }}
motion = {{ rotate = {{ rate = "12 rpm", point = [0, 0] }} }}
[[fill]]
shape = "polygon"
material = "stone"
polygon = {{ stone = 7, elongation = [1, 1.6], angularity = 0.9 }}
radius = {{ uniform = [0.009, 0.016] }}
region = {{ box = {{ min = [{1}, {1}], max = [{2}, {2}] }} }}
count = {3}
[[stage]]
duration = 2
)",
                                         radius, -0.69 * radius, 0.69 * radius, count);
}

struct Seen {
  OutcomePicture picture;
  double most_speed = 0, mean_speed = 0;  // [m/s]
  double time = 0;                        // [s]
};

std::span<const double> numbers(const record::Frame& frame, std::string_view name) {
  for (const Column& column : frame.bodies)
    if (column.name == name) return column.values<double>();
  return {};
}

/// Runs a scene to its end and draws it, coloured by speed.
Seen look_at(const std::string& text, const std::string& name, double fastest) {
  const scene::SceneDescription scene = scene::read_scene_text(text, name, sim::vocabulary());
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  sim::advance_to_end(*simulation);
  const record::Frame frame = simulation->frame();
  const std::vector<Outline> outlines = scene::outlines_of(scene, scene.seed.value_or(0));
  const auto places = numbers(frame, "position"), velocities = numbers(frame, "velocity"),
             turns = numbers(frame, "orientation"), radii = numbers(frame, "radius");
  std::span<const std::uint32_t> shapes;
  for (const Column& column : frame.bodies)
    if (column.name == "shape") shapes = column.values<std::uint32_t>();
  Seen seen;
  seen.time = simulation->time();
  picture::Flat flat;
  flat.lo = {HUGE_VAL, HUGE_VAL};
  flat.hi = {-HUGE_VAL, -HUGE_VAL};
  const auto see = [&](const Vec2& point) {
    for (int k = 0; k < 2; ++k) {
      flat.lo[k] = std::min(flat.lo[k], point[k]);
      flat.hi[k] = std::max(flat.hi[k], point[k]);
    }
    return point;
  };
  for (std::size_t body = 0; body < shapes.size(); ++body) {
    const double speed = norm(Vec2{velocities[2 * body], velocities[2 * body + 1]});
    seen.most_speed = std::max(seen.most_speed, speed);
    seen.mean_speed += speed / static_cast<double>(shapes.size());
    const auto placed = [&](const Vec2& own) {
      return Vec2{places[2 * body], places[2 * body + 1]} +
             rotate(Rotation<2>{turns[2 * body], turns[2 * body + 1]}, radii[body] * own);
    };
    picture::Polygon polygon{{}, {}, picture::map_colour(std::min(1.0, speed / fastest))};
    for (const std::vector<Vec2>& part : outlines[shapes[body] - 1].parts) {
      polygon.parts.emplace_back();
      for (const Vec2& corner : part) polygon.parts.back().push_back(see(placed(corner)));
    }
    for (const auto& [from, to] : outlines[shapes[body] - 1].rim)
      polygon.rim.push_back({placed(from), placed(to)});
    flat.polygons.push_back(std::move(polygon));
  }
  for (const scene::Wall& wall : scene.walls) {
    if (const auto* const circle = std::get_if<scene::CircleSurface>(&wall.surface)) {
      constexpr int pieces = 180;
      for (int k = 0; k < pieces; ++k) {
        const auto at = [&](int number) {
          const double angle = 2 * 3.14159265358979 * number / pieces;
          return see({circle->centre[0] + circle->radius * std::cos(angle),
                      circle->centre[1] + circle->radius * std::sin(angle)});
        };
        flat.lines.push_back({at(k), at(k + 1), false});
      }
    } else if (const auto* const chain = std::get_if<scene::ChainSurface>(&wall.surface)) {
      for (const auto& [from, to] : chain->mesh.pieces)
        flat.lines.push_back({see(chain->mesh.vertices[from]), see(chain->mesh.vertices[to]), false});
    }
  }
  picture::Furniture furniture;
  furniture.caption = fmt::format("{}, {} bodies, t = {:.2f} s, bright: {} m/s and more", name, shapes.size(),
                                  seen.time, fastest);
  const double aspect = (flat.hi[1] - flat.lo[1]) / (flat.hi[0] - flat.lo[0]);
  const picture::Size size{1100, std::clamp(static_cast<int>(1100 * aspect) + 90, 420, 1180)};
  seen.picture = {name, fmt::format("polygons, {}", name),
                  picture::draw_flat(flat, furniture, size, picture::Format::png)};
  return seen;
}

}  // namespace

Outcome reproduce_schinner_figure_1(const ReproductionSettings& settings) {
  const std::size_t count = settings.scaled(200, 24) / 4 * 4;
  Outcome outcome;
  outcome.setting = fmt::format(
      "{} polygons of every kind (stones, ellipses of 24 corners, boxes) poured on a tray until they rest, "
      "for "
      "at most 4 s; "
      "as many stones in a "
      "drum that turns at 12 rpm. The paper shows two pictures without numbers, so what is checked is that "
      "one assembly rests "
      "and the other flows.",
      count);
  outcome.columns = {"assembly", "time [s]", "mean speed [m/s]", "largest speed [m/s]"};
  settings.progress("at rest");
  const Seen rest = look_at(scene_at_rest(count), "static", 1e-3);
  settings.progress("in motion");
  const Seen motion = look_at(scene_in_motion(count), "dynamic", 0.6);
  for (const Seen* const seen : {&rest, &motion}) {
    outcome.rows.push_back({seen->picture.name, fmt::format("{:.2f}", seen->time),
                            fmt::format("{:.2e}", seen->mean_speed),
                            fmt::format("{:.2e}", seen->most_speed)});
    outcome.pictures.push_back(seen->picture);
  }
  outcome.claims.push_back(judged("polygons make static assemblies",
                                  fmt::format("mean speed {:.1e} m/s", rest.mean_speed),
                                  "the mean speed in m/s", rest.mean_speed, {0, 2e-3}));
  outcome.claims.push_back(judged("and dynamic ones", fmt::format("mean speed {:.2g} m/s", motion.mean_speed),
                                  "the mean speed in m/s", motion.mean_speed, {0.02}));
  return outcome;
}

}  // namespace scree::cli
