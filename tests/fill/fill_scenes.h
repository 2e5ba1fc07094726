// What the tests of fills share: small scenes made in code, and slow, plain checks of what came out.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "scree/fill/fill.h"

namespace scree::fill {

using scene::Body;
using scene::BoxSurface;
using scene::Coordinates;
using scene::Fill;
using scene::Placed;
using scene::Plane;
using scene::PolygonForm;
using scene::SizeDistribution;
using scene::Wall;

template <int D>
Fill make_fill(double least_radius, double most_radius, const Coordinates& hi) {
  Fill fill;
  fill.shape.value = D == 2 ? "disc" : "sphere";
  fill.material.value = "glass";
  fill.radius = {
      least_radius == most_radius ? SizeDistribution::Form::fixed : SizeDistribution::Form::uniform,
      least_radius, most_radius};
  fill.hi = hi;
  return fill;
}

/// One material, "glass", and the fills.
template <int D>
SceneDescription make_scene(std::vector<Fill> fills) {
  SceneDescription scene;
  scene.dimension = D;
  scene.materials.emplace_back().name = "glass";
  scene.fills = std::move(fills);
  return scene;
}

/// In a box of the first fill's region that repeats along all axes.
template <int D>
SceneDescription make_periodic(std::vector<Fill> fills) {
  SceneDescription scene = make_scene<D>(std::move(fills));
  scene.domain.lo = scene.fills.front().lo;
  scene.domain.hi = scene.fills.front().hi;
  for (int k = 0; k < D; ++k) scene.domain.periodic[k] = true;
  return scene;
}

/// Pairs that overlap in a periodic box, by more than rounding: the slow, obvious count.
template <int D>
std::size_t overlapping_copies(const std::vector<NewBody<D>>& bodies, const Coordinates& edge) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      Vec<D> apart = bodies[j].position - bodies[i].position;
      for (int k = 0; k < D; ++k) apart[k] -= edge[k] * std::round(apart[k] / edge[k]);
      count += norm(apart) < (bodies[i].radius + bodies[j].radius) * (1 - 1e-7);
    }
  return count;
}

inline void ask_for_count(Fill& fill, std::uint64_t count) { fill.count = Placed<std::uint64_t>{count, {}}; }
inline void ask_for_fraction(Fill& fill, double fraction) {
  fill.volume_fraction = Placed<double>{fraction, {}};
}

inline Wall make_plane(const Coordinates& point, const Coordinates& normal) {
  Wall wall;
  wall.name = "plane";
  wall.surface = Plane{point, normal};
  return wall;
}
inline Wall make_box(const Coordinates& lo, const Coordinates& hi, bool inside) {
  Wall wall;
  wall.name = "box";
  wall.surface = BoxSurface{lo, hi, inside};
  return wall;
}

/// Pairs of bodies that overlap, by comparing along x only those that can.
template <int D>
std::size_t overlapping_pairs(std::vector<NewBody<D>> bodies) {
  std::sort(bodies.begin(), bodies.end(),
            [](const auto& a, const auto& b) { return a.position[0] - a.radius < b.position[0] - b.radius; });
  std::size_t count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (bodies[j].position[0] - bodies[j].radius > bodies[i].position[0] + bodies[i].radius) break;
      const Vec<D> between = bodies[j].position - bodies[i].position;
      const double reach = bodies[i].radius + bodies[j].radius;
      if (dot(between, between) < reach * reach) ++count;
    }
  }
  return count;
}

/// Bodies that stick out of the fill's region by more than `tolerance`.
template <int D>
std::size_t bodies_outside(const std::vector<NewBody<D>>& bodies, const Fill& fill, double tolerance = 0) {
  return static_cast<std::size_t>(std::count_if(bodies.begin(), bodies.end(), [&](const NewBody<D>& body) {
    for (int k = 0; k < D; ++k)
      if (body.position[k] - body.radius < fill.lo[k] - tolerance ||
          body.position[k] + body.radius > fill.hi[k] + tolerance)
        return true;
    return false;
  }));
}

template <int D>
double volume_of(const std::vector<NewBody<D>>& bodies) {
  double sum = 0;
  for (const NewBody<D>& body : bodies) sum += ball_volume<D>(body.radius);
  return sum;
}

template <int D>
bool same_bits(const std::vector<NewBody<D>>& a, const std::vector<NewBody<D>>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const NewBody<D>& one, const NewBody<D>& other) {
        return one.position == other.position && one.velocity == other.velocity && one.spin == other.spin &&
               one.radius == other.radius && one.material == other.material;
      });
}

/// What is said against the scene, or "" when its fills can be made.
template <int D>
std::string refusal(const SceneDescription& scene, std::uint64_t seed = 1) {
  try {
    generate_fills<D>(scene, seed);
    return "";
  } catch (const SceneError& error) {
    return error.what();
  }
}

}  // namespace scree::fill
