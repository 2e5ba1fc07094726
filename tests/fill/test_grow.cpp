#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <int D>
Fill make_growing(double least_radius, double most_radius, double edge, double fraction) {
  Fill fill = make_fill<D>(least_radius, most_radius, {edge, edge, D == 2 ? 0 : edge});
  fill.arrangement = Fill::Arrangement::grow;
  ask_for_fraction(fill, fraction);
  return fill;
}

template <int D>
void check_grown_in_a_box(double fraction) {
  const double edge = D == 2 ? 40 : 16;
  const Fill fill = make_growing<D>(0.8, 1, edge, fraction);
  const SceneDescription scene = make_scene<D>({fill});
  const auto bodies = generate_fills<D>(scene, 5);
  const double region = D == 2 ? edge * edge : edge * edge * edge;
  EXPECT_NEAR(volume_of(bodies) / region, fraction, ball_volume<D>(1) / region);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
  EXPECT_EQ(bodies_outside(bodies, fill), 0u);
  EXPECT_FALSE(same_bits(bodies, generate_fills<D>(scene, 6)));
}

TEST(GrownFill, is_dense_without_overlap) {
  check_grown_in_a_box<2>(0.8);
  check_grown_in_a_box<3>(0.58);
}

TEST(GrownFill, has_the_sizes_that_a_random_one_has) {
  Fill fill = make_growing<3>(0.5, 1.5, 16, 0.56);
  const auto grown = generate_fills<3>(make_scene<3>({fill}), 5);
  fill.arrangement = Fill::Arrangement::random;
  ask_for_fraction(fill, 0.3);
  const auto loose = generate_fills<3>(make_scene<3>({fill}), 5);
  ASSERT_LT(loose.size(), grown.size());
  for (std::size_t number = 0; number < loose.size(); ++number)
    EXPECT_EQ(loose[number].radius, grown[number].radius);
}

TEST(GrownFill, has_the_same_bits_for_any_number_of_threads) {
  const SceneDescription scene = make_periodic<3>({make_growing<3>(0.5, 1, 16, 0.61)});
  const ThreadLimit one(1);
  const auto alone = generate_fills<3>(scene, 5);
  for (const int count : {2, 3, 8}) {
    const ThreadLimit several(count);
    EXPECT_TRUE(same_bits(alone, generate_fills<3>(scene, 5))) << count << " threads";
  }
}

TEST(GrownFill, lies_across_periodic_faces) {
  const double edge = 16;
  const Fill fill = make_growing<3>(1, 1, edge, 0.62);
  const auto bodies = generate_fills<3>(make_periodic<3>({fill}), 2);
  EXPECT_EQ(overlapping_copies(bodies, {edge, edge, edge}), 0u);
  std::size_t across = 0;
  for (const auto& body : bodies)
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(body.position[k], 0);
      EXPECT_LT(body.position[k], edge);
      across += body.position[k] < body.radius;
    }
  EXPECT_GT(across, bodies.size() / 20) << "a face of a periodic box is no wall";
}

TEST(GrownFill, keeps_to_its_region_inside_a_periodic_box) {
  const Fill fill = make_growing<2>(1, 1, 20, 0.7);
  SceneDescription scene = make_periodic<2>({fill});
  scene.domain.hi[0] = 30;
  const auto bodies = generate_fills<2>(scene, 2);
  for (const auto& body : bodies) EXPECT_GE(body.position[0], body.radius);
}

TEST(GrownFill, takes_sizes_that_differ_widely) {
  Fill fill = make_growing<3>(1, 20, 90, 0.66);
  fill.radius = {SizeDistribution::Form::classes, 1, 20, 0, 0, {{1, 20, 1}}};
  const auto bodies = generate_fills<3>(make_periodic<3>({fill}), 1);
  EXPECT_GT(bodies.size(), 2000u);
  EXPECT_EQ(overlapping_copies(bodies, {90, 90, 90}), 0u);
}

TEST(GrownFill, keeps_clear_of_walls_and_of_what_is_there) {
  Fill fill = make_growing<2>(0.5, 0.7, 20, 0.6);
  SceneDescription scene = make_scene<2>({fill, fill});
  ask_for_fraction(scene.fills[0], 0.15);
  ask_for_fraction(scene.fills[1], 0.2);
  scene.walls.push_back(make_plane({0, 4, 0}, {0.6, 0.8, 0}));
  const auto bodies = generate_fills<2>(scene, 1);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
  for (const auto& body : bodies)
    EXPECT_GE(0.6 * body.position[0] + 0.8 * (body.position[1] - 4), body.radius * (1 - 1e-12));
}

TEST(GrownFill, that_jams_says_where) {
  const std::string text = refusal<3>(make_periodic<3>({make_growing<3>(1, 1, 20, 0.66)}));
  const std::string lead = "grown at random they jam at a fraction of ";
  ASSERT_NE(text.find(lead), std::string::npos) << text;
  EXPECT_NEAR(std::stod(text.substr(text.find(lead) + lead.size())), 0.64, 0.012) << text;
  EXPECT_NE(refusal<2>(make_scene<2>({make_growing<2>(1, 1, 20, 0.99)})).find(lead), std::string::npos);
}

TEST(Fills, keep_clear_of_bodies_that_reach_over_a_periodic_face) {
  Fill fill = make_fill<2>(0.5, 0.5, {10, 10, 0});
  ask_for_fraction(fill, 0.4);
  SceneDescription scene = make_periodic<2>({fill});
  Body& body = scene.bodies.emplace_back();
  body.radius.value = 2;
  body.position = {9.5, 0.5, 0};
  for (const auto& other : generate_fills<2>(scene, 1)) {
    Vec<2> apart = other.position - Vec<2>{{9.5, 0.5}};
    for (int k = 0; k < 2; ++k) apart[k] -= 10 * std::round(apart[k] / 10);
    EXPECT_GE(norm(apart), 2.5 * (1 - 1e-12));
  }
}

}  // namespace
}  // namespace scree::fill
