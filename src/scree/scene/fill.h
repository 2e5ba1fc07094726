// Turns the fills of a scene into bodies. Takes a SceneDescription; gives places, sizes, motions and
// materials to sim/.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scree/base/vec.h"
#include "scree/scene/description.h"
#include "scree/scene/fill_space.h"

namespace scree::scene {

/// A disc or sphere that a fill brings into the world.
template <int D>
struct NewBody {
  Vec<D> position, velocity;  // [m], [m/s]
  Spin<D> spin{};             // [rad/s]
  double radius = 0;          // [m]
  std::string material;       // one of the scene's
  bool fixed = false;
  std::uint32_t fill = 0;  // index among the scene's fills
  std::uint32_t line = 0;  // in the fill's csv text; 0 for bodies that were not read
};

/// The bodies of all fills, in the order of the scene. Fills that are generated keep clear of the scene's
/// walls and bodies and of earlier fills; bodies that are read stay where the file puts them. A function of
/// scene and seed. Throws SceneError with the complaints of every fill.
template <int D>
std::vector<NewBody<D>> generate_fills(const SceneDescription& scene, std::uint64_t seed);

/// One fill of the scene alone, clear of the scene's walls and of the obstacles.
template <int D>
std::vector<NewBody<D>> generate_fill(const SceneDescription& scene, std::size_t fill_index,
                                      std::uint64_t seed, std::span<const Ball<D>> obstacles = {});

/// Where the user said that this body exists.
template <int D>
Place place_of(const SceneDescription& scene, const NewBody<D>& body);

}  // namespace scree::scene
