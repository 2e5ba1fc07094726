// Walls that move, and walls of many pieces.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/step/wall_drive.h"
#include "tests/shape/tessellations.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

law::Choice rubbing_law() {
  return make_law("hertz_mindlin", {{"restitution", 0.7}, {"friction", 0.5}, {"rolling_friction", 0.02}});
}

template <int D>
world::Walls<D> plane_wall() {
  shape::Plane<D> plane;
  plane.normal[D - 1] = 1;
  world::Walls<D> walls;
  walls.add_plane("floor", 0, plane);
  return walls;
}

template <int D>
void step(SmallWorld<D>& small, Integrator<D>& integrator, double time, double dt) {
  EXPECT_TRUE(small.step(integrator, time, dt));
}

template <int D>
double energy(SmallWorld<D>& small) {
  const world::LossTotals& losses = small.state.ledger.losses;
  return small.kinetic() + small.potential() + small.elastic() + small.loss(losses.damping) +
         small.loss(losses.friction) + small.loss(losses.rolling) + small.loss(losses.model) +
         small.state.ledger.removed;
}

template <int D>
std::vector<Motion<D>> rollers(std::uint64_t seed) {
  std::vector<Motion<D>> balls;
  for (std::uint64_t k = 0; k < 6; ++k) {
    Vec<D> place, velocity;
    for (int axis = 0; axis + 1 < D; ++axis)
      velocity[axis] = shape::random_between(-1.5, 1.5, seed, 20 + axis, k);
    place[0] = -0.6 + 0.24 * static_cast<double>(k);
    place[D - 1] = 0.1 + 0.01 * random_uniform(seed, 22, k);
    Spin<D> spin{};
    if constexpr (D == 2)
      spin = shape::random_between(-20, 20, seed, 23, k);
    else
      for (int axis = 0; axis < 3; ++axis) spin[axis] = shape::random_between(-20, 20, seed, 23 + axis, k);
    balls.push_back(ball<D>(place, 0.1, velocity, spin));
  }
  return balls;
}

/// Balls that bounce, slide and roll over a cut plane and over the plane itself.
template <int D>
void compare_with_plane(const shape::MeshData<D>& data, std::uint64_t seed) {
  world::Walls<D> walls;
  walls.add_mesh("floor", 0, std::make_shared<const shape::Mesh<D>>(data));
  Vec<D> gravity;
  gravity[D - 1] = -9.81;
  const auto cut = make_world<D>(rollers<D>(seed), rubbing_law(), walls, gravity);
  const auto whole = make_world<D>(rollers<D>(seed), rubbing_law(), plane_wall<D>(), gravity);
  const auto integrator = make<D>(integrators().front());
  double touching = 0;
  for (int k = 0; k < 4000; ++k) {
    step(*cut, *integrator, 0, 5e-5);
    step(*whole, *integrator, 0, 5e-5);
    touching += static_cast<double>(whole->forces.contact_count());
    ASSERT_EQ(cut->forces.contact_count(), whole->forces.contact_count()) << "seed " << seed << " step " << k;
  }
  EXPECT_GT(touching, 4000) << "the balls hardly touched";
  for (Id id = 0; id < cut->state.bodies.next_id(); ++id) {
    const Motion<D>& a = cut->state.bodies.motion[cut->state.bodies.slot_of(id)];
    const Motion<D>& b = whole->state.bodies.motion[whole->state.bodies.slot_of(id)];
    ASSERT_GT(norm(b.position), 0);
    EXPECT_LT(norm(a.position - b.position), 1e-9) << "seed " << seed;
    EXPECT_LT(norm(a.velocity - b.velocity), 1e-9) << "seed " << seed;
    const Spin<D> apart = a.spin - b.spin;
    EXPECT_LT(std::sqrt(dot(apart, apart)), 1e-8) << "seed " << seed;
  }
}

TEST(Walls, spheres_on_a_cut_plane_move_as_on_the_plane) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) compare_with_plane<3>(shape::cut_square(seed, 14), seed);
}

TEST(Walls, discs_on_a_cut_line_move_as_on_the_line) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) compare_with_plane<2>(shape::cut_line(seed, 40), seed);
}

template <int D>
world::WallMotion<D> all_at_once() {
  world::WallMotion<D> motion;
  motion.velocity[0] = 0.3;
  if constexpr (D == 2)
    motion.spin = 1.5;
  else
    motion.spin = {0.3, 0.2, 1.5};
  motion.point[0] = 0.2;
  motion.swing[D - 1] = 0.01;
  motion.swing_rate = 60;
  motion.phase = 0.4;
  return motion;
}

TEST(Walls, velocity_is_the_slope_of_the_pose) {
  world::WallState<3> wall;
  wall.motion = all_at_once<3>();
  wall.base.offset = {0.1, 0, 0};
  wall.started = 0.5;
  const Vec3 own{0.3, 0.4, 0.5};
  const double time = 1.3, h = 1e-5;
  const Vec3 slope =
      (to_scene(world::pose_at(wall, time + h, 0), own) - to_scene(world::pose_at(wall, time - h, 0), own)) /
      (2 * h);
  const Vec3 place = to_scene(world::pose_at(wall, time, 0), own);
  EXPECT_LT(norm(slope - world::velocity_at(wall, time, 0).at(place)), 1e-7);
  EXPECT_EQ(world::pose_at(wall, 0.5, 0), wall.base);
}

TEST(Walls, their_work_closes_the_energy_ledger) {
  for (const auto& entry : integrators()) {
    world::Walls<3> walls;
    walls.add_container("box", 0, {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}});
    walls.states[0].motion = all_at_once<3>();
    std::vector<Motion<3>> balls;
    for (int k = 0; k < 8; ++k)
      balls.push_back(ball<3>({k % 2 * 0.4 - 0.2, k / 2 % 2 * 0.4 - 0.2, k / 4 * 0.4 - 0.2}, 0.1,
                              {0.3 * k, 1.0 - 0.2 * k, 0.5}));
    const auto small = make_world<3>(balls, rubbing_law(), walls, {0, 0, -9.81});
    start_momentum_ledger(small->forces);
    const auto integrator = make<3>(entry);
    integrator->start(small->forces, {0, 5e-5});
    const double start = energy(*small);
    for (int k = 0; k < 4000; ++k) step(*small, *integrator, k * 5e-5, 5e-5);
    const double work = small->state.ledger.wall_work;
    EXPECT_GT(std::abs(work), 0.3) << entry.name << ": the walls did nothing";
    EXPECT_NEAR(energy(*small) - start, work, (entry.order > 1 ? 0.01 : 0.04) * std::abs(work)) << entry.name;
    const world::Moments<3> missing = moments(small->state.bodies);
    const world::Moments<3>& expected = small->state.ledger.momentum.expected();
    EXPECT_LT(norm(missing.momentum - expected.momentum), 1e-3 * norm(expected.momentum)) << entry.name;
  }
}

TEST(Walls, a_moving_wall_is_the_same_as_a_moving_observer) {
  // A ball on a conveyor belt in the belt's frame: it slides on a floor at rest.
  world::Walls<3> belt = plane_wall<3>();
  belt.states[0].motion.velocity = {0.7, 0.2, 0};
  const auto moving = make_world<3>({ball<3>({0, 0, 0.1}, 0.1)}, rubbing_law(), belt, {0, 0, -9.81});
  const auto resting = make_world<3>({ball<3>({0, 0, 0.1}, 0.1, {-0.7, -0.2, 0})}, rubbing_law(),
                                     plane_wall<3>(), {0, 0, -9.81});
  const auto integrator = make<3>(integrators().front());
  for (int k = 0; k < 3000; ++k) {
    step(*moving, *integrator, k * 1e-4, 1e-4);
    step(*resting, *integrator, k * 1e-4, 1e-4);
  }
  const Vec3 carried = moving->state.bodies.motion[0].velocity - resting->state.bodies.motion[0].velocity;
  EXPECT_LT(norm(carried - Vec3{0.7, 0.2, 0}), 1e-10);
  EXPECT_LT(norm(moving->state.bodies.motion[0].spin - resting->state.bodies.motion[0].spin), 1e-9);
}

TEST(Walls, a_servo_reaches_its_force) {
  for (const double mass : {0.0, 2.0}) {
    world::Walls<2> walls = plane_wall<2>();
    walls.add_plane("lid", 0, {{0, 0.3}, {0, -1}});
    world::WallMotion<2>& motion = walls.states[1].motion;
    motion.servo_direction = {0, -1};
    motion.servo_force = 50;
    motion.servo_mass = mass;
    motion.servo_max_speed = 0.2;
    motion.servo_gain = mass > 0 ? 0 : 0.2 / 50;
    const auto small = make_world<2>(
        {ball<2>({0, 0.1}, 0.1)},
        make_law("hooke", {{"restitution", 0.2}, {"stiffness", 1e5}, {"friction", 0.0}}), walls);
    start_momentum_ledger(small->forces);
    const auto integrator = make<2>(integrators().front());
    for (int k = 0; k < 40000; ++k) step(*small, *integrator, k * 1e-4, 1e-4);
    EXPECT_NEAR(small->state.walls.states[1].force[1], -50, 0.5) << mass;
    EXPECT_LT(small->state.walls.states[1].pose.offset[1], -0.09);
  }
}

TEST(Walls, a_wall_that_is_taken_away_lets_go_and_its_energy_is_booked) {
  const auto small =
      make_world<3>({ball<3>({0, 0, 0.0999}, 0.1)}, rubbing_law(), plane_wall<3>(), {0, 0, -9.81});
  start_momentum_ledger(small->forces);
  const double before = energy(*small);
  EXPECT_EQ(small->forces.contact_count(), 1u);
  set_wall_active(small->forces, 0, false);
  EXPECT_EQ(small->forces.contact_count(), 0u);
  EXPECT_NEAR(energy(*small), before, 1e-9);
  const auto integrator = make<3>(integrators().front());
  for (int k = 0; k < 100; ++k) step(*small, *integrator, k * 1e-3, 1e-3);
  EXPECT_LT(small->state.bodies.motion[0].position[2], 0.06);
  set_wall_active(small->forces, 0, true);
  step(*small, *integrator, 0.1, 1e-5);
  EXPECT_EQ(small->forces.contact_count(), 1u);
}

TEST(Walls, a_changed_motion_goes_on_from_where_the_wall_is) {
  world::Walls<2> walls = plane_wall<2>();
  walls.states[0].motion.velocity = {0, -1};
  const auto small = make_world<2>({ball<2>({0, 5}, 0.1)}, rubbing_law(), walls);
  const auto integrator = make<2>(integrators().front());
  for (int k = 0; k < 10; ++k) step(*small, *integrator, k * 0.01, 0.01);
  EXPECT_NEAR(small->state.walls.states[0].pose.offset[1], -0.1, 1e-12);
  set_wall_motion<2>(small->state.walls.states[0], {}, 0.1);
  step(*small, *integrator, 0.1, 0.01);
  EXPECT_NEAR(small->state.walls.states[0].pose.offset[1], -0.1, 1e-12);
  world::WallMotion<2> sideways;
  sideways.velocity = {1, 0};
  set_wall_motion<2>(small->state.walls.states[0], sideways, 0.11);
  step(*small, *integrator, 0.11, 0.01);
  EXPECT_NEAR(small->state.walls.states[0].pose.offset[0], 0.01, 1e-12);
  EXPECT_NEAR(small->state.walls.states[0].pose.offset[1], -0.1, 1e-12);
}

TEST(WallWays, walls_that_were_taken_back_since_the_mark_have_no_way) {
  world::Walls<2> walls = plane_wall<2>();
  walls.add_plane("added", 0, {});
  WallWays<2> ways;
  ways.mark(walls, {{0, 0}, {1, 1}});
  walls.states[1].pose.offset = {0, 0.5};
  EXPECT_DOUBLE_EQ(ways.farthest_since_mark(walls), 0.5);
  walls.states.pop_back();
  EXPECT_EQ(ways.farthest_since_mark(walls), 0);
}

}  // namespace
}  // namespace scree::step
