// Moves the walls through the steps: poses and velocities by the clock, servos by the force on them, and the
// work that all of them do. Takes the walls of the world, gives them their present poses.
#pragma once

#include <vector>

#include "scree/step/wall_loads.h"
#include "scree/world/walls.h"

namespace scree::step {

template <int D>
class WallDrive {
 public:
  explicit WallDrive(world::Walls<D>& walls) : walls_(walls) {}

  /// A step of dt [s] begins at `time`: servos choose their speed for it.
  void begin(double time, double dt);
  /// Puts the walls where they are `ahead` [s] after the begin of the step, with the velocities that they
  /// have `velocity_ahead` after it.
  void place(double ahead, double velocity_ahead);
  /// The step has ended with these loads. Returns the work that walls did in it [J].
  double finish(const WallLoads<D>& loads, double dt);
  /// Loads at the start of a run, or after walls have changed.
  void set_loads(const WallLoads<D>& loads);

  /// Notes the present poses and the places that bodies may have; `farthest_since` counts from here.
  void mark(const Box<D>& bodies);
  /// How far walls moved, at most, near any body since `mark` [m].
  double farthest_since_mark() const;
  /// No wall moves faster near any body, by the velocities at hand [m/s].
  double most_speed() const;

  /// Begins another motion at `time`, from the present pose.
  void set_motion(std::size_t wall, const world::WallMotion<D>& motion, double time);

 private:
  /// The largest size_at(place) where bodies may be; zero for a wall that is not there.
  template <class SizeAt>
  double most_near_bodies(const world::WallState<D>& wall, const SizeAt& size_at) const;

  world::Walls<D>& walls_;
  double time_ = 0;  // [s] at the begin of the step
  std::vector<Pose<D>> marked_;
  Box<D> bodies_ = Box<D>::empty();
};

}  // namespace scree::step
