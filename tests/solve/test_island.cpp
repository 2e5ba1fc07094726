#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "check_law.h"
#include "islands.h"
#include "scree/base/parallel.h"

namespace scree::solve {
namespace {

constexpr double fall = 0.0981;  // [m/s] in a step of 10 ms

TEST(Island, a_sliding_cube_is_slowed_by_friction_alone) {
  Island<3> island;
  island.bodies = {unit_cube(0)};
  island.bodies[0].velocity = {3, 0, -fall};
  add_face(island, 0, no_body, 0, {}, 0.2);
  const Solution<3> solution = solve_island(island, 1e-12);
  EXPECT_TRUE(solution.is_solved);
  EXPECT_NEAR(solution.velocities[0][0], 3 - 0.2 * fall, 1e-12);
  EXPECT_NEAR(solution.velocities[0][2], 0, 1e-12);
  EXPECT_LT(norm(solution.spins[0]), 1e-12);
}

TEST(Island, a_cube_sticks_below_the_angle_of_friction_and_slides_above) {
  for (const double over : {0.99, 1.01}) {
    Island<3> island;
    island.bodies = {unit_cube(0)};
    island.bodies[0].velocity = {0.5 * fall, 0, -fall};
    add_face(island, 0, no_body, 0, {}, 0.5 * over);
    const Solution<3> solution = solve_island(island, 1e-12);
    EXPECT_TRUE(solution.is_solved);
    EXPECT_NEAR(solution.velocities[0][0], over < 1 ? 0.5 * fall * (1 - over) : 0, 1e-12);
  }
}

TEST(Island, a_disc_wedged_in_a_groove_is_held_by_both_walls) {
  Island<2> island;
  island.bodies = {{0, 1.0, 2.0, {0, -1}, 0.0}};
  const double c = std::sqrt(0.5);
  for (const double side : {-1.0, 1.0}) {
    IslandContact<2> contact;
    contact.key.features = side > 0;
    contact.normal = {side * c, c};
    contact.arm_first = -contact.normal;
    contact.friction = 0.3;
    island.contacts.push_back(contact);
  }
  const Solution<2> solution = solve_island(island, 1e-12);
  EXPECT_TRUE(solution.is_solved);
  EXPECT_LT(norm(solution.velocities[0]), 1e-12);
  EXPECT_LT(breach_of_law(island, solution), 1e-11);
}

TEST(Island, a_tower_of_twenty_crooked_cubes_stands_after_few_factorisations) {
  const Island<3> island = tower(20, fall, 0.1);
  const Solution<3> solution = solve_island(island, 1e-10);
  EXPECT_TRUE(solution.is_solved);
  for (const Vec3& velocity : solution.velocities) EXPECT_LT(norm(velocity), 1e-9 * 20);
  EXPECT_LE(solution.work.sweeps + solution.work.factorisations, 30);
}

TEST(Island, warm_impulses_leave_nothing_to_do) {
  Island<3> island = tower(20, fall, 0.1);
  const Solution<3> cold = solve_island(island, 1e-8);
  for (std::size_t c = 0; c < island.contacts.size(); ++c) island.contacts[c].impulse = cold.impulses[c];
  const Solution<3> warm = solve_island(island, 1.1e-8);
  EXPECT_TRUE(warm.is_solved);
  EXPECT_EQ(warm.work.sweeps + warm.work.factorisations, 0);
}

// A rod that slides on its end into strong friction: Painleve's. There is no smooth answer; the impulse that
// stops it is one.
TEST(Island, a_rod_in_painleves_corner_is_solved_or_owned_up_to) {
  for (const double friction : {0.5, 1.5, 3.0, 10.0}) {
    Island<2> island;
    island.bodies = {{0, 1.0, 3.0, {1, -0.1}, 0.0}};
    IslandContact<2> contact;
    contact.normal = {0, 1};
    contact.arm_first = {0.5, -0.87};
    contact.friction = friction;
    island.contacts = {contact};
    const Solution<2> solution = solve_island(island, 1e-10);
    EXPECT_TRUE(solution.is_solved) << friction;
    EXPECT_LT(breach_of_law(island, solution), 1e-9) << friction;
  }
}

TEST(Island, a_rolling_disc_is_slowed_by_its_rolling_bound) {
  Island<2> island;
  island.bodies = {{0, 1.0, 2.0, {1, -fall}, -1.0}};
  IslandContact<2> contact;
  contact.normal = {0, 1};
  contact.arm_first = {0, -1};
  contact.friction = 0.5;
  contact.rolling = 0.01;
  island.contacts = {contact};
  const Solution<2> solution = solve_island(island, 1e-12);
  EXPECT_TRUE(solution.is_solved);
  EXPECT_NEAR(solution.moments[0], 0.01 * fall, 1e-12);
  // Slip stays zero: it goes on rolling, slower. Moment about the contact point over inertia about it.
  EXPECT_NEAR(solution.velocities[0][0] + solution.spins[0], 0, 1e-12);
  EXPECT_NEAR(solution.spins[0], -1 + 0.01 * fall / 1.5, 1e-12);
}

TEST(Island, a_spinning_ball_is_slowed_by_its_torsion_bound) {
  Island<3> island;
  island.bodies = {unit_cube(0)};
  island.bodies[0].velocity = {0, 0, -fall};
  island.bodies[0].spin = {0, 0, 5};
  IslandContact<3> contact;
  contact.normal = {0, 0, 1};
  contact.arm_first = {0, 0, -0.5};
  contact.friction = 0.5;
  contact.torsion = 0.02;
  island.contacts = {contact};
  const Solution<3> solution = solve_island(island, 1e-12);
  EXPECT_TRUE(solution.is_solved);
  EXPECT_NEAR(solution.spins[0][2], 5 - 6 * 0.02 * fall, 1e-12);
}

TEST(Island, without_contacts_moves_on) {
  Island<3> island;
  island.bodies = {unit_cube(0)};
  island.bodies[0].velocity = {1, 2, 3};
  const Solution<3> solution = solve_island(island, 1e-12);
  EXPECT_TRUE(solution.is_solved);
  EXPECT_EQ(solution.velocities[0], (Vec3{1, 2, 3}));
}

template <int D>
void obeys_the_law(std::uint64_t seed) {
  const Island<D> island = random_island<D>(seed, 6, 8, 0.8);
  const Solution<D> solution = solve_island(island, 1e-11);
  if (solution.is_solved) {
    double fastest = 0;
    for (const auto& body : island.bodies) fastest = std::max(fastest, norm(body.velocity));
    RC_ASSERT(breach_of_law(island, solution) < 1e-6 * fastest);
    RC_ASSERT(energy_of(island, solution.velocities, solution.spins) <= energy_before(island) * (1 + 1e-9));
  } else {
    RC_ASSERT(solution.residual > 1e-11);
  }
}
RC_GTEST_PROP(Island, obeys_coulombs_law_in_the_plane, (std::uint64_t seed)) { obeys_the_law<2>(seed); }
RC_GTEST_PROP(Island, obeys_coulombs_law_in_space, (std::uint64_t seed)) { obeys_the_law<3>(seed); }

TEST(Island, most_random_islands_are_solved) {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    solved += solve_island(random_island<3>(seed, 6, 8, 0.8), 1e-9).is_solved ? 1 : 0;
  EXPECT_GE(solved, 90);
}

/// Bodies and contacts in another order, the same island.
template <int D>
Island<D> shuffled(const Island<D>& island, std::vector<std::size_t>& contact_order) {
  const auto order_of = [](std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t k = count; k > 1; --k)
      std::swap(order[k - 1], order[random_bits(seed, purpose("shuffle"), k) % k]);
    return order;
  };
  const std::vector<std::size_t> body_order = order_of(island.bodies.size(), 1);
  contact_order = order_of(island.contacts.size(), 2);
  Island<D> result;
  std::vector<std::uint32_t> place(island.bodies.size());
  for (std::uint32_t k = 0; k < body_order.size(); ++k) {
    place[body_order[k]] = k;
    result.bodies.push_back(island.bodies[body_order[k]]);
  }
  for (const std::size_t c : contact_order) {
    result.contacts.push_back(island.contacts[c]);
    result.contacts.back().first = place[island.contacts[c].first];
    if (island.contacts[c].second != no_body)
      result.contacts.back().second = place[island.contacts[c].second];
  }
  return result;
}

TEST(Island, threads_and_the_order_of_input_do_not_change_a_bit) {
  // Large enough to be coloured; few factorisations, so that gradient stages run as well.
  const Island<3> island = random_island<3>(3, 300, 500, 0.8);
  Effort effort;
  effort.factorisations = 5;
  effort.gradient_steps = 20;
  std::vector<std::size_t> order;
  const Island<3> other = shuffled(island, order);
  const ThreadLimit one(1);
  const Solution<3> expected = solve_island(island, 1e-12, effort);
  for (const int count : {1, 2, 3, 8}) {
    const ThreadLimit several(count);
    EXPECT_EQ(solve_island(island, 1e-12, effort).impulses, expected.impulses) << count;
    const Solution<3> mixed = solve_island(other, 1e-12, effort);
    EXPECT_EQ(mixed.residual, expected.residual);
    for (std::size_t c = 0; c < order.size(); ++c) ASSERT_EQ(mixed.impulses[c], expected.impulses[order[c]]);
  }
}

}  // namespace
}  // namespace scree::solve
