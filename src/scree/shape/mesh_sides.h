// The sides of triangles sorted by the edge that they lie on: who is whose neighbour.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "scree/shape/mesh_integrals.h"

namespace scree::shape {

/// The way from corner `number` of a triangle to the next corner.
struct Side {
  std::uint32_t low, high;  // vertices of the edge
  std::uint32_t triangle, number;
  bool forward;  // from low to high
};

/// By edge, then by triangle.
inline std::vector<Side> sorted_sides(std::span<const Triangle> triangles) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::uint32_t triangle = 0; triangle < triangles.size(); ++triangle)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangles[triangle][k], b = triangles[triangle][(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), triangle, k, a < b});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.triangle, a.number) < std::tie(b.low, b.high, b.triangle, b.number);
  });
  return sides;
}

/// Calls visit(span of the sides on one edge) for every edge, in ascending order.
template <class Visit>
void for_each_edge(std::span<const Side> sides, Visit&& visit) {
  for (std::size_t begin = 0; begin < sides.size();) {
    std::size_t end = begin + 1;
    while (end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high)
      ++end;
    visit(sides.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace scree::shape
