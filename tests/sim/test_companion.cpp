// A run in the hands of another program: in its thread, with its companion, and with views of the bodies that
// it keeps.
#include <gtest/gtest.h>

#include <thread>

#include "scree/sim/runner.h"
#include "scree/world/state.h"
#include "tests/sim/fake_simulation.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

/// Looks at every tenth step, and has enough at some step.
class Guest : public Companion {
 public:
  explicit Guest(const Simulation& simulation, std::uint64_t last = ~std::uint64_t{0})
      : simulation_(simulation), last_(last) {}
  bool looks_at(std::uint64_t step, double) const override { return step % 10 == 0; }
  bool look(const StepReport&) override {
    if (simulation_.step() % 10 == 0) seen.push_back(simulation_.step());
    threads_are_mine &= std::this_thread::get_id() == mine_;
    return simulation_.step() < last_;
  }
  std::vector<std::uint64_t> seen;
  bool threads_are_mine = true;

 private:
  const Simulation& simulation_;
  std::uint64_t last_;
  std::thread::id mine_ = std::this_thread::get_id();
};

TEST(Runner, in_the_callers_thread_records_what_it_records_in_its_own) {
  MemoryRecorder own, here;
  ListeningObserver observer;
  RunPlan plan;
  plan.frame_interval = 0.01;
  FakeSimulation first, second;
  const Summary by_session = Runner(first, plan, own, observer).run();
  Guest guest(second);
  plan.companion = &guest;
  const Summary by_caller = Runner(second, plan, here, observer).run_here();
  EXPECT_EQ(here.frames, own.frames);
  EXPECT_EQ(by_caller.state_hash, by_session.state_hash);
  EXPECT_EQ(by_caller.outcome, Outcome::finished);
  EXPECT_EQ(guest.seen.size(), 10u);
  EXPECT_TRUE(guest.threads_are_mine);
}

TEST(Runner, ends_with_a_checkpoint_where_its_companion_has_enough) {
  MemoryRecorder recorder;
  ListeningObserver observer;
  FakeSimulation simulation;
  Guest guest(simulation, 30);
  RunPlan plan;
  plan.companion = &guest;
  EXPECT_EQ(Runner(simulation, plan, recorder, observer).run_here().outcome, Outcome::interrupted);
  EXPECT_EQ(simulation.step(), 30u);
  ASSERT_FALSE(recorder.checkpoints.empty());
  EXPECT_EQ(recorder.checkpoints.back().step, 30u);
}

TEST(Runner, saves_at_once_what_cannot_be_begun_again_from_the_scene) {
  MemoryRecorder from_start, from_middle;
  ListeningObserver observer;
  FakeSimulation first, second;
  Runner(first, {}, from_start, observer).run();
  for (int step = 0; step < 5; ++step) second.advance();
  Runner(second, {}, from_middle, observer).run();
  EXPECT_EQ(from_start.checkpoints.size(), 1u);
  ASSERT_EQ(from_middle.checkpoints.size(), 2u);
  EXPECT_EQ(from_middle.checkpoints.front().step, 5u);
}

TEST(Simulation, goes_on_in_copies_of_columns_that_it_has_handed_over) {
  const auto scene = read(R"([scene]
dimension = 3
gravity = [0, 0, -10]
seed = 5
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
collision_time = "2 ms"
[[wall]]
plane = { point = [0, 0, 0], normal = [0, 0, 1] }
[[fill]]
shape = "sphere"
radius = "1 cm"
material = "glass"
count = 30
region = { box = { min = [0, 0, 0], max = ["20 cm", "20 cm", "20 cm"] } }
[[stage]]
duration = "200 ms"
)");
  const auto plain = build(scene, {}), looked_at = build(scene, {});
  advance_to_end(*plain);
  const auto& motion = std::get<const world::State<3>*>(looked_at->state())->bodies.motion;
  std::shared_ptr<const void> kept;
  for (std::uint64_t step = 10; !looked_at->finished(); step += 10) {
    const Motion<3>* const address = motion.data();
    const Vec3 before = motion[0].position;
    kept = looked_at->hand_over_columns();
    EXPECT_NE(motion.data(), address);
    advance_to_step(*looked_at, step);
    EXPECT_EQ(address->position, before);
  }
  EXPECT_EQ(looked_at->state_hash().text(), plain->state_hash().text());
}

}  // namespace
}  // namespace scree::sim
