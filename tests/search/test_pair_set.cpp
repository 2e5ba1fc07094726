#include "scree/search/pair_set.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>
#include <tuple>
#include <vector>

namespace scree::search {
namespace {

TEST(PairSet, agrees_with_a_sorted_set_whatever_is_put_in_and_taken_out) {
  // Few different pairs, so that chains form, wrap around the end and are mended.
  EXPECT_TRUE(rc::check([] {
    const auto item = rc::gen::inRange<std::uint32_t>(0, 12);
    const auto steps = *rc::gen::container<std::vector<std::tuple<bool, std::uint32_t, std::uint32_t>>>(
        rc::gen::tuple(rc::gen::arbitrary<bool>(), item, item));
    PairSet set;
    std::set<Pair> wanted;
    for (const auto& [is_insertion, a, b] : steps) {
      const Pair pair{a, b + 12};
      if (is_insertion) {
        set.insert(pair);
        wanted.insert(pair);
      } else {
        set.erase(pair);
        wanted.erase(pair);
      }
      RC_ASSERT(set.size() == wanted.size());
    }
    std::set<Pair> got;
    for (std::size_t slot = 0; slot < set.slot_count(); ++slot)
      if (set.is_used(slot)) got.insert(set.at(slot));
    RC_ASSERT(got == wanted);
    for (std::uint32_t a = 0; a < 12; ++a)
      for (std::uint32_t b = 12; b < 24; ++b) RC_ASSERT(set.contains({a, b}) == wanted.contains({a, b}));
  }));
}

TEST(PairSet, is_empty_after_clear) {
  PairSet set;
  for (std::uint32_t k = 1; k < 1000; ++k) set.insert({0, k});
  set.clear();
  EXPECT_EQ(set.size(), 0u);
  EXPECT_FALSE(set.contains({0, 5}));
}

}  // namespace
}  // namespace scree::search
