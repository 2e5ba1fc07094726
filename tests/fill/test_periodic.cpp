// Fills in periodic boxes: a face is no wall, and what lies across it is in the way of bodies on the other
// side.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <int D>
std::size_t across_faces(const std::vector<NewBody<D>>& bodies, const Coordinates& edge, int axes = D) {
  std::size_t count = 0;
  for (const NewBody<D>& body : bodies)
    for (int k = 0; k < axes; ++k) {
      EXPECT_GE(body.position[k], 0);
      EXPECT_LT(body.position[k], edge[k]);
      count += body.position[k] < body.radius || body.position[k] > edge[k] - body.radius;
    }
  return count;
}

template <int D>
void check_at_random(double fraction) {
  const Coordinates edge{20, 16, 14};
  Fill some = make_fill<D>(0.5, 1, edge), others = some;
  ask_for_fraction(some, 0.1);
  ask_for_fraction(others, fraction);
  const auto bodies = generate_fills<D>(make_periodic<D>({some, others}), 3);
  EXPECT_EQ(overlapping_copies<D>(bodies, edge), 0u) << fraction;
  EXPECT_GT(across_faces<D>(bodies, edge), bodies.size() / 20) << fraction;
}

TEST(PeriodicFill, at_random_lies_across_the_faces) {
  check_at_random<2>(0.3);
  check_at_random<3>(0.2);
}

TEST(PeriodicFill, at_random_goes_on_where_no_gaps_are_found) {
  check_at_random<2>(0.62);
  check_at_random<3>(0.42);
}

TEST(PeriodicFill, at_random_says_how_far_it_goes) {
  Fill fill = make_fill<3>(1, 1, {12, 12, 12});
  ask_for_fraction(fill, 0.7);
  EXPECT_NE(refusal<3>(make_periodic<3>({fill})).find("jam at a fraction of 0.6"), std::string::npos)
      << refusal<3>(make_periodic<3>({fill}));
}

template <int D>
void check_rain() {
  const Coordinates edge{16, D == 2 ? 40.0 : 12.0, 30};
  Fill fill = make_fill<D>(0.7, 1, edge);
  fill.arrangement = Fill::Arrangement::rain;
  ask_for_count(fill, D == 2 ? 120 : 300);
  SceneDescription scene = make_periodic<D>({fill});
  scene.domain.periodic[D - 1] = false;
  scene.gravity[D - 1] = -10;
  const auto bodies = generate_fills<D>(scene, 3);
  Coordinates apart = edge;
  apart[D - 1] = 1e6;
  EXPECT_EQ(overlapping_copies<D>(bodies, apart), 0u);
  EXPECT_GT(across_faces<D>(bodies, edge, D - 1), bodies.size() / 20);
  double highest = 0;
  for (const NewBody<D>& body : bodies) highest = std::max(highest, body.position[D - 1]);
  EXPECT_LT(highest, edge[D - 1] - 2) << "it has fallen";
}

TEST(PeriodicFill, as_rain_rolls_over_the_faces) {
  check_rain<2>();
  check_rain<3>();
}

TEST(PeriodicFill, a_lattice_goes_through_the_faces) {
  const double height = 8 * std::sqrt(3.0);
  Fill fill = make_fill<2>(1, 1, {20, height, 0});
  fill.arrangement = Fill::Arrangement::lattice;
  ask_for_count(fill, 80);  // the closest packing there is
  const auto bodies = generate_fills<2>(make_periodic<2>({fill}), 3);
  EXPECT_EQ(overlapping_copies<2>(bodies, {20, height, 0}), 0u);
  Fill more = fill;
  ask_for_count(more, 81);
  EXPECT_NE(refusal<2>(make_periodic<2>({more})).find("80 fit on a lattice"), std::string::npos);

  // Layers of square rows, four by four, in both views of the same lattice.
  const Coordinates edge{8, 8, 6 * std::sqrt(2.0)};
  Fill spheres = make_fill<3>(1, 1, edge);
  spheres.arrangement = Fill::Arrangement::lattice;
  ask_for_count(spheres, 4 * 4 * 6);
  EXPECT_EQ(overlapping_copies<3>(generate_fills<3>(make_periodic<3>({spheres}), 3), edge), 0u);
}

TEST(PeriodicFill, a_lattice_keeps_clear_of_what_reaches_over_a_face) {
  Fill fill = make_fill<2>(1, 1, {20, 20, 0});
  fill.arrangement = Fill::Arrangement::lattice;
  ask_for_fraction(fill, 0.6);
  SceneDescription scene = make_periodic<2>({fill});
  Body& body = scene.bodies.emplace_back();
  body.position = {0.3, 19.2, 0};
  body.radius.value = 2;
  std::vector<NewBody<2>> bodies = generate_fills<2>(scene, 3);
  EXPECT_GT(bodies.size(), 50u);
  bodies.push_back({{0.3, 19.2}, {}, {}, 2, "glass", 0, 0});
  EXPECT_EQ(overlapping_copies<2>(bodies, {20, 20, 0}), 0u);
}

}  // namespace
}  // namespace scree::fill
