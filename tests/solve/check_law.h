// Coulomb's law asked of a solution from the island alone, in Cartesian vectors: shares nothing with the
// solver.
#pragma once

#include <algorithm>
#include <cmath>

#include "scree/solve/island.h"

namespace scree::solve {

inline double spin_norm(double a) { return std::abs(a); }
inline double spin_norm(const Vec3& a) { return norm(a); }

template <int D>
Vec<D> contact_velocity(const Island<D>& island, const std::vector<Vec<D>>& velocities,
                        const std::vector<Spin<D>>& spins, std::size_t c) {
  const IslandContact<D>& contact = island.contacts[c];
  Vec<D> result = velocities[contact.first] + cross(spins[contact.first], contact.arm_first);
  if (contact.second == no_body) return result - contact.wall_velocity;
  return result - (velocities[contact.second] + cross(spins[contact.second], contact.arm_second));
}

/// The largest breach of: impulse in the cone, no approach, nothing borne at a distance, friction full and
/// against the slip. As a speed: impulses are multiplied by the inverse mass of the first body.
template <int D>
double breach_of_law(const Island<D>& island, const Solution<D>& solution) {
  double worst = 0;
  for (std::size_t c = 0; c < island.contacts.size(); ++c) {
    const IslandContact<D>& contact = island.contacts[c];
    const double to_speed = island.bodies[contact.first].inverse_mass;
    const Vec<D> velocity = contact_velocity(island, solution.velocities, solution.spins, c);
    const double opening = dot(velocity, contact.normal) - contact.least_speed;
    const Vec<D> slip = velocity - dot(velocity, contact.normal) * contact.normal;
    const double normal = to_speed * dot(solution.impulses[c], contact.normal);
    const Vec<D> tangential = to_speed * solution.impulses[c] - normal * contact.normal;
    const double bound = contact.friction * normal;
    worst = std::max({worst, -opening, -normal, std::min(opening, normal), norm(tangential) - bound});
    // Either it sticks, or friction is full and opposite.
    const Vec<D> lag = norm(slip) > 0 ? tangential + (bound / norm(slip)) * slip : Vec<D>{};
    worst = std::max(worst, std::min(norm(slip), norm(lag)));
  }
  return worst;
}

inline double twice_turning_energy(double inverse_inertia, double spin) {
  return inverse_inertia > 0 ? spin * spin / inverse_inertia : 0;
}
/// For inertia along the axes.
inline double twice_turning_energy(const Symmetric3& inverse, const Vec3& spin) {
  double sum = 0;
  if (inverse.xx > 0) sum += spin[0] * spin[0] / inverse.xx;
  if (inverse.yy > 0) sum += spin[1] * spin[1] / inverse.yy;
  if (inverse.zz > 0) sum += spin[2] * spin[2] / inverse.zz;
  return sum;
}
template <int D>
double energy_of(const Island<D>& island, const std::vector<Vec<D>>& velocities,
                 const std::vector<Spin<D>>& spins) {
  double sum = 0;
  for (std::size_t b = 0; b < island.bodies.size(); ++b)
    sum += 0.5 * (dot(velocities[b], velocities[b]) / island.bodies[b].inverse_mass +
                  twice_turning_energy(island.bodies[b].inverse_inertia, spins[b]));
  return sum;
}
template <int D>
double energy_before(const Island<D>& island) {
  std::vector<Vec<D>> velocities;
  std::vector<Spin<D>> spins;
  for (const auto& body : island.bodies) {
    velocities.push_back(body.velocity);
    spins.push_back(body.spin);
  }
  return energy_of(island, velocities, spins);
}

}  // namespace scree::solve
