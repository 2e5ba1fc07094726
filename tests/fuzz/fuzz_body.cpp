// Any triangles as a body. They are refused with one of their triangles, or mended so that nothing is left to
// mend, and then they are a rigid body with a volume and moments that a body can have.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "scree/shape/mesh_health.h"
#include "scree/shape/rigid_mesh.h"

namespace scree {
namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool has_more() const { return at_ < size_; }
  std::uint8_t byte() { return has_more() ? data_[at_++] : 0; }
  /// On a coarse lattice, so that corners meet lines and planes, or any bits.
  double number(bool coarse) {
    if (coarse) return static_cast<std::int8_t>(byte());
    double value = 0;
    if (at_ + sizeof(value) <= size_) std::memcpy(&value, data_ + at_, sizeof(value));
    at_ += sizeof(value);
    return value;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

void check_body(const shape::Examination& examination) {
  const shape::RigidMesh body(examination.mesh);
  demand(body.volume() > 0 && body.radius() > 0 && std::isfinite(body.volume()));
  demand(body.thinnest().thickness > 0 && body.thinnest().triangle < body.triangles().size());
  const Vec3& moments = body.inertia_per_mass();
  for (std::size_t k = 0; k < 3; ++k)
    demand(moments[k] > 0 && moments[k] <= (1 + 1e-6) * (moments[(k + 1) % 3] + moments[(k + 2) % 3]));
  for (const shape::Finding& finding : shape::examine(examination.mesh).findings)
    demand(finding.outcome == shape::Outcome::told);
}

void try_mesh(Input input) {
  const bool coarse = input.byte() % 4 != 0;
  shape::MeshData<3> mesh;
  mesh.vertices.resize(input.byte() % 64);
  for (Vec3& vertex : mesh.vertices)
    for (std::size_t axis = 0; axis < 3; ++axis) vertex[axis] = input.number(coarse);
  while (input.has_more()) {
    std::array<std::uint32_t, 3> piece{};
    for (std::uint32_t& vertex : piece) vertex = input.byte();
    mesh.pieces.push_back(piece);
  }
  const shape::Examination examination = shape::examine(mesh);
  for (const shape::Finding& finding : examination.findings) {
    demand(finding.triangle < std::max<std::size_t>(mesh.pieces.size(), 1) && is_finite(finding.place));
    demand(!text_of(finding).empty());
  }
  for (const std::uint32_t number : examination.number) demand(number < mesh.pieces.size());
  if (examination.is_sound()) check_body(examination);
}

}  // namespace
}  // namespace scree

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::try_mesh({data, size});
  return 0;
}
