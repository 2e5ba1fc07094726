#include "scree/shape/halo_surface.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "scree/shape/mesh_sides.h"

namespace scree::shape {
namespace {

/// As for edges of RigidMesh: a corner that is nearer to the neighbour's plane than this share of the
/// surface's size lies in it.
constexpr double in_plane = 1e-12;

std::vector<Triangle> with_area(const MeshData<3>& mesh, HaloSurface::Facing facing) {
  std::vector<Triangle> result;
  for (Triangle triangle : mesh.pieces) {
    for (const std::uint32_t vertex : triangle)
      if (vertex >= mesh.vertices.size())
        throw std::invalid_argument("a triangle names a vertex that is none");
    const Vec3& a = mesh.vertices[triangle[0]];
    const Vec3 normal = cross(mesh.vertices[triangle[1]] - a, mesh.vertices[triangle[2]] - a);
    if (!(norm(normal) > 0)) continue;
    if (facing == HaloSurface::Facing::back) std::swap(triangle[1], triangle[2]);
    result.push_back(triangle);
  }
  if (result.empty()) throw std::invalid_argument("no triangle of the mesh has an area");
  return result;
}

}  // namespace

HaloSurface::HaloSurface(const MeshData<3>& wall, Facing facing) {
  MeshData<3> welded = weld(wall);
  std::vector<Triangle> triangles = with_area(welded, facing == Facing::back ? Facing::back : Facing::front);
  if (facing == Facing::both) {
    // Two surfaces that share no vertex: a fold about the rim of a sheet is none of its edges.
    const auto count = static_cast<std::uint32_t>(welded.vertices.size());
    for (std::uint32_t k = 0; k < count; ++k) welded.vertices.push_back(welded.vertices[k]);
    for (std::size_t k = 0, front = triangles.size(); k < front; ++k) {
      const Triangle& one = triangles[k];
      triangles.push_back({one[0] + count, one[2] + count, one[1] + count});
    }
  }
  *this = HaloSurface(welded.vertices, triangles);
}

HaloSurface::HaloSurface(std::span<const Vec3> vertices, std::span<const Triangle> triangles)
    : vertices_(vertices.begin(), vertices.end()) {
  faces_.reserve(triangles.size());
  for (const Triangle& triangle : triangles) add_face(triangle);
  set_sides(triangles);
  tree_.emplace_back(vertices, triangles);
}

HaloSurface HaloSurface::plane() {
  HaloSurface result;
  result.is_plane_ = true;
  HaloFace face;
  face.normal = {0, 0, 1};
  face.along = {1, 0, 0};
  face.corner = {0, 0, 0};
  face.flat = face.owned = 7;
  result.faces_.push_back(face);
  result.vertices_.emplace_back();
  return result;
}

void HaloSurface::add_face(const Triangle& triangle) {
  const std::array<Vec3, 3> place = {vertices_[triangle[0]], vertices_[triangle[1]], vertices_[triangle[2]]};
  HaloFace face;
  face.corner = triangle;
  const Vec3 normal = cross(place[1] - place[0], place[2] - place[0]);
  face.normal = normal / norm(normal);
  const Vec3 along = place[1] - place[0];
  face.along = along / norm(along);
  for (std::size_t k = 0; k < 3; ++k) {
    // The same bits from the lower to the higher vertex, whichever way the face goes.
    const bool forward = triangle[k] < triangle[(k + 1) % 3];
    const Vec3 side = forward ? place[(k + 1) % 3] - place[k] : place[k] - place[(k + 1) % 3];
    const Vec3 left = cross(face.normal, side), inward = left / norm(left);
    face.inward[k] = forward ? inward : -inward;
    if (!forward) face.from_end = static_cast<std::uint8_t>(face.from_end | 1u << k);
  }
  face.owned = 7;
  faces_.push_back(face);
}

void HaloSurface::set_sides(std::span<const Triangle> triangles) {
  const Box<3> box = box_around(vertices_);
  const double size = norm(box.hi - box.lo);
  for_each_edge(sorted_sides(triangles), [&](std::span<const Side> sides) {
    if (sides.size() != 2 || sides[0].forward == sides[1].forward) return;
    const Side &left = sides[0].forward ? sides[0] : sides[1],
               &right = sides[0].forward ? sides[1] : sides[0];
    HaloFace &first = faces_[left.triangle], &second = faces_[right.triangle];
    const auto height = [&](const Side& of, const HaloFace& above) {
      const Vec3& opposite = vertices_[triangles[of.triangle][(of.number + 2) % 3]];
      return std::abs(dot(opposite - vertices_[of.low], above.normal));
    };
    const bool is_flat = dot(first.normal, second.normal) > 0 &&
                         std::max(height(right, first), height(left, second)) <= in_plane * size;
    if (!is_flat) return;
    first.flat = static_cast<std::uint8_t>(first.flat | 1u << left.number);
    second.flat = static_cast<std::uint8_t>(second.flat | 1u << right.number);
    second.inward[right.number] = -first.inward[left.number];
    second.owned = static_cast<std::uint8_t>(second.owned & ~(1u << right.number));
  });
}

}  // namespace scree::shape
