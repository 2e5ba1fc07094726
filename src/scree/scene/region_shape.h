// Parts of space as scenes speak of them, and how large they are.
#pragma once

#include <array>
#include <string>
#include <variant>

#include "scree/base/box.h"
#include "scree/base/error.h"

namespace scree::scene {

/// Coordinates in the scene's dimension; in 2D the third is 0.
using Coordinates = std::array<double, 3>;

struct BoxRegion {
  Coordinates lo{}, hi{};
};
/// Named "disc" in 2D scenes.
struct BallRegion {
  Coordinates centre{};
  double radius = 0;  // [m]
};
/// From `point` along `axis` (length 1) to `height`. 3D only.
struct CylinderRegion {
  Coordinates point{}, axis{};
  double radius = 0, height = 0;  // [m]
};
/// 3D only; one of the radii may be 0.
struct ConeRegion {
  Coordinates start{}, end{};
  double start_radius = 0, end_radius = 0;  // [m]
};
using RegionShape = std::variant<BoxRegion, BallRegion, CylinderRegion, ConeRegion>;

/// A part of space that conditions, sinks and measurements speak of by name.
struct Region {
  std::string name;
  RegionShape shape;
  Place place;
};

/// The smallest box around it with faces across the axes.
template <int D>
Box<D> bounds_of(const RegionShape& region);

/// Area in the plane, volume in space.
template <int D>
double volume_of(const RegionShape& region);

}  // namespace scree::scene
