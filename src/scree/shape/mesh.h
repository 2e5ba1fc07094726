// Surfaces of many flat pieces: triangles in space, segments in the plane. Takes vertices and pieces (from
// scene/), gives the places where a ball touches (to contact/).
//
// A ball touches a mesh at the local minima of the distance over the surface: a point inside a piece is one;
// a point on an edge or vertex only if no piece around that edge or vertex comes closer. Pieces that meet at
// less than `patch_fold` form a patch. Of the minima of one patch, deepest first, one counts if its normal
// differs by more than `patch_spread` from those that do, or if the ball does not touch the surface between
// them. So a ball on a flat or smooth place has one contact, however finely it is cut, a ball that wedges in
// a pipe has two, and so has one that lies on both flanks of a groove. Both sides of the surface are felt.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/box.h"
#include "scree/shape/box_tree.h"

namespace scree::shape {

template <int D>
struct MeshData {
  std::vector<Vec<D>> vertices;                      // [m]
  std::vector<std::array<std::uint32_t, D>> pieces;  // vertex numbers
};

/// Gives vertices at the same place one number, and drops those that no piece uses.
template <int D>
MeshData<D> weld(const MeshData<D>& data);

/// What is odd about a mesh. Pieces are numbered from 0 in the order of the file.
struct MeshHealth {
  struct Finding {
    std::uint64_t count = 0;
    std::uint64_t first = 0;  // a piece
    void note(std::uint64_t piece) {
      if (count++ == 0) first = piece;
    }
  };
  Finding collapsed;   // two equal corners: left out
  Finding slivers;     // corners on one line, or so close to it that there is no normal: kept for its edges
  Finding duplicates;  // the same corners as an earlier piece: left out
  Finding open;        // edges with one piece: a hole, or the rim of a sheet
  Finding crowded;     // edges with more than two pieces
  Finding flipped;     // edges whose two pieces face opposite sides
  std::uint64_t parts = 0;  // that hang together
  bool closed() const { return open.count == 0 && crowded.count == 0; }
};

/// Where a ball touches a mesh, in the mesh's own frame.
template <int D>
struct MeshContact {
  std::uint32_t piece = 0;  // the lowest of those that have the point
  std::uint32_t patch = 0;
  Vec<D> normal;        // towards the ball's centre
  double distance = 0;  // [m] of the centre
};

template <int D>
class Mesh {
  /// A piece's nearest point. The feature is the face, or the number of a vertex, or (in space) of an edge
  /// after all vertices.
  struct Touch {
    std::uint32_t piece = 0;
    std::uint32_t feature = 0xffff'ffffu;
    double distance = 0;
    Vec<D> normal;
    Vec<D> point;
  };

 public:
  /// Memory that searches for contacts use again and again.
  class Workspace {
   public:
    /// The nearest points of the pieces that the last search was given, in their order.
    std::span<const MeshContact<D>> looked_at() const { return looked_at_; }

   private:
    friend class Mesh;
    std::vector<MeshContact<D>> looked_at_;
    std::vector<Touch> touches_;
    std::vector<std::uint32_t> minima_, taken_, reached_;
    std::vector<char> is_reached_;
  };

  /// Equal vertices are welded. Throws std::invalid_argument with a sentence when nothing usable is left or
  /// an index is wrong.
  explicit Mesh(const MeshData<D>& data);

  std::size_t piece_count() const { return pieces_.size(); }
  std::size_t patch_count() const { return patch_count_; }
  std::uint32_t patch_of(std::uint32_t piece) const { return patch_[piece]; }
  const std::vector<Vec<D>>& vertices() const { return vertices_; }
  const std::vector<std::array<std::uint32_t, D>>& pieces() const { return pieces_; }
  const Box<D>& bounds() const { return bounds_; }
  const MeshHealth& health() const { return health_; }

  /// Appends the pieces within `reach` of the place, in ascending order.
  void find_near(const Vec<D>& place, double reach, std::vector<std::uint32_t>& pieces) const;
  /// Calls visit(piece, distance) for the same, in no particular order.
  template <class Visit>
  void visit_near(const Vec<D>& place, double reach, Visit&& visit) const {
    tree_.find_near(place, reach, [&](std::uint32_t piece) {
      if (const double distance = touch(piece, place).distance; distance <= reach) visit(piece, distance);
    });
  }
  /// The contacts of a ball, deepest first; `near` holds at least all pieces that it touches, in ascending
  /// order.
  void find_contacts(const Vec<D>& centre, double radius, std::span<const std::uint32_t> near,
                     Workspace& workspace, std::vector<MeshContact<D>>& contacts) const;
  /// Whether a piece may be within `reach` of a place: quickly, and never no where it is.
  bool may_reach(std::uint32_t piece, const Vec<D>& centre, double reach) const {
    // By the circle in which the ball cuts the plane of the piece: it may be small, and then few pieces of a
    // finely cut plane meet it.
    constexpr double rounding = 1 + 1e-9;
    const Geometry& geometry = geometry_[piece];
    const Vec<D> apart = centre - geometry.centre;
    const double height = dot(apart, geometry.normal), cut = reach * reach * rounding - height * height;
    if (cut < 0) return false;
    const double farthest = geometry.radius + std::sqrt(cut);
    return dot(apart, apart) - height * height <= farthest * farthest * rounding;
  }
  /// The nearest point of one piece.
  MeshContact<D> nearest(std::uint32_t piece, const Vec<D>& centre) const;
  /// The normal of a piece on the side where the place is.
  Vec<D> normal_towards(std::uint32_t piece, const Vec<D>& place) const;

  static constexpr double patch_fold = 30, patch_spread = 60;  // degrees

 private:
  static constexpr std::uint32_t face = 0xffff'ffffu;
  /// All that distances from a piece take, together: balls lie anywhere on a mesh, and every line of memory
  /// that is not near costs more than the arithmetic.
  struct Geometry {
    std::array<Vec<D>, D> corner;
    Vec<D> normal;      // zero for slivers
    Vec<D> centre;      // in the plane of the piece
    double radius = 0;  // of a ball around the piece
  };
  struct Edge {
    std::uint32_t low, high;  // vertices
  };

  Touch touch(std::uint32_t piece, const Vec<D>& centre) const;
  Touch touch_vertex(std::uint32_t piece, std::uint32_t vertex, const Vec<D>& centre) const;
  Touch touch_edge(std::uint32_t piece, int side, const Vec<D>& centre) const;
  void set_normal(Touch& touch, const Vec<D>& centre) const;
  bool has_feature(std::uint32_t piece, std::uint32_t feature) const;
  /// Whether two pieces have a vertex or an edge in common that is within the ball.
  bool meet_within(std::uint32_t piece, std::uint32_t other, const Vec<D>& centre, double radius) const;
  /// Whether the ball touches the surface all the way from one touch to another of the same patch.
  bool is_touched_between(std::uint32_t from, std::uint32_t to, const Vec<D>& centre, double radius,
                          Workspace& workspace) const;
  void take_pieces(const MeshData<D>& data);
  void find_edges();
  void find_patches();

  std::vector<Vec<D>> vertices_;
  std::vector<std::array<std::uint32_t, D>> pieces_;
  AlignedVector<Geometry> geometry_;  // by piece
  std::vector<Edge> edges_;           // in space only
  std::vector<std::array<std::uint32_t, 3>> piece_edges_;
  std::vector<std::uint32_t> patch_;
  std::size_t patch_count_ = 0;
  Box<D> bounds_ = Box<D>::empty();
  MeshHealth health_;
  BoxTree<D> tree_;
};

}  // namespace scree::shape
