// Triangulated bodies of a scene: from forms and sizes to shapes that equal bodies share, and bodies in
// State.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "scree/scene/meshes.h"
#include "scree/scene/new_body.h"
#include "scree/scene/polygons.h"
#include "scree/world/bodies.h"

namespace scree::sim {

/// A body as the scene wants it.
struct MeshBody {
  /// Whose shape it has: the scene's table, and the variant of a fill.
  const scene::MeshForm* form = nullptr;
  std::uint64_t own_seed = 0, variant = 0;
  double radius = 0, halo = 0;  // [m]
  Rotation<3> turn;             // from the frame of the file
  Vec3 position, velocity, spin;
  bool fixed = false;
};
MeshBody mesh_body(const scene::Body& body, const scene::HaloSize& of_run, std::uint64_t own_seed);
MeshBody mesh_body(const scene::Fill& fill, const scene::NewBody<3>& body, std::uint64_t own_seed,
                   std::uint64_t number);

/// The shapes of a scene while its bodies are made.
class MeshShapes {
 public:
  void add(world::Bodies<3>& bodies, const MeshBody& body, std::uint32_t material, double density);
  /// The shapes that an inlet brings: all variants in one size, or each in eight where sizes differ, which
  /// hold equal parts of its bodies.
  scene::PolygonLibrary::Range add_for(world::Bodies<3>& bodies, const scene::Inlet& inlet,
                                       std::uint64_t own_seed);

 private:
  /// Its number, counted from 1.
  std::uint32_t number_of(world::Bodies<3>& bodies, const scene::MeshForm& form, std::uint64_t own_seed,
                          std::uint64_t variant, double radius, double halo);

  using Variant = std::tuple<const scene::MeshForm*, std::uint64_t>;
  std::map<Variant, std::shared_ptr<const shape::RigidMesh>> units_;
  std::map<std::tuple<Variant, double, double>, std::uint32_t> numbers_;  // by variant, radius and halo
};

}  // namespace scree::sim
