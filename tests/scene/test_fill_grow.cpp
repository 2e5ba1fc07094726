#include <gtest/gtest.h>

#include "tests/scene/fill_scenes.h"

namespace scree::scene {
namespace {

template <int D>
void check_grown(double fraction) {
  Fill fill = make_fill<D>(0.8, 1, D == 2 ? Coordinates{40, 40, 0} : Coordinates{16, 16, 16});
  fill.arrangement = Fill::Arrangement::grow;
  ask_for_fraction(fill, fraction);
  const SceneDescription scene = make_scene<D>({fill});
  const auto bodies = generate_fills<D>(scene, 5);
  const double region = D == 2 ? 1600 : 4096;
  EXPECT_NEAR(volume_of(bodies) / region, fraction, ball_volume<D>(1) / region);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
  EXPECT_EQ(bodies_outside(bodies, fill), 0u);
  EXPECT_TRUE(same_bits(bodies, generate_fills<D>(scene, 5)));
  EXPECT_FALSE(same_bits(bodies, generate_fills<D>(scene, 6)));
  double least = 1;
  for (const auto& body : bodies) least = std::min(least, body.radius);
  EXPECT_GE(least, 0.8) << "sizes are those of the distribution, not of a stage of growth";
}

TEST(GrownFill, is_dense_without_overlap) {
  check_grown<2>(0.8);
  check_grown<3>(0.58);
}

TEST(GrownFill, that_jams_says_where) {
  Fill fill = make_fill<2>(1, 1, {20, 20, 0});
  fill.arrangement = Fill::Arrangement::grow;
  ask_for_fraction(fill, 0.86);
  const std::string text = refusal<2>(make_scene<2>({fill}));
  EXPECT_NE(text.find("grown at random they jam at a fraction of 0."), std::string::npos) << text;
  ask_for_fraction(fill, 0.95);
  EXPECT_NE(refusal<2>(make_scene<2>({fill})).find("denser than any arrangement"), std::string::npos);
}

}  // namespace
}  // namespace scree::scene
