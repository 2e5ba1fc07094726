#include "scree/shape/rigid_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/shape/mesh_sides.h"

namespace scree::shape {
namespace {

/// A corner that is nearer to the neighbour's plane than this share of the body's radius lies in it.
constexpr double in_plane = 1e-12;
/// Surfaces that face each other: the cosine between their normals is below this (120 degrees).
constexpr double facing = -0.5;

Vec3 centroid(std::span<const Vec3> vertices, const Triangle& triangle) {
  return (vertices[triangle[0]] + vertices[triangle[1]] + vertices[triangle[2]]) / 3;
}

/// Whether a ray meets a box before it is `longest` long; directions along an axis may give infinities.
bool ray_meets(const Box<3>& box, const Vec3& from, const Vec3& inverse_direction, double longest) {
  double enter = 0, leave = longest;
  for (std::size_t k = 0; k < 3; ++k) {
    double near = (box.lo[k] - from[k]) * inverse_direction[k];
    double far = (box.hi[k] - from[k]) * inverse_direction[k];
    if (near > far) std::swap(near, far);
    // Written so that what is not a number (a ray in the face of the box) does not miss it.
    if (near > enter) enter = near;
    if (far < leave) leave = far;
  }
  return !(enter > leave);
}

/// Distance along a ray to a triangle; infinity where it misses. Rays through an edge meet both triangles.
double ray_distance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& from, const Vec3& direction) {
  constexpr double edge = 1e-9, missed = std::numeric_limits<double>::infinity();
  const Vec3 to_b = b - a, to_c = c - a, across = cross(direction, to_c);
  const double determinant = dot(to_b, across);
  if (determinant == 0) return missed;
  const Vec3 apart = from - a, turned = cross(apart, to_b);
  const double share_b = dot(apart, across) / determinant, share_c = dot(direction, turned) / determinant;
  if (!(share_b >= -edge && share_c >= -edge && share_b + share_c <= 1 + edge)) return missed;
  const double distance = dot(to_c, turned) / determinant;
  return distance > 0 ? distance : missed;
}

double distance_to(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal) {
  // Of the origin. Inside the three sides the plane is nearest, else one of them is.
  const Vec3 corner[3] = {a, b, c};
  bool inside = true;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &from = corner[k], way = corner[(k + 1) % 3] - from;
    if (dot(cross(way, -from), normal) < 0) inside = false;
    const double share = std::clamp(-dot(from, way) / dot(way, way), 0.0, 1.0);
    nearest = std::min(nearest, norm(from + share * way));
  }
  return inside ? std::abs(dot(a, normal)) : nearest;
}

}  // namespace

RigidMesh::RigidMesh(const MeshData<3>& sound) : triangles_(sound.pieces) {
  const Integrals integrals = integrate(sound.vertices, triangles_);
  SCREE_ASSERT(integrals.volume > 0);
  volume_ = integrals.volume;
  area_ = integrals.area;
  const PrincipalAxes axes = principal_axes(shape::inertia_per_mass(integrals));
  inertia_per_mass_ = axes.values;
  made_from_ = {axes.rotation, integrals.centre};
  vertices_.reserve(sound.vertices.size());
  for (const Vec3& vertex : sound.vertices) {
    vertices_.push_back(to_own(made_from_, vertex));
    radius_ = std::max(radius_, norm(vertices_.back()));
  }
  normals_.reserve(triangles_.size());
  for (const Triangle& triangle : triangles_) {
    const Vec3& a = vertices_[triangle[0]];
    const Vec3 normal = cross(vertices_[triangle[1]] - a, vertices_[triangle[2]] - a);
    const double size = norm(normal);
    SCREE_ASSERT(size > 0);
    normals_.push_back(normal / size);
  }
  find_edges();
  find_neighbours();
  find_extents();
}

void RigidMesh::find_edges() {
  const std::vector<Side> sides = sorted_sides(triangles_);
  triangle_edges_.resize(triangles_.size());
  const auto opposite = [&](const Side& side) {
    return vertices_[triangles_[side.triangle][(side.number + 2) % 3]];
  };
  for_each_edge(sides, [&](std::span<const Side> pair) {
    SCREE_ASSERT(pair.size() == 2 && pair[0].forward != pair[1].forward);
    const Side &left = pair[0].forward ? pair[0] : pair[1], &right = pair[0].forward ? pair[1] : pair[0];
    for (const Side& side : pair)
      triangle_edges_[side.triangle][side.number] = static_cast<std::uint32_t>(edges_.size());
    const Vec3 &foot = vertices_[left.low], &normal = normals_[left.triangle];
    const double height = dot(opposite(right) - foot, normal),
                 other = dot(opposite(left) - foot, normals_[right.triangle]);
    const bool flat = std::max(std::abs(height), std::abs(other)) <= in_plane * radius_ &&
                      dot(normal, normals_[right.triangle]) > 0;
    edges_.push_back({left.low, left.high, left.triangle, right.triangle,
                      flat         ? Bend::flat
                      : height < 0 ? Bend::ridge
                                   : Bend::valley});
  });
}

void RigidMesh::find_neighbours() {
  first_around_.assign(vertices_.size() + 1, 0);
  for (const Triangle& triangle : triangles_)
    for (const std::uint32_t vertex : triangle) ++first_around_[vertex + 1];
  for (std::size_t k = 0; k < vertices_.size(); ++k) first_around_[k + 1] += first_around_[k];
  around_.resize(3 * triangles_.size());
  std::vector<bool> done(vertices_.size(), false);
  for (std::uint32_t first = 0; first < triangles_.size(); ++first)
    for (const std::uint32_t vertex : triangles_[first]) {
      if (done[vertex]) continue;
      done[vertex] = true;
      // The side that comes into the vertex is shared with the next triangle anticlockwise.
      std::uint32_t at = first_around_[vertex], triangle = first;
      do {
        SCREE_ASSERT(at < first_around_[vertex + 1]);
        around_[at++] = triangle;
        std::size_t corner = 0;
        while (triangles_[triangle][corner] != vertex) ++corner;
        const Edge& edge = edges_[triangle_edges_[triangle][(corner + 2) % 3]];
        triangle = edge.left == triangle ? edge.right : edge.left;
      } while (triangle != first);
      SCREE_ASSERT(at == first_around_[vertex + 1]);
    }
}

void RigidMesh::find_extents() {
  std::vector<Box<3>> boxes(triangles_.size(), Box<3>::empty());
  inner_radius_ = radius_;
  for (std::size_t k = 0; k < triangles_.size(); ++k) {
    const auto [a, b, c] = triangles_[k];
    for (const std::uint32_t vertex : triangles_[k]) boxes[k].include(vertices_[vertex]);
    inner_radius_ =
        std::min(inner_radius_, distance_to(vertices_[a], vertices_[b], vertices_[c], normals_[k]));
  }
  const BoxTree<3> tree(boxes);
  const double longest = 2 * radius_ * (1 + 1e-9);
  Thinnest opposed, any;
  opposed.thickness = any.thickness = std::numeric_limits<double>::infinity();
  for (std::uint32_t triangle = 0; triangle < triangles_.size(); ++triangle) {
    const Vec3 from = centroid(vertices_, triangles_[triangle]), inwards = -normals_[triangle];
    const Vec3 inverse_direction{1 / inwards[0], 1 / inwards[1], 1 / inwards[2]};
    double nearest = longest;
    std::uint32_t met = triangle;
    tree.find([&](const Box<3>& box) { return ray_meets(box, from, inverse_direction, nearest); },
              [&](std::uint32_t other) {
                if (other == triangle) return;
                const auto [a, b, c] = triangles_[other];
                const double distance = ray_distance(vertices_[a], vertices_[b], vertices_[c], from, inwards);
                if (distance < nearest || (distance == nearest && other < met))
                  nearest = distance, met = other;
              });
    if (met == triangle) continue;
    if (nearest < any.thickness) any = {nearest, triangle, from};
    if (nearest < opposed.thickness && dot(normals_[triangle], normals_[met]) < facing)
      opposed = {nearest, triangle, from};
  }
  thinnest_ = std::isfinite(opposed.thickness) ? opposed : any;
  if (!std::isfinite(thinnest_.thickness)) thinnest_.thickness = 2 * inner_radius_;
}

RigidMesh RigidMesh::scaled(double factor) const {
  RigidMesh result = *this;
  for (Vec3& vertex : result.vertices_) vertex *= factor;
  result.volume_ *= factor * factor * factor;
  result.area_ *= factor * factor;
  result.inertia_per_mass_ *= factor * factor;
  result.radius_ *= factor;
  result.inner_radius_ *= factor;
  result.thinnest_.thickness *= factor;
  result.thinnest_.place *= factor;
  return result;
}

}  // namespace scree::shape
