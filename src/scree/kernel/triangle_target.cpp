// Compiled once per CPU target with that target's flags: the kernels for triangles of one target.
#include "scree/kernel/triangle_boxes.h"
#include "scree/kernel/triangle_fill.h"
#include "scree/kernel/triangle_filters.h"
#include "scree/kernel/triangle_kernels.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {
namespace {

using DoubleLanes = Wide<double>;

SCREE_KERNEL_FLATTEN void find_closest(const TriangleLanes<double>& lanes, std::size_t count,
                                       ClosestLanes& result) {
  for (std::size_t k = 0; k < count; k += DoubleLanes::lanes) {
    const auto pair = PairOfTriangles<DoubleLanes>::at(lanes, k);
    const Closest<DoubleLanes> closest = Comparison<DoubleLanes>(pair).run();
    square_root(closest.squared).store(result.distance + k);
    closest.feature.store(result.feature + k);
    const Wide3<DoubleLanes> first = point_of_first(pair, closest), second = point_of_second(pair, closest);
    first.x.store(result.first[0] + k);
    first.y.store(result.first[1] + k);
    first.z.store(result.first[2] + k);
    second.x.store(result.second[0] + k);
    second.y.store(result.second[1] + k);
    second.z.store(result.second[2] + k);
  }
}

}  // namespace

const TriangleKernels& triangle_kernels() {
  static const TriangleKernels kernels = {fill_lanes<double>, fill_lanes<float>,   leave_by_spheres,
                                          leave_by_axes,      leave_by_comparison, leave_by_sweeps,
                                          find_closest,       search_boxes};
  return kernels;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
