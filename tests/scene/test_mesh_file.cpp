#include <gtest/gtest.h>

#include <cstring>

#include "scree/scene/mesh_file.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

constexpr std::string_view ascii_stl = R"(solid two
 facet normal 0 0 1
  outer loop
   vertex 0 0 0
   vertex 1 0 0
   vertex 0 1e0 0
  endloop
 endfacet
 facet normal 0 0 0
  outer loop
   vertex 1 0 0
   vertex +1 1 0
   vertex 0 1 0
  endloop
 endfacet
endsolid two
)";

std::string binary_stl(const shape::MeshData<3>& mesh) {
  std::string bytes(80, ' ');
  std::memcpy(bytes.data(), "solid, though binary", 20);
  const auto add = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  add(static_cast<std::uint32_t>(mesh.pieces.size()));
  for (const auto& piece : mesh.pieces) {
    for (int k = 0; k < 3; ++k) add(0.0f);
    for (const std::uint32_t vertex : piece)
      for (int axis = 0; axis < 3; ++axis) add(static_cast<float>(mesh.vertices[vertex][axis]));
    add(std::uint16_t{0});
  }
  return bytes;
}

void expect_square(const MeshFile& file) {
  ASSERT_EQ(file.fault, "");
  const shape::MeshData<3> mesh = shape::weld(file.mesh);
  ASSERT_EQ(mesh.vertices.size(), 4u);
  ASSERT_EQ(mesh.pieces.size(), 2u);
  EXPECT_EQ(mesh.vertices[mesh.pieces[1][1]], (Vec3{1, 1, 0}));
}

TEST(MeshFile, reads_both_kinds_of_stl) {
  const MeshFile ascii = read_stl(ascii_stl);
  expect_square(ascii);
  expect_square(read_stl(binary_stl(ascii.mesh)));
}

TEST(MeshFile, reads_ply_as_text_and_as_bytes_of_either_order) {
  const std::string head =
      "element vertex 4\nproperty float x\nproperty double y\nproperty float z\nproperty uchar red\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  expect_square(read_ply("ply\nformat ascii 1.0\ncomment by hand\n" + head +
                         "0 0 0 255\n1 0 0 255\n1 1 0 255\n0 1 0 255\n4 0 1 2 3\n"));
  for (const bool little : {true, false}) {
    std::string bytes =
        std::string("ply\nformat binary_") + (little ? "little" : "big") + "_endian 1.0\n" + head;
    const auto add = [&](auto value) {
      std::string raw(reinterpret_cast<const char*>(&value), sizeof(value));
      if (!little) raw.assign(raw.rbegin(), raw.rend());
      bytes += raw;
    };
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
      add(static_cast<float>(x));
      add(static_cast<double>(y));
      add(0.0f);
      add(std::uint8_t{255});
    }
    add(std::uint8_t{4});
    for (const std::int32_t vertex : {0, 1, 2, 3}) add(vertex);
    const MeshFile file = read_ply(bytes);
    expect_square(file);
    EXPECT_NE(read_ply(bytes.substr(0, bytes.size() - 1)).fault, "");
  }
}

TEST(MeshFile, reads_obj_with_polygons_in_full_precision) {
  const MeshFile file = read_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 4//1 1//1 2//1 3//1\n");
  ASSERT_EQ(file.fault, "");
  EXPECT_EQ(file.mesh.pieces.size(), 2u);
  EXPECT_EQ(read_obj("v 0.1234567890123456 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n").mesh.vertices[0][0],
            0.1234567890123456);
}

TEST(MeshFile, lists_give_the_mesh_back_to_the_last_bit) {
  const shape::MeshData<3> mesh{{{0.1, 1.0 / 3, -2e-300}, {1, 2, 3}, {4, 5, 6.000000000000001}}, {{2, 0, 1}}};
  const MeshFile file = read_mesh_lists(vertex_list(mesh), triangle_list(mesh));
  EXPECT_EQ(file.mesh.vertices, mesh.vertices);
  EXPECT_EQ(file.mesh.pieces, mesh.pieces);
}

TEST(MeshFile, says_what_is_wrong_and_where) {
  std::string broken(ascii_stl);
  broken.replace(broken.find("vertex +1"), 9, "vertex x1");
  EXPECT_EQ(read_stl(broken).fault, "vertex: expected a number, got 'x1'");
  EXPECT_EQ(read_stl(broken).line, 12u);
  EXPECT_EQ(read_stl("hello").fault, "it is no STL file: it is shorter than the head of one");
  EXPECT_EQ(read_stl("solid empty\nendsolid empty\n").fault, "it has no triangles");
  const std::string binary = binary_stl(read_stl(ascii_stl).mesh);
  EXPECT_EQ(read_stl("X" + binary.substr(1) + "trailing").fault,
            "it is no STL file: a binary one with 2 triangles would have 184 bytes, this one has 192");
  EXPECT_EQ(read_ply("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n").fault,
            "its vertices have no x, y and z");
  EXPECT_EQ(read_ply("plyformat").fault, "it is no PLY file: it does not begin with 'ply'");
  EXPECT_NE(read_obj("v 0 0 0\nf 1 2 3\n").fault, "");
  EXPECT_NE(read_mesh_file("", "bin.step").fault.find(".stl, .ply or .obj"), std::string::npos);
  EXPECT_EQ(read_mesh_lists("0 0 0", "0 0 7").fault,
            "triangles: there is no vertex 7; they are counted from 0 to 0");
}

TEST(MeshFile, walls_refuse_what_does_not_go_together) {
  const std::string head = "[scene]\ndimension = 3\n[[stage]]\nduration = 1\n[[wall]]\n";
  using Lines = std::vector<std::string>;
  EXPECT_EQ(complaints_about(head + "mesh = \"no.stl\"\nunit = \"mm\"\n"),
            (Lines{"6:8: mesh: cannot read 'no.stl': there is no such file"}));
  EXPECT_EQ(complaints_about(head + "vertices = \"0 0 0\"\n"),
            (Lines{"6:12: 'vertices' and 'triangles' come together"}));
  EXPECT_EQ(complaints_about(head + "points = [[0, 0, 0], [1, 0, 0]]\n"),
            (Lines{"6:10: 'points' is for 2D scenes; this one has dimension = 3"}));
  EXPECT_EQ(complaints_about(head + "plane = { point = [0,0,0], normal = [0,0,1] }\nunit = \"mm\"\n"),
            (Lines{"7:8: 'unit' goes with 'mesh' or 'chain' only"}));
  EXPECT_EQ(complaints_about(head + "cylinder = { start = [0,0,0], end = [0,0,0], radius = 1 }\n"),
            (Lines{"6:37: end must differ from start: they give the axis"}));
  EXPECT_EQ(
      complaints_about(
          head +
          "cylinder = { start = [0,0,0], end = [0,0,1], radius = 1, side = \"outside\", caps = \"none\" }\n"),
      (Lines{"6:83: 'caps' does not go with side = \"outside\": a solid is closed"}));
  EXPECT_EQ(
      complaints_about(
          head +
          "plane = { point = [0,0,0], normal = [0,0,1] }\nmotion = { rotate = { rate = \"10 rpm\" } }\n"),
      (Lines{"7:30: rotate needs 'axis' in 3D, as in axis = [0, 1, 0]"}));
}

}  // namespace
}  // namespace scree::scene
