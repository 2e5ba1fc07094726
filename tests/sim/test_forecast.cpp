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
