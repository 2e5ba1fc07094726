// Triangulated bodies as parties of contacts between faces: surfaces that springs act on, made once per
// shape, with poses and motions of the moment.
#pragma once

#include <memory>
#include <vector>

#include "scree/step/face_contacts.h"

namespace scree::step {

/// The surfaces of all shapes of bodies, by number of shape from 0.
class FaceShapes {
 public:
  /// Makes those that are not there yet: shapes are only ever added.
  void update(const world::Bodies<3>& bodies);

  contact::HaloParty party(const Look<3>& look, Slot slot) const;
  FaceSizes sizes(const Look<3>& look, Slot slot) const {
    FaceSizes sizes = sizes_[look.bodies.shape[slot] - 1];
    sizes.inverse_mass = look.motion[slot].inverse_mass;
    return sizes;
  }

 private:
  std::vector<std::shared_ptr<const shape::HaloSurface>> surfaces_;
  std::vector<FaceSizes> sizes_;
};

}  // namespace scree::step
