// The kernels for pairs of triangles: takes pairs of bodies and of their triangles from contact/, gives what
// may be in reach, and closest points. One source, compiled once per CPU target; all targets give the same
// bits.
#pragma once

#include "scree/base/eight_boxes.h"
#include "scree/kernel/triangle_batch.h"

namespace scree::kernel {

/// Two trees of boxes; results are pairs of triangles whose boxes come within reach.
struct TreeSearch {
  BoxTreeView first, second;
  RelativePose pose;
  /// [m] with room for what rounding to floats does to places of these sizes.
  float reach = 0;
};

/// Where pairs go. `grow` makes room for at least one more.
struct PairSink {
  struct Pair {
    std::uint32_t first, second;
  };
  Pair* pairs = nullptr;
  std::size_t count = 0, room = 0;
  void (*grow)(PairSink&) = nullptr;
  void* owner = nullptr;

  void add(std::uint32_t first, std::uint32_t second) {
    if (count == room) grow(*this);
    pairs[count++] = {first, second};
  }
};

struct TriangleKernels {
  /// Gathers at most triangle_chunk pairs.
  void (*fill)(const BodyPair*, const TriangleEntry*, std::size_t count, TriangleLanes<double>&) = nullptr;
  void (*fill_floats)(const BodyPair*, const TriangleEntry*, std::size_t count,
                      TriangleLanes<float>&) = nullptr;
  /// Filters: note the numbers of lanes that may be in reach, in ascending order; return how many.
  std::size_t (*leave_by_spheres)(const TriangleLanes<float>&, std::size_t count,
                                  std::uint16_t* left) = nullptr;
  std::size_t (*leave_by_axes)(const TriangleLanes<float>&, std::size_t count, std::uint16_t* left) = nullptr;
  /// Those that also leave a certificate of every lane. `left` and `is_settled` (by order of `left`) have
  /// triangle_room.
  FilterResult (*leave_by_comparison)(const TriangleLanes<float>&, std::size_t count, std::uint16_t* left,
                                      Certificates&) = nullptr;
  FilterResult (*leave_by_sweeps)(const TriangleLanes<float>&, std::size_t count, std::uint16_t* left,
                                  Certificates&, bool* is_settled) = nullptr;
  /// The full comparison, which decides.
  void (*find_closest)(const TriangleLanes<double>&, std::size_t count, ClosestLanes&) = nullptr;
  /// Returns the number of tests of one box against eight.
  std::size_t (*search_boxes)(const TreeSearch&, PairSink&) = nullptr;
};

}  // namespace scree::kernel
