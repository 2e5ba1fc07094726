// Any bytes as a mesh file: they give a mesh with finite vertices and indices that exist, or a fault. The
// first byte chooses the format. What is read is welded, written as lists and read again: the same mesh.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scree/scene/mesh_file.h"

namespace {

void check(const scree::scene::MeshFile& file) {
  if (!file.fault.empty()) return;
  if (file.mesh.pieces.empty()) std::abort();
  for (const scree::Vec3& vertex : file.mesh.vertices)
    if (!scree::is_finite(vertex)) std::abort();
  for (const auto& piece : file.mesh.pieces)
    for (const std::uint32_t vertex : piece)
      if (vertex >= file.mesh.vertices.size()) std::abort();
  const scree::shape::MeshData<3> mesh = scree::shape::weld(file.mesh);
  const scree::scene::MeshFile again =
      scree::scene::read_mesh_lists(scree::scene::vertex_list(mesh), scree::scene::triangle_list(mesh));
  if (!again.fault.empty() || again.mesh.vertices != mesh.vertices || again.mesh.pieces != mesh.pieces)
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      check(scree::scene::read_stl(bytes));
      break;
    case 1:
      check(scree::scene::read_ply(bytes));
      break;
    default:
      check(scree::scene::read_mesh_lists(bytes.substr(0, bytes.find('|')),
                                          bytes.substr(std::min(bytes.find('|'), bytes.size()))));
  }
  return 0;
}
