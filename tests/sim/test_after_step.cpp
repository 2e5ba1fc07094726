// What happens after a step, without a scene: clock, sinks and the balance of bodies, flow counters, lost
// bodies.
#include <gtest/gtest.h>

#include <limits>

#include "scree/sim/balances.h"
#include "scree/sim/clock.h"
#include "scree/sim/flow_counters.h"
#include "scree/sim/home.h"
#include "scree/sim/sinks.h"

namespace scree::sim {
namespace {

Motion<2> disc_at(const Vec<2>& place, bool fixed = false) {
  return make_motion<2>(place, 0.1, {}, 0, 1000, 1, fixed);
}

world::Bodies<2> discs_at(std::initializer_list<Vec<2>> places) {
  world::Bodies<2> bodies;
  for (const Vec<2>& place : places) bodies.add(disc_at(place), 0);
  return bodies;
}

template <class Part>
Hash128 hash_of(const Part& part) {
  HashBytes bytes;
  part.hash(bytes);
  return bytes.hash(1);
}

constexpr double unbounded = std::numeric_limits<double>::infinity();
const Box<2> everywhere{{-unbounded, -unbounded}, {unbounded, unbounded}};

scene::Sink sink_below(double height) {
  return {"outlet", scene::BoxRegion{{-10, -10, 0}, {10, height, 0}}, {}};
}

scene::Measure flow_through(const Vec<2>& point, const Vec<2>& normal) {
  scene::Measure measure;
  measure.kind = scene::Measure::Kind::flow;
  measure.plane.point = {point[0], point[1], 0};
  measure.plane.normal = {normal[0], normal[1], 0};
  return measure;
}

TEST(Clock, counts_from_the_start_of_its_stage) {
  Clock clock;
  for (int k = 0; k < 3; ++k) clock.count_steps(1);
  clock.enter_next_stage(0.5);
  clock.count_steps(1);
  EXPECT_EQ(clock.step, 4u);
  EXPECT_EQ(clock.stage, 1u);
  EXPECT_EQ(clock.step_of_count, 1u);
  EXPECT_EQ(clock.stage_start(), 1.5);
  EXPECT_EQ(clock.time(0.25), 1.75);
  EXPECT_EQ(clock.time_at(4, 0.25), 2.5);
}

TEST(Clock, begins_a_new_count_with_a_new_time_step) {
  Clock clock;
  clock.count_steps(2);
  clock.enter_next_stage(0.5);
  clock.count_steps(3);
  clock.ask_for_time_step(0.5, 0.25);
  EXPECT_EQ(clock.time(0.25), 2.5);
  clock.count_steps(1);
  EXPECT_EQ(clock.time(0.25), 2.75);
  EXPECT_EQ(clock.stage_time(0.25), 1.75);
  EXPECT_EQ(clock.stage_start(), 1.0);
  std::vector<Column> columns;
  clock.save(0, 0.25, columns);
  EXPECT_EQ(hash_of(Clock::load(columns).clock), hash_of(clock));
  clock.enter_next_stage(0.25);
  EXPECT_EQ(clock.stage_start(), 2.75);
  EXPECT_EQ(clock.asked_dt, 0.25);
}

TEST(Clock, comes_back_from_its_columns) {
  const Clock clock{70, 2, 11, 0.3};
  std::vector<Column> columns;
  clock.save(123, 1e-5, columns);
  const Clock::Saved saved = Clock::load(columns);
  EXPECT_EQ(hash_of(saved.clock), hash_of(clock));
  EXPECT_EQ(saved.clock.step, 70u);
  EXPECT_EQ(saved.clock.stage_start(), 0.3);
  EXPECT_EQ(saved.next_id, 123u);
  EXPECT_EQ(saved.dt, 1e-5);
  EXPECT_NE(hash_of(Clock{70, 2, 12, 0.3}), hash_of(clock));
  columns.pop_back();
  EXPECT_THROW(Clock::load(columns), RunError);
}

TEST(Sinks, take_what_is_inside_them_and_the_balance_closes) {
  world::Bodies<2> bodies = discs_at({{0, 1}, {0, -1}, {1, 2}, {2, -3}});
  bodies.add(disc_at({5, -1}, true), 0);
  const MassQuantum quantum{0.001};
  const FlowEntry at_start = quantum.of_all(FlowEntry::Kind::start, bodies);
  EXPECT_EQ(at_start.bodies, 4u);
  Sinks<2> sinks({sink_below(0)}, everywhere, {}, quantum);
  ASSERT_TRUE(sinks.any());
  EXPECT_EQ(sinks.take(bodies), (std::vector<Slot>{1, 3}));
  const Inflow<2> inflow(scene::SceneDescription{}, World<2>{}, {}, 0);
  EXPECT_FALSE(flow_balance(at_start, inflow, sinks, bodies, quantum).is_closed());
  bodies.reorder(std::vector<Slot>{0, 2, 4});
  const FlowBalance balance = flow_balance(at_start, inflow, sinks, bodies, quantum);
  EXPECT_TRUE(balance.is_closed());
  ASSERT_EQ(balance.entries.size(), 3u);
  EXPECT_EQ(balance.entries[1].name, "outlet");
  EXPECT_EQ(balance.entries[1].bodies, 2u);
  EXPECT_EQ(balance.entries[2].bodies, 2u);
  EXPECT_TRUE(sinks.take(bodies).empty());
}

TEST(Sinks, take_what_leaves_the_domain_but_not_along_a_periodic_axis) {
  const world::Bodies<2> bodies = discs_at({{0.5, 0.5}, {1.5, 0.5}, {0.5, 1.5}});
  const Box<2> domain{{0, 0}, {1, 1}};
  Sinks<2> open({}, domain, {}, {});
  EXPECT_EQ(open.take(bodies), (std::vector<Slot>{1, 2}));
  PeriodicBox<2> box;
  box.repeat(0, 0, 1);
  Sinks<2> periodic({}, domain, box, {});
  EXPECT_EQ(periodic.take(bodies), (std::vector<Slot>{2}));
  box.repeat(1, 0, 1);
  EXPECT_FALSE(Sinks<2>({}, domain, box, {}).any());
}

TEST(Sinks, come_back_from_their_columns) {
  const world::Bodies<2> bodies = discs_at({{0, -1}, {0, 1}});
  const std::vector<scene::Sink> outlet{sink_below(0)};
  Sinks<2> sinks(outlet, everywhere, {}, {0.001}), fresh = sinks, none({}, everywhere, {}, {0.001});
  sinks.take(bodies);
  EXPECT_NE(hash_of(fresh), hash_of(sinks));
  std::vector<Column> columns;
  sinks.save(columns);
  fresh.load(columns);
  EXPECT_EQ(hash_of(fresh), hash_of(sinks));
  EXPECT_EQ(fresh.entries()[0].bodies, 1u);
  EXPECT_THROW(none.load(columns), RunError);
}

TEST(FlowCounters, count_both_ways_through_a_plane) {
  world::Bodies<2> bodies = discs_at({{0.4, 0}, {0.6, 0}, {0.1, 0}});
  FlowCounters<2> flows({flow_through({0.5, 0}, {1, 0})}, {0.001});
  ASSERT_TRUE(flows.any());
  flows.look(bodies, {}, 0);
  bodies.motion[0].position[0] = 0.55;
  bodies.motion[1].position[0] = 0.45;
  bodies.motion[2].position[0] = 0.2;
  flows.count(bodies, {});
  flows.count(bodies, {});
  const double mass = 1 / bodies.motion[0].inverse_mass;
  const Rows rows = flows.rows(0);
  EXPECT_EQ(rows.values[0], 1);
  EXPECT_EQ(rows.values[1], 1);
  EXPECT_NEAR(rows.values[2], mass, 0.001);
  EXPECT_NEAR(rows.values[3], mass, 0.001);
}

TEST(FlowCounters, count_across_a_periodic_face_only_what_passes_the_plane) {
  PeriodicBox<2> box;
  box.repeat(0, 0, 1);
  world::Bodies<2> bodies = discs_at({{0.98, 0}});
  // In the middle, near the face where the body leaves, and near the one where it comes in again.
  FlowCounters<2> flows(
      {flow_through({0.5, 0}, {1, 0}), flow_through({0.99, 0}, {1, 0}), flow_through({0.01, 0}, {-1, 0})},
      {0.001});
  flows.look(bodies, box, 0);
  bodies.motion[0].position[0] = 0.02;
  flows.count(bodies, box);
  EXPECT_EQ(flows.rows(0).values[0] + flows.rows(0).values[1], 0);
  EXPECT_EQ(flows.rows(1).values[0], 1);
  EXPECT_EQ(flows.rows(1).values[1], 0);
  EXPECT_EQ(flows.rows(2).values[0], 0);
  EXPECT_EQ(flows.rows(2).values[1], 1);
  bodies.motion[0].position[0] = 0.98;
  flows.count(bodies, box);
  EXPECT_EQ(flows.rows(1).values[1], 1);
  EXPECT_EQ(flows.rows(2).values[0], 1);
}

TEST(FlowCounters, do_not_count_bodies_that_come_beyond_the_plane) {
  world::Bodies<2> bodies = discs_at({{0.4, 0}});
  FlowCounters<2> flows({flow_through({0.5, 0}, {1, 0})}, {0.001});
  flows.look(bodies, {}, 0);
  const Id newcomer = bodies.add(disc_at({0.8, 0}), 0);
  flows.look(bodies, {}, newcomer);
  flows.count(bodies, {});
  EXPECT_EQ(flows.rows(0).values[0], 0);
}

TEST(FlowCounters, come_back_from_their_columns) {
  world::Bodies<2> bodies = discs_at({{0.4, 0}});
  const std::vector<scene::Measure> measures{{}, flow_through({0.5, 0}, {1, 0})};
  FlowCounters<2> flows(measures, {0.001}), fresh = flows;
  flows.look(bodies, {}, 0);
  bodies.motion[0].position[0] = 0.6;
  flows.count(bodies, {});
  EXPECT_NE(hash_of(fresh), hash_of(flows));
  std::vector<Column> columns;
  flows.save(columns);
  fresh.load(columns);
  fresh.look(bodies, {}, 0);
  EXPECT_EQ(hash_of(fresh), hash_of(flows));
  fresh.count(bodies, {});
  EXPECT_EQ(fresh.rows(1).values, flows.rows(1).values);
  EXPECT_THROW(FlowCounters<2>({measures[1]}, {0.001}).load(columns), RunError);
}

TEST(Home, loses_what_fell_past_a_block_but_not_what_will_land_on_a_plane) {
  world::Bodies<2> bodies = discs_at({{0, 1}, {0.5, 1}});
  world::Walls<2> walls;
  walls.add_block("table", 0, {{-1, -1}, {1, 0}});
  const Home<2> home(scene::SceneDescription{}, bodies, walls);
  const Vec<2> gravity{0, -10};
  EXPECT_EQ(home.find_lost({bodies, walls, gravity}).count, 0u);
  bodies.motion[1].position = {3, -20};
  const LostBodies lost = home.find_lost({bodies, walls, gravity});
  EXPECT_EQ(lost.count, 1u);
  EXPECT_EQ(lost.first, 1u);
  bodies.motion[1].position = {3, 20};
  EXPECT_EQ(home.find_lost({bodies, walls, gravity}).count, 0u);
  // A slope on whose upper side the body is, far below all else.
  bodies.motion[1].position = {100, -60};
  walls.add_plane("slope", 0, {{0, -2}, Vec<2>{1, 1} / norm(Vec<2>{1, 1})});
  EXPECT_EQ(home.find_lost({bodies, walls, gravity}).count, 0u);
  walls.states[1].active = 0;
  EXPECT_EQ(home.find_lost({bodies, walls, gravity}).count, 1u);
}

TEST(Home, loses_nothing_where_nothing_could_hold_a_body) {
  world::Bodies<2> bodies = discs_at({{0, 0}});
  const world::Walls<2> walls;
  const Home<2> home(scene::SceneDescription{}, bodies, walls);
  bodies.motion[0].position = {0, -1000};
  EXPECT_EQ(home.find_lost({bodies, walls, {0, -10}}).count, 0u);
  bodies.add(disc_at({0, 1}, true), 0);
  EXPECT_EQ(home.find_lost({bodies, walls, {0, -10}}).count, 1u);
}

TEST(Home, loses_without_gravity_only_what_left_the_walls_around_all_bodies) {
  world::Bodies<2> bodies = discs_at({{0, 0}});
  world::Walls<2> walls;
  walls.add_container("box", 0, {{-1, -1}, {1, 1}});
  const Home<2> inside(scene::SceneDescription{}, bodies, walls);
  bodies.motion[0].position = {9, 0};
  EXPECT_EQ(inside.find_lost({bodies, walls, {}}).count, 1u);
  const Home<2> outside(scene::SceneDescription{}, bodies, walls);
  bodies.motion[0].position = {99, 0};
  EXPECT_EQ(outside.find_lost({bodies, walls, {}}).count, 0u);
}

}  // namespace
}  // namespace scree::sim
