// Sort and update where few items move: only their ends are looked at, and the pairs are those of a search
// that looks at all.
#include "scree/search/sort_and_update.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"

namespace scree::search {
namespace {

double number(std::uint64_t seed, std::uint64_t draw) {
  return random_uniform(seed, purpose("tests.sort_and_update"), draw);
}

/// On a lattice of halves many ends have the same value.
template <int D>
Vec<D> place(std::uint64_t seed, std::uint64_t draw, double side, bool on_lattice) {
  Vec<D> result;
  for (int k = 0; k < D; ++k) {
    result[k] = side * number(seed, draw * D + static_cast<std::uint64_t>(k));
    if (on_lattice) result[k] = std::round(2 * result[k]) / 2;
  }
  return result;
}

template <int D>
void expect_pairs_of_all(bool on_lattice) {
  constexpr std::size_t count = 600;
  const double side = D == 2 ? 25 : 9;
  std::vector<Sphere<D>> set(count);
  for (std::size_t item = 0; item < count; ++item)
    set[item] = {place<D>(1, item, side, on_lattice), on_lattice ? 0.5 : 0.3 + 0.4 * number(2, item)};
  const auto mending = make<D>(*find_entry("sort_and_update"));
  const auto plain = make<D>(catalog().front());
  for (std::uint64_t step = 0; step < 120; ++step) {
    // None, one, some or too many to be few; here and there one jumps across everything.
    constexpr std::uint64_t shares[] = {0, 1, 5, 30, 200};
    for (std::uint64_t k = 0; k < shares[step % 5]; ++k) {
      Sphere<D>& moved = set[static_cast<std::size_t>(number(3 + step, k) * count)];
      const bool jumps = number(300 + step, k) < 0.1;
      const Vec<D> target = place<D>(600 + step, k, side, on_lattice);
      moved.centre = jumps || on_lattice ? target : moved.centre + 0.02 * (target - moved.centre);
    }
    if (step % 40 == 39) {  // storage is renumbered: backwards
      std::vector<std::uint32_t> old_index(count);
      std::iota(old_index.rbegin(), old_index.rend(), 0u);
      std::reverse(set.begin(), set.end());
      mending->renumber(old_index);
    }
    mending->prepare(Items<D>::spheres(set));
    plain->prepare(Items<D>::spheres(set));
    ASSERT_EQ(collect_sorted(*mending), collect_sorted(*plain)) << D << "D, step " << step;
  }
  EXPECT_LT(dynamic_cast<const MendingSearch<D>&>(*mending).fresh_starts(), 40u) << "it mended, mostly";
}

TEST(SortAndUpdate, finds_the_pairs_of_all_where_few_move) {
  for (const bool on_lattice : {false, true}) {
    expect_pairs_of_all<2>(on_lattice);
    expect_pairs_of_all<3>(on_lattice);
  }
}

}  // namespace
}  // namespace scree::search
