// The triangulated shapes of a scene's bodies, for pictures and exports.
#pragma once

#include <vector>

#include "scree/base/drawn_mesh.h"
#include "scree/scene/description.h"

namespace scree::sim {

using scree::DrawnMesh;

/// By number of shape, from 1 on in frames; none in scenes without such bodies. Makes the bodies anew, since
/// which sizes there are follows from the places that fills find.
std::vector<DrawnMesh> drawn_meshes(const scene::SceneDescription& scene, std::uint64_t seed);

}  // namespace scree::sim
