// Meshes as the bytes of files that other programs read.
#pragma once

#include <string>
#include <string_view>

#include "scree/shape/mesh.h"

namespace scree::scene {

/// Binary STL: single precision, every triangle with its own corners. The title is cut to 80 letters.
std::string stl_bytes(const shape::MeshData<3>& mesh, std::string_view title);
/// OBJ, to the last bit.
std::string obj_text(const shape::MeshData<3>& mesh, std::string_view title);

}  // namespace scree::scene
