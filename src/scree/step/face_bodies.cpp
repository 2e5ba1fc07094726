#include "scree/step/face_bodies.h"

#include "scree/base/math.h"

namespace scree::step {
namespace {

/// Turns the z axis to a unit vector.
Rotation<3> upright(const Vec3& normal) {
  if (normal[2] < -0.5) return compose(Rotation<3>{0, 1, 0, 0}, upright({normal[0], -normal[1], -normal[2]}));
  return normalised(Rotation<3>{1 + normal[2], -normal[1], normal[0], 0});
}

}  // namespace

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

contact::HaloParty FaceWalls::party(const world::Facet<3>& facet) const {
  const world::WallState<3>& wall = walls_.states[facet.wall];
  const auto& plane = std::get<shape::Plane<3>>(facet.surface);
  const Pose<3> pose{compose(wall.pose.rotation, upright(plane.normal)), to_scene(wall.pose, plane.point)};
  return {&plane_, 1, pose, wall.velocity.at(pose.offset), wall.velocity.spin};
}

}  // namespace scree::step
