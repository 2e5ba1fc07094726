// Walls of a scene as something to draw: the one place that knows the surfaces of scene::Wall. A new surface
// is one more overload in the .cpp. Takes walls where the scene puts them, or moved by the poses of a frame.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "scree/picture/subject.h"
#include "scree/scene/description.h"

namespace scree::show {

struct Bounds {
  Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};

  bool empty() const { return lo[0] > hi[0]; }
  void include(const Vec3& point, double radius = 0);
  void include(const Bounds& other);
  double largest_extent() const;
};

/// What is known of walls before they are drawn: the bounds of those that end somewhere.
Bounds bounds_of(std::span<const scene::Wall> walls, int dimension);

/// The part of the world that the picture is about. Walls that go on for ever are cut to it.
Bounds view_box(const Bounds& bodies, const Bounds& walls);

void add_walls(picture::Solid& subject, std::span<const scene::Wall> walls, const Bounds& view);
void add_walls(picture::Flat& subject, std::span<const scene::Wall> walls, const Bounds& view);

}  // namespace scree::show
