// A mesh as a body: from the bytes of a file, or made of a few numbers, to a rigid mesh in metres, with all
// that is odd about it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scree/shape/mesh_health.h"
#include "scree/shape/rigid_mesh.h"

namespace scree::scene {

struct BodyMesh {
  shape::Examination examination;        ///< in the numbers of the file
  double metres_per_unit = 1;            ///< of the file's numbers, scale included
  std::optional<shape::RigidMesh> body;  ///< in metres; none with a fault
  /// Why it is no body, one sentence for each reason, with line or triangle and place; empty if it is one.
  std::vector<std::string> faults;
};

/// `name` ends in .stl, .ply or .obj. `unit` is that of the file's numbers [m].
BodyMesh read_body_mesh(std::string_view bytes, std::string_view name, double unit, double scale);
BodyMesh body_mesh_of(const shape::MeshData<3>& mesh, double metres_per_unit);

}  // namespace scree::scene
