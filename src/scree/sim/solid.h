// The space that bodies take up, for packing fractions: how much of a body is inside a region.
#pragma once

#include "scree/base/rotation.h"
#include "scree/scene/description.h"
#include "scree/shape/rigid_polygon.h"

namespace scree::sim {

/// A ball, or in the plane a polygon.
template <int D>
struct Solid {
  Vec<D> centre;
  double radius = 0;                             // [m]; of a polygon, of its farthest corner
  const shape::RigidPolygon* polygon = nullptr;  // with its farthest corner at distance 1; null: a ball
  Rotation<2> orientation{};                     // of the polygon
};

/// Volume (2D: area) [m^D].
template <int D>
double volume_of(const Solid<D>& solid);

/// Of the part of a body that lies in a region that is no cone: exact, but for a ball that the side of a
/// cylinder cuts, where the error is below 1e-6 of the ball.
template <int D>
double volume_inside(const scene::RegionShape& region, const Solid<D>& solid);

}  // namespace scree::sim
