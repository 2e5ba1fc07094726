// Meshes to time and test triangle pairs with: icospheres with noise, and UV spheres.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "scree/base/random.h"
#include "scree/base/rotation.h"
#include "scree/shape/triangle_tree.h"

namespace scree::bench {

struct PlainMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  shape::TriangleTree tree() const { return {vertices, triangles}; }
};

/// In [0, 1]: three octaves of values at the corners of a lattice, smoothly blended.
inline double lattice_noise(const Vec3& place, std::uint64_t seed) {
  double sum = 0, weight = 0, share = 1, frequency = 1.5;
  for (int octave = 0; octave < 3; ++octave, share *= 0.5, frequency *= 2) {
    std::int64_t cell[3];
    double blend[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const double at = frequency * (place[k] + 16);
      cell[k] = static_cast<std::int64_t>(std::floor(at));
      const double part = at - static_cast<double>(cell[k]);
      blend[k] = part * part * (3 - 2 * part);
    }
    double value = 0;
    for (int corner = 0; corner < 8; ++corner) {
      double factor = 1;
      std::uint64_t index = 0;
      for (int k = 0; k < 3; ++k) {
        const int bit = corner >> k & 1;
        factor *= bit != 0 ? blend[k] : 1 - blend[k];
        index = index * 4096 + static_cast<std::uint64_t>(cell[k] + bit);
      }
      value +=
          factor * random_uniform(seed, purpose("bench.noise") + static_cast<std::uint64_t>(octave), index);
    }
    sum += share * value;
    weight += share;
  }
  return sum / weight;
}

/// 20 * 4^subdivisions triangles; radius 1 to eta.
inline PlainMesh bumpy_sphere(int subdivisions, double eta, std::uint64_t seed) {
  PlainMesh mesh;
  const double g = 0.5 * (1 + std::sqrt(5.0));
  for (const double a : {-1.0, 1.0})
    for (const double b : {-g, g}) {
      mesh.vertices.push_back({0, a, b});
      mesh.vertices.push_back({a, b, 0});
      mesh.vertices.push_back({b, 0, a});
    }
  // Corners at the shortest distance, which is 2, form the faces.
  for (std::uint32_t i = 0; i < 12; ++i)
    for (std::uint32_t j = i + 1; j < 12; ++j)
      for (std::uint32_t k = j + 1; k < 12; ++k) {
        const Vec3 &a = mesh.vertices[i], &b = mesh.vertices[j], &c = mesh.vertices[k];
        if (norm(a - b) > 2.1 || norm(b - c) > 2.1 || norm(c - a) > 2.1) continue;
        if (dot(cross(b - a, c - a), a) > 0)
          mesh.triangles.push_back({i, j, k});
        else
          mesh.triangles.push_back({i, k, j});
      }
  for (int level = 0; level < subdivisions; ++level) {
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const std::array<std::uint32_t, 2> key{std::min(a, b), std::max(a, b)};
      const auto [found, is_new] = middles.try_emplace(key, static_cast<std::uint32_t>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
      return found->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.push_back({a, ab, ca});
      finer.push_back({ab, b, bc});
      finer.push_back({ca, bc, c});
      finer.push_back({ab, bc, ca});
    }
    mesh.triangles = std::move(finer);
  }
  for (Vec3& vertex : mesh.vertices) {
    vertex = vertex / norm(vertex);
    if (eta > 1) vertex *= 1 + (eta - 1) * lattice_noise(vertex, seed);
  }
  return mesh;
}

/// 2 segments (rings - 1) triangles around two poles, on the sphere of radius 1.
inline PlainMesh uv_sphere(std::uint32_t segments, std::uint32_t rings) {
  constexpr double pi = 3.14159265358979324;
  PlainMesh mesh;
  mesh.vertices.push_back({0, 0, 1});
  for (std::uint32_t ring = 1; ring < rings; ++ring)
    for (std::uint32_t segment = 0; segment < segments; ++segment) {
      const double polar = pi * ring / rings, turn = 2 * pi * segment / segments;
      mesh.vertices.push_back(
          {std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn), std::cos(polar)});
    }
  mesh.vertices.push_back({0, 0, -1});
  const auto last = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  const auto number = [&](std::uint32_t ring, std::uint32_t segment) {
    return 1 + (ring - 1) * segments + segment % segments;
  };
  for (std::uint32_t segment = 0; segment < segments; ++segment) {
    mesh.triangles.push_back({0, number(1, segment), number(1, segment + 1)});
    for (std::uint32_t ring = 1; ring + 1 < rings; ++ring) {
      mesh.triangles.push_back(
          {number(ring, segment), number(ring + 1, segment), number(ring + 1, segment + 1)});
      mesh.triangles.push_back(
          {number(ring, segment), number(ring + 1, segment + 1), number(ring, segment + 1)});
    }
    mesh.triangles.push_back({last, number(rings - 1, segment + 1), number(rings - 1, segment)});
  }
  return mesh;
}

/// A turn and a place for body pairs, by a number.
inline Rotation<3> random_turn(std::uint64_t seed, std::uint64_t index) {
  const auto number = [&](std::uint64_t k) {
    return 2 * random_uniform(seed, purpose("bench.turn"), 4 * index + k) - 1;
  };
  return normalised(Rotation<3>{number(0) + 1e-3, number(1), number(2), number(3)});
}

}  // namespace scree::bench
