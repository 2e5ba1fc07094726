// Hard contacts against what is known of them in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/step/stepper.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

constexpr double gravity = 9.81;

template <int D>
struct HardWorld {
  HardWorld(world::State<D> bodies, std::vector<std::pair<std::string, double>> numbers, double step,
            std::string_view search = "all_pairs")
      : state(std::move(bodies)), dt(step) {
    Settings settings = usual_settings;
    settings.hard.solver_tolerance = 1e-9;
    stepper = make<D>(*find_stepper("impulse"),
                      {state, SmallWorld<D>::only(make_law("hard", std::move(numbers))),
                       search::make<D>(*search::find_entry(search)), kernel::best_target().kernels<D>(),
                       settings, integrators().front()});
    stepper->start({0, dt, {}});
    initial = energy();
  }
  void run(double until) {
    const auto last = static_cast<std::uint64_t>(until / dt + 0.5);
    const Advanced done =
        stepper->advance({0, dt, {}}, steps, {.is_looked_at = [&](std::uint64_t n) { return n >= last; }});
    EXPECT_TRUE(done.sound);
    steps += done.steps;
  }
  double energy() const {
    return kinetic_energy(state.bodies) + potential_energy(state.bodies, state.gravity);
  }
  /// [J] that the ledger does not explain.
  double missing() const {
    const world::LossTotals& losses = state.ledger.losses;
    double lost = 0;
    for (const ExactSum* sum : {&losses.damping, &losses.friction, &losses.rolling, &losses.model})
      lost += sum->value(usual_settings.quantum);
    return initial + state.ledger.wall_work - energy() - lost;
  }
  const Motion<D>& motion(Id id) const { return state.bodies.motion[state.bodies.slot_of(id)]; }

  world::State<D> state;
  double dt;
  std::unique_ptr<Stepper<D>> stepper;
  std::uint64_t steps = 0;
  double initial = 0;
};

world::State<3> on_floor(const std::vector<Motion<3>>& balls, double tilt = 0) {
  world::State<3> state;
  for (const Motion<3>& motion : balls) state.bodies.add(motion, 0);
  state.walls.add_plane("floor", 0, {{0, 0, 0}, {0, 0, 1}});
  state.gravity = {gravity * std::sin(tilt), 0, -gravity * std::cos(tilt)};
  return state;
}

TEST(ImpulseStepper, lets_a_sphere_slide_and_then_roll_as_it_should) {
  HardWorld<3> world(on_floor({ball<3>({0, 0, 0.1}, 0.1, {1, 0, 0})}), {{"friction", 0.2}}, 5e-3);
  world.run(0.1);
  EXPECT_NEAR(world.motion(0).velocity[0], 1 - 0.2 * gravity * 0.1, 1e-12);
  EXPECT_NEAR(world.motion(0).position[0], 0.1 - 0.5 * 0.2 * gravity * 0.01, 1e-12);
  world.run(1);
  EXPECT_NEAR(world.motion(0).velocity[0], 5.0 / 7, 1e-9);
  EXPECT_NEAR(world.motion(0).spin[1] * 0.1, 5.0 / 7, 1e-9);
  EXPECT_NEAR(world.motion(0).position[2], 0.1, 1e-9) << "true size";
  EXPECT_NEAR(world.missing(), 0, 1e-9);
}

TEST(ImpulseStepper, rolls_down_an_incline_where_friction_holds_and_slides_where_it_does_not) {
  const double tilt = 0.5;
  for (const double friction : {0.1, 0.9}) {
    HardWorld<3> world(on_floor({ball<3>({0, 0, 0.1}, 0.1)}, tilt), {{"friction", friction}}, 5e-3);
    world.run(1);
    const double sliding = gravity * (std::sin(tilt) - friction * std::cos(tilt));
    const double rolling = 5.0 / 7 * gravity * std::sin(tilt);
    EXPECT_NEAR(world.motion(0).velocity[0], friction > 2.0 / 7 * std::tan(tilt) ? rolling : sliding, 1e-9);
  }
}

TEST(ImpulseStepper, bounces_as_the_restitution_says) {
  for (const double restitution : {0.0, 0.5, 0.9, 1.0}) {
    HardWorld<3> world(on_floor({ball<3>({0, 0, 1.1}, 0.1)}), {{"restitution", restitution}}, 5e-3);
    const double fall = std::sqrt(2 / gravity), time = 0.7;
    world.run(time);
    const double since = time - fall, up = restitution * gravity * fall;
    const double height = restitution == 0 ? 0.1 : 0.1 + up * since - 0.5 * gravity * since * since;
    EXPECT_NEAR(world.motion(0).position[2], height, 5e-6) << restitution;
    EXPECT_NEAR(world.missing(), 0, 1e-9);
  }
}

TEST(ImpulseStepper, passes_one_ball_through_a_cradle) {
  std::vector<Motion<3>> balls{ball<3>({-0.1, 0, 0}, 0.1, {1, 0, 0})};
  for (int k = 1; k < 5; ++k) balls.push_back(ball<3>({0.2 * k, 0, 0}, 0.1));
  world::State<3> state;
  for (const Motion<3>& motion : balls) state.bodies.add(motion, 0);
  HardWorld<3> world(std::move(state), {{"restitution", 1}, {"friction", 0}}, 0.03);
  world.run(0.3);
  for (Id id = 0; id < 5; ++id) EXPECT_NEAR(world.motion(id).velocity[0], id == 4 ? 1 : 0, 1e-9) << id;
}

TEST(ImpulseStepper, stops_a_bullet_at_a_thin_wall_of_discs) {
  world::State<2> state;
  state.bodies.add(ball<2>({-3, 0.01}, 0.05, {400, 0}), 0);
  for (int k = -3; k <= 3; ++k) {
    Motion<2> post = ball<2>({0, 0.1 * k}, 0.05);
    post.inverse_mass = post.inverse_inertia = 0;
    state.bodies.add(post, 0);
  }
  state.bodies.index_fixed();
  HardWorld<2> world(std::move(state), {{"restitution", 0.0}, {"friction", 0.5}}, 0.01);
  world.run(0.1);
  EXPECT_LT(world.motion(0).position[0], -0.04) << "it went through";
}

world::State<2> box_of_discs(int count) {
  world::State<2> state;
  for (int k = 0; k < count; ++k)
    state.bodies.add(
        ball<2>({0.1 + 0.13 * (k % 5) + 0.01 * ((k * 7) % 3), 0.1 + 0.13 * (k / 5)}, 0.04 + 0.005 * (k % 4)),
        0);
  state.walls.add_container("box", 0, {{0, 0}, {0.8, 5}});
  state.gravity = {0, -gravity};
  return state;
}

TEST(ImpulseStepper, keeps_energy_momentum_and_bodies_apart_in_a_heap) {
  HardWorld<2> world(box_of_discs(30), {{"restitution", 0.3}, {"friction", 0.4}}, 5e-3);
  for (int look = 1; look <= 10; ++look) {
    world.run(0.1 * look);
    for (const auto& view : world.stepper->contacts().geometry()) EXPECT_LT(view.overlap, 0);
  }
  EXPECT_NEAR(world.missing() / world.initial, 0, 1e-12);
  const auto have = moments(world.state.bodies), should = world.state.ledger.momentum.expected();
  EXPECT_NEAR(have.momentum[1], should.momentum[1], 1e-12 * world.state.ledger.momentum.state().impulse);
  EXPECT_LT(kinetic_energy(world.state.bodies), 0.01 * world.initial) << "it came to rest";
}

std::vector<Vec2> places(const world::State<2>& state) {
  std::vector<Vec2> result;
  for (Id id = 0; id < state.bodies.next_id(); ++id)
    result.push_back(state.bodies.motion[state.bodies.slot_of(id)].position);
  return result;
}

TEST(ImpulseStepper, gives_the_same_bits_for_every_search_and_number_of_threads) {
  std::vector<Vec2> expected;
  for (const int count : {1, 2, 3, 8})
    for (const std::string_view search : {"all_pairs", "linked_cell"}) {
      const ThreadLimit limit(count);
      HardWorld<2> world(box_of_discs(20), {{"restitution", 0.3}, {"friction", 0.4}}, 5e-3, search);
      world.run(0.6);
      if (expected.empty()) expected = places(world.state);
      EXPECT_EQ(places(world.state), expected) << count << ' ' << search;
    }
}

}  // namespace
}  // namespace scree::step
