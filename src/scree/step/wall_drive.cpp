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
void choose_servo_speeds(world::Walls<D>& walls, double dt) {
  for (world::WallState<D>& wall : walls.states) {
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
void place_walls(world::Walls<D>& walls, double begin, double ahead, double velocity_ahead) {
  for (world::WallState<D>& wall : walls.states) {
    if (wall.motion.rests()) continue;
    wall.pose = world::pose_at(wall, begin + ahead, ahead);
    wall.velocity = world::velocity_at(wall, begin + velocity_ahead, velocity_ahead);
  }
}

template <int D>
void set_wall_loads(world::Walls<D>& walls, const world::WallLoads<D>& loads) {
  for (std::size_t wall = 0; wall < walls.states.size(); ++wall) {
    const world::ExternalLoad<D> load = loads.of_wall(wall);
    walls.states[wall].force = load.force;
    walls.states[wall].torque = load.torque;
  }
}

template <int D>
double finish_wall_step(world::Walls<D>& walls, const world::WallLoads<D>& loads, double begin, double dt) {
  // As for bodies: the mean of the forces at both ends times the velocity in the middle of the step.
  double work = 0;
  for (std::size_t number = 0; number < walls.states.size(); ++number) {
    world::WallState<D>& wall = walls.states[number];
    const world::ExternalLoad<D> load = loads.of_wall(number);
    if (!wall.motion.rests()) {
      const world::WallVelocity<D> moves = world::velocity_at(wall, begin + 0.5 * dt, 0.5 * dt);
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
void WallWays<D>::mark(const world::Walls<D>& walls, const Box<D>& bodies) {
  bodies_ = bodies;
  marked_.clear();
  for (const world::WallState<D>& wall : walls.states) marked_.push_back(wall.pose);
}

template <int D>
template <class SizeAt>
double WallWays<D>::most_near_bodies(const world::WallState<D>& wall, const SizeAt& size_at) const {
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
double WallWays<D>::farthest_since_mark(const world::Walls<D>& walls) const {
  double most = 0;
  // A wall that an edit added may have been taken back since then.
  const std::size_t still_there = std::min(marked_.size(), walls.states.size());
  for (std::size_t number = 0; number < still_there; ++number) {
    const world::WallState<D>& wall = walls.states[number];
    if (wall.pose == marked_[number]) continue;
    const auto way_of = [&](const Vec<D>& place) {
      return norm(to_scene(wall.pose, to_own(marked_[number], place)) - place);
    };
    most = std::max(most, most_near_bodies(wall, way_of));
  }
  return most;
}

template <int D>
double WallWays<D>::most_speed(const world::Walls<D>& walls) const {
  double most = 0;
  for (const world::WallState<D>& wall : walls.states) {
    const auto speed_of = [&](const Vec<D>& place) { return norm(wall.velocity.at(place)); };
    most = std::max(most, most_near_bodies(wall, speed_of));
  }
  return most;
}

template <int D>
void set_wall_motion(world::WallState<D>& wall, const world::WallMotion<D>& motion, double time) {
  wall.motion = motion;
  wall.started = time;
  wall.base = wall.pose;
  wall.servo_way = 0;
  wall.servo_speed = 0;
  wall.velocity = {};
}

template <int D>
void begin_wall_motion(world::WallState<D>& wall, double time) {
  if (wall.motion.rests()) return;
  wall.pose = wall.base;
  set_wall_motion(wall, wall.motion, time);
}

template void choose_servo_speeds(world::Walls<2>&, double);
template void choose_servo_speeds(world::Walls<3>&, double);
template void place_walls(world::Walls<2>&, double, double, double);
template void place_walls(world::Walls<3>&, double, double, double);
template double finish_wall_step(world::Walls<2>&, const world::WallLoads<2>&, double, double);
template double finish_wall_step(world::Walls<3>&, const world::WallLoads<3>&, double, double);
template void set_wall_loads(world::Walls<2>&, const world::WallLoads<2>&);
template void set_wall_loads(world::Walls<3>&, const world::WallLoads<3>&);
template void set_wall_motion(world::WallState<2>&, const world::WallMotion<2>&, double);
template void set_wall_motion(world::WallState<3>&, const world::WallMotion<3>&, double);
template void begin_wall_motion(world::WallState<2>&, double);
template void begin_wall_motion(world::WallState<3>&, double);
template class WallWays<2>;
template class WallWays<3>;

}  // namespace scree::step
