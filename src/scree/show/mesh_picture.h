// A picture of one mesh: its surface with all edges, faults marked, the thinnest place as a rod through it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scree/picture/camera.h"
#include "scree/scene/body_mesh.h"

namespace scree::show {

struct MeshPicture {
  std::string caption;
  picture::Size size{1280, 960};
};
/// The bytes of a .png file.
std::vector<std::byte> draw_mesh(const scene::BodyMesh& mesh, const MeshPicture& options);

}  // namespace scree::show
