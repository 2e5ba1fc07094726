// The neighbour list alone: when it is used up, and in which order it stores bodies.
#include <gtest/gtest.h>

#include <algorithm>

#include "scree/base/random.h"
#include "scree/step/neighbour_list.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

world::State<2> two_discs(double gap) {
  world::State<2> state;
  state.bodies.add(ball<2>({0, 0}, 0.1), 0);
  state.bodies.add(ball<2>({0.2 + gap, 0}, 0.1), 0);
  return state;
}

Settings with_skin(double skin) {
  Settings settings = usual_settings;
  settings.skin = settings.widest_skin = settings.narrowest_skin = skin;
  return settings;
}

template <int D>
NeighbourList<D> make_list(world::State<D>& state, const Settings& settings) {
  return NeighbourList<D>(state, search::make<D>(search::catalog().front()),
                          kernel::best_target().kernels<D>(), settings);
}

Interactions one_law() {
  return SmallWorld<2>::only(make_law("hooke", {{"restitution", 1.0}, {"stiffness", 1e5}}));
}

std::size_t pairs_in(const NeighbourList<2>& list) {
  std::size_t count = 0;
  for (const Batch& batch : list.candidates().batches()) count += batch.wall ? 0 : batch.all;
  return count;
}

TEST(NeighbourList, holds_pairs_within_the_skin) {
  const Interactions laws = one_law();
  for (const double gap : {0.009, 0.011}) {
    world::State<2> state = two_discs(gap);
    NeighbourList<2> list = make_list(state, with_skin(0.01));
    EXPECT_TRUE(list.is_used_up()) << "there is none yet";
    list.build(laws, {}, 0);
    EXPECT_FALSE(list.is_used_up());
    EXPECT_EQ(pairs_in(list), gap < 0.01 ? 1u : 0u) << gap;
  }
}

TEST(NeighbourList, is_used_up_when_bodies_have_moved_by_half_of_the_skin) {
  const Interactions laws = one_law();
  world::State<2> state = two_discs(0.02);
  NeighbourList<2> list = make_list(state, with_skin(0.01));
  list.build(laws, {}, 0);
  const auto move = [&](double way) {
    state.bodies.motion[1].position[0] += way;
    list.bodies_have_moved(std::abs(way));
  };
  move(-0.004);
  EXPECT_FALSE(list.is_used_up());
  move(0.004);  // the bound has grown past half of the skin, but the true way is zero
  EXPECT_FALSE(list.is_used_up());
  move(-0.0051);
  EXPECT_TRUE(list.is_used_up());
}

TEST(NeighbourList, is_used_up_when_a_wall_has_moved_by_half_of_the_skin) {
  const Interactions laws = one_law();
  world::State<2> state = two_discs(0.02);
  state.walls.add_plane("floor", 0, {.point = {0, -1}, .normal = {0, 1}});
  NeighbourList<2> list = make_list(state, with_skin(0.01));
  list.build(laws, {}, 0);
  state.walls.states[0].pose.offset[1] = 0.0049;
  EXPECT_FALSE(list.is_used_up());
  state.walls.states[0].pose.offset[1] = 0.0051;
  EXPECT_TRUE(list.is_used_up());
  state.walls.states[0].active = 0;
  EXPECT_FALSE(list.is_used_up()) << "a wall that is not there";
}

TEST(NeighbourList, keeps_contacts_that_have_memory) {
  const Interactions laws = one_law();
  world::State<2> state = two_discs(0.05);
  NeighbourList<2> list = make_list(state, with_skin(0.01));
  const world::ContactKey kept[] = {{.first = 0, .second = 1}};
  list.build(laws, kept, 0);
  EXPECT_EQ(pairs_in(list), 1u);
}

TEST(NeighbourList, puts_neighbours_in_space_near_each_other_in_storage) {
  const Interactions laws = one_law();
  world::State<2> state;
  for (std::uint64_t k = 0; k < 4000; ++k)
    state.bodies.add(ball<2>({10 * random_uniform(1, 1, k), 10 * random_uniform(1, 2, k)}, 0.01), 0);
  NeighbourList<2> list = make_list(state, with_skin(0.01));
  const auto mean_distance = [&] {
    double sum = 0;
    for (std::size_t slot = 1; slot < state.bodies.size(); ++slot)
      sum += norm(state.bodies.motion[slot].position - state.bodies.motion[slot - 1].position);
    return sum / static_cast<double>(state.bodies.size());
  };
  const double before = mean_distance();
  EXPECT_TRUE(list.order_is_due());
  list.reorder_storage();
  list.build(laws, {}, 0);
  EXPECT_FALSE(list.order_is_due());
  EXPECT_LT(mean_distance(), 0.1 * before);
  for (Id id = 0; id < 4000; ++id) ASSERT_EQ(state.bodies.id[state.bodies.slot_of(id)], id);
}

}  // namespace
}  // namespace scree::step
