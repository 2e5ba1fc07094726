#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/picture/colour.h"

namespace scree::picture {
namespace {

double distance(const Colour& a, const Colour& b) {
  const Oklab p = oklab_of(a), q = oklab_of(b);
  return std::hypot(p.lightness - q.lightness, p.green_red - q.green_red, p.blue_yellow - q.blue_yellow);
}

TEST(Colour, survives_the_way_to_oklab_and_back) {
  for (const Colour colour : {Colour{0.2, 0.5, 0.9}, Colour{1, 1, 1}, Colour{0.7, 0.1, 0.05}}) {
    const Colour back = colour_of(oklab_of(colour));
    EXPECT_NEAR(back.red, colour.red, 1e-4);
    EXPECT_NEAR(back.green, colour.green, 1e-4);
    EXPECT_NEAR(back.blue, colour.blue, 1e-4);
  }
}

TEST(Colour, of_numbers_gets_lighter_in_steps_of_equal_visible_size) {
  constexpr int steps = 16;
  double least = 1e9, most = 0;
  for (int k = 0; k < steps; ++k) {
    const Colour here = map_colour(static_cast<double>(k) / steps), next = map_colour((k + 1.0) / steps);
    EXPECT_GT(oklab_of(next).lightness, oklab_of(here).lightness) << k;
    least = std::min(least, distance(here, next));
    most = std::max(most, distance(here, next));
  }
  EXPECT_LT(most, 1.15 * least);
}

TEST(Colour, beyond_the_ends_of_the_map_is_that_of_the_ends) {
  EXPECT_EQ(map_colour(-3), map_colour(0));
  EXPECT_EQ(map_colour(7), map_colour(1));
  EXPECT_EQ(map_colour(std::nan("")), map_colour(0));
}

TEST(Colour, of_names_differs_visibly) {
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_GT(distance(distinct_colour(a), distinct_colour(b)), 0.1) << a << b;
}

}  // namespace
}  // namespace scree::picture
