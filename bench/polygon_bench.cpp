#include "bench/polygon_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/base/timer.h"
#include "scree/contact/polygon_overlap.h"
#include "scree/scene/description.h"
#include "scree/scene/polygons.h"
#include "scree/sim/families.h"
#include "scree/sim/simulation.h"

namespace scree::bench {
namespace {

constexpr int rounds = 100;  // short ones, so that some are not disturbed by other programs
constexpr std::size_t calls_per_round = 50'000;

/// Best time per call of visit(pose number), which returns a number that must not be optimised away.
template <class Visit>
double best_nanoseconds(std::size_t poses, Visit&& visit) {
  double best = std::numeric_limits<double>::infinity();
  volatile double kept = 0;
  for (int round = 0; round < rounds; ++round) {
    const double start = process_cpu_seconds();
    double sum = 0;
    std::size_t at = 0;
    bool forward = true;
    for (std::size_t call = 0; call < calls_per_round; ++call) {
      sum += visit(at);
      // To and fro: coherent at both ends.
      if (forward ? at + 1 == poses : at == 0)
        forward = !forward;
      else
        at = forward ? at + 1 : at - 1;
    }
    kept = kept + sum;
    best = std::min(best, 1e9 * (process_cpu_seconds() - start) / static_cast<double>(calls_per_round));
  }
  return best;
}

contact::PolygonPair pair_at(const PolygonMotion& motion, std::size_t k) {
  const PairPose& pose = motion.poses[k];
  return {{&motion.first, 1}, pose.first_turn, {&motion.second, 1}, pose.second_turn, pose.apart};
}

}  // namespace

double time_polygon_distance(std::size_t corners, bool coherent) {
  const PolygonMotion motion = polygon_motion(corners, Meeting::apart, coherent);
  contact::FeaturePair kept = contact::facing_features(pair_at(motion, 0));
  return best_nanoseconds(motion.poses.size(), [&](std::size_t k) {
    const contact::PolygonPair pair = pair_at(motion, k);
    if (!coherent) kept = contact::facing_features(pair);
    return contact::closest_points(pair, kept).distance;
  });
}

double time_polygon_overlap(std::size_t corners, bool coherent) {
  const PolygonMotion motion = polygon_motion(corners, Meeting::overlapping, coherent);
  contact::Crossings kept;
  contact::ClipSpace space;
  return best_nanoseconds(motion.poses.size(), [&](std::size_t k) {
    const contact::SharedArea shared = contact::shared_area(pair_at(motion, k), kept, space);
    return shared.area + shared.centroid[0];
  });
}

double time_distance_in_packing(std::size_t bodies, std::size_t corners) {
  struct Body {
    Vec2 place;
    Rotation<2> turn;
    std::uint32_t shape;
  };
  std::vector<shape::ConvexPolygon> shapes;
  for (std::uint64_t k = 0; k < 64; ++k)
    shapes.push_back(shape::ConvexPolygon::stone(corners, 1.2, 0.8, 5, k).unit());
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(bodies)));
  std::vector<Body> all;
  for (std::size_t k = 0; k < side * side; ++k)
    all.push_back({{2.05 * static_cast<double>(k % side), 2.05 * static_cast<double>(k / side)},
                   rotation_by(6.28 * random_uniform(1, 2, k)),
                   static_cast<std::uint32_t>(random_bits(1, 3, k) % shapes.size())});
  std::vector<std::array<std::uint32_t, 2>> pairs;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k % side + 1 < side)
      pairs.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + 1)});
    if (k + side < all.size())
      pairs.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + side)});
  }
  std::vector<contact::FeaturePair> kept(pairs.size());
  const auto pair_of = [&](std::size_t k) {
    const Body &a = all[pairs[k][0]], &b = all[pairs[k][1]];
    return contact::PolygonPair({&shapes[a.shape], 1}, a.turn, {&shapes[b.shape], 1}, b.turn,
                                b.place - a.place);
  };
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    kept[k] = contact::facing_features(pair_of(k));
    contact::closest_points(pair_of(k), kept[k]);
  }
  double best = std::numeric_limits<double>::infinity();
  volatile double sink = 0;
  for (int round = 0; round < rounds; ++round) {
    for (Body& body : all) body.turn = advance(body.turn, 1, 1e-3);
    const double start = process_cpu_seconds();
    double sum = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k)
      sum += contact::closest_points(pair_of(k), kept[k]).distance;
    best = std::min(best, 1e9 * (process_cpu_seconds() - start) / static_cast<double>(pairs.size()));
    sink = sink + sum;
  }
  return best;
}

std::vector<PolygonWorld> polygon_worlds(std::size_t count) {
  return {{"boxes", "box = [\"2 cm\", \"2 cm\"]", count},
          {"hexagons", "regular = 6", count},
          {"stones", "stone = 32, elongation = [1, 1.4], angularity = 0.7", count}};
}

namespace {

constexpr double body_radius = 0.01;  // [m]

double side_of(const PolygonWorld& world) {
  return 2.1 * body_radius * std::ceil(std::sqrt(static_cast<double>(world.count)));
}

}  // namespace

std::string scene_text(const PolygonWorld& world) {
  const double radius = body_radius, side = side_of(world);
  return fmt::format(R"(
[scene]
name = "{}"
dimension = 2
gravity = [0, -9.81]
seed = 1
[material.stone]
density = 2500
[contact.default]
law = "overlap_area"
stiffness = 1e7
restitution = 0.2
friction = 0.5
[[wall]]
name = "container"
box = {{ min = [0, 0], max = [{}, {}], side = "inside" }}
[[fill]]
shape = "polygon"
polygon = {{ {} }}
{}
material = "stone"
arrangement = "lattice"
region = {{ box = {{ min = [0, 0], max = [{}, {}] }} }}
count = {}
[[stage]]
duration = 100
)",
                     world.name, side, 2 * side, world.look,
                     world.look.starts_with("box") ? "" : fmt::format("radius = {}", radius), side, 2 * side,
                     world.count);
}

WorldStart start_of(const PolygonWorld& world) {
  const scene::SceneDescription scene =
      scene::read_scene_text(scene_text(world), world.name, sim::vocabulary());
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  const record::Frame frame = simulation->frame();
  const auto column = [&](std::string_view name) {
    for (const Column& one : frame.bodies)
      if (one.name == name) return one.values<double>();
    throw InternalError("a frame lacks a column", __FILE__, __LINE__);
  };
  const std::span<const double> places = column("position"), turns = column("orientation"),
                                radii = column("radius");
  WorldStart start;
  start.width = side_of(world);
  start.height = 2 * start.width;
  start.radius = radii[0];
  for (std::size_t k = 0; k < world.count; ++k) {
    start.centres.push_back({places[2 * k], places[2 * k + 1]});
    start.turns.push_back({turns[2 * k], turns[2 * k + 1]});
  }
  const std::vector<Outline> outlines = scene::outlines_of(scene, scene.seed.value_or(0));
  for (const Vec2& corner : outlines.at(0).parts.at(0)) start.corners.push_back(start.radius * corner);
  return start;
}

WorldFigures time_polygon_world(const PolygonWorld& world, int thread_count) {
  const ThreadLimit limit(thread_count);
  const scene::SceneDescription scene =
      scene::read_scene_text(scene_text(world), world.name, sim::vocabulary());
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  sim::advance_to_time(*simulation, world_fall_time);
  const std::uint64_t steps = std::max<std::size_t>(20, 4'000'000 / world.count);
  const double start = simulation->time(), cpu = process_cpu_seconds();
  const Stopwatch watch;
  sim::advance_to_step(*simulation, simulation->step() + steps);
  WorldFigures figures;
  const double cpu_seconds = process_cpu_seconds() - cpu;
  // One thread by its own clock, so that other programs do not count; several by the wall's.
  const double seconds = thread_count == 1 ? cpu_seconds : watch.seconds();
  figures.body_steps_per_second = static_cast<double>(world.count) * static_cast<double>(steps) / seconds;
  figures.simulated_per_cpu_second = (simulation->time() - start) / cpu_seconds;
  figures.processors = cpu_seconds / watch.seconds();
  figures.contacts = simulation->counts().contacts;
  return figures;
}

SleepFigures time_sleeping_heap(std::size_t count) {
  const ThreadLimit limit(1);
  const PolygonWorld world = polygon_worlds(count).back();
  const scene::SceneDescription scene =
      scene::read_scene_text(scene_text(world) + "[run]\nsleep = true\n", world.name, sim::vocabulary());
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  const auto seconds_per_step = [&](std::uint64_t steps) {
    const double start = process_cpu_seconds();
    sim::advance_to_step(*simulation, simulation->step() + steps);
    return (process_cpu_seconds() - start) / static_cast<double>(steps);
  };
  const double in_full_fall = 0.15, patience = 10;  // [s] of the scene
  sim::advance_to_time(*simulation, in_full_fall);
  SleepFigures figures;
  figures.pouring = seconds_per_step(2000);
  while (simulation->counts().asleep < count && simulation->time() < patience)
    sim::advance_to_step(*simulation, simulation->step() + 100);
  figures.share = static_cast<double>(simulation->counts().asleep) / static_cast<double>(count);
  figures.asleep = seconds_per_step(2000);
  return figures;
}

std::optional<std::filesystem::path> find_polygon_peers() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path program = self.parent_path() / "scree-polygon-peers";
  if (error || !std::filesystem::exists(program, error)) return std::nullopt;
  return program;
}

std::vector<PeerFigure> ask_polygon_peers(const std::filesystem::path& program) {
  std::vector<PeerFigure> figures;
  std::FILE* const output = popen(("'" + program.string() + "'").c_str(), "r");
  if (output == nullptr) throw RunError(program.string() + " cannot be started");
  std::array<char, 256> line;
  while (std::fgets(line.data(), line.size(), output) != nullptr) {
    std::istringstream words(line.data());
    PeerFigure figure;
    if (words >> figure.name >> figure.corners >> figure.value) figures.push_back(figure);
  }
  if (pclose(output) != 0) throw RunError(program.string() + " ended with an error");
  return figures;
}

}  // namespace scree::bench
