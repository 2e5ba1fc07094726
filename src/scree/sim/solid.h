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
template <int D>
double volume_of(const scene::RegionShape& region);

/// Of the part of a body that lies in a region. In the plane it is exact; in space it is where one face of a
/// box, or two that are parallel, cut a ball, and counted on a grid of 16 points per axis elsewhere.
template <int D>
double volume_inside(const scene::RegionShape& region, const Solid<D>& solid);

}  // namespace scree::sim
