// What hard contacts need of a shape: of a body, or of a wall. Takes shapes (of shape/ and world/), gives
// features to contact_points.h and convex pieces to time_of_impact.h. Built once per shape and shared; how
// large and where it is, `Placed` and `Moving` say.
//
// Round walls of space (shells, caps, frusta) are exact for spheres. Triangulated bodies feel them as facets
// whose corners lie on the true surface; see `facets_around` in hard_walls.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scree/base/curve.h"
#include "scree/base/pose.h"
#include "scree/contact/features.h"
#include "scree/contact/piece_tree.h"
#include "scree/world/bodies.h"
#include "scree/world/walls.h"

namespace scree::contact {

template <int D>
class HardShape {
 public:
  /// A disc or a sphere of radius 1.
  static HardShape ball();
  static HardShape of_polygon(const shape::RigidPolygon& polygon);
  static HardShape of_mesh(const shape::RigidMesh& mesh);
  /// One facet of a wall, in the wall's frame. A patch stands for the whole mesh of its wall.
  static HardShape of_facet(const world::Walls<D>& walls, std::size_t facet);

  /// A point with a radius: bodies that are round, solid round posts.
  bool is_ball() const { return !features_ && pieces_ && !surface_; }
  bool is_bounded() const { return pieces_ || surface_; }
  /// A half-space: planes of walls.
  const shape::Plane<D>* plane() const { return plane_ ? &*plane_ : nullptr; }
  /// Of round walls that are hollow or thin, and of solid ones in space: exact for points and balls.
  const world::Surface<D>* surface() const { return surface_ ? &*surface_ : nullptr; }
  const Features<D>* features() const { return features_.get(); }
  /// By face of `features`.
  const PieceTree<D>* face_tree() const { return faces_.get(); }
  const PieceTree<D>* pieces() const { return pieces_.get(); }
  /// [m] by which pieces are larger than their corners say, per scale.
  double round() const { return round_; }
  /// [m] of the ball around the origin that holds it, per scale; for bounded ones.
  double radius() const { return radius_; }

 private:
  void set_faces(std::vector<Vec<D>> places, std::vector<typename Features<D>::Corners> faces,
                 bool is_closed);
  void set_pieces(std::vector<Vec<D>> corners, std::vector<std::uint32_t> first);

  std::optional<shape::Plane<D>> plane_;
  std::optional<world::Surface<D>> surface_;
  std::shared_ptr<const Features<D>> features_;
  std::shared_ptr<const PieceTree<D>> faces_, pieces_;
  double round_ = 0, radius_ = 0;
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
  /// None for facets that another one stands for: patches of a mesh but the first.
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
