#include "scree/scene/body_mesh.h"

#include <fmt/format.h>

#include "scree/scene/mesh_file.h"

namespace scree::scene {

BodyMesh body_mesh_of(const shape::MeshData<3>& mesh, double metres_per_unit) {
  BodyMesh result;
  result.metres_per_unit = metres_per_unit;
  result.examination = shape::examine(mesh);
  for (const shape::Finding& finding : result.examination.findings)
    if (finding.outcome == shape::Outcome::refused) result.faults.push_back(text_of(finding));
  if (!result.faults.empty()) return result;
  shape::MeshData<3> in_metres = result.examination.mesh;
  for (Vec3& vertex : in_metres.vertices) vertex *= metres_per_unit;
  result.body.emplace(in_metres);
  return result;
}

BodyMesh read_body_mesh(std::string_view bytes, std::string_view name, double unit, double scale) {
  const MeshFile file = read_mesh_file(bytes, name);
  if (file.fault.empty()) return body_mesh_of(file.mesh, unit * scale);
  BodyMesh result;
  result.faults.push_back(file.line > 0 ? fmt::format("line {}: {}", file.line, file.fault) : file.fault);
  return result;
}

}  // namespace scree::scene
