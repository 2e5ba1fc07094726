// Turns the fills of a scene into bodies. Takes regions, size distributions and walls from a
// SceneDescription; gives places, sizes, motions and materials to sim/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/fill/space.h"
#include "scree/scene/description.h"
#include "scree/scene/new_body.h"

namespace scree::fill {

using scene::NewBody;
using scene::SceneDescription;

/// The bodies of all fills, in the order of the scene. Fills that are generated keep clear of the scene's
/// walls and bodies and of earlier fills; bodies that are read stay where the file puts them. A function of
/// scene and seed. Throws SceneError with the complaints of every fill.
template <int D>
std::vector<NewBody<D>> generate_fills(const SceneDescription& scene, std::uint64_t seed);

/// One fill of the scene alone, clear of the scene's walls and of the obstacles.
template <int D>
std::vector<NewBody<D>> generate_fill(const SceneDescription& scene, std::size_t fill_index,
                                      std::uint64_t seed, std::span<const Ball<D>> obstacles = {});

/// How many bodies a run of the scene starts with, about and at most: a csv text has no more than its lines.
/// Makes no fill.
double expected_bodies(const SceneDescription& scene);

/// Where the user said that this body exists.
template <int D>
Place place_of(const SceneDescription& scene, const NewBody<D>& body);

}  // namespace scree::fill
