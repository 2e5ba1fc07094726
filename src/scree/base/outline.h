// What a polygonal body looks like: takes shapes from scene/, gives corners to record/ and show/. With the
// farthest corner at distance 1 from the centroid.
#pragma once

#include <array>
#include <vector>

#include "scree/base/vec.h"

namespace scree {

struct Outline {
  std::vector<std::vector<Vec2>> parts;  // convex rings, anticlockwise
  std::vector<std::array<Vec2, 2>> rim;  // stretches of edges that no other part covers
};

}  // namespace scree
