// Implicit steps of single islands, without a stepper: against closed forms and differences.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/shape/round.h"
#include "scree/step/implicit_island.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

law::Elastic springs(bool hertzian) {
  law::Elastic law;
  law.hertzian = hertzian;
  law.stiffness = hertzian ? 1e7 : 1e5;
  law.tangential_ratio = 2.0 / 7.0;
  return law;
}

template <int D>
ImplicitBody<D> body(Id id, const Vec<D>& position, const Vec<D>& velocity = {}, double radius = 0.1) {
  const Motion<D> motion = ball<D>(position, radius, velocity);
  return {id, position, velocity, Spin<D>{}, radius, 1 / motion.inverse_mass, 1 / motion.inverse_inertia};
}

template <int D>
const world::Facet<D>& floor_facet() {
  static const world::Facet<D> facet = [] {
    world::Facet<D> made;
    shape::Plane<D> plane;
    plane.normal[D - 1] = 1;
    made.surface = plane;
    return made;
  }();
  return facet;
}

template <int D>
ImplicitContact<D> on_floor(std::uint32_t first, const ImplicitBody<D>& body, const law::Elastic& law) {
  ImplicitContact<D> contact;
  contact.key = {body.id, wall_id(0)};
  contact.first = first;
  contact.law = law;
  contact.facet = &floor_facet<D>();
  contact.overlap_before = body.radius - body.position[D - 1];
  return contact;
}
template <int D>
ImplicitContact<D> between(std::uint32_t first, std::uint32_t second,
                           const std::vector<ImplicitBody<D>>& bodies, const law::Elastic& law) {
  ImplicitContact<D> contact;
  contact.key = {bodies[first].id, bodies[second].id};
  contact.first = first;
  contact.second = second;
  contact.law = law;
  contact.second_radius = bodies[second].radius;
  contact.overlap_before =
      bodies[first].radius + bodies[second].radius - norm(bodies[first].position - bodies[second].position);
  return contact;
}

constexpr double overlaps[] = {-2e-3, -1e-5, 1e-6, 3e-4, 2e-3};

TEST(ImplicitForce, of_a_law_is_the_slope_of_its_energy) {
  for (const bool hertzian : {false, true}) {
    const law::Elastic law = springs(hertzian);
    for (const double overlap : overlaps) {
      const double h = 1e-4 * std::abs(overlap);
      const double force = (law.energy(overlap + h) - law.energy(overlap - h)) / (2 * h);
      EXPECT_NEAR(law.force(overlap), force, 1e-6 * law.force(2e-3));
      const double slope = (law.force(overlap + h) - law.force(overlap - h)) / (2 * h);
      EXPECT_NEAR(law.slope(overlap), slope, 1e-6 * law.slope(2e-3));
    }
  }
}

TEST(ImplicitForce, of_a_law_is_that_which_the_kernels_know) {
  const law::Choice choice = make_law("hertz_mindlin", {{"restitution", 0.5}, {"friction", 0.3}});
  const Motion<3> first = ball<3>({0, 0, 0.099}, 0.1);
  const law::Elastic law = *choice.elastic(1 / first.inverse_mass, first.radius);
  EXPECT_NEAR(law::restitution_of(law.damping_ratio), 0.5, 1e-12);
  world::Walls<3> walls;
  walls.add_plane("floor", 0, {{0, 0, 0}, {0, 0, 1}});
  auto world = make_world<3>(std::vector<Motion<3>>{first}, choice.undamped(), walls);
  EXPECT_NEAR(world->state.bodies.load[0].force[2], law.force(1e-3), 1e-9 * law.force(1e-3));
  EXPECT_NEAR(world->elastic(), law.energy(1e-3), 1e-9 * law.energy(1e-3));
}

TEST(ImplicitForce, mean_force_does_the_work_by_which_the_stored_energy_changes) {
  for (const bool hertzian : {false, true}) {
    const law::Elastic law = springs(hertzian);
    for (const double before : overlaps)
      for (const double after : overlaps) {
        const Pressing mean = mean_force(law, before, after);
        EXPECT_NEAR(mean.force * (after - before), law.energy(after) - law.energy(before),
                    1e-12 * law.energy(2e-3));
        const double h = 1e-5 * std::abs(after);
        const double slope =
            (mean_force(law, before, after + h).force - mean_force(law, before, after - h).force) / (2 * h);
        EXPECT_NEAR(mean.slope, slope, 1e-5 * law.slope(2e-3));
        EXPECT_GE(mean.slope, 0);
      }
  }
}

template <int D>
Vec<D> down(double gravity) {
  Vec<D> result;
  result[D - 1] = -gravity;
  return result;
}
template <int D>
Vec<D> at_height(double height) {
  Vec<D> result;
  result[D - 1] = height;
  return result;
}

TEST(ImplicitIsland, solves_one_spring_like_backward_euler_by_hand) {
  ImplicitIsland<3> island;
  island.bodies.push_back(body<3>(0, {0, 0, 0.0995}, {0, 0, -0.2}));
  const law::Elastic law = springs(false);
  island.contacts.push_back(on_floor(0, island.bodies[0], law));
  const double dt = 5e-3, mass = island.bodies[0].mass;
  const ImplicitStep<3> step = solve_implicit_step<3>(island, ImplicitWay::dissipate, {0, 0, -9.81}, dt);
  ASSERT_TRUE(step.converged);
  // m (v - v0) = -m g dt + k dt (overlap - v dt)
  const double v = (mass * (-0.2 - 9.81 * dt) + law.stiffness * dt * 5e-4) / (mass + law.stiffness * dt * dt);
  EXPECT_NEAR(step.velocity[0][2], v, 1e-12);
  EXPECT_LE(step.searches, 3);
}

TEST(ImplicitIsland, a_fast_ball_does_not_pass_a_floor_that_is_in_its_way) {
  for (const bool hertzian : {false, true}) {
    ImplicitIsland<3> island;
    island.bodies.push_back(body<3>(0, {0, 0, 0.15}, {0, 0, -10}));
    island.contacts.push_back(on_floor(0, island.bodies[0], springs(hertzian)));
    const double dt = 0.02;
    const ImplicitStep<3> step = solve_implicit_step<3>(island, ImplicitWay::dissipate, {}, dt);
    ASSERT_TRUE(step.converged);
    EXPECT_GT(0.15 + dt * step.velocity[0][2], 0.05);
    EXPECT_TRUE(step.actions[0].acts);
  }
}

template <int D>
double energy_of(const ImplicitIsland<D>& island, const std::vector<Vec<D>>& velocities,
                 const std::vector<Spin<D>>& turns) {
  double energy = 0;
  for (std::size_t b = 0; b < island.bodies.size(); ++b)
    energy += 0.5 * island.bodies[b].mass * dot(velocities[b], velocities[b]) +
              0.5 * island.bodies[b].inertia * dot(turns[b], turns[b]);
  return energy;
}

template <int D>
void expect_energy_to_be_kept() {
  for (const bool hertzian : {false, true}) {
    const law::Elastic law = springs(hertzian);
    std::vector<ImplicitBody<D>> bodies{body<D>(0, at_height<D>(0.0)), body<D>(1, at_height<D>(0.25)),
                                        body<D>(2, at_height<D>(0.47))};
    bodies[0].velocity[D - 1] = 1.5;
    bodies[1].velocity[0] = 0.4;
    bodies[2].velocity[D - 1] = -1;
    const double before =
        energy_of<D>({bodies, {}}, {bodies[0].velocity, bodies[1].velocity, bodies[2].velocity},
                     {bodies[0].spin, bodies[1].spin, bodies[2].spin});
    const double dt = 0.01;
    double least = 1e300;
    for (int n = 0; n < 40; ++n) {
      ImplicitIsland<D> island{bodies, {between(0, 1, bodies, law), between(1, 2, bodies, law)}};
      const ImplicitStep<D> step = solve_implicit_step<D>(island, ImplicitWay::conserve, {}, dt);
      ASSERT_TRUE(step.converged) << n;
      for (std::size_t b = 0; b < 3; ++b) {
        bodies[b].position += dt * step.mean_velocity[b];
        bodies[b].velocity = step.velocity[b];
        bodies[b].spin = step.spin[b];
      }
      double after = energy_of<D>(island, step.velocity, step.spin);
      least = std::min(least, after);
      for (const ImplicitAction<D>& action : step.actions) after += law.energy(action.touch.overlap);
      EXPECT_NEAR(after, before, 1e-7 * before) << n;
    }
    EXPECT_LT(least, 0.9 * before) << "springs were to take part";
  }
}
TEST(ImplicitIsland, keeps_the_energy_of_balls_that_meet_at_large_steps) {
  expect_energy_to_be_kept<2>();
  expect_energy_to_be_kept<3>();
}

TEST(ImplicitIsland, keeps_the_momentum_of_balls_that_rub) {
  law::Elastic law = springs(true);
  law.friction = 0.01;
  std::vector<ImplicitBody<3>> bodies{body<3>(0, {0, 0, 0}, {2, 0, 1}),
                                      body<3>(1, {0.02, 0.01, 0.199}, {0, 0.3, -1}, 0.12)};
  bodies[0].spin = {3, -20, 1};
  const ImplicitIsland<3> island{bodies, {between(0, 1, bodies, law)}};
  const double dt = 0.002;
  const ImplicitStep<3> step = solve_implicit_step<3>(island, ImplicitWay::dissipate, {}, dt);
  ASSERT_TRUE(step.converged);
  EXPECT_TRUE(step.actions[0].slides);
  Vec3 momentum, turning;
  for (std::size_t b = 0; b < 2; ++b) {
    const ImplicitBody<3>& one = bodies[b];
    const Vec3 end = one.position + dt * step.velocity[b];
    momentum += one.mass * (step.velocity[b] - one.velocity);
    // Forces act at the end of the step, about places there.
    turning +=
        one.inertia * (step.spin[b] - one.spin) + cross(end, one.mass * (step.velocity[b] - one.velocity));
  }
  EXPECT_LT(norm(momentum), 1e-10);
  EXPECT_LT(norm(turning), 1e-7 * 0.2 * step.actions[0].pressing * dt);
  const Vec3 pull = step.actions[0].force - step.actions[0].pressing * step.actions[0].touch.normal;
  EXPECT_NEAR(norm(pull), 0.01 * step.actions[0].pressing, 1e-6 * step.actions[0].pressing)
      << "Coulomb's limit";
}

TEST(ImplicitIsland, a_column_at_rest_stays_so_and_carries_its_weight) {
  const law::Elastic law = springs(true);
  std::vector<ImplicitBody<3>> bodies;
  for (std::uint32_t b = 0; b < 20; ++b) bodies.push_back(body<3>(b, {0, 0, 0.1 + 0.2 * b}));
  const double dt = 0.05;
  for (int n = 0; n < 40; ++n) {
    ImplicitIsland<3> island{bodies, {on_floor(0, bodies[0], law)}};
    for (std::uint32_t b = 1; b < bodies.size(); ++b)
      island.contacts.push_back(between(b - 1, b, bodies, law));
    const ImplicitStep<3> step = solve_implicit_step<3>(island, ImplicitWay::dissipate, {0, 0, -9.81}, dt);
    ASSERT_TRUE(step.converged);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      bodies[b].position += dt * step.mean_velocity[b];
      bodies[b].velocity = step.velocity[b];
    }
    if (n == 39) {
      EXPECT_NEAR(step.actions[0].pressing, 20 * bodies[0].mass * 9.81, 1e-4 * step.actions[0].pressing);
    }
  }
  EXPECT_LT(norm(bodies[19].velocity), 1e-5);
}

}  // namespace
}  // namespace scree::step
