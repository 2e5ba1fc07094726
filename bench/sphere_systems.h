// The systems that whole sphere simulations are measured on: the same scene for scree and for LAMMPS.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scree::bench {

struct SphereSystem {
  std::string_view name;
  std::string_view summary;
  std::uint64_t count;  ///< of bodies, unless told otherwise
  bool two_sizes;       ///< LAMMPS needs a neighbour list per size
  int warm_up = 100, steps = 500;
};

std::span<const SphereSystem> sphere_systems();

/// Length of the cubic box [m] that `count` bodies fill as the system says.
double box_length(const SphereSystem& system, std::uint64_t count);
std::string scene_text(const SphereSystem& system, std::uint64_t count);

/// The contact law of all systems, as LAMMPS writes it: kn, kt, gamma_n, gamma_t, friction, damping on.
std::string lammps_law();
double time_step();

}  // namespace scree::bench
