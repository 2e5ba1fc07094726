// Embree switches denormal numbers off on the threads that work for it. They are the threads that all of
// scree uses: what a law computes there must not depend on which search ran before.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <vector>

#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"

namespace scree::search {
namespace {

bool has_denormals() {
  volatile double tiny = 4e-320, one = 1;
  volatile double product = tiny * one;
  volatile double smallest = 1e-300, small = 1e-15;
  volatile double quotient = smallest * small;
  return product != 0 && quotient != 0;
}

TEST(Denormals, are_as_they_were_on_all_threads_after_every_search) {
  std::vector<Sphere<3>> set(30'000);
  for (std::size_t item = 0; item < set.size(); ++item) {
    for (int k = 0; k < 3; ++k)
      set[item].centre[k] =
          40 * random_uniform(1, purpose("denormals"), 3 * item + static_cast<std::size_t>(k));
    set[item].radius = 0.5;
  }
  const Items<3> items = Items<3>::spheres(set);
  const ThreadLimit limit(4);
  for (const Entry& entry : catalog()) {
    if (entry.name != "bvh" && entry.name != "auto") continue;  // no other asks a library that has threads
    const auto search = make<3>(entry);
    for (int round = 0; round < 2; ++round) {
      search->prepare(items);
      collect_sorted(*search);
      std::vector<std::uint32_t> found;
      search->find_in_region(Box<3>::around(Vec3{20, 20, 20}, 3), found);
      EXPECT_TRUE(has_denormals()) << entry.name << ", the thread that asked";
      std::atomic<int> lost = 0;
      parallel_for(20'000, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
          if (!has_denormals()) ++lost;
      });
      EXPECT_EQ(lost, 0) << entry.name;
    }
  }
}

}  // namespace
}  // namespace scree::search
