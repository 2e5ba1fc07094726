// What triangulated bodies share: a closed surface of triangles and what it encloses. Takes a sound mesh
// (from mesh_health.h or mesh_makers.h), gives mass properties (to sim/), and vertices, triangles and edges
// (to contact/ and kernel/).
//
// Vertices are in the body's own frame: the centre of mass is the origin, the principal axes of inertia are
// the axes, named so that the body is turned as little as possible (base/symmetric.h: a box along the axes of
// its file keeps them, to the last bit). Bodies of different sizes share one mesh whose farthest vertex is at
// distance 1; how large a body is, its `radius` says.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/pose.h"
#include "scree/shape/mesh.h"
#include "scree/shape/mesh_integrals.h"

namespace scree::shape {

class RigidMesh {
 public:
  enum class Bend : std::uint8_t {
    flat,    // the two triangles lie in one plane, to rounding: no edge for contacts
    ridge,   // the body is convex there
    valley,  // the body is hollow there
  };
  /// One record for each edge, shared by its two triangles, so that what is computed from it has the same
  /// bits seen from either.
  struct Edge {
    std::uint32_t low, high;    // vertices, low < high
    std::uint32_t left, right;  // triangles: the left one goes from low to high, the right one back
    Bend bend;
  };
  /// Where a body is thinnest: measured from the centroid of each triangle straight inwards to where the body
  /// ends, over the places where it ends at a surface that faces the other way (by more than 120 degrees; a
  /// rim or a corner is not thin). If there is none, over all.
  struct Thinnest {
    double thickness = 0;        // [m]
    std::uint32_t triangle = 0;  // from which it was measured
    Vec3 place;                  // [m] its centroid
  };

  /// Closed, every edge with two triangles in opposite directions, with volume: what `examine` calls sound.
  /// Anything else is an InternalError.
  explicit RigidMesh(const MeshData<3>& sound);

  /// The same shape, larger by this factor.
  RigidMesh scaled(double factor) const;
  /// The same shape with its farthest vertex at distance 1 from the centre of mass.
  RigidMesh unit() const { return scaled(1 / radius_); }

  std::span<const Vec3> vertices() const { return vertices_; }
  std::span<const Triangle> triangles() const { return triangles_; }
  std::span<const Vec3> normals() const { return normals_; }  // of triangles, outwards, of length 1
  std::span<const Edge> edges() const { return edges_; }
  /// Edge k of a triangle goes from its corner k to the next.
  std::span<const std::array<std::uint32_t, 3>> triangle_edges() const { return triangle_edges_; }
  /// The triangles around a vertex, anticlockwise seen from outside, the lowest first.
  std::span<const std::uint32_t> around(std::uint32_t vertex) const {
    return std::span(around_).subspan(first_around_[vertex],
                                      first_around_[vertex + 1] - first_around_[vertex]);
  }

  double volume() const { return volume_; }                           // [m3]
  double area() const { return area_; }                               // [m2]
  const Vec3& inertia_per_mass() const { return inertia_per_mass_; }  // [m2] about the axes of its frame
  double radius() const { return radius_; }                           // [m] of the farthest vertex
  double inner_radius() const { return inner_radius_; }  // [m] of the nearest point of the surface
  const Thinnest& thinnest() const { return thinnest_; }
  /// Place among the vertices that the body was made of = to_scene(made_from(), place in its own frame), for
  /// a mesh that was not scaled since.
  const Pose<3>& made_from() const { return made_from_; }

 private:
  RigidMesh() = default;
  void find_edges();
  void find_neighbours();
  void find_extents();

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Vec3> normals_;
  std::vector<Edge> edges_;
  std::vector<std::array<std::uint32_t, 3>> triangle_edges_;
  std::vector<std::uint32_t> around_, first_around_;
  double volume_ = 0, area_ = 0, radius_ = 0, inner_radius_ = 0;
  Vec3 inertia_per_mass_;
  Thinnest thinnest_;
  Pose<3> made_from_;
};

}  // namespace scree::shape
