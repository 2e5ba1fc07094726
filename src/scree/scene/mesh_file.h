// Triangles from the text or bytes of mesh files: STL (binary and ASCII), PLY, OBJ, and the plain lists by
// which a scene holds a mesh itself. Numbers are as in the file, without a unit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scree/shape/mesh.h"

namespace scree::scene {

struct MeshFile {
  shape::MeshData<3> mesh;
  std::string fault;     ///< what is wrong, a sentence; empty if the mesh is good
  std::size_t line = 0;  ///< of the fault, from 1; 0: binary, or the file as a whole
};

MeshFile read_stl(std::string_view bytes);
MeshFile read_ply(std::string_view bytes);
MeshFile read_obj(std::string_view text);
/// By the ending of the file's name: .stl, .ply or .obj in any case.
MeshFile read_mesh_file(std::string_view bytes, std::string_view name);

/// One "x y z" per line, and one "a b c" per line, vertices counted from 0.
MeshFile read_mesh_lists(std::string_view vertices, std::string_view triangles);
std::string vertex_list(const shape::MeshData<3>& mesh);
std::string triangle_list(const shape::MeshData<3>& mesh);

/// Metres per unit, as "mm", of the numbers of a file; none if it is no unit of length.
std::optional<double> length_unit(std::string_view text);

/// No file needs more; guards against sizes that a damaged header makes up.
inline constexpr std::size_t most_triangles = 50'000'000;

}  // namespace scree::scene
