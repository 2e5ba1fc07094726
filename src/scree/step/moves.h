// Loops over all bodies that integrators share.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/step/body_turns.h"
#include "scree/step/contact_forces.h"

namespace scree::step {

inline constexpr std::size_t bodies_per_block = 2048;

/// Calls move(motion, slot) for every body that is awake and not fixed; it returns the square of the way that
/// the body went. Tells the list how far the farthest went.
template <int D, class Move>
void move_bodies(ContactForces<D>& forces, Move&& move) {
  world::Bodies<D>& bodies = forces.state().bodies;
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
  forces.list().bodies_have_moved(std::sqrt(most));
}

template <int D>
kernel::MoveBatch<D> move_batch(ContactForces<D>& forces, std::size_t begin, std::size_t end,
                                const world::Load<D>* loads) {
  world::Bodies<D>& bodies = forces.state().bodies;
  kernel::MoveBatch<D> batch;
  batch.motion = bodies.motion.data() + begin;
  batch.orientation = bodies.follows_orientations() ? bodies.orientation.data() + begin : nullptr;
  batch.load = reinterpret_cast<const double*>(loads);
  batch.count = end - begin;
  batch.gravity = forces.state().gravity;
  return batch;
}

/// How a range of bodies is moved: kernels do it for bodies whose inertia is one number.
enum class Move { kick, kick_and_drift, kick_twice_and_drift };

template <int D>
kernel::MoveReport move_block(ContactForces<D>& forces, Move move, const kernel::MoveBatch<D>& batch) {
  world::Bodies<D>& bodies = forces.state().bodies;
  const kernel::Kernels<D>& kernels = forces.set().kernels();
  const auto begin = static_cast<std::size_t>(batch.motion - bodies.motion.data());
  const BodyTurns<D> turns(
      bodies, begin, begin + batch.count, reinterpret_cast<const world::Load<D>*>(batch.load),
      move == Move::kick_twice_and_drift ? 2 : 1, batch.kick, move == Move::kick ? 0 : batch.drift);
  kernel::MoveReport report;
  switch (move) {
    case Move::kick:
      report = kernels.kick(batch);
      break;
    case Move::kick_and_drift:
      report = kernels.kick_and_drift(batch);
      break;
    case Move::kick_twice_and_drift:
      report = kernels.kick_twice_and_drift(batch);
      break;
  }
  if (!turns.apply(bodies)) report.sound = report.kicked_sound = false;
  return report;
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
/// tells the list how far bodies went.
template <int D>
[[nodiscard]] kernel::MoveReport kick_and_drift(ContactForces<D>& forces, double kick, double drift) {
  const world::Bodies<D>& bodies = forces.state().bodies;
  std::vector<kernel::MoveReport> reports(block_count(bodies.awake(), bodies_per_block));
  for_each_block(bodies.awake(), bodies_per_block,
                 [&](std::size_t block, std::size_t begin, std::size_t end) {
                   kernel::MoveBatch<D> batch = move_batch(forces, begin, end, bodies.load.data() + begin);
                   batch.kick = kick;
                   batch.drift = drift;
                   reports[block] = move_block(forces, Move::kick_and_drift, batch);
                 });
  return combined(reports);
}

/// Calls change(motion, slot) for every body that is awake and not fixed: for velocities, which invalidate
/// nothing.
template <int D, class Change>
void for_each_free_body(ContactForces<D>& forces, Change&& change) {
  world::Bodies<D>& bodies = forces.state().bodies;
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
Vec<D> acceleration(const ContactForces<D>& forces, const Motion<D>& motion, std::size_t slot) {
  return motion.inverse_mass * forces.state().bodies.load[slot].force + forces.state().gravity;
}
template <int D>
Spin<D> angular_acceleration(const ContactForces<D>& forces, const Motion<D>& motion, std::size_t slot) {
  return motion.inverse_inertia * forces.state().bodies.load[slot].torque;
}

}  // namespace scree::step
