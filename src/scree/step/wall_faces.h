// Walls as surfaces of faces, for triangulated bodies: planes as they are, meshes on the side that they are
// felt from, blocks and solid cones closed, hollow cylinders, cones and their caps as thin sheets. Takes
// walls and the halos of bodies, gives parties of contacts between faces.
//
// A thin sheet is felt on both sides: a body that presses on one meets the other only with faces that lie
// deeper than springs reach.
#pragma once

#include <memory>
#include <vector>

#include "scree/base/periodic_box.h"
#include "scree/contact/halo_faces.h"
#include "scree/world/bodies.h"
#include "scree/world/walls.h"

namespace scree::step {

class WallFaces {
 public:
  WallFaces(const world::Walls<3>& walls, const PeriodicBox<3>* periodic);

  /// Makes the surfaces that are not there yet, or that smaller halos ask to be cut finer. In a periodic box
  /// bounded walls are repeated beyond each of its faces. A function of walls, shapes and box.
  void update(const world::Bodies<3>& bodies);
  /// Facet number `facet` of the walls; of a mesh the first one stands for all of it.
  contact::HaloParty party(std::uint32_t facet) const;
  bool is_plane(std::uint32_t facet) const { return surfaces_[facet] == nullptr; }
  /// [B] of all surfaces.
  std::size_t bytes() const;

 private:
  const world::Walls<3>& walls_;
  const PeriodicBox<3>* periodic_;
  shape::HaloSurface plane_;
  double halo_ = 0;                                                  // [m] the smallest of the shapes
  std::vector<std::shared_ptr<const shape::HaloSurface>> surfaces_;  // by facet; null: a plane, or none
  std::vector<Rotation<3>> made_at_;                                 // by facet, of walls with copies
};

/// Whether triangulated bodies meet this facet: the first of a mesh stands for all, and the far side of a
/// hollow cylinder is no surface of its own.
bool has_faces(const world::Walls<3>& walls, const world::Facet<3>& facet);

/// How many flat sides a circle of this radius [m] has, none of which is farther inside than a tenth of the
/// halo [m].
std::size_t sides_of_circle(double radius, double halo);

}  // namespace scree::step
