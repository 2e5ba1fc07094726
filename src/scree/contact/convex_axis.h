// The axis along which two convex pieces are farthest apart. Takes the corners of both, gives the axis and
// how far apart they surely are along it: that is computed from the axis, so it holds however well the axis
// was found. By the simplex in the set of differences that is nearest to the origin. Source: Gilbert, Johnson
// & Keerthi 1988.
#pragma once

#include <span>

#include "scree/base/vec.h"

namespace scree::contact {

template <int D>
struct ConvexAxis {
  Vec<D> normal;   // of length 1, from the second to the first
  double gap = 0;  // [m] between them along it; at most zero where they touch or overlap
};

/// A function of the corners alone. Pieces have at least one corner each.
template <int D>
ConvexAxis<D> axis_between(std::span<const Vec<D>> first, std::span<const Vec<D>> second);

extern template ConvexAxis<2> axis_between<2>(std::span<const Vec2>, std::span<const Vec2>);
extern template ConvexAxis<3> axis_between<3>(std::span<const Vec3>, std::span<const Vec3>);

}  // namespace scree::contact
