#include <gtest/gtest.h>

#include "scree/sim/forecast.h"
#include "tests/sim/fake_simulation.h"

namespace scree::sim {
namespace {

double wall_now = 0;
double test_clock() { return wall_now; }

RunPlan plan(std::optional<double> frame_interval) {
  RunPlan plan;
  plan.frame_interval = frame_interval;
  plan.wall_clock = test_clock;
  return plan;
}

TEST(Forecast, counts_the_frames_that_the_runner_records) {
  for (const double interval : {0.03, 0.05, 0.1, 0.2, 0.0007, 0.001}) {
    FakeSimulation simulation;
    MemoryRecorder recorder;
    ListeningObserver observer;
    Runner(simulation, plan(interval), recorder, observer).run();
    FakeSimulation fresh;
    const Forecast expected = forecast(fresh, plan(interval), 1);
    EXPECT_EQ(expected.frames, recorder.frames.size()) << interval;
  }
}

TEST(Forecast, counts_no_more_frames_than_states) {
  // The last one gives more intervals than an integer can hold.
  for (const double interval : {1e-9, 1e-300}) {
    FakeSimulation simulation;
    EXPECT_EQ(forecast(simulation, plan(interval), 1).frames, simulation.steps_in_all + 1) << interval;
  }
}

TEST(Forecast, takes_its_estimate_from_the_faster_half_of_the_first_steps) {
  FakeSimulation simulation;
  simulation.steps_in_all = 1000;
  simulation.on_step = [](std::uint64_t step) { wall_now += step % 2 == 0 ? 0.001 : 0.002; };
  const Forecast expected = forecast(simulation, plan(0.03), 1);
  EXPECT_EQ(expected.timed_steps, 400u);
  EXPECT_NEAR(expected.seconds_per_step, 0.001, 1e-9);
}

TEST(Forecast, reckons_with_the_heap_that_bodies_will_be_and_with_those_who_come) {
  const auto seconds = [](double bodies, double contacts, bool settles, double body_steps) {
    class Crowd : public FakeSimulation {
     public:
      double bodies = 0, contacts = 0, body_steps = 0;
      bool settles = false;
      Counts counts() const override {
        return {static_cast<std::uint64_t>(bodies), 0, static_cast<std::uint64_t>(contacts * bodies), 0};
      }
      SceneFacts facts() const override {
        SceneFacts facts = FakeSimulation::facts();
        facts.body_steps = body_steps;
        facts.settles = settles;
        return facts;
      }
    } crowd;
    crowd.bodies = bodies;
    crowd.contacts = contacts;
    crowd.settles = settles;
    crowd.body_steps = body_steps;
    crowd.on_step = [](std::uint64_t) { wall_now += 0.001; };
    return forecast(crowd, plan(0.03), 1).seconds;
  };
  EXPECT_NEAR(seconds(1000, 0, false, 1e5), 0.1, 1e-9) << "a gas stays as it is";
  EXPECT_NEAR(seconds(1000, 3, true, 1e5), 0.1, 1e-9) << "a heap, too";
  EXPECT_GT(seconds(1000, 0, true, 1e5), 0.4);
  EXPECT_NEAR(seconds(1000, 3, true, 2e5), 0.2, 1e-9) << "twice as many on average";
  EXPECT_NEAR(seconds(2, 0, true, 200), 0.1, 1e-9) << "two bodies hardly touch";
  EXPECT_NEAR(seconds(0, 0, true, 1e8), 0.1 + 5, 1e-9) << "no body is there to be timed yet";
}

TEST(Forecast, keeps_to_its_budget) {
  FakeSimulation simulation;
  simulation.on_step = [](std::uint64_t) { wall_now += 0.5; };
  EXPECT_EQ(forecast(simulation, plan(0.03), 2).timed_steps, 4u);
}

TEST(Forecast, tells_why_a_run_would_be_refused) {
  FakeSimulation simulation;
  simulation.dt = 3 * simulation.limit;
  const Forecast expected = forecast(simulation, plan(0.03), 2);
  EXPECT_NE(expected.refusal.find("3 times"), std::string::npos) << expected.refusal;
  EXPECT_EQ(expected.timed_steps, 0u);
}

}  // namespace
}  // namespace scree::sim
