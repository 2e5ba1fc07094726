#include "scree/step/wall_drive.h"

#include <algorithm>
#include <cmath>

namespace scree::step {
namespace {
/// Share of the way to the wanted speed that a servo without mass goes in one step. At once would set damped
/// contacts and servo against each other; this takes some fifty steps, as a contact does.
constexpr double following = 0.02;
}  // namespace

template <int D>
void WallDrive<D>::begin(double time, double dt) {
  time_ = time;
  for (world::WallState<D>& wall : walls_.states) {
    const world::WallMotion<D>& motion = wall.motion;
    if (!motion.has_servo()) continue;
    if (wall.active == 0) {
      wall.servo_speed = 0;
      continue;
    }
    const double missing = motion.servo_force - dot(wall.force, motion.servo_direction);
    const double speed =
        motion.servo_mass > 0
            ? wall.servo_speed + dt * missing / motion.servo_mass
            : wall.servo_speed + following * (motion.servo_gain * missing - wall.servo_speed);
    wall.servo_speed = std::clamp(speed, -motion.servo_max_speed, motion.servo_max_speed);
  }
}

template <int D>
void WallDrive<D>::place(double ahead, double velocity_ahead) {
  for (world::WallState<D>& wall : walls_.states) {
    if (wall.motion.rests()) continue;
    wall.pose = world::pose_at(wall, time_ + ahead, ahead);
    wall.velocity = world::velocity_at(wall, time_ + velocity_ahead, velocity_ahead);
  }
}

template <int D>
void WallDrive<D>::set_loads(const WallLoads<D>& loads) {
  for (std::size_t wall = 0; wall < walls_.states.size(); ++wall) {
    const ExternalLoad<D> load = loads.of_wall(wall);
    walls_.states[wall].force = load.force;
    walls_.states[wall].torque = load.torque;
  }
}

template <int D>
double WallDrive<D>::finish(const WallLoads<D>& loads, double dt) {
  // As for bodies: the mean of the forces at both ends times the velocity in the middle of the step.
  double work = 0;
  for (std::size_t number = 0; number < walls_.states.size(); ++number) {
    world::WallState<D>& wall = walls_.states[number];
    const ExternalLoad<D> load = loads.of_wall(number);
    if (!wall.motion.rests()) {
      const world::WallVelocity<D> moves = world::velocity_at(wall, time_ + 0.5 * dt, 0.5 * dt);
      const Vec<D> force = 0.5 * (wall.force + load.force);
      const Spin<D> torque = 0.5 * (wall.torque + load.torque) - cross(moves.centre, force);
      work += dt * (dot(force, moves.velocity) + dot(torque, moves.spin));
      wall.servo_way += dt * wall.servo_speed;
    }
    wall.force = load.force;
    wall.torque = load.torque;
  }
  return work;
}

template <int D>
void WallDrive<D>::mark(const Box<D>& bodies) {
  bodies_ = bodies;
  marked_.clear();
  for (const world::WallState<D>& wall : walls_.states) marked_.push_back(wall.pose);
}

template <int D>
template <class SizeAt>
double WallDrive<D>::most_near_bodies(const world::WallState<D>& wall, const SizeAt& size_at) const {
  // The corners of the box bound what is convex in the place.
  double most = 0;
  for (int corner = 0; corner < 1 << D && wall.active != 0 && !bodies_.is_empty(); ++corner) {
    Vec<D> place;
    for (int k = 0; k < D; ++k) place[k] = (corner >> k & 1) != 0 ? bodies_.hi[k] : bodies_.lo[k];
    most = std::max(most, size_at(place));
  }
  return most;
}

template <int D>
double WallDrive<D>::farthest_since_mark() const {
  double most = 0;
  for (std::size_t number = 0; number < marked_.size(); ++number) {
    const world::WallState<D>& wall = walls_.states[number];
    if (wall.pose == marked_[number]) continue;
    const auto way_of = [&](const Vec<D>& place) {
      return norm(to_scene(wall.pose, to_own(marked_[number], place)) - place);
    };
    most = std::max(most, most_near_bodies(wall, way_of));
  }
  return most;
}

template <int D>
double WallDrive<D>::most_speed() const {
  double most = 0;
  for (const world::WallState<D>& wall : walls_.states) {
    const auto speed_of = [&](const Vec<D>& place) { return norm(wall.velocity.at(place)); };
    most = std::max(most, most_near_bodies(wall, speed_of));
  }
  return most;
}

template <int D>
void WallDrive<D>::set_motion(std::size_t wall, const world::WallMotion<D>& motion, double time) {
  world::WallState<D>& state = walls_.states[wall];
  state.motion = motion;
  state.started = time;
  state.base = state.pose;
  state.servo_way = 0;
  state.servo_speed = 0;
  state.velocity = {};
}

template class WallDrive<2>;
template class WallDrive<3>;

}  // namespace scree::step
