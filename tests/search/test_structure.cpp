// What methods show of themselves: parts that hold the items, whatever the method.
#include "scree/search/structure.h"

#include <gtest/gtest.h>

#include <set>

#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"

namespace scree::search {
namespace {

template <int D>
std::vector<Sphere<D>> spheres_of_two_sizes() {
  std::vector<Sphere<D>> spheres(400);
  std::uint64_t number = 0;
  for (Sphere<D>& sphere : spheres) {
    for (int k = 0; k < D; ++k) sphere.centre[k] = random_uniform(7, 1, number++);
    sphere.radius = number % 40 < 3 ? 0.06 : 0.01;
  }
  return spheres;
}

template <int D>
void expect_parts_that_hold_all_centres(const Entry& entry) {
  const std::vector<Sphere<D>> spheres = spheres_of_two_sizes<D>();
  const auto search = make<D>(entry);
  search->prepare(Items<D>::spheres(spheres));
  const std::vector<Part<D>> parts = structure_of(*search);
  if (dynamic_cast<const Structured<D>*>(search.get()) == nullptr) {
    EXPECT_TRUE(parts.empty()) << entry.name;
    return;
  }
  for (const Sphere<D>& sphere : spheres) {
    bool is_held = false;
    for (const Part<D>& part : parts) {
      bool is_inside = true;
      for (int k = 0; k < D; ++k)
        is_inside = is_inside && part.box.lo[k] <= sphere.centre[k] + 1e-9 &&
                    sphere.centre[k] <= part.box.hi[k] + 1e-9;
      is_held = is_held || is_inside;
    }
    // The cell of an item is that of its centre, or holds all of it.
    EXPECT_TRUE(is_held) << entry.name << " shows nothing around " << sphere.centre[0] << ", "
                         << sphere.centre[1];
  }
}

TEST(Structure, of_every_method_that_has_one_holds_the_centres_of_all_items) {
  for (const Entry& entry : catalog()) {
    expect_parts_that_hold_all_centres<2>(entry);
    expect_parts_that_hold_all_centres<3>(entry);
  }
}

TEST(Structure, all_but_pairwise_methods_and_embree_have_one) {
  std::set<std::string_view> without;
  for (const Entry& entry : catalog())
    if (dynamic_cast<const Structured<2>*>(make<2>(entry).get()) == nullptr) without.insert(entry.name);
  EXPECT_EQ(without, (std::set<std::string_view>{"all_pairs", "bounding_volume", "bvh"}));
}

}  // namespace
}  // namespace scree::search
