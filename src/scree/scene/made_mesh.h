// Made shapes as people ask for them: a name and "key=value" words. Takes text, gives the mesh of
// shape/mesh_makers.h or what is wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/shape/mesh_makers.h"

namespace scree::scene {

struct MadeShape {
  shape::MeshData<3> mesh;  ///< [m]
  std::string title;        ///< "rock triangles=320 eta=1.3"
  std::string fault;        ///< a sentence; empty if it was made
};
/// Keys that are not given have their fallbacks.
MadeShape make_shape(std::string_view name, std::span<const std::string> settings, std::uint64_t seed,
                     std::uint64_t number);

std::vector<std::string> maker_names();
/// One line for each shape, with its keys and their fallbacks.
std::string maker_help();

}  // namespace scree::scene
