// The systems that whole simulations are measured on: the same scene for scree and for LAMMPS.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "scree/base/vec.h"

namespace scree::bench {

/// Numbers of LAMMPS's gran/hooke/history.
struct HookeNumbers {
  double kn, kt, gamma_n, gamma_t, friction;
};

/// Numbers of Hertz contacts, with the adhesion of `jkr` between bodies where surfaces have energy; walls
/// never stick.
struct HertzNumbers {
  double young = 0;  ///< [Pa]; 0: HookeNumbers are
  double poisson = 0, restitution = 1, friction = 0;
  double surface_energy = 0;  ///< [J/m2]
};

struct SphereSystem {
  std::string_view name;
  std::string_view summary;
  std::uint64_t count;  ///< of bodies, unless told otherwise
  HookeNumbers law;
  HertzNumbers hertz = {};
  double time_step = 0;  ///< [s]
  int warm_up = 0, steps = 0;
  int dimension = 3;
  /// Periodic along x and y, open above, on a rough base of fixed bodies; else a box with walls.
  bool is_layer = false;
  bool is_periodic = false;       ///< along every axis, without walls
  bool sleeps = false;            ///< bodies at rest are frozen; LAMMPS has nothing of the kind
  double gravity = 0, slope = 0;  ///< [m/s2], [degrees] downhill along x
  /// For LAMMPS: bodies are sorted into collections by these radii [m], if there are several.
  std::span<const double> size_limits = {};
  std::string (*fills)(const SphereSystem& system, std::uint64_t count) = nullptr;
};

std::span<const SphereSystem> sphere_systems();

/// The same bodies, which do not stick: beside systems of bodies that do.
SphereSystem dry(SphereSystem system);

/// Sides of the box [m] that `count` bodies fill as the system says.
Vec3 box_size(const SphereSystem& system, std::uint64_t count);
std::string scene_text(const SphereSystem& system, std::uint64_t count);

}  // namespace scree::bench
