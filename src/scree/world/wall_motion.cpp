#include "scree/world/wall_motion.h"

namespace scree::world {
namespace {

/// How far the axis and all that turns about it have been carried.
template <int D>
Vec<D> carried(const WallState<D>& wall, double time, double ahead) {
  const WallMotion<D>& motion = wall.motion;
  const double since = time - wall.started;
  Vec<D> way = since * motion.velocity;
  if (motion.swing_rate != 0)
    way += (math::sin(motion.swing_rate * since + motion.phase) - math::sin(motion.phase)) * motion.swing;
  if (motion.has_servo()) way += (wall.servo_way + ahead * wall.servo_speed) * motion.servo_direction;
  return way;
}

}  // namespace

template <int D>
Pose<D> pose_at(const WallState<D>& wall, double time, double ahead) {
  const WallMotion<D>& motion = wall.motion;
  if (motion.rests()) return wall.base;
  const Vec<D> way = carried(wall, time, ahead);
  if (motion.spin == Spin<D>{}) return {wall.base.rotation, wall.base.offset + way};
  const Rotation<D> turn = rotation_of((time - wall.started) * motion.spin);
  const Pose<D> moved{turn, motion.point + way - rotate(turn, motion.point)};
  return compose(moved, wall.base);
}

template <int D>
WallVelocity<D> velocity_at(const WallState<D>& wall, double time, double ahead) {
  const WallMotion<D>& motion = wall.motion;
  if (motion.rests()) return {};
  WallVelocity<D> result;
  result.velocity = motion.velocity;
  if (motion.swing_rate != 0)
    result.velocity += motion.swing_rate *
                       math::cos(motion.swing_rate * (time - wall.started) + motion.phase) * motion.swing;
  if (motion.has_servo()) result.velocity += wall.servo_speed * motion.servo_direction;
  result.spin = motion.spin;
  result.centre = motion.point + carried(wall, time, ahead);
  return result;
}

template Pose<2> pose_at(const WallState<2>&, double, double);
template Pose<3> pose_at(const WallState<3>&, double, double);
template WallVelocity<2> velocity_at(const WallState<2>&, double, double);
template WallVelocity<3> velocity_at(const WallState<3>&, double, double);

}  // namespace scree::world
