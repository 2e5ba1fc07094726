// A surrogate: one triangle with a halo that holds a patch of a surface (Noble 2024, definition 5).
#pragma once

#include <array>
#include <vector>

#include "scree/base/vec.h"

namespace scree::shape {

struct Surrogate {
  std::array<Vec3, 3> corner;
  double eps = 0;  // [m] no point of the patch is farther from the triangle
};

/// Distance [m] from a point to a triangle, which may be a segment or a point.
double distance_to_triangle(const Vec3& point, const std::array<Vec3, 3>& corner);

/// Fits a surrogate to the vertices of a patch: distance to a triangle is a convex function, so its largest
/// value over the patch is at a vertex. A function of the points and their order alone.
Surrogate fit_surrogate(std::vector<Vec3> points);

}  // namespace scree::shape
