// Walls of a scene as something to draw: the one place that knows the surfaces of scene::Wall. A new surface
// is one more overload in the .cpp. Walls stand where a frame says, or where the scene puts them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "scree/picture/subject.h"
#include "scree/record/run_store.h"
#include "scree/scene/description.h"

namespace scree::show {

struct Bounds {
  Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};

  bool empty() const { return lo[0] > hi[0]; }
  void include(const Vec3& point, double radius = 0);
  void include(const Bounds& other);
  double largest_extent() const;
  bool holds(const Vec3& point) const;
};

/// Where a wall is: first turned about the origin, then moved.
struct WallPose {
  std::array<Vec3, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  ///< what x, y and z have become
  Vec3 offset;
  bool active = true;

  Vec3 turned(const Vec3& v) const { return v[0] * axes[0] + v[1] * axes[1] + v[2] * axes[2]; }
  Vec3 operator()(const Vec3& point) const { return turned(point) + offset; }
};
/// One for each wall; those of the scene for a frame that has none.
std::vector<WallPose> wall_poses(const record::Frame& frame, std::size_t walls);

class WallSurfaces {
 public:
  explicit WallSurfaces(std::span<const scene::Wall> walls);

  std::size_t size() const { return shapes_.size(); }
  /// Of the walls that end somewhere.
  Bounds bounds(std::span<const WallPose> poses) const;
  /// Widens the view to planes that are near it: the floor below a bin.
  void widen_to_planes(Bounds& view, std::span<const WallPose> poses) const;
  void add_to(picture::Solid& subject, std::span<const WallPose> poses, const Bounds& view) const;
  void add_to(picture::Flat& subject, std::span<const WallPose> poses, const Bounds& view) const;

  /// A plane that goes on for ever.
  struct Endless {
    Vec3 point, normal;
  };
  /// A flat piece, as in picture::Triangle.
  struct Piece {
    std::vector<Vec3> corners;
    bool has_front;
  };
  /// One wall in its own frame.
  struct Shape {
    std::optional<Endless> plane;
    std::vector<Piece> pieces;
    std::vector<picture::Edge> edges;
    std::vector<picture::Line> lines;  ///< in the plane
  };

 private:
  std::vector<Endless> planes(std::span<const WallPose> poses) const;

  std::vector<Shape> shapes_;
};

/// The part of the world that the picture is about. Walls that go on for ever are cut to it.
Bounds view_box(const Bounds& bodies, const Bounds& walls);

}  // namespace scree::show
