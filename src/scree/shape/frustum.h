// Cylinders and cones: hollow ones as thin shells with or without caps, and solid ones. In the plane:
// circles.
#pragma once

#include "scree/shape/surface.h"

namespace scree::shape {

/// A circle in the plane: the rim of a round hole, or a round post.
struct Circle {
  Vec2 centre;
  double radius = 0;  // [m]
  bool solid = false;
  bool far = false;  // hollow only: the side opposite to the nearest one, for a disc that wedges
};

/// Axis from `start` to start + length * axis; the radius changes evenly along it. A cylinder has equal
/// radii.
struct ConeAxis {
  Vec3 start, axis;                                     // the axis has length 1
  double length = 0, start_radius = 0, end_radius = 0;  // [m]
};

/// The lateral surface alone, thin, felt from both sides.
struct Shell {
  ConeAxis cone;
  bool start_is_capped = false, end_is_capped = false;
  bool far = false;  // the side of the axis opposite to the place, for a ball that wedges
};

/// A thin disc, felt from both sides. Its rim belongs to the shell that it closes.
struct Cap {
  Vec3 centre, normal;  // the normal has length 1
  double radius = 0;
};

/// Solid with flat ends.
struct Frustum {
  ConeAxis cone;
};

/// Between the ends and closer to the axis than the lateral surface.
bool is_inside(const ConeAxis& cone, const Vec3& place);
/// Between the planes of the ends.
bool is_beside(const ConeAxis& cone, const Vec3& place);

Nearest<2> nearest(const Circle& circle, const Vec2& place);
Nearest<3> nearest(const Shell& shell, const Vec3& place);
Nearest<3> nearest(const Cap& cap, const Vec3& place);
Nearest<3> nearest(const Frustum& frustum, const Vec3& place);

}  // namespace scree::shape
