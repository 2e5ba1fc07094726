#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "scree/sim/runner.h"
#include "tests/sim/fake_simulation.h"

namespace scree::sim {
namespace {

// A wall clock in the hands of the test: each reading is `tick` seconds after the one before.
double wall_now = 0, wall_tick = 0;
double test_clock() { return wall_now += wall_tick; }

RunPlan plan(std::optional<double> frame_interval) {
  wall_now = 0;
  wall_tick = 0;
  RunPlan plan;
  plan.scene_name = "fake";
  plan.frame_interval = frame_interval;
  plan.wall_clock = test_clock;
  return plan;
}

struct Rig {
  FakeSimulation simulation;
  MemoryRecorder recorder;
  ListeningObserver observer;

  Summary run(const RunPlan& plan) { return Runner(simulation, plan, recorder, observer).run(); }
};

using Steps = std::vector<std::uint64_t>;

TEST(FrameSchedule, is_due_at_the_first_step_at_or_after_each_multiple) {
  FrameSchedule schedule(0.01);
  schedule.pass(0);
  Steps due;
  for (std::uint64_t step = 1; step <= 12; ++step) {
    const double time = static_cast<double>(step) * 0.003;
    if (!schedule.due(time)) continue;
    due.push_back(step);
    schedule.pass(time);
  }
  EXPECT_EQ(due, (Steps{4, 7, 10}));
}

TEST(FrameSchedule, does_not_slip_by_a_step_where_rounding_falls_short) {
  // 500 * 7 * 2e-6 is a little below 7 * 0.001: both are products of rounded numbers.
  FrameSchedule schedule(0.001);
  schedule.pass(0);
  Steps due;
  for (std::uint64_t step = 1; step <= 100000; ++step) {
    const double time = static_cast<double>(step) * 2e-6;
    if (!schedule.due(time)) continue;
    due.push_back(step);
    schedule.pass(time);
  }
  ASSERT_EQ(due.size(), 200u);
  for (std::size_t k = 0; k < due.size(); ++k) ASSERT_EQ(due[k], 500 * (k + 1));
}

TEST(FrameSchedule, records_once_per_step_when_steps_are_longer_than_the_interval) {
  FrameSchedule schedule(0.001);
  schedule.pass(0);
  for (int step = 1; step < 10; ++step) {
    const double time = step * 0.0035;
    EXPECT_TRUE(schedule.due(time));
    schedule.pass(time);
    EXPECT_FALSE(schedule.due(time));
  }
}

// Issue 21, section 2, point 5.
TEST(Summary, of_a_stranger_is_checked) {
  EXPECT_EQ(checked_summary(""), "null");
  const std::string ours = to_json({});
  EXPECT_EQ(nlohmann::json::parse(checked_summary(ours)), nlohmann::json::parse(ours));
  EXPECT_EQ(checked_summary(R"({"time": null, "other": 1})"), "{\n  \"other\": 1\n}\n");
  for (const std::string& foreign :
       {std::string("nonsense"), std::string("[]"), std::string(R"({"outcome": 5})"),
        std::string(R"({"warnings": "many"})"), std::string(1'000'000, '['),
        R"({"other": )" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + '}'})
    EXPECT_THROW(checked_summary(foreign), RunError) << foreign.substr(0, 40);
}

// Issue 21, section 1, point 11.
TEST(Runner, warns_of_energy_by_the_step_and_not_by_the_clock) {
  const auto warnings_with_tick = [](double tick, double until) {
    Rig rig;
    rig.simulation.steps_in_all = 12000;
    rig.simulation.ledger = [](std::uint64_t step) {
      Energies energies = FakeSimulation::resting();
      energies.kinetic += 1e-5 * static_cast<double>(step);
      return energies;
    };
    RunPlan slow = plan(std::nullopt);
    slow.until = until;
    wall_tick = tick;
    std::vector<std::uint64_t> steps;
    for (const Warning& warning : rig.run(slow).warnings) steps.push_back(warning.step);
    return steps;
  };
  const Steps expected{5000, 12000};
  EXPECT_EQ(warnings_with_tick(0, 100), expected);
  EXPECT_EQ(warnings_with_tick(1e-3, 100), expected);
  EXPECT_EQ(warnings_with_tick(10, 100), expected);
  // A run that pauses says nothing that it would not say if it went on.
  EXPECT_EQ(warnings_with_tick(10, 4.5), Steps{});
  EXPECT_EQ(warnings_with_tick(10, 7.5), Steps{5000});
}

TEST(Runner, records_the_first_the_due_and_the_last_state_each_once) {
  Rig rig;
  rig.run(plan(0.03));
  EXPECT_EQ(rig.recorder.frames, (Steps{0, 30, 60, 90, 100}));
  Rig even;
  even.run(plan(0.05));
  EXPECT_EQ(even.recorder.frames, (Steps{0, 50, 100}));
}

TEST(Runner, records_only_the_first_and_the_last_state_without_an_interval) {
  Rig rig;
  rig.run(plan(std::nullopt));
  EXPECT_EQ(rig.recorder.frames, (Steps{0, 100}));
}

TEST(Runner, ends_with_a_checkpoint_and_a_summary) {
  Rig rig;
  const Summary summary = rig.run(plan(0.05));
  ASSERT_EQ(rig.recorder.checkpoints.size(), 1u);
  EXPECT_EQ(rig.recorder.checkpoints[0].step, 100u);
  ASSERT_TRUE(rig.recorder.summary.has_value());
  EXPECT_EQ(summary.outcome, Outcome::finished);
  EXPECT_EQ(summary.state_hash, rig.simulation.state_hash().text());
  EXPECT_EQ(summary.steps, 100u);
  EXPECT_EQ(summary.scene, "fake");
}

TEST(Runner, writes_checkpoints_by_the_wall_clock_soon_at_first) {
  Rig rig;
  RunPlan with_clock = plan(std::nullopt);
  with_clock.checkpoint_interval = 10;
  wall_tick = 0;
  rig.simulation.on_step = [](std::uint64_t) { wall_now += 1; };  // a step takes a second
  rig.run(with_clock);
  Steps at;
  for (const record::Checkpoint& checkpoint : rig.recorder.checkpoints) at.push_back(checkpoint.step);
  EXPECT_EQ(at, (Steps{2, 6, 14, 24, 34, 44, 54, 64, 74, 84, 94, 100}));
}

TEST(Runner, spends_a_tenth_of_its_time_on_checkpoints_at_most) {
  class SlowDisk : public MemoryRecorder {
    void save(const record::Checkpoint& checkpoint) override {
      wall_now += 2;
      MemoryRecorder::save(checkpoint);
    }
  };
  FakeSimulation simulation;
  simulation.on_step = [](std::uint64_t) { wall_now += 1; };
  SlowDisk disk;
  ListeningObserver observer;
  RunPlan eager = plan(std::nullopt);
  eager.checkpoint_interval = 1;
  Runner(simulation, eager, disk, observer).run();
  Steps at;
  for (const record::Checkpoint& checkpoint : disk.checkpoints) at.push_back(checkpoint.step);
  EXPECT_EQ(at, (Steps{1, 21, 41, 61, 81, 100}));
}

TEST(Runner, looks_at_the_clock_seldom_when_steps_are_fast) {
  static int readings = 0;
  readings = 0;
  Rig rig;
  rig.simulation.steps_in_all = 1'000'000;
  RunPlan counting = plan(std::nullopt);
  counting.wall_clock = [] { return ++readings * 1e-9; };
  rig.run(counting);
  EXPECT_LT(readings, 40);
}

TEST(Runner, reports_progress_about_as_often_as_asked) {
  Rig rig;
  RunPlan with_clock = plan(std::nullopt);
  with_clock.progress_interval = 0.25;
  rig.simulation.on_step = [](std::uint64_t) { wall_now += 0.03; };
  rig.run(with_clock);
  ASSERT_EQ(rig.observer.progress.size(), 12u);  // every 9 steps of 0.03 s, and at the end
  const Progress& first = rig.observer.progress.front();
  EXPECT_EQ(first.step, 9u);
  EXPECT_EQ(first.bodies, 10u);
  EXPECT_EQ(first.removed, 2u);
  EXPECT_EQ(first.contacts, 4u);
  EXPECT_DOUBLE_EQ(first.target, 0.1);
  EXPECT_NEAR(first.particle_steps_per_second, 10 / 0.03, 1e-6);
  EXPECT_NEAR(first.seconds_left, 91 * 0.03, 1e-6);
  EXPECT_EQ(rig.observer.progress.back().step, 100u);
  EXPECT_EQ(rig.observer.progress.back().seconds_left, 0);
}

TEST(Runner, stops_at_the_first_step_at_or_after_until) {
  Rig rig;
  RunPlan short_plan = plan(0.03);
  short_plan.until = 0.0445;
  const Summary summary = rig.run(short_plan);
  EXPECT_EQ(summary.outcome, Outcome::until);
  EXPECT_EQ(summary.steps, 45u);
  EXPECT_EQ(rig.recorder.checkpoints.back().step, 45u);
  EXPECT_EQ(rig.recorder.frames, (Steps{0, 30, 45}));
}

TEST(Runner, does_not_run_past_until_by_a_rounding_error) {
  Rig rig;
  RunPlan short_plan = plan(std::nullopt);
  rig.simulation.dt = 2e-6;
  rig.simulation.steps_in_all = 4000;
  short_plan.until = 0.007;  // 3500 * 2e-6 is a little below it
  EXPECT_EQ(rig.run(short_plan).steps, 3500u);
}

TEST(Runner, finishes_the_step_and_saves_when_asked_to_stop) {
  Rig rig;
  std::atomic<bool> stop = false;
  rig.simulation.on_step = [&](std::uint64_t step) { stop = step == 42; };
  RunPlan stoppable = plan(std::nullopt);
  stoppable.stop = &stop;
  const Summary summary = rig.run(stoppable);
  EXPECT_EQ(summary.outcome, Outcome::interrupted);
  EXPECT_EQ(summary.steps, 42u);
  EXPECT_EQ(rig.recorder.checkpoints.back().step, 42u);
}

TEST(Runner, resumed_gives_the_frames_the_state_and_the_warnings_of_a_run_without_a_break) {
  const auto warn_at = [](FakeSimulation& simulation) {
    simulation.reports[20] = {0.02, true};
    simulation.reports[80] = {0.03, true};
    simulation.reports[81] = {0.05, true};
  };
  Rig whole;
  warn_at(whole.simulation);
  const Summary expected = whole.run(plan(0.03));

  for (std::uint64_t pause = 0; pause <= 100; ++pause) {
    Rig first;
    warn_at(first.simulation);
    RunPlan part = plan(0.03);
    part.until = static_cast<double>(pause) * 1e-3;
    first.run(part);
    first.recorder.resume();
    FakeSimulation rest;
    warn_at(rest);
    Runner runner(rest, plan(0.03), first.recorder, first.observer);
    runner.restore(first.recorder.checkpoints.back());
    const Summary summary = runner.run();
    ASSERT_EQ(summary.state_hash, expected.state_hash);
    ASSERT_EQ(first.recorder.frames, whole.recorder.frames) << "paused at step " << pause;
    ASSERT_EQ(summary.warnings.size(), expected.warnings.size());
    for (std::size_t k = 0; k < summary.warnings.size(); ++k)
      ASSERT_EQ(summary.warnings[k].text, expected.warnings[k].text);
    ASSERT_EQ(first.observer.warnings.size(), expected.warnings.size()) << "told twice";
  }
}

TEST(Runner, resumed_with_nothing_to_do_leaves_the_frames_as_they_are) {
  for (const double until : {0.06, 0.07}) {  // where a frame is due, and where none is
    Rig rig;
    RunPlan part = plan(0.03);
    part.until = until;
    rig.run(part);
    const Steps before = rig.recorder.frames;
    for (int again = 0; again < 3; ++again) {
      rig.recorder.resume();
      Runner runner(rig.simulation, part, rig.recorder, rig.observer);
      runner.restore(rig.recorder.checkpoints.back());
      runner.run();
      EXPECT_EQ(rig.recorder.frames, before) << "until " << until;
    }
  }
}

TEST(Runner, says_which_version_wrote_a_checkpoint_that_cannot_be_gone_on_from) {
  Rig rig;
  RunPlan part = plan(0.03);
  part.until = 0.05;
  rig.run(part);
  record::Checkpoint checkpoint = rig.recorder.checkpoints.back();
  FakeSimulation rest;
  rest.refusal = "no column 'walls'";
  const auto said = [&] {
    try {
      Runner(rest, part, rig.recorder, rig.observer).restore(checkpoint);
    } catch (const RunError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(said(),
            fmt::format("the checkpoint of step 50 was written by scree {0}, and this scree {0} cannot go on "
                        "from it: no column 'walls'",
                        version()));
  std::erase_if(checkpoint.columns, [](const Column& column) { return column.name == "runner/version"; });
  EXPECT_NE(said().find("by an earlier scree, which did not say its version"), std::string::npos) << said();
}

TEST(Runner, counts_the_wall_time_of_all_parts) {
  Rig first;
  first.simulation.on_step = [](std::uint64_t) { wall_now += 1; };
  RunPlan part = plan(std::nullopt);
  part.until = 0.05;
  EXPECT_DOUBLE_EQ(first.run(part).wall_seconds, 50);
  FakeSimulation rest;
  rest.on_step = first.simulation.on_step;
  Runner runner(rest, plan(std::nullopt), first.recorder, first.observer);
  runner.restore(first.recorder.checkpoints.back());
  const Summary summary = runner.run();
  EXPECT_DOUBLE_EQ(summary.wall_seconds, 100);
  EXPECT_DOUBLE_EQ(summary.particle_steps_per_second, 10);
}

TEST(Runner, keeps_what_was_recorded_when_the_watch_stops_it_and_saves_no_checkpoint_of_it) {
  Rig rig;
  rig.simulation.reports[77] = {0.5, true};
  EXPECT_THROW(rig.run(plan(0.03)), RunStopped);
  EXPECT_EQ(rig.recorder.frames, (Steps{0, 30, 60, 77}));
  EXPECT_TRUE(rig.recorder.checkpoints.empty());
  ASSERT_TRUE(rig.recorder.summary.has_value());
  EXPECT_EQ(rig.recorder.summary->outcome, Outcome::stopped);
  EXPECT_THAT(rig.recorder.summary->reason, testing::HasSubstr("overlap of 50 %"));
  EXPECT_EQ(rig.recorder.summary->steps, 77u);
  EXPECT_FALSE(rig.recorder.summary->state_hash.empty());
}

TEST(Runner, records_no_frame_of_a_state_that_is_not_finite) {
  Rig rig;
  rig.simulation.reports[77] = {0, false};
  rig.simulation.broken = 3;
  EXPECT_THROW(rig.run(plan(0.03)), RunStopped);
  EXPECT_EQ(rig.recorder.frames, (Steps{0, 30, 60}));
  ASSERT_TRUE(rig.recorder.summary.has_value());
  EXPECT_THAT(rig.recorder.summary->reason, testing::HasSubstr("not a finite number"));
  EXPECT_TRUE(rig.recorder.summary->state_hash.empty()) << "of a state that is none";
}

TEST(Runner, touches_nothing_when_the_start_is_refused) {
  Rig rig;
  rig.simulation.dt = 5e-3;
  EXPECT_THROW(rig.run(plan(0.03)), RunStopped);
  EXPECT_FALSE(rig.recorder.begun);
  EXPECT_TRUE(rig.recorder.frames.empty());
}

TEST(Runner, passes_on_that_the_disk_is_full) {
  Rig rig;
  rig.recorder.full_at_step = 60;
  EXPECT_THROW(rig.run(plan(0.03)), RunError);
  EXPECT_EQ(rig.recorder.frames, (Steps{0, 30}));
  EXPECT_FALSE(rig.recorder.summary.has_value());
}

TEST(Runner, says_why_it_was_stopped_even_if_the_last_frame_cannot_be_kept) {
  Rig rig;
  rig.simulation.reports[77] = {0.5, true};
  rig.recorder.full_at_step = 77;
  EXPECT_THROW(rig.run(plan(0.03)), RunStopped);
}

TEST(Runner, tells_of_lost_bodies_once_at_the_same_frame_paused_or_not) {
  for (const double pause : {1.0, 0.02, 0.045, 0.07}) {
    Rig rig;
    rig.simulation.losing_step = 41;
    RunPlan part = plan(0.03);
    part.until = pause;
    Summary summary = rig.run(part);
    if (summary.outcome == Outcome::until) {
      Runner runner(rig.simulation, plan(0.03), rig.recorder, rig.observer);
      runner.restore(rig.recorder.checkpoints.back());
      summary = runner.run();
    }
    ASSERT_EQ(summary.warnings.size(), 1u) << pause;
    EXPECT_EQ(summary.warnings[0].step, 60u) << pause;
    EXPECT_THAT(summary.warnings[0].text,
                testing::AllOf(testing::HasSubstr("2 bodies have left the scene (step 60, t = 60 ms)"),
                               testing::HasSubstr("body 5 is at (0.1, 0.2, 0.3) m")));
    EXPECT_EQ(rig.observer.warnings.size(), 1u) << pause;
  }
}

TEST(Runner, tells_of_an_energy_that_grew_by_the_last_frame_at_the_latest) {
  Rig rig;
  rig.simulation.ledger = [](std::uint64_t step) {
    Energies energies = FakeSimulation::resting();
    if (step > 50) energies.kinetic = 2;
    return energies;
  };
  const Summary summary = rig.run(plan(0.03));
  ASSERT_EQ(summary.warnings.size(), 1u);
  EXPECT_EQ(summary.warnings[0].step, 60u);
}

TEST(Summary, has_the_keys_that_scripts_rely_on) {
  Rig rig;
  const auto json = nlohmann::json::parse(to_json(rig.run(plan(std::nullopt))));
  for (const char* key : {"state_hash", "steps", "time", "time_step", "bodies", "removed", "contacts",
                          "energy", "residual", "search", "threads", "warnings", "integrator", "seed",
                          "wall_seconds", "particle_steps_per_second", "version", "momentum"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["state_hash"], rig.simulation.state_hash().text());
  EXPECT_EQ(json["steps"], 100);
  EXPECT_EQ(json["bodies"], 10);
  EXPECT_EQ(json["energy"]["kinetic"], 1.0);
  EXPECT_EQ(json["momentum"], (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(json["warnings"].is_array());
}

}  // namespace
}  // namespace scree::sim
