// Volume, centre and second moments of what a closed surface of triangles encloses.
//
// Sums of signed tetrahedra from a point inside the surface's box to every triangle, each sum compensated
// (Neumaier 1974). The point matters more than the compensation: sums about the origin of a file that lies
// far away lose as many digits as it is far.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "scree/base/box.h"
#include "scree/base/symmetric.h"

namespace scree::shape {

using Triangle = std::array<std::uint32_t, 3>;  // vertex numbers, anticlockwise seen from outside

struct Integrals {
  double area = 0;     // [m2] of the surface
  double volume = 0;   // [m3]; negative where the triangles face inwards
  Vec3 centre;         // [m] of mass
  Symmetric3 moments;  // [m5] integral of (x - centre)(x - centre) over the volume
};
/// The centre is that of the box, and moments are zero, where there is no volume.
Integrals integrate(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

/// [m2] moment of inertia per mass about the centre.
Symmetric3 inertia_per_mass(const Integrals& integrals);

Box<3> box_around(std::span<const Vec3> vertices);

}  // namespace scree::shape
