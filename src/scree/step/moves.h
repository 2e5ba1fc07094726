// Loops over all bodies that integrators share.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/step/dynamics.h"

namespace scree::step {

inline constexpr std::size_t bodies_per_block = 2048;

/// Calls move(motion, slot) for every body that is not fixed; it returns the square of the way that the body
/// went. Tells the dynamics how far the farthest went.
template <int D, class Move>
void move_bodies(Dynamics<D>& dynamics, Move&& move) {
  world::Bodies<D>& bodies = dynamics.bodies();
  std::vector<double> farthest(block_count(bodies.size(), bodies_per_block), 0.0);
  for_each_block(bodies.size(), bodies_per_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
    double most = 0;
    for (std::size_t slot = begin; slot < end; ++slot) {
      Motion<D>& motion = bodies.motion[slot];
      if (!is_fixed(motion)) most = std::max(most, move(motion, slot));
    }
    farthest[block] = most;
  });
  double most = 0;
  for (const double one : farthest) most = std::max(most, one);
  dynamics.moved(std::sqrt(most));
}

/// The same for changes of velocity, which invalidate nothing.
template <int D, class Change>
void for_each_free_body(Dynamics<D>& dynamics, Change&& change) {
  world::Bodies<D>& bodies = dynamics.bodies();
  parallel_for(bodies.size(), bodies_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      if (!is_fixed(bodies.motion[slot])) change(bodies.motion[slot], slot);
  });
}

template <int D>
Vec<D> acceleration(const Dynamics<D>& dynamics, const Motion<D>& motion, std::size_t slot) {
  return motion.inverse_mass * dynamics.bodies().load[slot].force + dynamics.gravity();
}
template <int D>
Spin<D> angular_acceleration(const Dynamics<D>& dynamics, const Motion<D>& motion, std::size_t slot) {
  return motion.inverse_inertia * dynamics.bodies().load[slot].torque;
}

}  // namespace scree::step
