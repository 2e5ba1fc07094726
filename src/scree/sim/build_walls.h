// From the walls of a scene to walls of the world.
#pragma once

#include <string>
#include <vector>

#include "scree/scene/description.h"
#include "scree/world/walls.h"

namespace scree::sim {

/// Throws SceneError when a mesh is of no use; what is odd about it but can be lived with goes to `notes`.
template <int D>
void add_wall(world::Walls<D>& walls, const scene::Wall& wall, std::uint32_t material,
              std::vector<std::string>& notes);

}  // namespace scree::sim
