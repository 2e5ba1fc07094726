// What hard contacts need of a shape: of a body, or of a wall. Takes shapes (of shape/ and world/), gives
// features and pieces to contact_points.h and time_of_impact.h. Built once per shape and shared; how large
// and where it is, `Placed` and `Moving` say.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "scree/base/curve.h"
#include "scree/base/pose.h"
#include "scree/world/bodies.h"
#include "scree/world/walls.h"

namespace scree::contact {

template <int D>
class HardShape {
 public:
  /// A disc or a sphere of radius 1.
  static HardShape ball();
  /// One facet of a wall, in the wall's frame. A patch stands for the whole mesh of its wall.
  static HardShape of_facet(const world::Walls<D>& walls, std::size_t facet);

  bool is_ball() const { return kind_ == Kind::ball; }
  bool is_bounded() const { return kind_ != Kind::plane; }
  /// [m] of the sphere around the origin that holds it, for bounded ones.
  double radius() const { return radius_; }

  const world::Facet<D>& facet() const { return facet_; }

 private:
  enum class Kind : std::uint8_t { ball, plane, plain };
  Kind kind_ = Kind::ball;
  double radius_ = 1;
  world::Facet<D> facet_;
};

/// A shape where it is.
template <int D>
struct Placed {
  const HardShape<D>* shape = nullptr;
  double scale = 1;  // radius of balls [m]; how much larger polygons are; 1 for meshes and walls
  Pose<D> pose;
};

/// A shape on its way. The time asked about begins `since` [s] after its curve does.
template <int D>
struct Moving {
  const HardShape<D>* shape = nullptr;
  double scale = 1;
  Curve<D> curve;
  double since = 0;
};

template <int D>
Placed<D> at(const Moving<D>& moving, double s) {
  return {moving.shape, moving.scale, pose_at(moving.curve, moving.since + s)};
}

/// The shapes of a world: of every body, and of every facet of its walls.
template <int D>
class HardShapes {
 public:
  HardShapes(const world::Bodies<D>& bodies, const world::Walls<D>& walls);

  /// `shape` as in world::Bodies::shape; scale is the body's radius in the plane and for balls, else 1.
  const HardShape<D>& of_body(std::uint32_t shape) const { return shapes_[shape]; }
  /// None for facets that another one stands for: patches of a mesh but the first, far sides of holes.
  const HardShape<D>* of_facet(std::size_t facet) const { return facets_[facet].get(); }

 private:
  std::vector<HardShape<D>> shapes_;
  std::vector<std::unique_ptr<const HardShape<D>>> facets_;
};

extern template class HardShape<2>;
extern template class HardShape<3>;
extern template class HardShapes<2>;
extern template class HardShapes<3>;

}  // namespace scree::contact
