// Phases that move walls: poses and velocities by the time they are asked for, servos by the force on them,
// and the work that all of them do.
#pragma once

#include <vector>

#include "scree/world/wall_loads.h"
#include "scree/world/walls.h"

namespace scree::step {

/// Before a step of dt [s]: servos choose their speed for it.
template <int D>
void choose_servo_speeds(world::Walls<D>& walls, double dt);

/// Puts the walls where they are `ahead` [s] after the step that began at `begin`, with the velocities that
/// they have `velocity_ahead` after it.
template <int D>
void place_walls(world::Walls<D>& walls, double begin, double ahead, double velocity_ahead);

/// The step of dt from `begin` on has ended with these loads. Returns the work that walls did in it [J].
template <int D>
double finish_wall_step(world::Walls<D>& walls, const world::WallLoads<D>& loads, double begin, double dt);

/// Loads at the start of a run, or after contacts with walls have changed.
template <int D>
void set_wall_loads(world::Walls<D>& walls, const world::WallLoads<D>& loads);

/// Begins another motion at `time` [s] from where the wall is; a default one stops it.
template <int D>
void set_wall_motion(world::WallState<D>& wall, const world::WallMotion<D>& motion, double time);

/// Begins the wall's own motion at `time` [s], from where it began before: for walls that were not there. One
/// that rests stays where it is.
template <int D>
void begin_wall_motion(world::WallState<D>& wall, double time);

/// How far walls have moved since a list was made. Scratch.
template <int D>
class WallWays {
 public:
  /// Notes the present poses and the places that bodies may have.
  void mark(const world::Walls<D>& walls, const Box<D>& bodies);
  /// How far walls moved, at most, near any body since `mark` [m].
  double farthest_since_mark(const world::Walls<D>& walls) const;
  /// No wall moves faster near any body, by the velocities at hand [m/s].
  double most_speed(const world::Walls<D>& walls) const;

 private:
  /// The largest size_at(place) where bodies may be; zero for a wall that is not there.
  template <class SizeAt>
  double most_near_bodies(const world::WallState<D>& wall, const SizeAt& size_at) const;

  std::vector<Pose<D>> marked_;
  Box<D> bodies_ = Box<D>::empty();
};

}  // namespace scree::step
