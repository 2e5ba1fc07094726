// The triangulated shapes of a scene's bodies, for pictures and exports.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scree/base/vec.h"
#include "scree/scene/description.h"

namespace scree::sim {

/// In the frame of a body, in metres.
struct DrawnMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// By number of shape, from 1 on in frames; none in scenes without such bodies. Makes the bodies anew, since
/// which sizes there are follows from the places that fills find.
std::vector<DrawnMesh> drawn_meshes(const scene::SceneDescription& scene, std::uint64_t seed);

}  // namespace scree::sim
