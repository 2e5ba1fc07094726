// The implicit stepper without a scene: energies that close, bounces, rest, sliding.
#include <gtest/gtest.h>

#include "scree/step/stepper.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

Horizon up_to(std::uint64_t last) {
  return {.is_looked_at = [last](std::uint64_t step) { return step >= last; }};
}

template <int D>
struct Fall {
  Fall(const std::vector<Motion<D>>& balls, const law::Choice& law, ImplicitWay way, double dt,
       const Vec<D>& gravity, const Box<D>& box = {})
      : course{0, dt, {}} {
    for (const Motion<D>& motion : balls) state.bodies.add(motion, 0);
    if (box.is_empty() || box.lo == box.hi) {
      shape::Plane<D> plane;
      plane.normal[D - 1] = 1;
      state.walls.add_plane("floor", 0, plane);
    } else {
      state.walls.add_container("box", 0, box);
    }
    state.gravity = gravity;
    Settings settings = usual_settings;
    settings.implicit_way = way;
    stepper = make<D>(*find_stepper("implicit"),
                      {state, SmallWorld<D>::only(law), search::make<D>(search::catalog().front()),
                       kernel::best_target().kernels<D>(), settings, integrators().front()});
    stepper->start(course);
    initial = energy();
  }
  double energy() {
    return kinetic_energy(state.bodies) + potential_energy(state.bodies, state.gravity) +
           stepper->contacts().elastic_energy();
  }
  double lost() const {
    const world::LossTotals& losses = state.ledger.losses;
    double sum = 0;
    for (const ExactSum* one :
         {&losses.damping, &losses.friction, &losses.rolling, &losses.model, &losses.scheme})
      sum += one->value(usual_settings.quantum);
    return sum;
  }
  /// So many steps on.
  void go(std::uint64_t steps) {
    const Advanced done = stepper->advance(course, at, up_to(at + steps));
    ASSERT_TRUE(done.sound);
    at += steps;
    cuts += done.cuts;
  }
  const Motion<D>& motion(Id id) const { return state.bodies.motion[state.bodies.slot_of(id)]; }

  world::State<D> state;
  Course course;
  std::unique_ptr<Stepper<D>> stepper;
  double initial = 0;
  std::uint64_t at = 0, cuts = 0;
};

law::Choice hooke(double restitution, double friction = 0, double rolling = 0) {
  return make_law("hooke", {{"restitution", restitution},
                            {"stiffness", 1e6},
                            {"friction", friction},
                            {"rolling_friction", rolling}});
}
law::Choice hertz(double restitution, double friction = 0) {
  return make_law("hertz_mindlin", {{"restitution", restitution}, {"friction", friction}});
}
/// [s] the longest stable explicit step of a ball of this radius on a wall, with the law above.
double explicit_limit(double radius) { return 2 * std::sqrt(shape::round_mass<3>(radius, 1000, 1) / 1e6); }

TEST(ImplicitStepper, honours_a_restitution_at_ten_times_the_explicit_step) {
  for (const law::Choice& law : {hooke(0.5), hertz(0.5)})
    for (const double height : {0.31, 0.42, 0.537, 0.61}) {
      const double dt = 10 * explicit_limit(0.1);
      Fall<3> run({ball<3>({0, 0, height}, 0.1)}, law, ImplicitWay::dissipate, dt, {0, 0, -9.81});
      double after = 0;
      while (after == 0 && run.at < 100) {
        run.go(1);
        if (run.motion(0).velocity[2] > 0) after = run.motion(0).velocity[2];
      }
      const double impact = std::sqrt(2 * 9.81 * (height - 0.1));
      EXPECT_NEAR(after / impact, 0.5, 0.05) << height;
    }
}

TEST(ImplicitStepper, tells_where_all_energy_went) {
  for (const ImplicitWay way : {ImplicitWay::dissipate, ImplicitWay::conserve, ImplicitWay::blend}) {
    std::vector<Motion<3>> balls;
    for (int k = 0; k < 12; ++k)
      balls.push_back(ball<3>({0.15 + 0.23 * (k % 3), 0.14 + 0.22 * (k / 3 % 2), 0.2 + 0.3 * (k / 6)}, 0.1,
                              {0.3 - 0.1 * k, 0.2, -0.5}, {0, 3.0 * k, 1}));
    const double restitution = way == ImplicitWay::dissipate ? 0.6 : 1;
    Fall<3> run(balls, hooke(restitution, 0.4, 0.1), way, 2e-3, {0, 0, -9.81}, {{0, 0, 0}, {0.8, 0.6, 2}});
    std::size_t contacts = 0;
    for (int look = 0; look < 40; ++look) {
      run.go(10);
      contacts += run.stepper->contacts().count();
    }
    EXPECT_GT(run.lost(), 0.1 * kinetic_energy(run.state.bodies));
    EXPECT_GT(contacts, 30u);
    EXPECT_NEAR(run.energy() + run.lost(), run.initial, 1e-4 * std::abs(run.initial))
        << static_cast<int>(way);
    EXPECT_GE(run.state.ledger.losses.friction.value(1), 0);
  }
}

TEST(ImplicitStepper, keeps_the_energy_of_elastic_balls_at_ten_times_the_explicit_step) {
  for (const law::Choice& law : {hooke(1), hertz(1)}) {
    std::vector<Motion<3>> balls;
    for (int k = 0; k < 8; ++k)
      balls.push_back(ball<3>({0.15 + 0.3 * (k % 2), 0.15 + 0.3 * (k / 2 % 2), 0.15 + 0.3 * (k / 4)}, 0.1,
                              {0.7 - 0.3 * k, 0.4 * k - 1, 0.2 * k}));
    Fall<3> run(balls, law, ImplicitWay::conserve, 10 * explicit_limit(0.1), {},
                {{0, 0, 0}, {0.65, 0.65, 0.65}});
    for (int look = 0; look < 50; ++look) {
      run.go(2);
      EXPECT_NEAR(run.energy(), run.initial, 1e-5 * run.initial) << look;
    }
  }
}

TEST(ImplicitStepper, is_of_first_order_or_of_second_where_it_keeps_energy) {
  // A ball swings on its spring under its weight and never leaves the floor.
  const double radius = 0.1, mass = shape::round_mass<3>(radius, 1000, 1);
  const double frequency = std::sqrt(1e6 / mass), depth = 9.81 / (frequency * frequency);
  const double time = 3 / frequency;
  const auto error = [&](ImplicitWay way, int steps) {
    Fall<3> run({ball<3>({0, 0, radius - 1.5 * depth}, radius)}, hooke(1), way, time / steps, {0, 0, -9.81});
    run.go(static_cast<std::uint64_t>(steps));
    const double exact = radius - depth - 0.5 * depth * math::cos(frequency * time);
    return std::abs(run.motion(0).position[2] - exact);
  };
  EXPECT_NEAR(error(ImplicitWay::dissipate, 400) / error(ImplicitWay::dissipate, 800), 2, 0.2);
  EXPECT_NEAR(error(ImplicitWay::conserve, 100) / error(ImplicitWay::conserve, 200), 4, 0.2);
}

TEST(ImplicitStepper, a_ball_that_slides_comes_to_roll_as_a_rigid_one_does) {
  const double dt = 0.01;
  const double sunk = 4.18879 * 9.81 / 1e6;
  Fall<3> run({ball<3>({0, 0, 0.1 - sunk}, 0.1, {1, 0, 0})}, hooke(0.5, 0.3), ImplicitWay::dissipate, dt,
              {0, 0, -9.81});
  run.go(5);
  EXPECT_NEAR(run.motion(0).velocity[0], 1 - 0.3 * 9.81 * 0.05, 0.01);
  run.go(45);
  EXPECT_NEAR(run.motion(0).velocity[0], 5.0 / 7.0, 0.005);
  EXPECT_NEAR(run.motion(0).spin[1], 5.0 / 7.0 / 0.1, 0.05);
  EXPECT_NEAR(run.energy() + run.lost(), run.initial, 1e-4 * 0.5 * 4.2);
}

TEST(ImplicitStepper, a_column_stands_still_for_ten_seconds) {
  for (const int count : {5, 20}) {
    std::vector<Motion<3>> balls;
    for (int k = 0; k < count; ++k) balls.push_back(ball<3>({0, 0, 0.1 + 0.2 * k}, 0.1));
    Fall<3> run(balls, hooke(0.5, 0.5), ImplicitWay::dissipate, 0.01, {0, 0, -9.81});
    run.go(1000);
    for (int k = 0; k < count; ++k) EXPECT_LT(norm(run.motion(static_cast<Id>(k)).velocity), 1e-9);
    EXPECT_EQ(run.stepper->contacts().count(), static_cast<std::size_t>(count));
  }
}

TEST(ImplicitStepper, a_ball_on_a_slope_that_rolling_friction_holds_does_not_creep) {
  Fall<3> run({ball<3>({0, 0, 0.1 - 4e-5}, 0.1)}, hooke(0.5, 0.5, 0.4), ImplicitWay::dissipate, 0.01,
              {9.81 * 0.2425, 0, -9.81 * 0.9701});
  run.go(500);
  EXPECT_LT(norm(run.motion(0).velocity), 1e-8);
}

TEST(ImplicitStepper, has_the_same_bits_whatever_threads_searches_and_storage) {
  const auto end = [](std::string_view search, int threads, bool shuffle) {
    const ThreadLimit limit(threads);
    world::State<3> state;
    for (int k = 0; k < 24; ++k)
      state.bodies.add(ball<3>({0.15 + 0.23 * (k % 3), 0.14 + 0.22 * (k / 3 % 2), 0.2 + 0.23 * (k / 6)}, 0.1,
                               {0.3 - 0.1 * k, 0.2, -0.5}, {0, 3.0 * k, 1}),
                       0);
    state.walls.add_container("box", 0, {{0, 0, 0}, {0.8, 0.6, 2}});
    state.gravity = {0, 0, -9.81};
    Settings settings = usual_settings;
    settings.shuffle_every_step = shuffle;
    const auto stepper =
        make<3>(*find_stepper("implicit"),
                {state, SmallWorld<3>::only(hertz(0.6, 0.4)), search::make<3>(*search::find_entry(search)),
                 kernel::best_target().kernels<3>(), settings, integrators().front()});
    const Course course{0, 2e-3, {}};
    stepper->start(course);
    EXPECT_TRUE(stepper->advance(course, 0, up_to(200)).sound);
    std::vector<double> numbers;
    for (Id id = 0; id < 24; ++id) {
      const Motion<3>& motion = state.bodies.motion[state.bodies.slot_of(id)];
      for (int k = 0; k < 3; ++k)
        numbers.insert(numbers.end(), {motion.position[k], motion.velocity[k], motion.spin[k]});
    }
    numbers.push_back(state.ledger.losses.scheme.value(1));
    numbers.push_back(state.ledger.momentum.state().impulse);
    return numbers;
  };
  const std::vector<double> once = end("all_pairs", 1, false);
  EXPECT_EQ(end("linked_cell", 3, false), once);
  EXPECT_EQ(end("hashing", 2, true), once);
}

TEST(ImplicitStepper, cuts_a_step_in_which_bodies_would_pierce_each_other_and_says_so) {
  Fall<3> run({ball<3>({0, 0, 3}, 0.1, {0, 0, -20})}, hooke(1), ImplicitWay::conserve, 0.05, {});
  run.go(10);
  EXPECT_GT(run.motion(0).position[2], 0.05);
  EXPECT_NEAR(run.energy(), run.initial, 1e-6 * run.initial);
  Fall<3> fast({ball<3>({0, 0, 3}, 0.1, {0, 0, -400})}, hooke(1), ImplicitWay::conserve, 0.01, {});
  EXPECT_THROW(static_cast<void>(fast.stepper->advance(fast.course, 0, up_to(5))), RunError);
}

}  // namespace
}  // namespace scree::step
