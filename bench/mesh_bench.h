// Times balls on a floor of triangles: what a contact costs must not depend on how large a mesh is.
#pragma once

#include <cstddef>

namespace scree::bench {

enum class FloorMotion { rest, roll };

/// Balls in the square on the floor.
inline constexpr std::size_t floor_balls = 35 * 35;

/// A square cut into `cells` by `cells` squares of two triangles, around the balls; no cells: a plane.
struct Floor {
  std::size_t cells;
  double edge;  // of a cell, in radii of a ball; 0: as the balls' own square asks for
  std::size_t triangles() const { return 2 * cells * cells; }
};

/// CPU time [s] of a step of one ball.
double time_floor(const Floor& floor, FloorMotion motion);

}  // namespace scree::bench
