// Times polygons: distance and overlap of single pairs, and whole worlds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/polygon_motion.h"

namespace scree::bench {

/// [ns] per call, the best of several rounds.
double time_polygon_distance(std::size_t corners, bool coherent);
double time_polygon_overlap(std::size_t corners, bool coherent);
/// The same among the pairs of a packing of many bodies, in the order of a step: the caches do not hold them.
double time_distance_in_packing(std::size_t bodies, std::size_t corners);

struct PolygonWorld {
  std::string name;  // "hexagons"
  std::string look;  // the scene's `polygon`
  std::size_t count = 10'000;
};
/// Boxes, hexagons and stones that fall into a container.
std::vector<PolygonWorld> polygon_worlds(std::size_t count);
std::string scene_text(const PolygonWorld& world);

/// Where a world begins, for peers that are to do the same.
struct WorldStart {
  double width = 0, height = 0;  // [m] of the container, which begins at the origin
  double radius = 0;             // [m] of the bodies, which are all alike
  std::vector<Vec2> corners;     // [m] of one of them
  std::vector<Vec2> centres;     // [m]
  std::vector<Rotation<2>> turns;
};
/// Of a world whose bodies are all alike.
WorldStart start_of(const PolygonWorld& world);
/// [s] after which worlds are timed: hexagons and stones have come down and rest on others, boxes have just
/// begun.
inline constexpr double world_fall_time = 0.2;

struct WorldFigures {
  double body_steps_per_second = 0;     // of wall clock
  double processors = 0;                // that the program had at work, on average
  double simulated_per_cpu_second = 0;  // [s/s]
  std::uint64_t contacts = 0;
};
/// Lets the bodies come to rest on each other for `world_fall_time`, then times the steps.
WorldFigures time_polygon_world(const PolygonWorld& world, int threads);

/// A heap that may sleep.
struct SleepFigures {
  double pouring = 0, asleep = 0;  // [s] CPU time of a step while bodies come down, and once the heap sleeps
  double share = 0;                // of the bodies that slept in the end
};
SleepFigures time_sleeping_heap(std::size_t count);

/// What the peers' program prints: "name corners value" per line.
struct PeerFigure {
  std::string name;
  std::size_t corners = 0;
  double value = 0;
};
/// Nothing if the program was not built; it lies beside the one that is running.
std::optional<std::filesystem::path> find_polygon_peers();
std::vector<PeerFigure> ask_polygon_peers(const std::filesystem::path& program);

}  // namespace scree::bench
