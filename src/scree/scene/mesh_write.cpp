#include "scree/scene/mesh_write.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>

namespace scree::scene {

std::string stl_bytes(const shape::MeshData<3>& mesh, std::string_view title) {
  std::string bytes(title.substr(0, 80));
  bytes.resize(80, ' ');
  const auto put = [&bytes](std::uint32_t bits) {
    for (int k = 0; k < 4; ++k) bytes.push_back(static_cast<char>(bits >> (8 * k) & 0xffU));
  };
  const auto put_vector = [&put](const Vec3& v) {
    for (int k = 0; k < 3; ++k) put(std::bit_cast<std::uint32_t>(static_cast<float>(v[k])));
  };
  put(static_cast<std::uint32_t>(mesh.pieces.size()));
  for (const auto& [a, b, c] : mesh.pieces) {
    const Vec3 &first = mesh.vertices[a], &second = mesh.vertices[b], &third = mesh.vertices[c];
    const Vec3 normal = cross(second - first, third - first);
    const double size = norm(normal);
    put_vector(size > 0 ? normal / size : Vec3{});
    put_vector(first);
    put_vector(second);
    put_vector(third);
    bytes.append(2, '\0');
  }
  return bytes;
}

std::string obj_text(const shape::MeshData<3>& mesh, std::string_view title) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "# {}\n", title);
  for (const Vec3& place : mesh.vertices)
    fmt::format_to(std::back_inserter(out), "v {} {} {}\n", place[0], place[1], place[2]);
  for (const auto& [a, b, c] : mesh.pieces)
    fmt::format_to(std::back_inserter(out), "f {} {} {}\n", a + 1, b + 1, c + 1);
  return fmt::to_string(out);
}

}  // namespace scree::scene
