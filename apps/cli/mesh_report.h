// What `scree mesh` prints of a mesh.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "scree/scene/body_mesh.h"

namespace scree::cli {

struct MeshReport {
  std::string name;  ///< of the file, or of the maker and its numbers
  const scene::BodyMesh& mesh;
  double density = 1;  ///< [kg/m3]
};
/// All lengths in metres, in the frame of the file. Mass properties are null for what is no body.
nlohmann::ordered_json json_of(const MeshReport& report);
std::string text_of(const MeshReport& report);

}  // namespace scree::cli
