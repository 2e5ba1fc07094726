// A triangulated shape as others draw it. Made by sim/, drawn by show/, exported by record/.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scree/base/vec.h"

namespace scree {

/// In the frame of a body, in metres.
struct DrawnMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

}  // namespace scree
