// Which side of a mesh a place is on. A mesh that holds bodies need not be closed: a hopper is open above and
// below. So a place counts as enclosed if the mesh closes around it in the section across an axis: lines from
// it both ways along each other axis cross the mesh an odd number of times.
#pragma once

#include <cstdint>
#include <vector>

#include "scree/shape/mesh.h"

namespace scree::shape {

template <int D>
class Enclosure {
 public:
  explicit Enclosure(const MeshData<D>& data);

  const Box<D>& bounds() const { return bounds_; }
  /// Whether the mesh has pieces at the height of the place along the axis: above a hopper nothing can
  /// enclose.
  bool is_level_with(const Vec<D>& place, int axis) const {
    return bounds_.lo[axis] <= place[axis] && place[axis] <= bounds_.hi[axis];
  }
  bool encloses(const Vec<D>& place, int axis) const;
  /// The axis in whose sections the mesh closes around the largest share of the places, and that share of
  /// those that it is level with.
  struct Holding {
    int axis = 0;
    double share = 0;
  };
  Holding holding(const std::vector<Vec<D>>& places) const;

 private:
  using Piece = std::array<Vec<D>, D>;
  /// Pieces by their heights along an axis, so that a section looks at few of them.
  struct Layers {
    std::vector<std::vector<std::uint32_t>> pieces;
    double lo = 0, per_height = 0;
  };
  Layers layers_along(int axis) const;

  std::vector<Piece> pieces_;
  std::vector<Box<D>> boxes_;  // around the pieces
  Box<D> bounds_ = Box<D>::empty();
  std::array<Layers, D> layers_;
};

}  // namespace scree::shape
