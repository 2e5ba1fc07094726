// A surface of triangles as springs on faces want it (contact/halo_faces.h): faces with their normals, and
// for each side of a face a function that tells which points lie inside of it. Takes the mesh of a body, an
// open mesh of a wall, or a plane; gives faces to contact/ and kernel/, and a tree for searches. Shared by
// all bodies of a shape.
//
// Two triangles that lie in one plane and share an edge ask the same function, one with the other's sign, and
// the points where it is zero belong to one of them. So every point of a flat face belongs to exactly one of
// its triangles, whatever rounding does, and a cut of a flat face changes no force.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/shape/rigid_mesh.h"
#include "scree/shape/triangle_tree.h"

namespace scree::shape {

/// Side k goes from corner k to the next. Bit k of the flags is about side k.
struct HaloFace {
  Vec3 normal;                 // outwards, of length 1
  Vec3 along;                  // of length 1, in the plane
  std::array<Vec3, 3> inward;  // of length 1, in the plane, normal to the side
  std::array<std::uint32_t, 3> corner;
  std::uint8_t flat = 0;      // the surface goes on beyond the side in the same plane
  std::uint8_t owned = 0;     // the points of the side belong to this face
  std::uint8_t from_end = 0;  // the function of the side is measured from its end, not from its beginning
};

class HaloSurface {
 public:
  enum class Facing : std::uint8_t { front, back, both };

  explicit HaloSurface(const RigidMesh& body) : HaloSurface(body.vertices(), body.triangles()) {}
  /// An open or closed surface that is felt on one side: in front of its triangles (they are anticlockwise
  /// seen from there), or behind; or on both sides, as a thin sheet. Equal vertices are welded, triangles
  /// without area are left out. Throws std::invalid_argument when nothing is left or an index is wrong.
  HaloSurface(const MeshData<3>& wall, Facing facing);
  /// The plane z = 0, felt from above: one face without an end.
  static HaloSurface plane();

  bool is_plane() const { return is_plane_; }
  std::size_t face_count() const { return faces_.size(); }
  std::span<const HaloFace> faces() const { return faces_; }
  std::span<const Vec3> vertices() const { return vertices_; }
  /// Of the triangles, with their numbers; planes have none.
  const TriangleTree& tree() const { return tree_.front(); }
  /// [B] without the tree.
  std::size_t bytes() const {
    return faces_.capacity() * sizeof(HaloFace) + vertices_.capacity() * sizeof(Vec3);
  }

 private:
  HaloSurface() = default;
  HaloSurface(std::span<const Vec3> vertices, std::span<const Triangle> triangles);
  void add_face(const Triangle& triangle);
  void set_sides(std::span<const Triangle> triangles);

  std::vector<Vec3> vertices_;
  std::vector<HaloFace> faces_;
  std::vector<TriangleTree> tree_;  // one, or none
  bool is_plane_ = false;
};

}  // namespace scree::shape
