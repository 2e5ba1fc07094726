// Springs that hold bodies, and bodies whose motion is replaced: the books follow.
#include "scree/step/springs.h"

#include <gtest/gtest.h>

#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

world::State<2> one_ball(const Vec2& velocity) {
  world::State<2> state;
  state.bodies.add(ball<2>({0, 0}, 0.1, velocity), 0);
  state.ledger.momentum = world::MomentumLedger<2>(moments(state.bodies), {});
  return state;
}

TEST(Springs, give_what_the_books_say) {
  world::State<2> state = one_ball({0.3, -0.2});
  state.springs[0] = {{1, 0.5}, 200, 3};
  const double before = kinetic_energy(state.bodies);
  for (int k = 0; k < 10; ++k) pull_by_springs(state, 1e-3);
  EXPECT_NEAR(kinetic_energy(state.bodies) - before, state.ledger.wall_work, 1e-12);
  const world::Moments<2> now = moments(state.bodies);
  EXPECT_NEAR(norm(now.momentum - state.ledger.momentum.expected().momentum), 0, 1e-12);
  EXPECT_NEAR(now.angular_momentum, state.ledger.momentum.expected().angular_momentum, 1e-12);
}

TEST(Springs, of_any_stiffness_bring_a_body_no_farther_than_its_point) {
  for (const double stiffness : {1e3, 1e9, 1e18}) {
    world::State<2> state = one_ball({});
    state.springs[0] = {{1, 0}, stiffness, 0};
    pull_by_springs(state, 1e-2);
    EXPECT_GT(state.bodies.motion[0].velocity[0], 0) << stiffness;
    EXPECT_LE(1e-2 * state.bodies.motion[0].velocity[0], 1 + 1e-9) << stiffness;
  }
}

TEST(Springs, leave_fixed_bodies_alone) {
  world::State<2> state = one_ball({});
  state.bodies.motion[0].inverse_mass = state.bodies.motion[0].inverse_inertia = 0;
  state.springs[0] = {{1, 0}, 100, 0};
  pull_by_springs(state, 1e-2);
  EXPECT_EQ(state.bodies.motion[0].velocity, Vec2{});
  EXPECT_EQ(state.ledger.wall_work, 0);
}

}  // namespace
}  // namespace scree::step
