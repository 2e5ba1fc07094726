// Every member of the search catalogue against the plain definition of overlap. A new member is tested here
// without a line.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"
#include "scree/search/skin_list.h"
#include "tests/families/search_sets.h"

namespace scree::search {
namespace {

using tests::hard_sets;
using tests::ItemSet;
using tests::random_set;

template <int D>
std::vector<Pair> pairs_by_definition(const Items<D>& items) {
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < items.count(); ++a)
    for (std::uint32_t b = a + 1; b < items.count(); ++b)
      if (items.overlap(a, b)) pairs.push_back({a, b});
  return pairs;
}

template <int D>
std::vector<std::uint32_t> region_by_definition(const Items<D>& items, const Box<D>& region) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t item = 0; item < items.count(); ++item)
    if (!region.is_empty() && items.overlap(item, region)) found.push_back(item);
  return found;
}

// Short: a full list of thousands of pairs would bury what is wrong.
::testing::AssertionResult same_pairs(const std::vector<Pair>& got, const std::vector<Pair>& wanted) {
  if (got == wanted) return ::testing::AssertionSuccess();
  std::size_t place = 0;
  while (place < got.size() && place < wanted.size() && got[place] == wanted[place]) ++place;
  const auto text = [&](const std::vector<Pair>& pairs) {
    if (place == pairs.size()) return std::string("the end");
    return '(' + std::to_string(pairs[place].first) + ", " + std::to_string(pairs[place].second) + ')';
  };
  return ::testing::AssertionFailure()
         << got.size() << " pairs instead of " << wanted.size() << "; first difference: " << text(got)
         << " instead of " << text(wanted);
}

template <int D>
std::vector<Box<D>> regions_for(const Items<D>& items, std::uint64_t seed) {
  Box<D> bounds = Box<D>::empty();
  for (std::size_t item = 0; item < items.count(); ++item) bounds.include(items.box(item));
  if (items.count() == 0) bounds = Box<D>::around(Vec<D>{}, 1);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box<D> everything;
  for (int k = 0; k < D; ++k) {
    everything.lo[k] = -infinity;
    everything.hi[k] = infinity;
  }
  std::vector<Box<D>> regions{Box<D>::empty(), everything, bounds, {bounds.lo, bounds.lo}};
  // just outside in the first axis, and touching there
  Box<D> beside = bounds;
  beside.lo[0] = beside.hi[0] = std::nextafter(bounds.hi[0], infinity);
  regions.push_back(beside);
  beside.lo[0] = beside.hi[0] = bounds.hi[0];
  regions.push_back(beside);
  std::uint64_t draw = 0;
  for (int k = 0; k < 12; ++k) {
    const double share = k < 4 ? 0.02 : k < 8 ? 0.2 : 0.7;
    Box<D> region;
    for (int axis = 0; axis < D; ++axis) {
      const double u = random_uniform(seed, purpose("tests.region"), draw++);
      const double size = bounds.hi[axis] - bounds.lo[axis];
      region.lo[axis] = bounds.lo[axis] + (1 - share) * u * size;
      region.hi[axis] = region.lo[axis] + share * size;
    }
    regions.push_back(region);
  }
  for (std::size_t item = 0; item < items.count(); item += 1 + items.count() / 5) {
    regions.push_back({items.centre(item), items.centre(item)});
    regions.push_back(items.box(item));
  }
  return regions;
}

/// Not in the catalogue, because it goes around a member; its duties are the same.
constexpr std::string_view skin_list = "skin_list";

class SearchFamily : public ::testing::TestWithParam<std::string_view> {
 protected:
  template <int D>
  std::unique_ptr<ContactSearch<D>> member() const {
    if (GetParam() == skin_list) return std::make_unique<SkinList<D>>(make<D>(*find_entry("blocks")));
    return make<D>(*find_entry(GetParam()));
  }

  // A hard set as spheres or as boxes, with its pairs: worked out once for all members.
  template <int D>
  struct Case {
    std::string name;
    ItemSet<D> set;
    std::vector<Box<D>> boxes;
    std::vector<Pair> pairs;
    Items<D> items() const { return boxes.empty() ? set.as_spheres() : Items<D>::boxes(boxes); }
  };
  template <int D>
  static const std::vector<Case<D>>& cases() {
    static const std::vector<Case<D>> all = [] {
      std::vector<Case<D>> result;
      for (const ItemSet<D>& set : hard_sets<D>()) {
        result.push_back({set.name + ", spheres", set, {}, pairs_by_definition(set.as_spheres())});
        const std::vector<Box<D>> boxes = set.boxes();
        result.push_back({set.name + ", boxes", set, boxes, pairs_by_definition(Items<D>::boxes(boxes))});
      }
      return result;
    }();
    return all;
  }

  template <int D>
  void expect_exact_pairs() const {
    // One object for all sets, so that leftovers of one would show in the next; and a fresh one beside it.
    const auto used = member<D>();
    for (const Case<D>& hard : cases<D>()) {
      const bool is_large = hard.pairs.size() > 50'000;  // once is enough
      for (const int count : {1, 3}) {
        if (is_large && count == 1) continue;
        const ThreadLimit limit(count);
        used->prepare(hard.items());
        EXPECT_TRUE(same_pairs(collect_sorted(*used), hard.pairs))
            << D << "D, " << hard.name << ", threads: " << count;
      }
      if (is_large) continue;
      const auto fresh = member<D>();
      fresh->prepare(hard.items());
      EXPECT_TRUE(same_pairs(collect_sorted(*fresh), hard.pairs)) << D << "D, " << hard.name << ", fresh";
    }
  }

  template <int D>
  void expect_exact_regions() const {
    const auto search = member<D>();
    for (const Case<D>& hard : cases<D>()) {
      const Items<D> items = hard.items();
      search->prepare(items);
      for (const Box<D>& region : regions_for(items, 3)) {
        std::vector<std::uint32_t> found{77};  // what stands there already must stay
        search->find_in_region(region, found);
        std::vector<std::uint32_t> wanted = region_by_definition(items, region);
        wanted.insert(wanted.begin(), 77);
        EXPECT_EQ(found, wanted) << D << "D, " << hard.name << ", region from " << region.lo[0] << " to "
                                 << region.hi[0];
      }
    }
  }

  template <int D>
  void expect_exact_while_items_come_and_go() const;
  template <int D>
  void expect_refusals() const;
  template <int D>
  void expect_exact_on_random_sets() const;
};

TEST_P(SearchFamily, finds_exactly_the_overlapping_pairs_of_hard_sets_in_the_plane) {
  expect_exact_pairs<2>();
}
TEST_P(SearchFamily, finds_exactly_the_overlapping_pairs_of_hard_sets_in_space) { expect_exact_pairs<3>(); }
TEST_P(SearchFamily, finds_exactly_the_items_of_a_region_in_the_plane) { expect_exact_regions<2>(); }
TEST_P(SearchFamily, finds_exactly_the_items_of_a_region_in_space) { expect_exact_regions<3>(); }

// Large enough to be cut into many pieces by any method.
TEST_P(SearchFamily, finds_the_same_pairs_with_any_number_of_threads) {
  static const ItemSet<3> set = random_set<3>("", 3500, 14, 0.2, 0.6, 15);
  static const std::vector<Pair> wanted = pairs_by_definition(set.as_spheres());
  const auto search = member<3>();
  for (const int count : {1, 2, 3, 8}) {
    const ThreadLimit limit(count);
    search->prepare(set.as_spheres());
    EXPECT_TRUE(same_pairs(collect_sorted(*search), wanted)) << count << " threads";
  }
}

template <int D>
void SearchFamily::expect_exact_while_items_come_and_go() const {
  const auto search = member<D>();
  const double side = D == 2 ? 30 : 10;
  ItemSet<D> set = random_set<D>("", 600, side, 0.2, 0.6, 8);
  std::uint64_t draw = 0;
  const auto number = [&] { return random_uniform(9, purpose("tests.motion"), draw++); };
  for (int step = 0; step < 40; ++step) {
    const ThreadLimit limit(1 + step % 3);
    std::vector<std::uint32_t> old_index(set.spheres.size());
    std::iota(old_index.begin(), old_index.end(), 0u);
    if (step % 4 == 1)  // storage is reordered
      for (std::size_t k = old_index.size(); k > 1; --k)
        std::swap(old_index[k - 1], old_index[static_cast<std::size_t>(number() * static_cast<double>(k))]);
    if (step % 5 == 2) {  // items vanish, from the middle and from the end
      std::erase_if(old_index, [](std::uint32_t item) { return item % 7 == 3; });
      if (!old_index.empty()) old_index.pop_back();
    }
    if (step % 5 == 4)  // items appear, in the middle and at the end
      for (int k = 0; k < 40; ++k)
        old_index.insert(k % 2 == 0 ? old_index.end() : old_index.begin() + 10, ContactSearch<D>::none);
    if (step == 20) old_index.clear();  // and all of them vanish once
    if (step == 22) old_index.assign(500, ContactSearch<D>::none);

    std::vector<Sphere<D>> now;
    for (const std::uint32_t old : old_index) {
      Sphere<D> sphere;
      for (int k = 0; k < D; ++k) sphere.centre[k] = number() * side;
      sphere.radius = 0.2 + 0.4 * number();
      if (old != ContactSearch<D>::none) {
        sphere = set.spheres[old];
        const double distance = old % 50 == 0 ? 20 : 0.05;  // most move a little, some jump
        for (int k = 0; k < D; ++k) sphere.centre[k] += distance * (number() - 0.5);
      }
      now.push_back(sphere);
    }
    set.spheres = std::move(now);
    search->renumber(old_index);
    search->prepare(set.as_spheres(0.01));
    const std::vector<Pair> wanted = pairs_by_definition(set.as_spheres(0.01));
    ASSERT_EQ(wanted.empty(), step == 20 || step == 21);
    ASSERT_TRUE(same_pairs(collect_sorted(*search), wanted)) << D << "D, step " << step;
  }
}
TEST_P(SearchFamily, stays_exact_while_items_move_vanish_appear_and_are_renumbered) {
  expect_exact_while_items_come_and_go<2>();
  expect_exact_while_items_come_and_go<3>();
}

template <int D>
void SearchFamily::expect_refusals() const {
  const auto search = member<D>();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const ItemSet<D> good = random_set<D>("", 200, 10, 0.2, 0.6, 12);

  const auto expect_refused = [&](const Items<D>& items, const std::string& part) {
    try {
      search->prepare(items);
      ADD_FAILURE() << "accepted what should be refused with '" << part << "'";
    } catch (const SceneError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  const auto expect_sphere_refused = [&](double centre, double radius, const std::string& part) {
    ItemSet<D> bad = good;
    bad.spheres[137].centre[D - 1] = centre;
    bad.spheres[137].radius = radius;
    bad.spheres[150].radius = -1;  // the first bad one is named
    expect_refused(bad.as_spheres(), "item 137");
    expect_refused(bad.as_spheres(), part);
  };
  expect_sphere_refused(nan, 1, "centre that is not finite");
  expect_sphere_refused(infinity, 1, "centre that is not finite");
  expect_sphere_refused(-infinity, 1, "centre that is not finite");
  expect_sphere_refused(0, nan, "radius that is not finite");
  expect_sphere_refused(0, infinity, "radius that is not finite");
  expect_sphere_refused(0, -1e-300, "negative radius");
  expect_sphere_refused(2e150, 1, "further out than");
  expect_sphere_refused(0, 2e150, "further out than");
  expect_refused(good.as_spheres(-0.3), "negative radius");

  const auto expect_box_refused = [&](double lo, double hi, const std::string& part) {
    std::vector<Box<D>> boxes = good.boxes();
    boxes[42].lo[0] = lo;
    boxes[42].hi[0] = hi;
    expect_refused(Items<D>::boxes(boxes), "item 42");
    expect_refused(Items<D>::boxes(boxes), part);
  };
  expect_box_refused(nan, 1, "not finite");
  expect_box_refused(0, infinity, "not finite");
  expect_box_refused(1, 0.5, "negative size");
  expect_box_refused(-2e150, 0, "further out than");

  const double number = 0;  // never read: the count alone is wrong
  expect_refused(Items<D>::spheres(std::size_t{1} << 33, &number, &number, 0), "too many items");

  search->prepare(good.as_spheres());
  EXPECT_TRUE(same_pairs(collect_sorted(*search), pairs_by_definition(good.as_spheres())))
      << "after refusals";
  Box<D> region = Box<D>::around(Vec<D>{}, 1);
  region.hi[0] = nan;
  std::vector<std::uint32_t> found;
  EXPECT_THROW(search->find_in_region(region, found), InternalError);
}
TEST_P(SearchFamily, refuses_bad_items_and_names_the_first) {
  expect_refusals<2>();
  expect_refusals<3>();
}

template <int D>
void SearchFamily::expect_exact_on_random_sets() const {
  const auto search = member<D>();
  const bool holds = rc::check([&] {
    // Small integers, so that ties, touching and nesting are common and shrink to readable cases.
    const auto coordinate = rc::gen::inRange(-20, 21);
    const auto items = *rc::gen::container<std::vector<std::array<int, 4>>>(
        rc::gen::container<std::array<int, 4>>(coordinate));
    const double unit = *rc::gen::element(1.0, 0.1, 1e-3, 1e6), shift = *rc::gen::element(0.0, 0.7, -1e8);
    const double padding = *rc::gen::element(0.0, 0.05, 0.5) * unit;
    ItemSet<D> set;
    for (const auto& [x, y, z, size] : items) {
      Vec<D> centre{x * unit + shift, y * unit};
      if constexpr (D == 3) centre[2] = z * unit;
      const int radius = size > 15 ? 10 * size : std::abs(size) % 4;
      set.spheres.push_back({centre, radius * 0.5 * unit});
    }
    const std::vector<Box<D>> boxes = set.boxes();
    for (const Items<D>& view : {set.as_spheres(padding), Items<D>::boxes(boxes, padding)}) {
      search->prepare(view);
      RC_ASSERT(collect_sorted(*search) == pairs_by_definition(view));
      for (const Box<D>& region : regions_for(view, items.size())) {
        std::vector<std::uint32_t> found;
        search->find_in_region(region, found);
        RC_ASSERT(found == region_by_definition(view, region));
      }
    }
  });
  EXPECT_TRUE(holds) << D << "D";
}
TEST_P(SearchFamily, is_exact_on_any_set_of_small_integers) {
  expect_exact_on_random_sets<2>();
  expect_exact_on_random_sets<3>();
}

TEST_P(SearchFamily, hands_an_exception_of_the_sink_to_the_caller) {
  class Full final : public PairSink {
    void take(std::span<const Pair>, const Image&) override { throw RunError("the list is full"); }
  } full;
  const ThreadLimit limit(4);
  const auto search = member<3>();
  static const ItemSet<3> set = random_set<3>("", 3000, 10, 0.3, 0.6, 13);
  static const std::vector<Pair> wanted = pairs_by_definition(set.as_spheres());
  search->prepare(set.as_spheres());
  EXPECT_THROW(search->find_pairs(full), RunError);
  EXPECT_TRUE(same_pairs(collect_sorted(*search), wanted)) << "after the exception";
}

TEST_P(SearchFamily, takes_items_that_lie_apart_in_records) {
  const ItemSet<3> set = random_set<3>("", 500, 10, 0.3, 0.6, 14);
  std::vector<double> records;  // x y z and three others, then the radius and one more
  for (const Sphere<3>& s : set.spheres)
    records.insert(records.end(), {s.centre[0], s.centre[1], s.centre[2], 1e9, -3, NAN, s.radius, 7});
  const auto search = member<3>();
  search->prepare(Items<3>::spheres(set.spheres.size(), records.data(), records.data() + 6, 8));
  EXPECT_TRUE(same_pairs(collect_sorted(*search), pairs_by_definition(set.as_spheres())));
}

TEST_P(SearchFamily, has_nothing_to_report_before_it_was_given_items) {
  const auto search = member<2>();
  EXPECT_TRUE(collect_sorted(*search).empty());
  std::vector<std::uint32_t> found;
  search->find_in_region(Box<2>::around(Vec2{}, 1), found);
  EXPECT_TRUE(found.empty());
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const Entry& entry : catalog()) result.push_back(entry.name);
  result.push_back(skin_list);
  return result;
}
INSTANTIATE_TEST_SUITE_P(Catalog, SearchFamily, ::testing::ValuesIn(names()),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace scree::search
