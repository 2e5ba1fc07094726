// Spheres (or discs) against walls: takes a body's place and a facet, gives the point where they meet.
#pragma once

#include "scree/kernel/batch.h"
#include "scree/world/walls.h"

namespace scree::contact {

/// A function of the two poses alone; ties are broken by the lowest feature.
template <int D>
kernel::SurfacePoint<D> meet(const world::Facet<D>& facet, const Vec<D>& centre) {
  const shape::Nearest<D> nearest =
      std::visit([&](const auto& surface) { return shape::nearest(surface, centre); }, facet.surface);
  kernel::SurfacePoint<D> point;
  point.normal = nearest.normal;
  point.distance = nearest.distance;
  return point;
}

}  // namespace scree::contact
