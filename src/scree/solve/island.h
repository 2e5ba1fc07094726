// solve: takes bodies and contact points of an island as plain values from a stepper, gives the impulses that
// obey Coulomb's law there, with how well they do, back to it. Knows no shapes, files or time.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "scree/base/ids.h"
#include "scree/base/symmetric.h"
#include "scree/solve/chain.h"

namespace scree::solve {

/// [1/(kg m2)] in the frame of the scene.
template <int D>
using InverseInertia = std::conditional_t<D == 2, double, Symmetric3>;

template <int D>
struct IslandBody {
  Id id = 0;                // unique; bodies are ordered by it, however they are given
  double inverse_mass = 0;  // [1/kg]
  InverseInertia<D> inverse_inertia{};
  Vec<D> velocity;  // [m/s] without impulses
  Spin<D> spin{};   // [rad/s] likewise
};

/// Index of what does not move by impulses.
inline constexpr std::uint32_t no_body = std::numeric_limits<std::uint32_t>::max();

/// Unique within an island; contacts are ordered by it, however they are given. The ids of the two bodies
/// must be its first part, so that contacts of one pair are neighbours.
struct PointKey {
  std::uint64_t bodies = 0, features = 0, more = 0;
  friend auto operator<=>(const PointKey&, const PointKey&) = default;  // NOLINT(modernize-use-nullptr)
};

template <int D>
struct IslandContact {
  PointKey key;
  std::uint32_t first = 0, second = no_body;  // indices of bodies; the first always moves
  Vec<D> normal;                              // from the second to the first, length 1
  Vec<D> arm_first, arm_second;               // [m] from the centres to the point
  Vec<D> wall_velocity;                       // [m/s] of the second at the point, where it is no body
  double least_speed = 0;  // [m/s] at which they must part at least; negative where a gap is left
  double friction = 0;
  double rolling = 0, torsion = 0;  // [m] moments over the normal impulse
  Vec<D> impulse;                   // [kg m/s] on the first, to start from; zero if unknown
  Spin<D> moment{};                 // [kg m2/s] likewise
};

template <int D>
struct Island {
  std::vector<IslandBody<D>> bodies;
  std::vector<IslandContact<D>> contacts;
};

/// In the order in which bodies and contacts were given.
template <int D>
struct Solution {
  std::vector<Vec<D>> impulses;    // [kg m/s] on the first body of each contact, the opposite on the second
  std::vector<Spin<D>> moments;    // [kg m2/s]
  std::vector<Vec<D>> velocities;  // of bodies, with impulses
  std::vector<Spin<D>> spins;
  double residual = 0;    // natural, without unit (solve/residual.h)
  std::size_t worst = 0;  // the contact that has it
  bool is_solved = true;  // the residual is within tolerance
  Stage stage = Stage::sweeps;
  Work work;
};

/// The same bits for every number of threads and every order of bodies and contacts.
template <int D>
Solution<D> solve_island(const Island<D>& island, double tolerance, const Effort& effort = {});

extern template Solution<2> solve_island<2>(const Island<2>&, double, const Effort&);
extern template Solution<3> solve_island<3>(const Island<3>&, double, const Effort&);

}  // namespace scree::solve
