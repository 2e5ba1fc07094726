// Every stepper of the catalogue, without a scene.
#include <gtest/gtest.h>

#include <algorithm>

#include "scree/step/accounts.h"
#include "scree/step/stepper.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

/// A law that the stepper takes.
law::Choice law_for(const StepperEntry& entry) {
  if (entry.laws == TakenLaws::hard)
    return make_law("hard", {{"restitution", 0.6}, {"friction", 0.4}, {"rolling_friction", 0.05}});
  return make_law("hooke",
                  {{"restitution", 0.6}, {"stiffness", 1e5}, {"friction", 0.4}, {"rolling_friction", 0.5}});
}
/// [s] Hard contacts need no short ones.
double step_for(const StepperEntry& entry) { return entry.laws == TakenLaws::hard ? 5e-3 : 1e-4; }
/// As many steps of it as make so much time.
std::uint64_t steps_in(const StepperEntry& entry, double time) {
  return static_cast<std::uint64_t>(time / step_for(entry) + 0.5);
}

world::State<3> falling_balls(bool may_sleep = false) {
  world::State<3> state;
  for (int k = 0; k < 6; ++k)
    state.bodies.add(ball<3>({0.05 * k, 0.02 * k, 0.1 + 0.21 * k}, 0.1, {0.1, 0, -0.2 * k}), 0);
  if (may_sleep) state.bodies.allow_sleep();
  state.walls.add_container("box", 0, {{-0.3, -0.3, 0}, {0.4, 0.4, 3}});
  state.gravity = {0, 0, -9.81};
  return state;
}

std::unique_ptr<Stepper<3>> make_stepper(const StepperEntry& entry, world::State<3>& state) {
  return make<3>(entry,
                 {state, SmallWorld<3>::only(law_for(entry)), search::make<3>(search::catalog().front()),
                  kernel::best_target().kernels<3>(), usual_settings, integrators().front()});
}

Horizon up_to(std::uint64_t last) {
  return {.is_looked_at = [last](std::uint64_t step) { return step >= last; }};
}

std::vector<Vec3> positions(const world::State<3>& state) {
  std::vector<Vec3> result;
  for (Id id = 0; id < state.bodies.next_id(); ++id)
    result.push_back(state.bodies.motion[state.bodies.slot_of(id)].position);
  return result;
}

double largest_overlap(Stepper<3>& stepper) {
  double result = 0;
  for (const world::ContactView<3>& one : stepper.contacts().geometry())
    result = std::max(result, one.overlap);
  return result;
}

double mechanical_energy(const world::State<3>& state, Stepper<3>& stepper) {
  return kinetic_energy(state.bodies) + potential_energy(state.bodies, state.gravity) +
         stepper.contacts().elastic_energy();
}

TEST(Steppers, take_laws_that_they_can_follow) {
  for (const law::Entry& law : law::catalog()) {
    EXPECT_TRUE(std::any_of(steppers().begin(), steppers().end(),
                            [&](const StepperEntry& entry) { return takes(entry, law); }))
        << law.name << " is of no use";
    EXPECT_EQ(takes(*find_stepper("explicit"), law), !law.is_hard) << law.name;
    EXPECT_EQ(takes(*find_stepper("impulse"), law), law.is_hard) << law.name;
  }
  EXPECT_TRUE(takes(*find_stepper("implicit"), *law::find_entry("hooke")));
  EXPECT_FALSE(takes(*find_stepper("implicit"), *law::find_entry("hooke_history")));
}

TEST(Steppers, stop_where_the_state_is_looked_at_and_nowhere_else) {
  for (const StepperEntry& entry : steppers()) {
    world::State<3> state = falling_balls();
    const auto stepper = make_stepper(entry, state);
    EXPECT_EQ(stepper->name(), entry.name);
    const Course course{0, step_for(entry), {}};
    stepper->start(course);
    EXPECT_EQ(stepper->advance(course, 0, up_to(1)).steps, 1u);
    EXPECT_EQ(stepper->advance(course, 1, up_to(500)).steps, 499u);
  }
}

TEST(Steppers, go_the_same_way_however_often_they_are_looked_at) {
  for (const StepperEntry& entry : steppers()) {
    const Course course{0, step_for(entry), {}};
    world::State<3> often = falling_balls(), seldom = falling_balls();
    const auto first = make_stepper(entry, often), second = make_stepper(entry, seldom);
    first->start(course);
    second->start(course);
    const std::uint64_t steps = steps_in(entry, 0.6);
    for (std::uint64_t step = 0; step < steps; ++step)
      EXPECT_EQ(first->advance(course, step, up_to(step + 1)).steps, 1u);
    EXPECT_EQ(second->advance(course, 0, up_to(steps)).steps, steps);
    EXPECT_EQ(positions(often), positions(seldom)) << entry.name;
    EXPECT_GT(first->contacts().records().keys.size(), 0u) << "nothing touched";
    EXPECT_EQ(first->contacts().records().keys.size(), second->contacts().records().keys.size());
  }
}

TEST(Steppers, return_after_a_step_with_a_larger_overlap_than_is_expected) {
  for (const StepperEntry& entry : steppers()) {
    if (entry.laws == TakenLaws::hard) continue;  // there are none
    world::State<3> state = falling_balls();
    const auto stepper = make_stepper(entry, state);
    const Course course{0, step_for(entry), {}};
    stepper->start(course);
    Horizon horizon = up_to(5000);
    horizon.most_overlap = 1e-3;
    const Advanced done = stepper->advance(course, 0, horizon);
    EXPECT_LT(done.steps, 5000u);
    EXPECT_GT(done.overlap_ratio, 1e-3);
    EXPECT_DOUBLE_EQ(done.overlap_ratio, largest_overlap(*stepper) / 0.1) << "it is the last step's";
  }
}

TEST(Steppers, tell_of_a_state_that_has_exploded) {
  for (const StepperEntry& entry : steppers()) {
    world::State<3> state = falling_balls();
    const auto stepper = make_stepper(entry, state);
    const Course course{0, step_for(entry), {}};
    stepper->start(course);
    state.bodies.motion[2].velocity[0] = std::numeric_limits<double>::quiet_NaN();
    const Advanced done = stepper->advance(course, 0, up_to(100));
    EXPECT_FALSE(done.sound) << entry.name;
    EXPECT_LT(done.steps, 100u);
  }
}

TEST(Steppers, go_on_from_contacts_that_were_handed_over) {
  for (const StepperEntry& entry : steppers()) {
    const Course course{0, step_for(entry), {}};
    world::State<3> whole = falling_balls();
    const auto stepper = make_stepper(entry, whole);
    stepper->start(course);
    const std::uint64_t before = steps_in(entry, 0.2), after = steps_in(entry, 0.3);
    static_cast<void>(stepper->advance(course, 0, up_to(before)));
    world::State<3> copy = whole;
    const auto other = make_stepper(entry, copy);
    other->restore(stepper->contacts().records(), SmallWorld<3>::only(law_for(entry)));
    static_cast<void>(stepper->advance(course, before, up_to(after)));
    static_cast<void>(other->advance(course, before, up_to(after)));
    EXPECT_EQ(positions(whole), positions(copy)) << entry.name;
  }
}

TEST(Steppers, let_bodies_sleep_and_wake_them) {
  for (const StepperEntry& entry : steppers()) {
    if (entry.name != "explicit") continue;  // scenes that ask the others for it are refused
    world::State<3> state = falling_balls(true);
    const auto stepper = make_stepper(entry, state);
    const Course course{0, 1e-4, {{0, 0.1}, 1000, 10}};
    stepper->start(course);
    static_cast<void>(stepper->advance(course, 0, up_to(60000)));
    EXPECT_TRUE(state.bodies.any_asleep()) << entry.name;
    EXPECT_FALSE(state.sleepers.contacts.keys.empty());
    const std::size_t contacts = stepper->contacts().records().keys.size();
    stepper->wake_all();
    EXPECT_FALSE(state.bodies.any_asleep());
    EXPECT_TRUE(state.sleepers.contacts.keys.empty());
    EXPECT_EQ(stepper->contacts().records().keys.size(), contacts) << "no contact is lost by waking";
  }
}

TEST(Steppers, book_what_a_change_of_gravity_does_to_the_energy) {
  for (const StepperEntry& entry : steppers()) {
    world::State<3> state = falling_balls();
    const auto stepper = make_stepper(entry, state);
    stepper->start({0, 1e-4, {}});
    const double before = mechanical_energy(state, *stepper);
    stepper->change_gravity({0, 0, -1.62}, 1e-4);
    EXPECT_NE(mechanical_energy(state, *stepper), before);
    EXPECT_NEAR(state.ledger.added, mechanical_energy(state, *stepper) - before, 1e-12);
  }
}

}  // namespace
}  // namespace scree::step
