#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <int D>
Fill make_lattice(double radius, const Coordinates& hi) {
  Fill fill = make_fill<D>(radius, radius, hi);
  fill.arrangement = Fill::Arrangement::lattice;
  return fill;
}

// What may stick out where a lattice just fits.
constexpr double tolerance = 1e-8;

template <int D>
void expect_capacity(const Coordinates& lo, const Coordinates& hi, double radius, std::uint64_t capacity) {
  Fill fill = make_lattice<D>(radius, hi);
  fill.lo = lo;
  ask_for_count(fill, capacity);
  const auto bodies = generate_fills<D>(make_scene<D>({fill}), 1);
  EXPECT_EQ(bodies.size(), capacity);
  EXPECT_EQ(bodies_outside(bodies, fill, tolerance * radius), 0u);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
  ask_for_count(fill, capacity + 1);
  EXPECT_NE(refusal<D>(make_scene<D>({fill})), "") << "more than " << capacity;
}

TEST(LatticeFill, holds_as_many_discs_as_hexagonal_rows_do) {
  // Ten and nine in turn; eleven rows, each 0.866 diameters above the last.
  expect_capacity<2>({0, 0, 0}, {1, 1, 0}, 0.05, 6 * 10 + 5 * 9);
  // Half a diameter wider: ten in every row.
  expect_capacity<2>({0, 0, 0}, {1.05, 1, 0}, 0.05, 110);
  expect_capacity<2>({0, 0, 0}, {0.1, 0.1, 0}, 0.05, 1);
}

TEST(LatticeFill, turns_or_squares_the_lattice_where_that_holds_more) {
  expect_capacity<2>({0, 0, 0}, {0.2, 0.2, 0}, 0.05, 4);
  expect_capacity<2>({0, 0, 0}, {0.2, 7, 0}, 0.05, 140);
  // Two columns that interlock: one more disc every half diameter.
  expect_capacity<2>({0, 0, 0}, {0.1 * (1 + std::sqrt(0.75)), 1, 0}, 0.05, 19);
  expect_capacity<3>({0, 0, 0}, {0.2, 0.2, 0.2}, 0.05, 8);
}

TEST(LatticeFill, packs_spheres_as_dense_as_fruit) {
  // Square layers of 10 x 10 and 9 x 9, 0.7071 diameters apart.
  expect_capacity<3>({0, 0, 0}, {1, 1, 0.1 * (1 + 12 * std::sqrt(0.5))}, 0.05, 7 * 100 + 6 * 81);
  Fill fill = make_lattice<3>(0.5, {60, 60, 60});
  ask_for_count(fill, static_cast<std::uint64_t>(0.72 * 60 * 60 * 60 / ball_volume<3>(0.5)));
  EXPECT_EQ(refusal<3>(make_scene<3>({fill})), "");
}

TEST(LatticeFill, fits_exactly_far_from_the_origin_too) {
  expect_capacity<2>({1000, -500, 0}, {1000 + 50 * 0.1, -500 + 0.1, 0}, 0.05, 50);
  expect_capacity<3>({0.3, 0.7, -20}, {0.3 + 0.3, 0.7 + 0.2, -20 + 0.2}, 0.05, 12);
}

template <int D>
void check_any_lattice() {
  const auto pick = [](double least, double most) {
    return least + (most - least) * *rc::gen::inRange(0, 1001) / 1000;
  };
  const double radius = pick(1e-3, 5);
  Fill fill = make_lattice<D>(radius, {});
  fill.radius = {SizeDistribution::Form::uniform, radius / 3, radius};
  for (int k = 0; k < D; ++k) {
    fill.lo[k] = pick(-100, 100) * radius;
    fill.hi[k] = fill.lo[k] + pick(2.001, 14) * radius;
  }
  const bool by_count = *rc::gen::arbitrary<bool>();
  if (by_count)
    ask_for_count(fill, static_cast<std::uint64_t>(*rc::gen::inRange(1, 60)));
  else
    ask_for_fraction(fill, pick(0.15, 0.3));
  SceneDescription scene = make_scene<D>({fill});
  scene.gravity = {pick(-1, 1), pick(-1, 1), D == 3 ? pick(-1, 1) : 0};
  try {
    const auto bodies = generate_fills<D>(scene, 1);
    if (by_count) RC_ASSERT(bodies.size() == fill.count->value);
    RC_ASSERT(bodies_outside(bodies, fill, tolerance * radius) == 0u);
    RC_ASSERT(overlapping_pairs(bodies) == 0u);
  } catch (const SceneError& error) {
    RC_ASSERT(std::string(error.what()).find("fit on a lattice") != std::string::npos ||
              std::string(error.what()).find("less than one") != std::string::npos);
  }
}
RC_GTEST_PROP(LatticeFill, discs_lie_inside_and_apart, ()) { check_any_lattice<2>(); }
RC_GTEST_PROP(LatticeFill, spheres_lie_inside_and_apart, ()) { check_any_lattice<3>(); }

TEST(LatticeFill, is_laid_from_the_bottom_layer_by_layer) {
  Fill fill = make_lattice<3>(0.5, {10.5, 10.5, 50});
  ask_for_count(fill, 250);
  SceneDescription scene = make_scene<3>({fill});
  for (const Coordinates& gravity : {Coordinates{}, Coordinates{0, 0.1, -9.81}, Coordinates{0, 0, 9.81}}) {
    scene.gravity = gravity;
    std::vector<double> heights;
    for (const auto& body : generate_fills<3>(scene, 1))
      heights.push_back(gravity[2] > 0 ? 50 - body.position[2] : body.position[2]);
    EXPECT_TRUE(std::is_sorted(heights.begin(), heights.end()));
    EXPECT_DOUBLE_EQ(heights.front(), 0.5);
    EXPECT_NEAR(heights.back(), 0.5 + 2 * std::sqrt(2.0 / 3.0), 1e-12);  // some 115 spheres per layer
  }
  scene.gravity = {5, 1, 0};
  for (const auto& body : generate_fills<3>(scene, 1)) EXPECT_GT(body.position[0], 5.5);
}

TEST(LatticeFill, spreads_a_fraction_evenly) {
  Fill fill = make_lattice<2>(0.1, {30, 10, 0});
  for (const double fraction : {0.002, 0.05, 0.5}) {
    ask_for_fraction(fill, fraction);
    const auto bodies = generate_fills<2>(make_scene<2>({fill}), 1);
    EXPECT_NEAR(volume_of(bodies) / 300, fraction, 0.51 * ball_volume<2>(0.1) / 300);
    EXPECT_EQ(overlapping_pairs(bodies), 0u);
    const double distance = std::sqrt(300.0 / static_cast<double>(bodies.size()));
    Vec2 sum, least = bodies[0].position, most = least;
    for (const auto& body : bodies) {
      sum += body.position;
      for (int k = 0; k < 2; ++k) {
        least[k] = std::min(least[k], body.position[k]);
        most[k] = std::max(most[k], body.position[k]);
      }
    }
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(sum[k] / static_cast<double>(bodies.size()), fill.hi[k] / 2, distance) << fraction;
      EXPECT_LT(least[k], 1.5 * distance) << fraction;
      EXPECT_GT(most[k], fill.hi[k] - 1.5 * distance) << fraction;
    }
  }
}

TEST(LatticeFill, leaves_out_sites_that_are_taken) {
  Fill fill = make_lattice<3>(0.5, {12, 12, 12});
  SceneDescription scene = make_scene<3>({});
  scene.walls = {make_plane({6, 0, 0}, {0.8, 0, 0.6}), make_box({8, 8, 0}, {10, 10, 20}, false)};
  scene.bodies.emplace_back();
  scene.bodies[0].position = {9, 4, 3};
  scene.bodies[0].radius.value = 2;
  for (const bool by_count : {true, false}) {
    fill.count.reset();
    by_count ? ask_for_count(fill, 400) : ask_for_fraction(fill, 0.12);
    scene.fills = {fill};
    auto bodies = generate_fills<3>(scene, 1);
    EXPECT_EQ(bodies.size(), by_count ? 400u : 396u);
    for (const auto& body : bodies) {
      const Vec3& x = body.position;
      EXPECT_GE((x[0] - 6) * 0.8 + x[2] * 0.6, 0.5);
      EXPECT_GE(std::hypot(std::max({8 - x[0], 0.0, x[0] - 10}), std::max({8 - x[1], 0.0, x[1] - 10})), 0.5);
    }
    NewBody<3> single;
    single.position = {9, 4, 3};
    single.radius = 2;
    bodies.push_back(single);
    EXPECT_EQ(overlapping_pairs(bodies), 0u);
  }
}

TEST(LatticeFill, does_not_depend_on_the_seed_but_for_sizes) {
  Fill fill = make_lattice<2>(0.5, {20, 20, 0});
  ask_for_count(fill, 100);
  EXPECT_TRUE(
      same_bits(generate_fills<2>(make_scene<2>({fill}), 1), generate_fills<2>(make_scene<2>({fill}), 2)));
  fill.radius = {SizeDistribution::Form::uniform, 0.1, 0.5};
  const auto bodies = generate_fills<2>(make_scene<2>({fill}), 1);
  std::set<double> radii;
  for (const auto& body : bodies) radii.insert(body.radius);
  EXPECT_EQ(radii.size(), 100u);
}

TEST(LatticeFill, says_how_many_fit) {
  Fill fill = make_lattice<2>(0.05, {1, 1, 0});
  ask_for_count(fill, 106);
  EXPECT_EQ(refusal<2>(make_scene<2>({fill})),
            "asked for 106 discs (fraction 0.83); 105 fit on a lattice (0.82); use fewer or a larger region");
  fill.count.reset();
  ask_for_fraction(fill, 0.95);
  EXPECT_EQ(refusal<2>(make_scene<2>({fill})),
            "asked for 120 discs (fraction 0.95); 105 fit on a lattice (0.82); use fewer or a larger region");
}

}  // namespace
}  // namespace scree::fill
