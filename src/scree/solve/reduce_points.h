// Contact points of one pair that bear nothing new. Where points share normal and friction, a point that is a
// mean of others bears what a mean of their forces does, with the same moment: only corners of the hull of
// the points count. What they must part at has to agree: a point stays if it asks for more than that mean.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scree/base/vec.h"

namespace scree::solve {

template <int D>
struct PatchPoint {
  Vec<D> place;            // [m]
  double least_speed = 0;  // [m/s] as in IslandContact
};

/// Numbers of the points that must stay, ascending, for points of one normal and one friction that lie in a
/// plane across it (in two dimensions on a line) to within `tolerance` [m]; all of them where they do not.
/// Depends on the order of points only where two are at one place: the first stays.
template <int D>
std::vector<std::size_t> bearing_points(std::span<const PatchPoint<D>> points, const Vec<D>& normal,
                                        double tolerance);

extern template std::vector<std::size_t> bearing_points<2>(std::span<const PatchPoint<2>>, const Vec<2>&,
                                                           double);
extern template std::vector<std::size_t> bearing_points<3>(std::span<const PatchPoint<3>>, const Vec<3>&,
                                                           double);

}  // namespace scree::solve
