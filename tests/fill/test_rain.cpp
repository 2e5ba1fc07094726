#include <gtest/gtest.h>

#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <int D>
Fill make_rain(double least_radius, double most_radius, const Coordinates& hi, std::uint64_t count) {
  Fill fill = make_fill<D>(least_radius, most_radius, hi);
  fill.arrangement = Fill::Arrangement::rain;
  ask_for_count(fill, count);
  return fill;
}

template <int D>
SceneDescription make_falling(const Fill& fill) {
  SceneDescription scene = make_scene<D>({fill});
  scene.gravity[D - 1] = -9.81;
  return scene;
}

/// Bodies that could go down by a hundredth of their radius where they are.
template <int D>
std::size_t hanging(const std::vector<NewBody<D>>& bodies) {
  std::size_t count = 0;
  for (const NewBody<D>& body : bodies) {
    const double nearly = 1.02 * body.radius;
    bool is_held = body.position[D - 1] < nearly;
    for (const NewBody<D>& other : bodies) {
      const Vec<D> apart = other.position - body.position;
      if (&other == &body || apart[D - 1] > 0) continue;
      is_held = is_held || norm(apart) < nearly + other.radius;
    }
    count += !is_held;
  }
  return count;
}

template <int D>
void check_bed(const Fill& fill) {
  const SceneDescription scene = make_falling<D>(fill);
  const auto bodies = generate_fills<D>(scene, 3);
  EXPECT_EQ(bodies.size(), fill.count->value);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
  EXPECT_EQ(bodies_outside(bodies, fill), 0u);
  EXPECT_EQ(hanging(bodies), 0u);
  EXPECT_TRUE(same_bits(bodies, generate_fills<D>(scene, 3)));
  EXPECT_FALSE(same_bits(bodies, generate_fills<D>(scene, 4)));
}

TEST(RainFill, rests_on_the_floor_and_on_itself) {
  check_bed<2>(make_rain<2>(0.5, 1, {30, 60, 0}, 600));
  check_bed<3>(make_rain<3>(0.5, 1, {12, 12, 40}, 900));
}

TEST(RainFill, is_as_dense_as_beds_are) {
  const Fill fill = make_rain<3>(1, 1, {24, 24, 60}, 2500);
  double volume = 0;
  for (const auto& body : generate_fills<3>(make_falling<3>(fill), 1))
    if (body.position[2] > 4 && body.position[2] < 20) volume += ball_volume<3>(1);
  EXPECT_NEAR(volume / (24 * 24 * 16), 0.56, 0.04);
}

TEST(RainFill, slides_along_walls) {
  Fill fill = make_rain<2>(0.5, 0.6, {20, 20, 0}, 60);
  SceneDescription scene = make_falling<2>(fill);
  scene.walls.push_back(make_plane({10, 0, 0}, {0.6, 0.8, 0}));
  scene.walls.push_back(make_plane({10, 0, 0}, {-0.6, 0.8, 0}));
  double highest = 0;
  for (const auto& body : generate_fills<2>(scene, 1)) {
    highest = std::max(highest, body.position[1]);
    for (const double side : {0.6, -0.6})
      EXPECT_GE(side * (body.position[0] - 10) + 0.8 * body.position[1], body.radius * (1 - 1e-9));
  }
  EXPECT_LT(highest, 11) << "a heap in the groove, not a layer on its slopes";
}

TEST(RainFill, falls_the_way_that_gravity_points) {
  SceneDescription scene = make_falling<2>(make_rain<2>(0.5, 0.5, {10, 40, 0}, 20));
  scene.gravity = {0, 9.81, 0};
  for (const auto& body : generate_fills<2>(scene, 1)) EXPECT_GT(body.position[1], 35);
}

TEST(RainFill, says_how_many_fit_and_what_it_needs) {
  const Fill fill = make_rain<2>(1, 1, {20, 20, 0}, 500);
  const std::string text = refusal<2>(make_falling<2>(fill));
  EXPECT_NE(text.find("fit as rain (0."), std::string::npos) << text;
  EXPECT_NE(refusal<2>(make_scene<2>({fill})).find("falls along gravity"), std::string::npos);
}

}  // namespace
}  // namespace scree::fill
