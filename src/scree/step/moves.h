// Loops over all bodies that integrators share.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/step/dynamics.h"

namespace scree::step {

inline constexpr std::size_t bodies_per_block = 2048;

/// Calls move(motion, slot) for every body that is awake and not fixed; it returns the square of the way that
/// the body went. Tells the dynamics how far the farthest went.
template <int D, class Move>
void move_bodies(Dynamics<D>& dynamics, Move&& move) {
  world::Bodies<D>& bodies = dynamics.bodies();
  std::vector<double> farthest(block_count(bodies.awake(), bodies_per_block), 0.0);
  for_each_block(bodies.awake(), bodies_per_block,
                 [&](std::size_t block, std::size_t begin, std::size_t end) {
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

template <int D>
kernel::MoveBatch<D> move_batch(Dynamics<D>& dynamics, std::size_t begin, std::size_t end,
                                const world::Load<D>* loads) {
  world::Bodies<D>& bodies = dynamics.bodies();
  kernel::MoveBatch<D> batch;
  batch.motion = bodies.motion.data() + begin;
  batch.orientation = bodies.follows_orientations() ? bodies.orientation.data() + begin : nullptr;
  batch.load = reinterpret_cast<const double*>(loads);
  batch.count = end - begin;
  batch.gravity = dynamics.gravity();
  return batch;
}

inline kernel::MoveReport combined(std::span<const kernel::MoveReport> reports) {
  kernel::MoveReport all;
  for (const kernel::MoveReport& report : reports) {
    all.farthest_squared = std::max(all.farthest_squared, report.farthest_squared);
    all.kicked_sound &= report.kicked_sound;
    all.sound &= report.sound;
  }
  return all;
}

/// Changes velocities by the loads for `kick` [s], then places by the velocities for `drift` [s]. The caller
/// tells the dynamics how far bodies went.
template <int D>
[[nodiscard]] kernel::MoveReport kick_and_drift(Dynamics<D>& dynamics, double kick, double drift) {
  const world::Bodies<D>& bodies = dynamics.bodies();
  std::vector<kernel::MoveReport> reports(block_count(bodies.awake(), bodies_per_block));
  for_each_block(bodies.awake(), bodies_per_block,
                 [&](std::size_t block, std::size_t begin, std::size_t end) {
                   kernel::MoveBatch<D> batch = move_batch(dynamics, begin, end, bodies.load.data() + begin);
                   batch.kick = kick;
                   batch.drift = drift;
                   reports[block] = dynamics.kernels().kick_and_drift(batch);
                 });
  return combined(reports);
}

/// Calls change(motion, slot) for every body that is awake and not fixed: for velocities, which invalidate
/// nothing.
template <int D, class Change>
void for_each_free_body(Dynamics<D>& dynamics, Change&& change) {
  world::Bodies<D>& bodies = dynamics.bodies();
  parallel_for(bodies.awake(), bodies_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      if (!is_fixed(bodies.motion[slot])) change(bodies.motion[slot], slot);
  });
}

/// The orientation after `dt` [s] of the mean spin of that time, as exact as integrators of high order want
/// it in the plane, where forces depend on it.
template <int D>
Rotation<D> turned(const Rotation<D>& orientation, const Spin<D>& spin, double dt) {
  if constexpr (D == 2)
    return advance_exactly(orientation, spin, dt);
  else
    return advance(orientation, spin, dt);
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
