#include "scree/search/skin_list.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"

namespace scree::search {
namespace {

double number(std::uint64_t seed, std::uint64_t draw) {
  return random_uniform(seed, purpose("tests.skin"), draw);
}

template <int D>
std::vector<Sphere<D>> spheres(std::size_t count, double origin) {
  const double side = D == 2 ? std::sqrt(static_cast<double>(count)) : std::cbrt(static_cast<double>(count));
  std::vector<Sphere<D>> result(count);
  for (std::size_t item = 0; item < count; ++item) {
    for (int k = 0; k < D; ++k)
      result[item].centre[k] = origin + side * number(1, item * 4 + static_cast<std::size_t>(k));
    result[item].radius = 0.2 + 0.4 * number(1, item * 4 + 3);
  }
  return result;
}
template <int D>
void move(std::vector<Sphere<D>>& set, double way, std::uint64_t step) {
  for (std::size_t item = 0; item < set.size(); ++item)
    for (int k = 0; k < D; ++k)
      set[item].centre[k] += way * (number(2 + step, item * D + static_cast<std::size_t>(k)) - 0.5);
}
template <int D>
Items<D> view(const std::vector<Sphere<D>>& set, double padding = 0) {
  return Items<D>::spheres(set, padding);
}
template <int D>
std::vector<Pair> wanted_of(const Items<D>& items) {
  const auto plain = make<D>(catalog().front());
  plain->prepare(items);
  return collect_sorted(*plain);
}
template <int D>
std::unique_ptr<ContactSearch<D>> member(std::string_view name) {
  return make<D>(*find_entry(name));
}

template <int D>
void expect_exact_in_motion(const Entry& entry) {
  for (const double given : {0.0, 0.1}) {
    SkinList<D> list(make<D>(entry), given);
    auto set = spheres<D>(150, 1e4);
    for (std::uint64_t step = 0; step < 40; ++step) {
      // Slow, then fast, then at rest, then everybody jumps.
      move(set, step < 15 ? 0.01 : step < 20 ? 0.3 : step < 30 ? 0 : 5, step);
      if (step == 25) set[7].radius += 0.3;
      if (step == 28) set.pop_back();
      const Items<D> items = view(set);
      list.prepare(items);
      EXPECT_EQ(collect_sorted(list), wanted_of(items))
          << entry.name << ", step " << step << ", skin " << given;
    }
  }
}
TEST(SkinList, is_exact_around_every_member_however_items_move) {
  for (const Entry& entry : catalog()) {
    expect_exact_in_motion<2>(entry);
    expect_exact_in_motion<3>(entry);
  }
}

// Steps that are so short that their squares underflow must not pass for rest.
TEST(SkinList, is_exact_where_squares_underflow) {
  for (const double scale : {1e-152, 1e-156, 1e-160, 1e-162, 1e-164}) {
    SkinList<3> list(member<3>("all_pairs"), 0.1 * scale);
    auto set = spheres<3>(150, 0);
    for (std::uint64_t step = 0; step < 30; ++step) {
      move(set, 0.3, step);
      auto tiny = set;
      for (Sphere<3>& sphere : tiny) sphere = {scale * sphere.centre, scale * sphere.radius};
      list.prepare(view(tiny));
      ASSERT_EQ(collect_sorted(list), wanted_of(view(tiny))) << scale << ", step " << step;
    }
  }
}

TEST(SkinList, is_exact_for_boxes_that_move_and_grow) {
  SkinList<3> list(member<3>("blocks"), 0.2);
  auto set = spheres<3>(400, -30);
  for (std::uint64_t step = 0; step < 30; ++step) {
    move(set, 0.05, step);
    set[step].radius *= 1.1;
    std::vector<Box<3>> boxes;
    for (std::size_t item = 0; item < set.size(); ++item) boxes.push_back(view(set).box(item));
    const Items<3> items = Items<3>::boxes(boxes, 0.01);
    list.prepare(items);
    EXPECT_EQ(collect_sorted(list), wanted_of(items)) << step;
  }
  EXPECT_LT(list.rebuilds(), 30u);
}

TEST(SkinList, searches_again_only_when_half_the_skin_is_used) {
  SkinList<2> list(member<2>("linked_cell"), 0.2);
  auto set = spheres<2>(100, 0);
  list.prepare(view(set));
  EXPECT_EQ(list.rebuilds(), 1u);
  set[3].centre[0] += 0.099;
  list.prepare(view(set));
  EXPECT_EQ(list.rebuilds(), 1u);
  set[3].centre[0] += 0.002;
  list.prepare(view(set));
  EXPECT_EQ(list.rebuilds(), 2u);
  list.prepare(view(set, 0.01));  // another padding is another question
  EXPECT_EQ(list.rebuilds(), 3u);
}

TEST(SkinList, finds_what_lies_in_a_region_now_not_when_the_list_was_made) {
  SkinList<2> list(member<2>("blocks"), 0.5);
  std::vector<Sphere<2>> set = spheres<2>(200, 0);
  list.prepare(view(set));
  for (std::uint64_t step = 0; step < 5; ++step) move(set, 0.05, step);
  list.prepare(view(set));
  ASSERT_EQ(list.rebuilds(), 1u);
  const Box<2> region = Box<2>::around(Vec<2>{5, 5}, 2);
  std::vector<std::uint32_t> found, wanted;
  list.find_in_region(region, found);
  for (std::uint32_t item = 0; item < set.size(); ++item)
    if (view(set).overlap(item, region)) wanted.push_back(item);
  EXPECT_EQ(found, wanted);
}

TEST(SkinList, finds_the_same_with_any_number_of_threads) {
  std::vector<Sphere<3>> set = spheres<3>(20'000, 0);
  std::vector<std::vector<Pair>> found;
  for (const int count : {1, 3}) {
    const ThreadLimit limit(count);
    SkinList<3> list(member<3>("blocks"), 0.3);
    list.prepare(view(set));
    std::vector<Sphere<3>> moved = set;
    move(moved, 0.1, 0);
    list.prepare(view(moved));
    ASSERT_EQ(list.rebuilds(), 1u);
    found.push_back(collect_sorted(list));
  }
  EXPECT_GT(found[0].size(), 1000u);
  EXPECT_EQ(found[0], found[1]);
}

TEST(SkinChoice, is_wide_where_lists_are_costly_and_narrow_where_candidates_are) {
  SkinCosts costs{3, 0.1, 1000, 1, 0.001, 1e-3, 1e-9};
  const double balanced = best_skin(costs, 0.01, 1);
  EXPECT_GT(balanced, 0.01);
  EXPECT_LT(balanced, 1);
  SkinCosts slow_list = costs;
  slow_list.rebuild_seconds *= 10;
  EXPECT_GT(best_skin(slow_list, 0.01, 1), balanced);
  SkinCosts slow_steps = costs;
  slow_steps.seconds_per_candidate *= 10;
  EXPECT_LT(best_skin(slow_steps, 0.01, 1), balanced);
  SkinCosts faster = costs;
  faster.motion *= 3;
  EXPECT_GT(best_skin(faster, 0.01, 1), balanced);
  EXPECT_LE(expected_cost(costs, balanced), expected_cost(costs, 0.9 * balanced));
  EXPECT_LE(expected_cost(costs, balanced), expected_cost(costs, 1.1 * balanced));
}

TEST(SkinChoice, keeps_within_its_bounds) {
  const SkinCosts at_rest{3, 0.1, 1000, 1, 0, 1e-3, 1e-9};
  EXPECT_EQ(best_skin(at_rest, 0.01, 1), 0.01);
  const SkinCosts dear{3, 0.1, 1, 1, 1e-3, 1, 1e-12};
  EXPECT_EQ(best_skin(dear, 0.01, 1), 1);
}

}  // namespace
}  // namespace scree::search
