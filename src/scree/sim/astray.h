// Bodies that start beside the walls which are there to hold them: they overlap with nothing, and fall away.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "scree/scene/description.h"
#include "scree/world/bodies.h"

namespace scree::sim {

/// Empty, or how many bodies lie beside a cone, a mesh or a chain that holds most of the others, or that
/// would be the only wall to hold them; bodies within another such wall are where they belong. `names` by id,
/// may be shorter. Walls for which `is_there` is false are left out.
template <int D>
std::string astray_text(const scene::SceneDescription& scene, const world::Bodies<D>& bodies,
                        std::span<const std::string> names,
                        const std::function<bool(const std::string& wall)>& is_there);

}  // namespace scree::sim
