// Times whole simulations of spheres.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/sphere_systems.h"
#include "scree/scene/description.h"

namespace scree::bench {

struct SphereFigures {
  double cpu_seconds = 0, wall_seconds = 0;  ///< of the timed steps; best of all rounds
  double kinetic_energy = 0;                 ///< [J] at the end, rotation included
  std::uint64_t contacts = 0;                ///< at the end
  double bytes = 0;                          ///< resident at the end that were not before; scree only
  std::vector<std::pair<std::string, double>> shares;  ///< of the time, by phase
};

/// Keeps the better of two rounds; whatever does not depend on time is that of the last.
void keep_best(SphereFigures& best, const SphereFigures& round);

/// Builds the scene, runs its first steps, then times the others.
SphereFigures time_scree(const SphereSystem& system, const scene::SceneDescription& scene);

}  // namespace scree::bench
