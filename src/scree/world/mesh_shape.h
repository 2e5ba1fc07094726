// A triangulated shape as bodies have it: a mesh in its true size with the halo in which it is felt. Made by
// sim/ from the scene, shared by all bodies that are equal.
#pragma once

#include <memory>

#include "scree/base/inertia.h"
#include "scree/shape/rigid_mesh.h"

namespace scree::world {

struct MeshShape {
  std::shared_ptr<const shape::RigidMesh> mesh;
  double halo = 0;  // [m] how far from its surface a body is felt: eps of Noble 2024

  /// [m] of the sphere around all that may feel another body or a wall: two bodies meet where their halos do,
  /// and a wall has the halo of the body that it meets unless it has its own.
  double outer_radius() const { return mesh->radius() + 2 * halo; }
  double mass(double density) const { return density * mesh->volume(); }
};

}  // namespace scree::world
