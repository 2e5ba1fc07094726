#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/search/checked_items.h"
#include "scree/search/contact_search.h"

namespace scree::search {
namespace {

TEST(Items, spheres_overlap_up_to_and_including_the_sum_of_their_radii) {
  const Sphere<3> ball{{0, 0, 0}, 1};
  EXPECT_TRUE(overlap(ball, Sphere<3>{{3, 0, 0}, 2}));
  EXPECT_FALSE(overlap(ball, Sphere<3>{{std::nextafter(3, 4), 0, 0}, 2}));
  EXPECT_TRUE(overlap(ball, Sphere<3>{{1, 2, 2}, 2}));    // distance 3
  EXPECT_FALSE(overlap(ball, Sphere<3>{{2, 2, 2}, 2}));   // boxes overlap, spheres do not
  EXPECT_TRUE(overlap(ball, Sphere<3>{{0, 0, 0.1}, 0}));  // a point inside
  EXPECT_TRUE(overlap(Sphere<2>{{5, 5}, 0}, Sphere<2>{{5, 5}, 0}));
}

TEST(Items, a_sphere_overlaps_a_box_that_its_surface_touches) {
  const Box<2> box{{0, 0}, {2, 1}};
  EXPECT_TRUE(overlap(Sphere<2>{{1, 0.5}, 0}, box));  // inside
  EXPECT_TRUE(overlap(Sphere<2>{{3, 0.5}, 1}, box));  // beside, touching
  EXPECT_FALSE(overlap(Sphere<2>{{3, 0.5}, 0.99}, box));
  EXPECT_TRUE(overlap(Sphere<2>{{5, 5}, 5}, box));     // 3, 4 away from the corner
  EXPECT_FALSE(overlap(Sphere<2>{{-4, -4}, 5}, box));  // its box overlaps, the sphere does not
}

TEST(Items, overlap_does_not_depend_on_the_order_of_the_two) {
  const std::vector<double> numbers{0.1, 0.2, 0.3, 0.15, 0.37, 0.25, 0.41, 0.2, 1e8, 0.3, -7, 0.1};
  const auto items = Items<3>::spheres(3, numbers.data(), numbers.data() + 3, 4);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) EXPECT_EQ(items.overlap(a, b), items.overlap(b, a));
}

TEST(Items, padding_is_added_to_radii_and_to_all_sides_of_boxes) {
  const double numbers[] = {0, 0, 1, 3, 0, 1};
  EXPECT_FALSE(Items<2>::spheres(2, numbers, numbers + 2, 3, 0.49).overlap(0, 1));
  EXPECT_TRUE(Items<2>::spheres(2, numbers, numbers + 2, 3, 0.5).overlap(0, 1));
  const std::vector<Box<2>> boxes{{{0, 0}, {1, 1}}, {{2, 2}, {3, 3}}};
  EXPECT_FALSE(Items<2>::boxes(boxes, 0.25).overlap(0, 1));
  EXPECT_TRUE(Items<2>::boxes(boxes, 0.5).overlap(0, 1));
  EXPECT_EQ(Items<2>::boxes(boxes, 0.5).box(1).lo, (Vec2{1.5, 1.5}));
}

TEST(Items, an_empty_list_of_boxes_is_not_taken_for_spheres) {
  EXPECT_FALSE(Items<2>::boxes({}).are_spheres());
  EXPECT_EQ(Items<2>::boxes({}).count(), 0u);
}

TEST(CheckedItems, measures_bounds_and_largest_sizes_for_any_number_of_threads) {
  std::vector<Box<3>> boxes;
  for (int k = 0; k < 50'000; ++k) {
    const int column = k % 100, row = k / 100;
    const double x = column, y = -row, z = k % 7;
    boxes.push_back({{x, y, z}, {x + 0.5, y + (k == 31'234 ? 4 : 0.25), z + 0.125}});
  }
  for (const int count : {1, 4}) {
    const ThreadLimit limit(count);
    const Survey<3> survey = check_items(Items<3>::boxes(boxes));
    EXPECT_EQ(survey.bounds.lo, (Vec3{0, -499, 0}));
    EXPECT_EQ(survey.bounds.hi, (Vec3{99.5, 0.25, 6.125}));
    EXPECT_EQ(survey.largest, (Vec3{0.5, 4, 0.125}));
  }
}

TEST(CheckedItems, names_the_first_bad_item_for_any_number_of_threads) {
  std::vector<double> numbers(3 * 100'000, 1.0);
  for (const std::size_t bad : {99'999u, 77'777u, 70'001u}) numbers[3 * bad + 2] = -0.25;
  for (const int count : {1, 2, 8}) {
    const ThreadLimit limit(count);
    try {
      check_items(Items<2>::spheres(100'000, numbers.data(), numbers.data() + 2, 3));
      FAIL() << "accepted a negative radius";
    } catch (const SceneError& error) {
      EXPECT_STREQ(error.what(), "item 70001 cannot be searched: it has a negative radius, -0.25");
    }
  }
}

TEST(CheckedItems, has_no_bounds_for_no_items) {
  EXPECT_TRUE(check_items(Items<3>::boxes({})).bounds.is_empty());
}

}  // namespace
}  // namespace scree::search
