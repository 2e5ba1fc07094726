// Surfaces that walls are made of, and the point of each that is nearest to a place.
#pragma once

#include <cmath>

#include "scree/base/box.h"

namespace scree::shape {

/// Half-space: everything on the side that the normal points away from is solid.
template <int D>
struct Plane {
  Vec<D> point, normal;  // the normal has length 1
};

/// Solid axis-parallel box.
template <int D>
struct Block {
  Box<D> box;
};

/// Outward normal at the nearest surface point, and the signed distance of the place from the surface
/// (negative inside).
template <int D>
struct Nearest {
  Vec<D> normal;
  double distance = 0;
};

template <int D>
Nearest<D> nearest(const Plane<D>& plane, const Vec<D>& place) {
  return {plane.normal, dot(place - plane.point, plane.normal)};
}

template <int D>
Nearest<D> nearest(const Block<D>& block, const Vec<D>& place) {
  Vec<D> outside;
  for (int k = 0; k < D; ++k) {
    const double below = block.box.lo[k] - place[k], above = place[k] - block.box.hi[k];
    outside[k] = below > 0 ? -below : (above > 0 ? above : 0);
  }
  const double distance = norm(outside);
  if (distance > 0) return {outside / distance, distance};
  // Inside: the nearest face, the lowest axis and side among equals.
  Nearest<D> result;
  result.distance = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < D; ++k) {
    const double below = block.box.lo[k] - place[k], above = place[k] - block.box.hi[k];
    if (below > result.distance) result = {{}, below}, result.normal[k] = -1;
    if (above > result.distance) result = {{}, above}, result.normal[k] = 1;
  }
  return result;
}

}  // namespace scree::shape
