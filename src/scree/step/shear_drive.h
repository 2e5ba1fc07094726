// Phases that move the copies of a sheared periodic box by the clock, and book the work that they do. Idle in
// boxes that are not sheared.
#pragma once

#include <cmath>

#include "scree/world/state.h"

namespace scree::step {

/// The box's offset and speed from the way that the copies have made.
template <int D>
void fold_shear(world::State<D>& state) {
  PeriodicBox<D>& box = state.box;
  const int flow = box.shear.flow;
  box.shear.velocity[flow] = state.shear.speed;
  box.shear.offset[flow] =
      state.shear.way - nearest_whole(state.shear.way * box.inverse_length[flow]) * box.length[flow];
}

/// Puts the copies where they are at `time` [s].
template <int D>
void place_copies(world::State<D>& state, double time) {
  if (!state.box.is_sheared) return;
  state.shear.way = state.shear.way_since + state.shear.speed * (time - state.shear.since);
  fold_shear(state);
}

/// A step of dt has ended with this force across the face [N]. Returns the work that the copies did in it
/// [J].
inline double finish_shear_step(world::ShearState& shear, double force, double dt) {
  const double work = 0.5 * dt * shear.speed * (shear.force + force);
  shear.force = force;
  return work;
}

/// From `time` [s] on, at which the copies are where they should be, they move at this speed [m/s].
template <int D>
void set_shear_speed(world::State<D>& state, double speed, double time) {
  state.shear.speed = speed;
  state.shear.since = time;
  state.shear.way_since = state.shear.way;
  fold_shear(state);
}

/// How long a way the copies went since a list was made [m], to and fro. That they come back does not help: a
/// body that changed sides in between keeps what they had gone by then. Scratch.
class ShearPath {
 public:
  void mark(const world::ShearState& shear) {
    path_ = 0;
    last_ = shear.way;
  }
  /// To be called whenever the copies have been placed.
  double follow(const world::ShearState& shear) {
    path_ += std::abs(shear.way - last_);
    last_ = shear.way;
    return path_;
  }
  double so_far() const { return path_; }

 private:
  double path_ = 0, last_ = 0;
};

}  // namespace scree::step
