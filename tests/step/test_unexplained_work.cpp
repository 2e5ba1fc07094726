// The contact that an unexplained energy comes from, and whether smaller steps help (issue 21, point 1.12).
#include "scree/step/unexplained_work.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

law::Choice stiff_springs() {
  return make_law("hooke", {{"restitution", 1}, {"friction", 0}, {"stiffness", 1e6}});
}

/// A ball that flies at the floor, and one that rests far away from it and from everything.
std::unique_ptr<SmallWorld<3>> falling_ball(const law::Choice& law) {
  world::Walls<3> walls;
  walls.add_plane("floor", 0, {{0, 0, 0}, {0, 0, 1}});
  world::Bodies<3> bodies;
  bodies.add(ball<3>({5, 0, 3}, 0.1), 0);
  bodies.add(ball<3>({0, 0, 0.101}, 0.1, {0.3, 0, -2}), 0);
  return make_world<3>(std::move(bodies), law, walls);
}

WorkQuestion question_of(double dt, bool gains) {
  WorkQuestion question;
  question.dt = dt;
  question.gains = gains;
  question.body_steps = 800;
  return question;
}

TEST(UnexplainedWork, is_what_the_ledger_misses) {
  // A dashpot that is resolved in eight steps.
  const law::Choice law = make_law("hooke_history", {{"kn", 1e6}, {"gamma_n", 400}, {"friction", 0.3}});
  const auto small = falling_ball(law);
  const double dt = law.contact_time(1 / small->motion(1).inverse_mass, 0.1, 2) / 8;
  const auto residual = [&] { return small->kinetic() + small->elastic() + small->lost(); };
  const double before = residual();
  const auto gained = find_unexplained_work(small->forces, integrators().front(), question_of(dt, true));
  const auto lost = find_unexplained_work(small->forces, integrators().front(), question_of(dt, false));
  EXPECT_EQ(residual(), before) << "nothing that was given may change";
  const auto integrator = make<3>(integrators().front());
  for (int k = 0; k < 400; ++k) ASSERT_TRUE(small->step(*integrator, k * dt, dt));
  const double missed = residual() - before;
  ASSERT_GT(std::abs(missed), 1e-4 * before) << "the step is too fine for this test";
  ASSERT_NE(gained.has_value(), lost.has_value());
  const UnexplainedWork found = gained ? *gained : *lost;
  EXPECT_EQ(found.first, 1u);
  EXPECT_EQ(found.second, wall_id(0));
  EXPECT_EQ(found.steps, 400u);
  EXPECT_NEAR(found.work, missed, 1e-6 * std::abs(missed));
}

TEST(UnexplainedWork, that_half_the_step_halves_is_of_the_step) {
  UnexplainedWork one;
  one.work = -2;
  one.at_half_step = 0.9;
  EXPECT_TRUE(one.is_of_time_step());
  one.at_half_step = -1.1;
  EXPECT_FALSE(one.is_of_time_step());

  const law::Choice law = make_law("hooke", {{"restitution", 0.5}, {"friction", 0.3}, {"stiffness", 1e6}});
  const auto small = falling_ball(law);
  const double dt = law.contact_time(1 / small->motion(1).inverse_mass, 0.1, 2) / 12;
  int found_any = 0;
  for (const bool gains : {true, false}) {
    const auto found = find_unexplained_work(small->forces, integrators().front(), question_of(dt, gains));
    if (!found) continue;
    ++found_any;
    EXPECT_TRUE(found->is_of_time_step()) << found->work << " and " << found->at_half_step;
  }
  EXPECT_EQ(found_any, 1);
}

TEST(UnexplainedWork, is_none_where_contacts_are_resolved_or_there_are_none) {
  const auto small = falling_ball(stiff_springs());
  WorkQuestion question = question_of(1e-6, true);
  question.least = 1e-6;
  const auto ask = [&] { return find_unexplained_work(small->forces, integrators().front(), question); };
  EXPECT_FALSE(ask());
  question.body_steps = 80;  // a glance
  EXPECT_FALSE(ask());
}

}  // namespace
}  // namespace scree::step
