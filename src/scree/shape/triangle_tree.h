// The triangles of a body in its own frame, and a tree over them with eight children per node. Takes vertices
// and triangles (of a mesh), gives rows for the kernels of triangle pairs, boxes for searches, and, when
// asked for, a surrogate triangle for each node (Noble 2024, 3.4 and 5.3). Built once per mesh and shared by
// all bodies that have it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/eight_boxes.h"
#include "scree/base/vec.h"

namespace scree::shape {

class TriangleTree {
 public:
  using Corners = std::array<std::uint32_t, 3>;

  /// Throws std::invalid_argument if there is no triangle or an index is wrong.
  TriangleTree(std::span<const Vec3> vertices, std::span<const Corners> triangles);

  std::size_t triangle_count() const { return triangle_count_; }
  /// [m] of the sphere around the origin that holds all vertices.
  double radius() const { return radius_; }
  /// [m] the longest edge.
  double longest_edge() const { return longest_edge_; }
  Vec3 vertex(std::uint32_t number) const { return vertices_[number].place; }
  Vec3 corner(std::uint32_t triangle, int k) const { return vertex(corners_[triangle][k]); }

  BoxTreeView boxes() const { return {nodes_.data()}; }
  std::span<const EightBoxes> nodes() const { return nodes_; }
  /// Rows of four doubles, and three numbers of rows per triangle.
  const double* rows() const { return vertices_.data()->place.component; }
  const std::uint32_t* corner_numbers() const { return corners_.data()->data(); }

  /// Fits the surrogates, if that has not been done. They follow the triangles: that of node k is triangle
  /// surrogate(k), whose patch lies within surrogate_eps(k) of it.
  void make_surrogates();
  bool has_surrogates() const { return !surrogate_eps_.empty(); }
  std::uint32_t surrogate(std::int32_t node) const {
    return static_cast<std::uint32_t>(triangle_count_ + static_cast<std::size_t>(node));
  }
  double surrogate_eps(std::int32_t node) const { return surrogate_eps_[static_cast<std::size_t>(node)]; }
  /// [m] half the perimeter and the eps of a surrogate: more than any edge.
  double surrogate_size(std::int32_t node) const { return surrogate_size_[static_cast<std::size_t>(node)]; }
  double largest_surrogate_size() const { return largest_size_; }
  /// The triangles below a node, in ascending order.
  std::vector<std::uint32_t> patch(std::int32_t node) const;

  /// [B] of vertices, triangles, nodes and surrogates.
  std::size_t bytes() const;

 private:
  struct alignas(32) Row {
    Vec3 place;
    double rest = 0;
  };
  struct Item {
    Vec3 low, high;
    std::uint32_t triangle;
  };
  std::int32_t build(std::span<Item> items);
  void set_child(std::int32_t node, int slot, std::span<const Item> items, std::int32_t child);

  std::size_t triangle_count_ = 0;
  double radius_ = 0, longest_edge_ = 0, largest_size_ = 0;
  AlignedVector<Row> vertices_;
  std::vector<Corners> corners_;
  AlignedVector<EightBoxes> nodes_;
  std::vector<double> surrogate_eps_, surrogate_size_;  // by node
};

}  // namespace scree::shape
