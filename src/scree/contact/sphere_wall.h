// Spheres (or discs) against walls: takes a body's place and a facet, gives the point where they meet.
#pragma once

#include <type_traits>

#include "scree/base/error.h"
#include "scree/kernel/batch.h"
#include "scree/world/walls.h"

namespace scree::contact {

/// The nearest point of a plain facet, which must not be one of a mesh. A function of the two poses alone;
/// ties are broken by the lowest feature.
template <int D>
shape::Nearest<D> nearest(const world::Facet<D>& facet, const Pose<D>& pose, const Vec<D>& place) {
  const bool is_moved = !(pose == Pose<D>{});
  const Vec<D> own = is_moved ? to_own(pose, place) : place;
  shape::Nearest<D> result = std::visit(
      [&](const auto& surface) -> shape::Nearest<D> {
        if constexpr (std::is_same_v<std::decay_t<decltype(surface)>, world::Patch>)
          throw InternalError("a plain facet", __FILE__, __LINE__);
        else
          return shape::nearest(surface, own);
      },
      facet.surface);
  if (is_moved) result.normal = rotate(pose.rotation, result.normal);
  return result;
}

/// Where a ball meets a wall that moves with this velocity: at the ball's surface, where the force acts.
template <int D>
kernel::SurfacePoint<D> surface_point(const shape::Nearest<D>& nearest, const world::WallVelocity<D>& wall,
                                      const Vec<D>& centre, double radius) {
  kernel::SurfacePoint<D> point;
  point.normal = nearest.normal;
  point.distance = nearest.distance;
  point.velocity = wall.at(centre - radius * nearest.normal);
  point.spin = wall.spin;
  return point;
}

}  // namespace scree::contact
