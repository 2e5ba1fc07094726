#include <gtest/gtest.h>

#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

TEST(ExpectedBodies, are_those_that_the_fills_make) {
  Fill counted = make_fill<2>(0.5, 0.5, {40, 20, 0}), shared = make_fill<2>(0.3, 0.6, {40, 20, 0});
  ask_for_count(counted, 17);
  ask_for_fraction(shared, 0.3);
  SceneDescription scene = make_scene<2>({counted, shared});
  for (const double x : {-5.0, -10.0, -15.0}) {
    scene.bodies.emplace_back().position[0] = x;
    scene.bodies.back().radius.value = 1;
  }
  const auto made = static_cast<double>(scene.bodies.size() + generate_fills<2>(scene, 1).size());
  EXPECT_NEAR(expected_bodies(scene), made, 0.03 * made);
}

TEST(ExpectedBodies, of_rows_are_no_more_than_lines) {
  Fill fill = make_fill<3>(0, 0, {});
  fill.arrangement = Fill::Arrangement::file;
  fill.rows = Placed<std::string>{"x,y,z,radius\n0,0,0,1\n3,0,0,1\n", {}};
  EXPECT_EQ(expected_bodies(make_scene<3>({fill})), 3);
}

}  // namespace
}  // namespace scree::fill
