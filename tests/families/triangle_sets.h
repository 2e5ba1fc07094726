// Pairs of triangles that are hard to compare, and a slow, obvious distance in long double.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "scree/base/vec.h"

namespace scree {

using Triangle = std::array<Vec3, 3>;

struct HardPair {
  Triangle first, second;
  double reach = 0;
};

std::vector<std::string> hard_pair_kinds();
HardPair hard_pair(std::size_t kind, std::uint64_t index);

/// Every corner against the other triangle, every two edges, every edge through the other's face.
double reference_distance(const Triangle& first, const Triangle& second);

}  // namespace scree
