// Equal spheres, centres uniform in a cube: what Poirrier starts from.
#pragma once

#include <cmath>
#include <vector>

#include "scree/base/random.h"
#include "scree/search/contact_search.h"

namespace scree::cli {

/// Radius 1; `density` is the volume of all over that of the cube.
inline std::vector<search::Sphere<3>> random_spheres(std::size_t count, double density, std::uint64_t seed) {
  const double side = std::cbrt(4.0 / 3 * 3.14159265358979 * static_cast<double>(count) / density);
  std::vector<search::Sphere<3>> spheres(count);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      spheres[k].centre[axis] = side * random_uniform(seed, purpose("reproduce.poirrier"), 3 * k + axis);
    spheres[k].radius = 1;
  }
  return spheres;
}
inline search::Items<3> view(const std::vector<search::Sphere<3>>& spheres) {
  const auto* numbers = reinterpret_cast<const double*>(spheres.data());
  return search::Items<3>::spheres(spheres.size(), numbers, numbers + 3, 4);
}

}  // namespace scree::cli
