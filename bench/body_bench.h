// Times pairs of triangles and pairs of triangulated bodies.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/bumpy_sphere.h"
#include "scree/contact/triangle_methods.h"
#include "scree/kernel/triangle_batch.h"

namespace scree::bench {

/// Halo of the bodies, whose radius is 1 to 1.3 [m]: triangles closer than twice this are in contact.
inline constexpr double body_eps = 0.01, body_reach = 2 * body_eps, body_skin = 0.02, body_gap = 0.005;

/// Two rocks in poses that have nothing in common, each with a gap of `body_gap`.
struct BodyMeeting {
  PlainMesh first, second;
  std::vector<kernel::RelativePose> poses;
};
BodyMeeting body_meeting(int subdivisions);
/// A pose for two bodies, turned by random, that are `gap` [m] apart along a random line.
kernel::RelativePose pose_with_gap(const shape::TriangleTree& a, const shape::TriangleTree& b,
                                   std::uint64_t index, double gap);

using TriangleCorners = std::array<Vec3, 3>;
struct TriangleCouple {
  TriangleCorners first, second;
};
/// Triangles of two rocks of 1,280 triangles that are nearer than reach and skin, in the frame of the first.
std::vector<TriangleCouple> near_couples();
/// Triangles of edges of about 1 m at distances up to that.
std::vector<TriangleCouple> random_couples();

/// CPU targets that run here: all, and those that bodies are timed with.
std::vector<std::string> triangle_targets();
std::vector<std::string> body_targets();

/// [ns] per pair, lanes filled and in cache, by target and kernel: "gather", "spheres", "axes", "sweeps",
/// "comparison" in floats, "closest" in doubles.
using KernelTimes = std::map<std::pair<std::string, std::string>, double>;
void time_triangle_kernels(const std::vector<TriangleCouple>& couples, KernelTimes& best);

struct BodyFigures {
  double search = 0, cold = 0, list = 0, step = 0;  // [us] per pair of bodies; the best of several rounds
  double box_tests = 0, candidates = 0, after_axes = 0, contacts = 0, listed = 0, selected = 0;
  double surrogates = 0, surrogate_tests = 0;  // [us]; comparisons
  double bytes_per_triangle = 0;
  double fit = 0;  // [ms] of the surrogates of one mesh
  void keep_best(const BodyFigures& other);
};
BodyFigures time_bodies(const BodyMeeting& meeting, std::string_view target);

/// What the peers' program prints: "name size value" per line, [ns] or [us].
using BodyPeerFigures = std::map<std::pair<std::string, std::size_t>, double>;
/// Nothing if the program was not built; it lies beside the one that is running.
std::optional<std::filesystem::path> find_body_peers();
/// Keeps the best.
void ask_body_peers(const std::filesystem::path& program, BodyPeerFigures& best);

}  // namespace scree::bench
