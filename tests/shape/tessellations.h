// Planes cut into pieces at random, for tests that compare them with a plane.
#pragma once

#include "scree/base/random.h"
#include "scree/shape/mesh.h"

namespace scree::shape {

inline double random_between(double least, double most, std::uint64_t seed, std::uint64_t purpose,
                             std::uint64_t index) {
  return least + (most - least) * random_uniform(seed, purpose, index);
}

/// The line y = 0 from -1 to 1 in segments of random length, some running backwards.
inline MeshData<2> cut_line(std::uint64_t seed, std::uint32_t count) {
  MeshData<2> mesh;
  for (std::uint32_t k = 0; k <= count; ++k) {
    const double shift = k == 0 || k == count ? 0 : random_between(-0.45, 0.45, seed, 1, k);
    mesh.vertices.push_back({-1 + 2 * (k + shift) / count, 0});
  }
  for (std::uint32_t k = 0; k < count; ++k)
    if (random_uniform(seed, 2, k) < 0.5)
      mesh.pieces.push_back({k, k + 1});
    else
      mesh.pieces.push_back({k + 1, k});
  return mesh;
}

/// The square [-1, 1]^2 at z = 0: a grid with shifted corners, each cell cut along either diagonal, some
/// triangles facing down.
inline MeshData<3> cut_square(std::uint64_t seed, std::uint32_t count) {
  MeshData<3> mesh;
  const std::uint32_t row = count + 1;
  for (std::uint32_t j = 0; j <= count; ++j)
    for (std::uint32_t i = 0; i <= count; ++i) {
      const std::uint32_t index = j * row + i;
      const bool at_x = i == 0 || i == count, at_y = j == 0 || j == count;
      const double x = at_x ? 0 : random_between(-0.24, 0.24, seed, 3, index);
      const double y = at_y ? 0 : random_between(-0.24, 0.24, seed, 4, index);
      mesh.vertices.push_back({-1 + 2 * (i + x) / count, -1 + 2 * (j + y) / count, 0});
    }
  for (std::uint32_t j = 0; j < count; ++j)
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = j * row + i, b = a + 1, c = a + row, d = c + 1;
      const bool other = random_uniform(seed, 5, a) < 0.5;
      std::array<std::uint32_t, 3> first = other ? std::array{a, b, d} : std::array{a, b, c};
      std::array<std::uint32_t, 3> second = other ? std::array{a, d, c} : std::array{b, d, c};
      if (random_uniform(seed, 6, a) < 0.2) std::swap(first[0], first[1]);
      mesh.pieces.push_back(first);
      mesh.pieces.push_back(second);
    }
  return mesh;
}

}  // namespace scree::shape
