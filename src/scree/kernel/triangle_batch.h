// Pairs of triangles as the kernels take them: meshes, pairs of bodies, and the lanes into which pairs are
// gathered, one pair per lane.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scree::kernel {

/// The triangles of a mesh in the frame of its body. Vertices are rows of four doubles (the last is zero),
/// 32-byte aligned; triangle k has the vertices corners[3 k], [3 k + 1], [3 k + 2].
struct TriangleMesh {
  const double* vertices = nullptr;  // [m]
  const std::uint32_t* corners = nullptr;
};

/// The pose of one body in the frame of another: the place of a point of the second in the frame of the first
/// is x column[0] + y column[1] + z column[2] + column[3].
struct alignas(32) RelativePose {
  double column[4][4] = {};
};

/// Two bodies whose triangles are compared. Results are in the frame of the first.
struct BodyPair {
  RelativePose pose;
  TriangleMesh first, second;
  /// Floats are multiples of `scale` [m]: no two points of two triangles are farther apart when these are in
  /// reach.
  double scale = 1, inverse_scale = 1;
};

struct TriangleEntry {
  std::uint32_t first = 0, second = 0;  // triangles
  std::uint32_t bodies = 0;             // which BodyPair
  /// [m] the distance that is asked about: kernels reject pairs that are surely farther apart.
  float reach = 0;
};

/// Pairs that are gathered at once: what they take stays in the first cache.
inline constexpr std::size_t triangle_chunk = 256;
/// Loops write whole vectors.
inline constexpr std::size_t triangle_room = triangle_chunk + 16;

/// Corners of pairs relative to the first corner of the first triangle, which is therefore left out: the
/// other two of the first, then the three of the second, each as x, y, z.
template <class T>
struct TriangleLanes {
  alignas(64) T corner[15][triangle_room];
  /// Pairs farther apart are of no interest; for floats in units of the body pair's scale, with the margin
  /// for rounding.
  alignas(64) T reach[triangle_room];
};

/// Closest points of pairs of triangles. Feature: 0-2 a corner of the first and the face of the second, 3-5 a
/// corner of the second and the face of the first, 6 + 3 i + j edges i and j (edge k begins at corner k),
/// 15-17 edge of the first through the second, 18-20 edge of the second through the first. Among equal
/// distances the lowest number counts.
struct ClosestLanes {
  alignas(64) double distance[triangle_room];                            // [m]
  alignas(64) double first[3][triangle_room], second[3][triangle_room];  // [m] relative to the first corner
  alignas(64) double feature[triangle_room];
};

/// Gaps along an axis that floats give are off by less than this, in units of the scale, for pairs in reach.
///
/// Let u = 2^-24. All corners are within 1 of the origin, for the scale is at least the reach plus the sizes
/// of both triangles. Rounding a corner moves it by u. Its dot product with an axis w is off by 3 u |w|. Two
/// of both make a gap, which is rounded once more: 2 (3 + 1) u + 2 u. The length of w is off by 3 u, its
/// product with the reach by 2 u, the reach itself by 3 u: 18 u in total.
inline constexpr float float_margin = 32.0f / 16777216.0f;

/// What filters can prove of lanes: a lower bound of the distance, in units of the scale, and the unit axis,
/// from the second triangle to the first, along which they are so far apart. -1: nothing, and the axis may be
/// anything.
struct Certificates {
  alignas(64) float gap[triangle_room];
  alignas(64) float axis[3][triangle_room];
};

/// What a filter leaves of some lanes.
struct FilterResult {
  std::size_t left = 0;       // pairs that may be in reach
  std::size_t unsettled = 0;  // of these: neither surely apart nor with points that are surely the closest
};

}  // namespace scree::kernel
