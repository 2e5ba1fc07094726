#include "scree/scene/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#define TINYOBJLOADER_USE_DOUBLE
#include <tiny_obj_loader.h>

#include "scree/base/units.h"
#include "scree/scene/mesh_text.h"

namespace scree::scene {
namespace {

std::string ending_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : name.substr(dot + 1));
  for (char& c : ending)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return ending;
}

/// The loader reads numbers with the C library's pow, which is wrong in the last bits, and not by the same on
/// every CPU. So they are read again here; what is no plain number stays as the loader took it.
void read_vertices_again(std::string_view text, std::vector<Vec3>& vertices) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.size() > 1 && line[0] == 'v' && (line[1] == ' ' || line[1] == '\t'))
      lines.push_back(line.substr(2));
    begin = end + 1;
  }
  if (lines.size() != vertices.size()) return;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    Words words(lines[k]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const std::optional<double> number = Words::to_number(words.next())) vertices[k][axis] = *number;
  }
}

}  // namespace

MeshFile read_obj(std::string_view text) {
  MeshFile file;
  tinyobj::ObjReaderConfig config;
  config.triangulate = true;
  config.vertex_color = false;
  tinyobj::ObjReader reader;
  if (!reader.ParseFromString(std::string(text), "", config)) {
    std::string reason = reader.Error();
    while (!reason.empty() && (reason.back() == '\n' || reason.back() == '.')) reason.pop_back();
    file.fault = "it is no OBJ file" + (reason.empty() ? "" : ": " + reason);
    return file;
  }
  const std::vector<double>& numbers = reader.GetAttrib().vertices;
  for (std::size_t k = 0; k + 2 < numbers.size(); k += 3)
    file.mesh.vertices.push_back({numbers[k], numbers[k + 1], numbers[k + 2]});
  read_vertices_again(text, file.mesh.vertices);
  for (std::size_t k = 0; k < file.mesh.vertices.size(); ++k)
    if (!is_finite(file.mesh.vertices[k]))
      return {{}, fmt::format("vertex {} is not a finite number", k + 1), 0};
  for (const tinyobj::shape_t& shape : reader.GetShapes()) {
    std::size_t at = 0;
    for (const unsigned char corners : shape.mesh.num_face_vertices) {
      if (at + corners > shape.mesh.indices.size()) break;
      for (std::size_t n = 2; n < corners; ++n) {
        std::array<std::uint32_t, 3> piece{};
        const std::size_t corner[3] = {at, at + n - 1, at + n};
        for (std::size_t k = 0; k < 3; ++k) {
          const int vertex = shape.mesh.indices[corner[k]].vertex_index;
          if (vertex < 0 || static_cast<std::size_t>(vertex) >= file.mesh.vertices.size())
            return {{},
                    fmt::format("a face names vertex {}, but there are only {}", vertex + 1,
                                file.mesh.vertices.size()),
                    0};
          piece[k] = static_cast<std::uint32_t>(vertex);
        }
        file.mesh.pieces.push_back(piece);
      }
      at += corners;
    }
  }
  if (file.mesh.pieces.empty()) return {{}, "it has no faces", 0};
  return file;
}

MeshFile read_mesh_file(std::string_view bytes, std::string_view name) {
  const std::string ending = ending_of(name);
  if (ending == "stl") return read_stl(bytes);
  if (ending == "ply") return read_ply(bytes);
  if (ending == "obj") return read_obj(bytes);
  return {{}, "expected a file that ends in .stl, .ply or .obj", 0};
}

MeshFile read_mesh_lists(std::string_view vertices, std::string_view triangles) {
  MeshFile file;
  try {
    Words places(vertices);
    while (places.rest().find_first_not_of(" \t\r\n") != std::string_view::npos) {
      Vec3 place;
      for (int axis = 0; axis < 3; ++axis) place[axis] = places.number("vertices");
      file.mesh.vertices.push_back(place);
    }
    Words corners(triangles);
    while (corners.rest().find_first_not_of(" \t\r\n") != std::string_view::npos) {
      std::array<std::uint32_t, 3> piece{};
      for (std::uint32_t& vertex : piece) {
        const std::uint64_t number = corners.whole_number("triangles");
        if (number >= file.mesh.vertices.size())
          corners.fail(fmt::format("triangles: there is no vertex {}; they are counted from 0 to {}", number,
                                   file.mesh.vertices.size() - 1));
        vertex = static_cast<std::uint32_t>(number);
      }
      file.mesh.pieces.push_back(piece);
    }
    if (file.mesh.pieces.empty()) throw MeshFault{"triangles: there are none", 0};
  } catch (const MeshFault& fault) {
    file = {{}, fault.message, fault.line};
  }
  return file;
}

std::string vertex_list(const shape::MeshData<3>& mesh) {
  fmt::memory_buffer out;
  for (const Vec3& place : mesh.vertices)
    fmt::format_to(std::back_inserter(out), "{} {} {}\n", place[0], place[1], place[2]);
  return fmt::to_string(out);
}

std::string triangle_list(const shape::MeshData<3>& mesh) {
  fmt::memory_buffer out;
  for (const auto& piece : mesh.pieces)
    fmt::format_to(std::back_inserter(out), "{} {} {}\n", piece[0], piece[1], piece[2]);
  return fmt::to_string(out);
}

std::optional<double> length_unit(std::string_view text) {
  const Quantity one = parse_quantity(fmt::format("1 {}", text), Kind::length);
  if (!one.fault.empty() || !(one.value > 0)) return std::nullopt;
  return one.value;
}

}  // namespace scree::scene
