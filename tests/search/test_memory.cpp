// What searches ask of the allocator: nothing once warm, and never more than the items justify, however far
// they reach.
#include <gtest/gtest.h>

#include <atomic>
#include <string_view>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "tests/search/counted_allocations.h"

namespace scree::search {
namespace {

class Counter final : public PairSink {
 public:
  void take(std::span<const Pair> pairs, const Image&) override { count += pairs.size(); }
  std::atomic<std::size_t> count{0};
};

std::vector<Sphere<3>> spheres(std::size_t count, double side, std::uint64_t seed) {
  std::vector<Sphere<3>> result(count);
  for (std::size_t item = 0; item < count; ++item) {
    for (std::size_t k = 0; k < 3; ++k)
      result[item].centre[k] = side * random_uniform(seed, purpose("memory"), 3 * item + k);
    result[item].radius = 0.5;
  }
  return result;
}

// Boost and Embree allocate as they like; the hierarchical grid counts sizes anew.
TEST(SearchMemory, is_allocated_once_by_members_that_own_all_of_it) {
  if (!tests::counts_allocations) GTEST_SKIP() << "the thread sanitizer has an operator new of its own";
  const ThreadLimit limit(1);  // oneTBB allocates its tasks, which is not ours to count
  const std::vector<Sphere<3>> first = spheres(8'000, 22, 1), second = spheres(7'600, 22, 2);
  for (const std::string_view name : {"bounding_volume", "spatial_sort", "spatial_sort_one_pass", "hashing",
                                      "hashing2", "dess", "dess2", "kd_tree_1", "kd_tree_2", "linked_cell"}) {
    const auto search = make<3>(*find_entry(name));
    Counter counter;
    std::vector<std::uint32_t> found;
    found.reserve(30'000);
    std::size_t before = 0;
    for (int round = 0; round < 4; ++round) {
      search->prepare(Items<3>::spheres(round % 2 == 0 ? first : second));
      search->find_pairs(counter);
      found.clear();
      search->find_in_region(Box<3>::around({11, 11, 11}, 5), found);
      EXPECT_FALSE(found.empty());
      if (round > 1) {
        EXPECT_EQ(tests::allocations(), before) << name << " in round " << round;
      }
      before = tests::allocations();
    }
    EXPECT_GT(counter.count, 0u);
  }
}

TEST(LinkedCell, memory_follows_the_items_and_not_how_far_they_reach) {
  if (!tests::counts_allocations) GTEST_SKIP() << "the thread sanitizer has an operator new of its own";
  const ThreadLimit limit(1);
  for (const double side : {1.0, 1e3, 1e9, 1e15}) {
    const auto search = make<3>(*find_entry("linked_cell"));
    std::vector<Sphere<3>> items = spheres(2'000, side, 3);
    const std::vector<Sphere<3>> cluster = spheres(2'000, 12, 4);
    items.insert(items.end(), cluster.begin(), cluster.end());
    const std::size_t before = tests::allocated_bytes();
    search->prepare(Items<3>::spheres(items));
    EXPECT_LT(tests::allocated_bytes() - before, 200 * items.size()) << "items spread over " << side;
    Counter counter;
    search->find_pairs(counter);
    EXPECT_GT(counter.count, 0u);
  }
}

}  // namespace
}  // namespace scree::search
