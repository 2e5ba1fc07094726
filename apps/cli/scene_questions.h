// What `scree check` tells of a scene from its description alone: where its walls are, and what looks odd.
#pragma once

#include <string>
#include <vector>

#include "scree/scene/description.h"
#include "scree/show/wall_surface.h"

namespace scree::cli {

struct WallExtent {
  std::string name;
  show::Bounds bounds;  ///< [m] empty for a plane, which has no end
};
std::vector<WallExtent> wall_extents(const scene::SceneDescription& scene);

/// Magnitudes that are allowed, but seldom meant: whoever wrote the scene is asked back.
std::vector<std::string> questions_about(const scene::SceneDescription& scene, double most_radius);

}  // namespace scree::cli
