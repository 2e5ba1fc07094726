#include "scree/solve/impact.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "check_law.h"
#include "islands.h"

namespace scree::solve {
namespace {

/// Balls in a row that touch, the first `moving` of them at 1 m/s.
Island<3> cradle(std::uint32_t balls, std::uint32_t moving) {
  Island<3> island;
  for (std::uint32_t k = 0; k < balls; ++k) {
    island.bodies.push_back({k, 1.0, {10, 10, 10, 0, 0, 0}, {}, {}});
    if (k < moving) island.bodies.back().velocity = {1, 0, 0};
    if (k == 0) continue;
    IslandContact<3> contact;
    contact.key.bodies = k;
    contact.first = k - 1;
    contact.second = k;
    contact.normal = {-1, 0, 0};
    contact.arm_first = {0.5, 0, 0};
    contact.arm_second = {-0.5, 0, 0};
    island.contacts.push_back(contact);
  }
  return island;
}

TEST(Impact, newtons_cradle_lets_out_as_many_as_come_in) {
  for (const std::uint32_t moving : {1u, 2u, 3u}) {
    const Island<3> island = cradle(5, moving);
    const std::vector<Restitution> elastic(4, {1.0, 0.0});
    const ImpactResult<3> result = resolve_impacts<3>(island, elastic);
    EXPECT_TRUE(result.is_solved);
    EXPECT_FALSE(result.is_ended);
    for (std::uint32_t k = 0; k < 5; ++k)
      EXPECT_NEAR(result.velocities[k][0], k >= 5 - moving ? 1 : 0, 1e-12) << moving << ' ' << k;
    EXPECT_NEAR(energy_of(island, result.velocities, result.spins), energy_before(island), 1e-12);
  }
}

TEST(Impact, a_plastic_cradle_moves_on_together_after_one_round) {
  const std::vector<Restitution> plastic(4);
  const ImpactResult<3> result = resolve_impacts<3>(cradle(5, 1), plastic);
  EXPECT_EQ(result.rounds, 1);
  for (const Vec3& velocity : result.velocities) EXPECT_NEAR(velocity[0], 0.2, 1e-9);
}

TEST(Impact, a_ball_returns_with_its_restitution_unless_it_is_too_slow) {
  Island<3> island = cradle(2, 1);
  island.bodies.pop_back();
  island.contacts[0].second = no_body;
  for (const double least_speed : {0.5, 1.5}) {
    const std::vector<Restitution> own{{0.6, least_speed}};
    const ImpactResult<3> result = resolve_impacts<3>(island, own);
    EXPECT_NEAR(result.velocities[0][0], least_speed < 1 ? -0.6 : 0, 1e-12);
  }
}

template <int D>
void energy_does_not_grow(std::uint64_t seed, bool differ) {
  const Island<D> island = random_island<D>(seed, 5, 6, 0.5);
  std::vector<Restitution> restitutions;
  for (std::uint64_t c = 0; c < island.contacts.size(); ++c)
    restitutions.push_back({random_uniform(seed, purpose("restitution"), differ ? c : 0), 0});
  const ImpactResult<D> result = resolve_impacts<D>(island, restitutions);
  if (result.is_solved)
    RC_ASSERT(energy_of(island, result.velocities, result.spins) <= energy_before(island) * (1 + 1e-8));
}
RC_GTEST_PROP(Impact, makes_no_energy_with_one_restitution, (std::uint64_t seed)) {
  energy_does_not_grow<2>(seed, false);
  energy_does_not_grow<3>(seed, false);
}
RC_GTEST_PROP(Impact, makes_no_energy_with_different_restitutions, (std::uint64_t seed)) {
  energy_does_not_grow<2>(seed, true);
}

RC_GTEST_PROP(Impact, without_friction_an_elastic_one_keeps_energy, (std::uint64_t seed)) {
  const Island<3> island = random_island<3>(seed, 5, 4, 0);
  const std::vector<Restitution> elastic(island.contacts.size(), {1.0, 0.0});
  const ImpactResult<3> result = resolve_impacts<3>(island, elastic);
  if (result.is_solved && !result.is_ended)
    RC_ASSERT(std::abs(energy_of(island, result.velocities, result.spins) / energy_before(island) - 1) <
              1e-7);
}

}  // namespace
}  // namespace scree::solve
