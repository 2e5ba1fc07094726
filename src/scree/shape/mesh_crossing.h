// Triangles of one mesh that pass through each other, and points inside a closed surface.
#pragma once

#include <functional>
#include <span>

#include "scree/shape/mesh_integrals.h"

namespace scree::shape {

/// Calls visit(a, b, place) for pairs of triangles a < b that meet elsewhere than in the vertices that they
/// share, or that lie folded on each other at a common edge; touching counts. In ascending order. A tree
/// finds the pairs that are near each other: the cost goes as the number of triangles.
void find_crossings(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                    const std::function<void(std::uint32_t, std::uint32_t, const Vec3&)>& visit);

/// How often a closed surface goes around a point: 1 inside one that faces outwards, 0 outside.
double winding_number(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const Vec3& point);

}  // namespace scree::shape
