// Moves the copies of a sheared periodic box by the clock, and books the work that they do. Takes the box of
// the dynamics, gives it its present offset. Idle in boxes that are not sheared.
#pragma once

#include <cmath>

#include "scree/base/periodic_box.h"

namespace scree::step {

/// All of it is state.
struct ShearState {
  double speed = 0;      // [m/s] of the copies one length above along the gradient
  double since = 0;      // [s] when they began to move so
  double way_since = 0;  // [m] which they had made until then
  double way = 0;        // [m] which they have made until now
  double force = 0;      // [N] with which bodies across the face were pulled along the flow at the last step
};

template <int D>
class ShearDrive {
 public:
  explicit ShearDrive(PeriodicBox<D>& box) : box_(box) {
    if (box.is_sheared) state_.speed = box.shear.velocity[box.shear.flow];
  }

  /// A step begins at `time` [s].
  void begin(double time) { time_ = time; }
  /// Puts the copies where they are `ahead` [s] after the begin of the step.
  void place(double ahead) {
    if (!box_.is_sheared) return;
    state_.way = state_.way_since + state_.speed * ((time_ + ahead) - state_.since);
    fold();
  }
  /// A step of dt has ended with this force. Returns the work that the copies did in it [J].
  double finish(double force, double dt) {
    const double work = 0.5 * dt * state_.speed * (state_.force + force);
    state_.force = force;
    return work;
  }
  /// Of the last step, after bodies changed sides or left [N].
  void set_force(double force) { state_.force = force; }

  /// From `time` on, at which the copies are where they should be [s, m/s].
  void set_speed(double speed, double time) {
    path_ = path_since_mark();
    turned_ = state_.way;
    state_.speed = speed;
    state_.since = time;
    state_.way_since = state_.way;
    fold();
  }

  void mark() {
    path_ = 0;
    turned_ = state_.way;
  }
  /// How long a way the copies went since `mark` [m], to and fro. That they come back does not help: a body
  /// that changed sides in between keeps what they had gone by then.
  double path_since_mark() const { return path_ + std::abs(state_.way - turned_); }

  const ShearState& state() const { return state_; }
  void restore(const ShearState& state) {
    state_ = state;
    fold();
  }

 private:
  void fold() {
    const int flow = box_.shear.flow;
    box_.shear.velocity[flow] = state_.speed;
    box_.shear.offset[flow] =
        state_.way - nearest_whole(state_.way * box_.inverse_length[flow]) * box_.length[flow];
  }

  PeriodicBox<D>& box_;
  ShearState state_;
  double time_ = 0;    // [s] at the begin of the step
  double turned_ = 0;  // [m] their way when they last changed their speed, or at the mark
  double path_ = 0;    // [m] from the mark until then
};

}  // namespace scree::step
