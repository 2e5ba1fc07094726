// How walls move: a path that is a function of time, or a servo that follows a force.
#pragma once

#include "scree/base/pose.h"

namespace scree::world {

/// Plain numbers, so that checkpoints and hashes take it as it is. All zero: at rest. The parts add up: the
/// turn is about an axis that translation, oscillation and servo carry along.
template <int D>
struct WallMotion {
  Vec<D> velocity;        // [m/s] of translation
  Spin<D> spin{};         // [rad/s]
  Vec<D> point;           // [m] on the axis of the turn, when the motion begins
  Vec<D> swing;           // [m] amplitude and direction of the oscillation
  double swing_rate = 0;  // [rad/s]
  double phase = 0;       // [rad]

  /// Unit vector in which a servo pushes; zero: no servo.
  Vec<D> servo_direction;
  double servo_force = 0;      // [N] that the wall shall exert on bodies, along the direction
  double servo_gain = 0;       // [m/(s N)] speed per missing force; zero: by the mass
  double servo_mass = 0;       // [kg] that the missing force accelerates; zero: by the gain
  double servo_max_speed = 0;  // [m/s]

  bool has_servo() const { return dot(servo_direction, servo_direction) > 0; }
  bool rests() const { return *this == WallMotion{}; }
  friend bool operator==(const WallMotion&, const WallMotion&) = default;
};

/// Rigid velocity field: at a place x it is velocity + spin x (x - centre).
template <int D>
struct WallVelocity {
  Vec<D> velocity;  // [m/s]
  Spin<D> spin{};   // [rad/s]
  Vec<D> centre;    // [m]

  Vec<D> at(const Vec<D>& place) const { return velocity + cross(spin, place - centre); }
};

/// The state of one wall; plain numbers.
template <int D>
struct WallState {
  double active = 1;   // 0: as if it were not there
  double started = 0;  // [s] when the motion began
  Pose<D> base;        // pose then
  WallMotion<D> motion;
  double servo_way = 0;      // [m] since the motion began, at the last finished step
  double servo_speed = 0;    // [m/s] during the present step
  Pose<D> pose;              // present
  WallVelocity<D> velocity;  // present, or the mean one of the step
  Vec<D> force;              // [N] on bodies at the end of the last step
  Spin<D> torque{};          // [N m] about the origin, likewise
};

/// Pose of a wall at `time` [s], `ahead` [s] after the last finished step (which moves a servo).
template <int D>
Pose<D> pose_at(const WallState<D>& wall, double time, double ahead);
template <int D>
WallVelocity<D> velocity_at(const WallState<D>& wall, double time, double ahead);

}  // namespace scree::world
