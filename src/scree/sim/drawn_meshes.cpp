#include "scree/sim/drawn_meshes.h"

#include <algorithm>

#include "scree/sim/build_world.h"

namespace scree::sim {

std::vector<DrawnMesh> drawn_meshes(const scene::SceneDescription& scene, std::uint64_t seed) {
  std::vector<DrawnMesh> result;
  const auto has_mesh = [](const auto& one) { return one.mesh.has_value(); };
  if (scene.dimension != 3 || (std::none_of(scene.bodies.begin(), scene.bodies.end(), has_mesh) &&
                               std::none_of(scene.fills.begin(), scene.fills.end(), has_mesh) &&
                               std::none_of(scene.inlets.begin(), scene.inlets.end(), has_mesh)))
    return result;
  const World<3> world = build_world<3>(scene, seed);
  for (const world::MeshShape& shape : *world.bodies.meshes) {
    const auto vertices = shape.mesh->vertices();
    const auto triangles = shape.mesh->triangles();
    result.push_back({{vertices.begin(), vertices.end()}, {triangles.begin(), triangles.end()}});
  }
  return result;
}

}  // namespace scree::sim
