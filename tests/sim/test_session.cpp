// A session: other threads drive, change and look at a run; the past can be branched from.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "scree/sim/session.h"
#include "tests/sim/read_text.h"

namespace scree::sim {
namespace {

using namespace std::chrono_literals;

const std::string scene_text = R"([scene]
dimension = 2
gravity = [0, -10]
seed = 5
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
friction = 0.3
collision_time = "2 ms"
[[wall]]
name = "floor"
plane = { point = [0, 0], normal = [0, 1] }
[[fill]]
shape = "disc"
radius = { uniform = ["8 mm", "12 mm"] }
material = "glass"
count = 40
region = { box = { min = [0, 0], max = ["30 cm", "30 cm"] } }
[[stage]]
duration = "200 ms"
)";

std::string hash_of(Session& session) {
  return session.ask([](Simulation& simulation) { return simulation.state_hash().text(); }).get();
}
std::uint64_t step_of(Session& session) {
  return session.ask([](Simulation& simulation) { return simulation.step(); }).get();
}

/// Of a run without a session.
std::string hash_at(std::uint64_t step) {
  auto simulation = build(read(scene_text), {});
  advance_to_step(*simulation, step);
  return simulation->state_hash().text();
}

TEST(Session, runs_to_a_step_a_time_and_the_end_with_the_bits_of_a_plain_run) {
  Session session(read(scene_text));
  EXPECT_EQ(session.run_until_step(300).get(), Rest::goal);
  EXPECT_EQ(step_of(session), 300u);
  EXPECT_EQ(hash_of(session), hash_at(300));
  EXPECT_EQ(session.run_steps(1).get(), Rest::goal);
  EXPECT_EQ(step_of(session), 301u);
  EXPECT_EQ(session.run_steps(0).get(), Rest::goal);
  session.run_until_time(0.1).get();
  const auto seen = session.look().get();
  EXPECT_GE(seen->frame.time, 0.1 * (1 - 1e-12));
  EXPECT_LT(seen->frame.time, 0.1 + 2 * seen->time_step.chosen);
  EXPECT_EQ(session.run_to_end().get(), Rest::finished);
  EXPECT_EQ(hash_of(session), hash_at(~std::uint64_t{0}));
  EXPECT_EQ(session.run_to_end().get(), Rest::finished);
  EXPECT_TRUE(session.last_seen()->finished);
}

TEST(Session, pauses_between_two_steps) {
  Session session(read(scene_text));
  std::future<Rest> end = session.run_to_end();
  session.pause().get();
  EXPECT_EQ(end.get(), Rest::paused);
  const std::uint64_t step = step_of(session);
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(step_of(session), step);
  EXPECT_EQ(hash_of(session), hash_at(step));
}

TEST(Session, another_goal_takes_the_place_of_the_first) {
  Session session(read(scene_text));
  std::future<Rest> end = session.run_to_end();
  std::future<Rest> later = session.run_steps(5);
  EXPECT_EQ(end.get(), Rest::paused);
  EXPECT_EQ(later.get(), Rest::goal);
}

TEST(Session, looks_are_consistent_while_it_runs) {
  Session session(read(scene_text));
  EXPECT_EQ(session.last_seen(), nullptr);
  std::future<Rest> end = session.run_to_end();
  std::atomic<int> looks = 0;
  const auto look = [&] {
    std::uint64_t last = 0;
    for (int k = 0; k < 20; ++k) {
      const auto seen = session.look().get();
      EXPECT_GE(seen->frame.step, last);
      EXPECT_EQ(seen->frame.bodies.front().rows, 40u);
      last = seen->frame.step;
      ++looks;
    }
  };
  std::thread other(look);
  look();
  other.join();
  EXPECT_EQ(looks, 40);
  EXPECT_EQ(end.get(), Rest::finished);
  EXPECT_EQ(hash_of(session), hash_at(~std::uint64_t{0})) << "looking changes nothing";
}

TEST(Session, edits_are_made_where_they_are_asked_for_and_hand_on_repeats_them) {
  Session session(read(scene_text));
  std::future<Rest> end = session.run_to_end();
  session.edit(SetGravity{{2, -3, 0}}).get();  // somewhere on the way
  session.edit(Grab{3, {0.1, 0.2, 0}, 50, 1}).get();
  EXPECT_EQ(end.get(), Rest::finished);
  const auto seen = session.last_seen();
  ASSERT_EQ(seen->journal.size(), 2u);
  const scene::SceneDescription handed = read(session.hand_on().get());
  EXPECT_EQ(handed.seed, 5u);
  auto again = build(handed, {});
  advance_to_end(*again);
  EXPECT_EQ(again->state_hash().text(), hash_of(session));
}

TEST(Session, tells_the_caller_what_is_wrong) {
  Session session(read(scene_text));
  EXPECT_THROW(session.edit(RemoveWall{"gate"}).get(), SceneError);
  EXPECT_THROW(session.branch(5), RunError);
  EXPECT_THROW(session.undo(), RunError);
  EXPECT_EQ(session.run_steps(1).get(), Rest::goal) << "it goes on all the same";
}

TEST(Session, tells_what_is_wrong_with_a_scene_that_cannot_be_built) {
  std::string text = scene_text;
  text.replace(text.find("count = 40"), 10, "count = 4000");
  Session session(read(text));
  EXPECT_THROW(session.run_to_end().get(), SceneError);
  EXPECT_THROW(session.look().get(), SceneError);
}

TEST(Session, stops_where_the_watch_stops_and_does_not_go_on) {
  std::string text = scene_text;
  text +=
      "[run]\ntime_step = 2e-3\n[watch]\noverlap_stop = 1e-3\noverlap_strong = 1e-4\noverlap_warn = 1e-5\n";
  Session session(read(text));
  EXPECT_THROW(session.run_to_end().get(), RunStopped);
  EXPECT_THROW(session.run_steps(1).get(), RunStopped);
  EXPECT_NO_THROW(session.look().get());
}

TEST(Session, ends_while_it_runs) {
  std::future<Rest> end;
  {
    Session session(read(scene_text));
    end = session.run_to_end();
    std::this_thread::sleep_for(5ms);
  }
  try {
    EXPECT_NE(end.get(), Rest::goal);
  } catch (const std::future_error&) {
    SUCCEED() << "it ended before it had begun";
  }
}

TEST(Session, a_branch_is_at_the_earlier_step_bit_for_bit) {
  Session session(read(scene_text));
  session.run_until_step(1000).get();
  for (const std::uint64_t step : {0, 1, 63, 64, 65, 700, 1000}) {
    const std::unique_ptr<Session> branch = session.branch(step);
    EXPECT_EQ(step_of(*branch), step);
    EXPECT_EQ(hash_of(*branch), hash_at(step)) << step;
  }
  const std::unique_ptr<Session> twin = session.branch(500);
  twin->edit(SetGravity{{0, 0, 0}}).get();
  twin->run_to_end().get();
  session.run_to_end().get();
  EXPECT_NE(hash_of(*twin), hash_of(session));
  EXPECT_EQ(hash_of(session), hash_at(~std::uint64_t{0})) << "the branch has not touched it";
}

TEST(Session, little_memory_for_the_past_makes_branches_slower_but_not_different) {
  SessionSettings settings;
  settings.most_memory = 1;
  Session session(read(scene_text), {}, settings);
  session.run_until_step(1000).get();
  EXPECT_EQ(hash_of(*session.branch(900)), hash_at(900));
}

TEST(Session, undo_is_a_branch_before_the_last_edit) {
  Session session(read(scene_text));
  session.run_until_step(200).get();
  session.edit(SetGravity{{0, -1, 0}}).get();
  session.run_until_step(400).get();
  const std::string first = hash_of(session);
  session.edit(PinBodies{{4}}).get();
  const std::string pinned = hash_of(session);
  session.edit(PinBodies{{5}}).get();  // at the same step
  session.run_until_step(500).get();
  const std::unique_ptr<Session> once = session.undo();
  EXPECT_EQ(step_of(*once), 400u);
  EXPECT_EQ(hash_of(*once), pinned);
  const std::unique_ptr<Session> twice = once->undo();
  EXPECT_EQ(hash_of(*twice), first);
  const std::unique_ptr<Session> thrice = twice->undo();
  EXPECT_EQ(step_of(*thrice), 200u);
  EXPECT_EQ(hash_of(*thrice), hash_at(200));
  EXPECT_THROW(thrice->undo(), RunError);
  // Redone by hand, it comes to the same.
  twice->edit(PinBodies{{4}}).get();
  twice->edit(PinBodies{{5}}).get();
  twice->run_until_step(500).get();
  EXPECT_EQ(hash_of(*twice), hash_of(session));
}

TEST(Session, a_branch_of_a_scene_with_edits_keeps_those_that_are_still_to_come) {
  const std::string text =
      scene_text + "[[edit]]\nstep = 100\ngravity = [0, -1]\n[[edit]]\nstep = 300\npin = 4\n";
  Session session(read(text));
  session.run_until_step(200).get();
  const std::unique_ptr<Session> twin = session.branch(200);
  const std::unique_ptr<Session> earlier = session.branch(50);
  session.run_to_end().get();
  twin->run_to_end().get();
  EXPECT_EQ(hash_of(*twin), hash_of(session));
  EXPECT_EQ(session.last_seen()->journal.size(), 2u);
  EXPECT_TRUE(earlier->look().get()->journal.empty());
}

TEST(Session, several_run_side_by_side) {
  Session first(read(scene_text)), second(read(scene_text));
  std::future<Rest> one = first.run_to_end(), two = second.run_to_end();
  one.get();
  two.get();
  EXPECT_EQ(hash_of(first), hash_of(second));
}

TEST(Session, saves_a_checkpoint_that_a_plain_simulation_goes_on_from) {
  Session session(read(scene_text));
  session.run_until_step(100).get();
  auto other = build(read(scene_text), {});
  other->restore(session.save().get());
  EXPECT_EQ(other->state_hash().text(), hash_of(session));
}

TEST(Session, a_branch_with_other_edits_has_the_bits_of_a_run_that_had_them) {
  Session session(read(scene_text));
  session.run_until_step(100).get();
  session.edit(SetGravity{{0, -2, 0}}).get();
  session.run_until_step(200).get();
  session.edit(SetGravity{{1, -2, 0}}).get();
  session.run_until_step(300).get();
  const std::string hash = hash_of(session);
  std::vector<scene::Edit> edits = session.all_edits().get();
  ASSERT_EQ(edits.size(), 2u);

  const std::unique_ptr<Session> plain = session.branch_with(150, {});
  EXPECT_EQ(step_of(*plain), 150u);
  EXPECT_EQ(hash_of(*plain), hash_at(150));
  // From a session that has not come so far.
  const std::unique_ptr<Session> again = plain->branch_with(300, edits);
  EXPECT_EQ(hash_of(*again), hash);
  // An edit that is still to come is made where it belongs.
  const std::unique_ptr<Session> halfway = session.branch_with(150, edits);
  EXPECT_EQ(hash_of(*halfway), hash_of(*session.branch(150)));
  halfway->run_until_step(300).get();
  EXPECT_EQ(hash_of(*halfway), hash);
}

TEST(Session, another_search_keeps_the_bits_and_the_journal) {
  Session session(read(scene_text));
  session.run_until_step(100).get();
  session.edit(SetGravity{{0, -2, 0}}).get();
  Session other(read(scene_text));
  other.run_until_step(100).get();
  other.edit(SetGravity{{0, -2, 0}}).get();
  const std::string hash = hash_of(session);
  session.change_search("all_pairs").get();
  EXPECT_EQ(hash_of(session), hash);
  EXPECT_EQ(session.ask([](Simulation& one) { return one.methods().search; }).get(), "all_pairs");
  EXPECT_EQ(session.all_edits().get().size(), 1u);
  session.run_until_step(300).get();
  other.run_until_step(300).get();
  EXPECT_EQ(hash_of(session), hash_of(other));
}

TEST(Session, tells_when_it_rests) {
  std::atomic<int> rests = 0;
  SessionSettings settings;
  settings.on_rest = [&] { ++rests; };
  Session session(read(scene_text), {}, settings);
  session.run_steps(10).get();
  session.ask([](Simulation&) {}).get();
  EXPECT_EQ(rests, 1);
}

}  // namespace
}  // namespace scree::sim
