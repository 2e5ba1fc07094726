// The repairs that `examine` makes: each changes the triangles of a mesh in one way and tells how often and
// where first. None moves a vertex farther than rounding does.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scree/shape/mesh.h"
#include "scree/shape/mesh_integrals.h"

namespace scree::shape {

/// Vertices and triangles while they are looked at, with the numbers that the triangles have in the file.
struct WorkMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> number;

  Vec3 centroid(std::size_t triangle) const {
    const auto& [a, b, c] = triangles[triangle];
    return vertices[a] / 3 + vertices[b] / 3 + vertices[c] / 3;
  }
};

/// How often something was found, and the place of the first.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t triangle = 0;  // in the file
  Vec3 place;

  void note(std::uint64_t number, const Vec3& where) {
    if (count++ == 0) triangle = number, place = where;
  }
};

/// Takes away triangles with two equal corners, which their neighbours do not miss.
Tally drop_collapsed(WorkMesh& mesh);

/// Takes away all but the first of triangles with the same corners; both of a pair of opposite ones where the
/// neighbours close without them, as between two boxes that share a face.
Tally drop_duplicates(WorkMesh& mesh);

/// Merges vertices that are as near as rounding to seven digits puts them, if that closes every open edge;
/// else changes nothing. Gives how far apart they were.
struct ClosedGaps {
  Tally merged;
  double widest = 0;
};
ClosedGaps close_gaps(WorkMesh& mesh);

/// Makes neighbours face the same side, as most of each part do. `part` has a number for each triangle.
struct Parts {
  std::vector<std::uint32_t> part;
  std::uint32_t count = 0;
  Tally one_sided;  // edges at which it cannot be done
};
Parts orient(WorkMesh& mesh);

/// A triangle whose corners lie on a line is taken away by turning the edge that it shares over its longest
/// side, which leaves the surface as it is. Tells those where that is not possible as well.
struct Slivers {
  Tally mended, left;
};
Slivers turn_sliver_edges(WorkMesh& mesh);

void turn_over(Triangle& triangle);

}  // namespace scree::shape
