// The features of a surface that hard contacts are made of: vertices, edges, faces, and how they lie around
// each other. Takes corners and faces (segments in the plane, triangles in space), gives features to
// feature_points.h. Built once per shape.
//
// Faces that lie in one plane and share an edge are one face to contacts: such an edge is flat and never
// touches, nor does a vertex inside of a plane or of a straight edge. Each vertex and edge belongs to the
// lowest face that has it, so that pairs of faces find each pair of features once (as in Curtis, Tamstorf &
// Manocha 2008).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/vec.h"

namespace scree::contact {

template <int D>
class Features {
 public:
  using Corners = std::array<std::uint32_t, D>;
  static constexpr std::uint32_t none = 0xffff'ffffu;

  struct Vertex {
    Vec<D> place;
    bool touches = false;
  };
  struct Face {
    Corners corner;
    Vec<D> normal;                         // outwards, of length 1; of thin sheets to either side
    std::uint32_t group = 0;               // the lowest face of those that make up one plane
    std::uint8_t vertices = 0, edges = 0;  // by bit: which belong to it
    std::array<std::uint32_t, 3> edge{};   // in space: edge k goes from corner k to the next
  };
  struct Edge {
    std::uint32_t low = 0, high = 0;
    std::uint32_t left = none, right = none;  // faces; none: an open edge, or one of more than two faces
    bool touches = false;
  };

  /// Closed surfaces have an inside; others are sheets that are felt from both sides. Faces of segments go
  /// anticlockwise, triangles are anticlockwise seen from outside. Faces without an area are left out.
  Features(std::span<const Vec<D>> places, std::span<const Corners> faces, bool is_closed);

  bool is_closed() const { return is_closed_; }
  /// Closed and without a hollow.
  bool is_convex() const { return is_convex_; }
  std::span<const Vertex> vertices() const { return vertices_; }
  std::span<const Face> faces() const { return faces_; }
  std::span<const Edge> edges() const { return edges_; }  // in space only
  /// The other ends of the edges at a vertex; the faces around it.
  std::span<const std::uint32_t> neighbours(std::uint32_t vertex) const {
    return std::span(neighbours_)
        .subspan(first_neighbour_[vertex], first_neighbour_[vertex + 1] - first_neighbour_[vertex]);
  }
  std::span<const std::uint32_t> around(std::uint32_t vertex) const {
    return std::span(around_).subspan(first_around_[vertex],
                                      first_around_[vertex + 1] - first_around_[vertex]);
  }

 private:
  void take_faces(std::span<const Corners> faces);
  void find_edges();
  void find_stars();
  void join_planes();
  void share_out();

  bool is_closed_, is_convex_ = false;
  double size_ = 0;  // [m] of the longest face
  std::vector<Vertex> vertices_;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> neighbours_, first_neighbour_, around_, first_around_;
};

extern template class Features<2>;
extern template class Features<3>;

}  // namespace scree::contact
