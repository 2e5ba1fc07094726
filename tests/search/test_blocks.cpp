// What the family's tests cannot see of `blocks`: its CPU targets, crowds, outliers, memory.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/search/block_kernel.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"
#include "tests/search/counted_allocations.h"

namespace scree::search {
namespace {

class Counter final : public PairSink {
 public:
  void take(std::span<const Pair> pairs, const Image&) override { count += pairs.size(); }
  std::atomic<std::size_t> count{0};
};

/// Sizes over two decades; `crowded` of the items lie in a millionth of the volume, a few far away.
template <int D>
std::vector<Sphere<D>> spheres(std::size_t count, double crowded, std::uint64_t seed) {
  const double side = D == 2 ? std::sqrt(static_cast<double>(count)) : std::cbrt(static_cast<double>(count));
  std::uint64_t draw = 0;
  const auto number = [&] { return random_uniform(seed, purpose("tests.blocks"), draw++); };
  std::vector<Sphere<D>> result(count);
  for (Sphere<D>& sphere : result) {
    const double scale = number() < crowded ? 0.01 : 1;
    for (int k = 0; k < D; ++k) sphere.centre[k] = 1e5 + side * scale * number();
    sphere.radius = 0.05 * scale / (0.02 + number());
  }
  for (std::size_t item = 0; item < count; item += count / 5) result[item].centre[0] += 1e7;
  return result;
}
template <int D>
Items<D> view(const std::vector<Sphere<D>>& spheres) {
  return Items<D>::spheres(spheres);
}
template <int D>
std::vector<Box<D>> boxes_of(const std::vector<Sphere<D>>& spheres) {
  std::vector<Box<D>> boxes;
  for (std::size_t item = 0; item < spheres.size(); ++item) boxes.push_back(view(spheres).box(item));
  return boxes;
}

template <int D>
void expect_same_on_all_targets() {
  const std::vector<Sphere<D>> set = spheres<D>(6000, 0.5, 3);
  const std::vector<Box<D>> boxes = boxes_of(set);
  for (const Items<D>& items : {view(set), Items<D>::boxes(boxes)}) {
    const auto plain = make<D>(catalog().front());
    plain->prepare(items);
    const std::vector<Pair> wanted = collect_sorted(*plain);
    ASSERT_GT(wanted.size(), 1000u);
    for (const BlockTarget& target : block_targets()) {
      if (!target.is_supported()) continue;
      for (const auto& search : {make_blocks<D>(target).release(), make_rows<D>(target).release()}) {
        const std::unique_ptr<ContactSearch<D>> owner(search);
        for (int round = 0; round < 2; ++round) {
          search->prepare(items);
          EXPECT_EQ(collect_sorted(*search), wanted) << D << "D, " << target.name;
        }
      }
    }
  }
}
TEST(Blocks, are_exact_on_every_cpu_target_with_crowds_and_outliers) {
  expect_same_on_all_targets<2>();
  expect_same_on_all_targets<3>();
}

// The grid of one step serves the next; if items then leave it or shrink into a corner, it is made anew.
TEST(Blocks, stay_exact_while_everything_spreads_or_shrinks) {
  const auto search = make<3>(*find_entry("blocks"));
  const auto plain = make<3>(*find_entry("linked_cell"));
  const std::vector<Sphere<3>> start = spheres<3>(5000, 0, 5);
  for (const double factor : {1.0, 1.02, 1.5, 8.0, 0.2, 0.19, 1e-6, 1e6}) {
    std::vector<Sphere<3>> set = start;
    for (Sphere<3>& sphere : set) {
      sphere.centre *= factor;
      sphere.radius *= factor;
    }
    search->prepare(view(set));
    plain->prepare(view(set));
    EXPECT_EQ(collect_sorted(*search), collect_sorted(*plain)) << factor;
  }
}

TEST(Blocks, allocate_nothing_once_warm) {
  if (!tests::counts_allocations) GTEST_SKIP() << "the thread sanitizer has an operator new of its own";
  const ThreadLimit limit(1);
  const auto search = make<3>(*find_entry("blocks"));
  const std::vector<Sphere<3>> first = spheres<3>(20'000, 0.3, 1), second = spheres<3>(19'000, 0.3, 2);
  Counter counter;
  std::size_t before = 0;
  for (int round = 0; round < 6; ++round) {
    search->prepare(view(round % 2 == 0 ? first : second));
    search->find_pairs(counter);
    if (round > 1) {
      EXPECT_EQ(tests::allocations(), before) << "in round " << round;
    }
    before = tests::allocations();
  }
  EXPECT_GT(counter.count, 0u);
}

}  // namespace
}  // namespace scree::search
