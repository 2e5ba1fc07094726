#include "scree/step/face_bodies.h"

#include "scree/base/math.h"

namespace scree::step {
void FaceShapes::update(const world::Bodies<3>& bodies) {
  for (std::size_t k = surfaces_.size(); k < bodies.shape_count(); ++k) {
    const world::MeshShape& one = (*bodies.meshes)[k];
    surfaces_.push_back(std::make_shared<const shape::HaloSurface>(*one.mesh));
    const double equal = math::cbrt(one.mesh->volume() * 3 / (4 * math::pi));
    sizes_.push_back({one.mesh->radius(), equal, one.halo, one.mesh->thinnest().thickness, 0});
  }
}

contact::HaloParty FaceShapes::party(const Look<3>& look, Slot slot) const {
  const Motion<3>& motion = look.motion[slot];
  return {surfaces_[look.bodies.shape[slot] - 1].get(),
          1,
          {look.orientation[slot], motion.position},
          motion.velocity,
          motion.spin};
}

}  // namespace scree::step
