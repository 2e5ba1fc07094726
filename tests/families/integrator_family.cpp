// Every member of the catalogue of integrators, through whole simulations: a new one is tested here without a
// line.
#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/step/integrator.h"
#include "tests/families/bouncing.h"

namespace scree::step {
namespace {

using tests::Ball;
using tests::column;
using tests::decimal;
using tests::ran;
using tests::scene_of;

const std::string elastic = "law = \"hooke\"\nrestitution = 1\nstiffness = 1e4\n";
const std::string rough =
    "law = \"hooke\"\nrestitution = 0.7\nstiffness = 1e5\nfriction = 0.3\nrolling_friction = 0.05\n";

struct Case {
  const IntegratorEntry* entry;
  int dimension;
};

class IntegratorFamily : public ::testing::TestWithParam<Case> {
 protected:
  const IntegratorEntry& entry() const { return *GetParam().entry; }
  int dimension() const { return GetParam().dimension; }
  std::string run(double dt) const {
    return "integrator = \"" + std::string(entry().name) + "\"\ntime_step = " + decimal(dt) + "\n";
  }
  /// Two balls that are pressed together and let go are a harmonic oscillator as long as they touch. Returns
  /// the error of their distance over the overlap at the start.
  double oscillator_error(int steps) const {
    const double press = 1e-3, approach = 0.01;
    const double mass = dimension() == 2 ? 1000 * 0.1 * M_PI * 0.01 : 4.0 / 3 * 1000 * M_PI * 1e-3;
    const double frequency = std::sqrt(1e4 / (mass / 2)), duration = 1.2 / frequency;
    const auto simulation = ran(scene_of(
        dimension(), {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0.2 - press, 0, 0}, {-approach, 0, 0}, {0, 0, 0}}},
        elastic, (1 - 1e-9) * duration, run(duration / steps)));
    EXPECT_EQ(simulation->step(), static_cast<std::uint64_t>(steps));
    const std::vector<double> position = column(*simulation, "position");
    const double distance = position[static_cast<std::size_t>(dimension())] - position[0];
    const double expected =
        press * std::cos(frequency * duration) + approach / frequency * std::sin(frequency * duration);
    return std::abs(0.2 - distance - expected) / press;
  }
  std::string heap(double duration) const {
    std::vector<Ball> balls;
    for (int k = 0; k < (dimension() == 2 ? 9 : 27); ++k) {
      const Vec<3> at{0.199 * (k % 3), 0.1995 * (k / 3 % 3), 0.2002 * (k / 9)};
      balls.push_back(
          {at, Vec<3>{-at[0] + 0.3 * at[1], -at[1], -0.9 * at[2]}, {0.1 * k, 0.2, 1.0 - 0.3 * k}});
    }
    return scene_of(dimension(), balls, rough, duration, run(5e-5));
  }
};

TEST_P(IntegratorFamily, converges_with_the_order_that_the_catalogue_says) {
  const double coarse = oscillator_error(40), fine = oscillator_error(80);
  EXPECT_GT(std::log2(coarse / fine), entry().order - 0.2) << coarse << ' ' << fine;
}

TEST_P(IntegratorFamily, free_flight_is_straight_and_gravity_adds_g_t) {
  const Ball ball{{0.1, -0.2, 0.3}, {1, 2, -3}, {0.5, 0.25, 2}};
  for (const double gravity : {0.0, -9.81}) {
    std::string text = scene_of(dimension(), {ball}, rough, 0.1, run(1e-3));
    Vec<3> g{0, gravity, 0};
    text.insert(text.find("[material.m]"), "gravity = " + tests::triple(dimension(), g) + "\n");
    const auto simulation = ran(text);
    const double time = simulation->time();
    const std::vector<double> position = column(*simulation, "position"),
                              velocity = column(*simulation, "velocity");
    for (int k = 0; k < dimension(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_NEAR(velocity[at], ball.velocity[k] + g[k] * time, 1e-12) << k;
      // A first-order member is off by half a step's fall per step.
      const double tolerance = entry().order == 1 ? std::abs(g[k]) * time * 1e-3 + 1e-12 : 1e-12;
      EXPECT_NEAR(position[at], ball.position[k] + ball.velocity[k] * time + 0.5 * g[k] * time * time,
                  tolerance);
    }
    EXPECT_EQ(column(*simulation, "spin").back(), ball.spin[2]);
  }
}

TEST_P(IntegratorFamily, keeps_momentum) {
  const auto simulation = ran(heap(0.02));
  EXPECT_GT(simulation->energies().lost(), 0) << "they must have met";
  EXPECT_LT(simulation->momenta().linear.relative_residual(), 1e-12);
  EXPECT_LT(simulation->momenta().angular.relative_residual(), 1e-4);
}

TEST_P(IntegratorFamily, has_the_same_bits_with_any_threads_and_storage) {
  const std::string text = heap(0.01);
  const std::string expected = ran(text)->state_hash().text();
  for (const int count : {1, 2, 3})
    for (const bool shuffle : {false, true}) {
      const ThreadLimit limit(count);
      sim::BuildOptions options;
      options.shuffle_every_step = shuffle;
      EXPECT_EQ(ran(text, options)->state_hash().text(), expected)
          << count << " threads, shuffled: " << shuffle;
    }
}

TEST_P(IntegratorFamily, goes_on_from_a_checkpoint_with_the_same_bits) {
  const std::string text = heap(0.01);
  const auto whole = ran(text);
  const auto first = tests::built(text), second = tests::built(text);
  for (int k = 0; k < 37; ++k) first->advance();
  second->restore(first->checkpoint());
  while (!second->finished()) second->advance();
  EXPECT_EQ(second->state_hash().text(), whole->state_hash().text());
}

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const IntegratorEntry& entry : integrators())
    for (const int dimension : {2, 3}) result.push_back({&entry, dimension});
  return result;
}
INSTANTIATE_TEST_SUITE_P(Catalog, IntegratorFamily, ::testing::ValuesIn(cases()), [](const auto& test) {
  return std::string(test.param.entry->name) + (test.param.dimension == 2 ? "_2d" : "_3d");
});

}  // namespace
}  // namespace scree::step
