// What tests of kernels share: random bodies that overlap or not, and the laws between them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scree/base/aligned_vector.h"
#include "scree/base/random.h"
#include "scree/kernel/kernels.h"
#include "scree/law/catalog.h"

namespace scree::kernel {

inline constexpr std::size_t contacts = 203;  // not a multiple of any lane count
inline constexpr std::size_t bodies = 64;

inline double uniform(std::uint64_t purpose_number, std::uint64_t index, double lo, double hi) {
  return lo + (hi - lo) * random_uniform(7, purpose_number, index);
}

inline law::Choice law_of(int kind, bool rolls) {
  const law::Entry& entry = law::catalog()[static_cast<std::size_t>(kind)];
  std::vector<std::pair<std::string, double>> given;
  for (const Parameter& parameter : entry.parameters) {
    if (parameter.name == "rolling_friction") given.emplace_back("rolling_friction", rolls ? 0.05 : 0.0);
    if (parameter.name == "friction") given.emplace_back("friction", 0.3);
    if (parameter.name == "restitution") given.emplace_back("restitution", 0.6);
    if (parameter.name == "stiffness") given.emplace_back("stiffness", 2e4);
    if (parameter.name == "kn") given.emplace_back("kn", 2e5);
    if (parameter.name == "gamma_n") given.emplace_back("gamma_n", 40.0);
  }
  const law::Elasticity glass{false, 1e7, 0.25};
  return entry.make(law::Numbers(entry.parameters, given), {glass, glass}, {});
}

/// A heap of random bodies that overlap a little or not at all, random memory and random surface points.
template <int D>
struct Fixture {
  AlignedVector<Motion<D>> motion;
  AlignedVector<Slot> first, second;
  AlignedVector<std::uint32_t> index;
  AlignedVector<SurfacePoint<D>> surface;
  AlignedVector<double> memory;
  std::size_t memory_width;

  explicit Fixture(const law::Choice& law)
      : memory_width(static_cast<std::size_t>(law::memory_width<D>(law.remembers(law.rolls())))) {
    for (std::size_t k = 0; k < bodies; ++k) {
      Motion<D> one;
      one.radius = uniform(1, k, 0.4, 0.6);
      one.inverse_mass = k == 5 ? 0 : uniform(2, k, 0.5, 2);
      one.inverse_inertia = one.inverse_mass / (0.4 * one.radius * one.radius);
      for (int axis = 0; axis < D; ++axis) {
        one.position[axis] = uniform(3 + axis, k, 0, 1);
        one.velocity[axis] = uniform(6 + axis, k, -1, 1);
      }
      if constexpr (D == 2)
        one.spin = uniform(9, k, -3, 3);
      else
        for (int axis = 0; axis < 3; ++axis) one.spin[axis] = uniform(9 + axis, k, -3, 3);
      motion.push_back(one);
    }
    for (std::size_t k = 0; k < contacts + 8; ++k) {
      const auto a = static_cast<Slot>(random_bits(1, 20, k) % (bodies - 1));
      first.push_back(a == 5 ? 6 : a);
      second.push_back(first.back() + 1);
      index.push_back(static_cast<std::uint32_t>(random_bits(1, 21, k) % 50));
      SurfacePoint<D> point;
      point.normal[0] = 0.6;
      point.normal[1] = 0.8;
      point.distance = uniform(22, k, 0.3, 0.6);
      point.velocity[0] = uniform(23, k, -1, 1);
      surface.push_back(point);
    }
    memory.assign(memory_width * 50, 0.0);
    for (std::size_t k = memory_width; k < memory.size(); ++k) memory[k] = uniform(24, k, -1e-3, 1e-3);
    for (std::size_t k = 1; k < 50; ++k) memory[k * memory_width + D] = uniform(25, k, 1e4, 1e5);
  }
};

inline constexpr float units_per_metre = 1 << 24;
template <int D>
CoarseScale<D> coarse_scale() {
  CoarseScale<D> scale;
  for (int k = 0; k < D; ++k) scale.per_metre[k] = units_per_metre;
  scale.radius_per_metre = units_per_metre;
  return scale;
}

}  // namespace scree::kernel
