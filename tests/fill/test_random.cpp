#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <regex>

#include "tests/fill/fill_scenes.h"

namespace scree::fill {
namespace {

template <class Dimension>
class RandomFill : public testing::Test {
 public:
  static constexpr int dimension = Dimension::value;
};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(RandomFill, Dimensions);

/// A number in [least, most].
double pick(double least, double most) {
  constexpr int steps = 1 << 20;
  return least + (most - least) * *rc::gen::inRange(0, steps + 1) / steps;
}

/// Sides in units of the largest radius.
template <int D>
Fill pick_fill(double least_side) {
  const double most = pick(1e-4, 10), least = most / pick(1, 100);
  Fill fill = make_fill<D>(least, most, {});
  for (int k = 0; k < D; ++k) {
    fill.lo[k] = pick(-30, 30) * most;
    fill.hi[k] = fill.lo[k] + pick(least_side, 20) * most;
  }
  return fill;
}

template <int D>
double volume_of_region(const Fill& fill) {
  double volume = 1;
  for (int k = 0; k < D; ++k) volume *= fill.hi[k] - fill.lo[k];
  return volume;
}

template <int D>
void check_any_fill() {
  Fill fill = pick_fill<D>(2.5);
  const double room = 0.2 * volume_of_region<D>(fill) / ball_volume<D>(fill.radius.most);
  ask_for_count(fill, static_cast<std::uint64_t>(std::clamp(room, 1.0, 300.0)));
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto bodies = generate_fills<D>(make_scene<D>({fill}), seed);
  RC_ASSERT(bodies.size() == fill.count->value);
  RC_ASSERT(bodies_outside(bodies, fill) == 0u);
  RC_ASSERT(overlapping_pairs(bodies) == 0u);
  for (const auto& body : bodies)
    RC_ASSERT(fill.radius.least <= body.radius && body.radius <= fill.radius.most);
}
RC_GTEST_PROP(RandomFill, discs_of_any_sizes_lie_inside_and_apart, ()) { check_any_fill<2>(); }
RC_GTEST_PROP(RandomFill, spheres_of_any_sizes_lie_inside_and_apart, ()) { check_any_fill<3>(); }

template <int D>
void check_any_fraction() {
  Fill fill = pick_fill<D>(8);
  const double one = ball_volume<D>(fill.radius.most) / volume_of_region<D>(fill);
  ask_for_fraction(fill, std::max(one, pick(0.01, 0.3)));
  const auto bodies = generate_fills<D>(make_scene<D>({fill}), *rc::gen::arbitrary<std::uint64_t>());
  const double missed = volume_of(bodies) - fill.volume_fraction->value * volume_of_region<D>(fill);
  RC_ASSERT(std::abs(missed) <= 0.5000001 * ball_volume<D>(fill.radius.most));
  RC_ASSERT(overlapping_pairs(bodies) == 0u);
}
RC_GTEST_PROP(RandomFill, meets_an_area_fraction_within_half_a_disc, ()) { check_any_fraction<2>(); }
RC_GTEST_PROP(RandomFill, meets_a_volume_fraction_within_half_a_sphere, ()) { check_any_fraction<3>(); }

TYPED_TEST(RandomFill, goes_on_where_random_addition_ends) {
  constexpr int dimension = TestFixture::dimension;
  for (const double ratio : {1.0, 5.0, 100.0}) {
    Fill fill = make_fill<dimension>(0.5 / ratio, 0.5,
                                     dimension == 2 ? Coordinates{40, 25, 0} : Coordinates{12, 14, 10});
    fill.lo = {0.1, -0.7, 1e-3};  // where radii are not added without rounding
    ask_for_fraction(fill, dimension == 2 ? 0.78 : 0.55);
    const auto bodies = generate_fills<dimension>(make_scene<dimension>({fill}), 3);
    EXPECT_NEAR(volume_of(bodies) / volume_of_region<dimension>(fill), fill.volume_fraction->value, 0.001);
    EXPECT_EQ(bodies_outside(bodies, fill), 0u);
    EXPECT_EQ(overlapping_pairs(bodies), 0u);
  }
}

TYPED_TEST(RandomFill, depends_on_seed_and_scene_alone) {
  constexpr int dimension = TestFixture::dimension;
  Fill fill = make_fill<dimension>(0.2, 0.5, {12, 12, 12});
  fill.random_speed = 1;
  for (const double fraction : {0.1, dimension == 2 ? 0.7 : 0.5}) {
    ask_for_fraction(fill, fraction);
    const SceneDescription scene = make_scene<dimension>({fill});
    const auto bodies = generate_fills<dimension>(scene, 5);
    EXPECT_TRUE(same_bits(bodies, generate_fills<dimension>(scene, 5)));
    EXPECT_FALSE(same_bits(bodies, generate_fills<dimension>(scene, 6)));
    SceneDescription with_far_wall = scene;
    with_far_wall.walls.push_back(make_plane({-1, 0, 0}, {1, 0, 0}));
    with_far_wall.walls.push_back(make_box({-5, -5, -5}, {30, 30, 30}, true));
    EXPECT_TRUE(same_bits(bodies, generate_fills<dimension>(with_far_wall, 5)));
  }
}

TYPED_TEST(RandomFill, differs_between_fills_of_one_scene) {
  constexpr int dimension = TestFixture::dimension;
  Fill fill = make_fill<dimension>(0.2, 0.5, {20, 20, 20});
  ask_for_count(fill, 50);
  const auto both = generate_fills<dimension>(make_scene<dimension>({fill, fill}), 5);
  ASSERT_EQ(both.size(), 100u);
  EXPECT_EQ(both[49].fill, 0u);
  EXPECT_EQ(both[50].fill, 1u);
  for (std::size_t number = 0; number < 50; ++number)
    EXPECT_NE(both[number].radius, both[number + 50].radius);
  EXPECT_EQ(overlapping_pairs(both), 0u);
}

TYPED_TEST(RandomFill, is_even_in_space_whatever_the_size) {
  constexpr int dimension = TestFixture::dimension;
  Fill fill = make_fill<dimension>(0.2, 0.5, {100, 60, 20});
  ask_for_count(fill, 10'000);
  if (dimension == 2) fill.hi = {200, 120, 0};
  const auto bodies = generate_fills<dimension>(make_scene<dimension>({fill}), 11);
  for (int k = 0; k < dimension; ++k) {
    double below = 0, radius_below = 0, radius_above = 0;
    for (const auto& body : bodies) {
      const bool is_below = body.position[k] < fill.hi[k] / 2;
      below += is_below;
      (is_below ? radius_below : radius_above) += body.radius;
    }
    const double count = static_cast<double>(bodies.size());
    EXPECT_NEAR(below / count, 0.5, 0.015) << "axis " << k;
    EXPECT_NEAR(radius_below / below, radius_above / (count - below), 0.006) << "axis " << k;
  }
}

TYPED_TEST(RandomFill, keeps_clear_of_bodies_and_earlier_fills) {
  constexpr int dimension = TestFixture::dimension;
  Fill large = make_fill<dimension>(2, 2, {20, 20, 20}), small = make_fill<dimension>(0.1, 0.3, {20, 20, 20});
  for (const bool large_first : {true, false}) {
    ask_for_count(large, large_first ? (dimension == 3 ? 40 : 8) : 2);
    ask_for_count(small, large_first ? 700 : 25);
    SceneDescription scene =
        large_first ? make_scene<dimension>({large, small}) : make_scene<dimension>({small, large});
    scene.bodies.emplace_back();
    scene.bodies.back().position = {5, 7, 20};
    scene.bodies.back().radius.value = 4;
    auto bodies = generate_fills<dimension>(scene, 2);
    EXPECT_EQ(bodies.size(), large.count->value + small.count->value);
    NewBody<dimension> single;
    for (int k = 0; k < dimension; ++k) single.position[k] = scene.bodies.back().position[k];
    single.radius = 4;
    bodies.push_back(single);
    EXPECT_EQ(overlapping_pairs(bodies), 0u);
  }
}

TYPED_TEST(RandomFill, keeps_clear_of_walls_that_cut_the_region) {
  constexpr int dimension = TestFixture::dimension;
  for (const double part : {0.3, 0.9}) {
    Fill fill = make_fill<dimension>(0.3, 0.5, {16, 16, 16});
    SceneDescription scene = make_scene<dimension>({});
    const Coordinates slope{-0.6, 0.8, 0};
    scene.walls = {make_plane({0, 2, 0}, {0, 1, 0}), make_plane({8, 2, 0}, slope),
                   make_box({1, -1, -1}, {15, 30, 13}, true), make_box({3, 9, 5}, {6, 12, 9}, false)};
    // What the walls leave, roughly.
    const double room = dimension == 2 ? 110 : 110 * 13;
    ask_for_count(fill, static_cast<std::uint64_t>(part * (dimension == 2 ? 0.75 : 0.5) * room /
                                                   ball_volume<dimension>(0.41)));
    scene.fills = {fill};
    const auto bodies = generate_fills<dimension>(scene, 9);
    EXPECT_EQ(bodies.size(), fill.count->value);
    EXPECT_EQ(overlapping_pairs(bodies), 0u);
    for (const auto& body : bodies) {
      const Vec<dimension>& x = body.position;
      EXPECT_GE(x[1] - 2, body.radius);
      EXPECT_GE((x[0] - 8) * -0.6 + (x[1] - 2) * 0.8, body.radius * (1 - 1e-12));
      EXPECT_GE(x[0] - 1, body.radius);
      EXPECT_GE(15 - x[0], body.radius);
      double squared = std::pow(std::max({3 - x[0], 0.0, x[0] - 6}), 2) +
                       std::pow(std::max({9 - x[1], 0.0, x[1] - 12}), 2);
      if (dimension == 3) {
        EXPECT_GE(13 - x[dimension - 1], body.radius);
        squared += std::pow(std::max({5 - x[dimension - 1], 0.0, x[dimension - 1] - 9}), 2);
      }
      EXPECT_GE(std::sqrt(squared), body.radius * (1 - 1e-12));
    }
  }
}

TYPED_TEST(RandomFill, uses_a_gap_of_just_one_diameter) {
  constexpr int dimension = TestFixture::dimension;
  Fill fill = make_fill<dimension>(0.05, 0.05, {2, 0.1, 2});
  fill.lo = {0.3, 0.0, 0.3};
  for (const std::uint64_t count : {1, 12}) {
    ask_for_count(fill, count);
    const auto bodies = generate_fills<dimension>(make_scene<dimension>({fill}), 1);
    EXPECT_EQ(bodies.size(), count);
    EXPECT_EQ(bodies_outside(bodies, fill), 0u);
    EXPECT_EQ(overlapping_pairs(bodies), 0u);
  }
  fill.hi = {0.3 + 0.1, 0.1, 0.3 + 0.1};
  ask_for_count(fill, 1);
  EXPECT_EQ(bodies_outside(generate_fills<dimension>(make_scene<dimension>({fill}), 1), fill, 1e-15), 0u);
}

TYPED_TEST(RandomFill, serves_a_wide_and_nearly_empty_region) {
  constexpr int dimension = TestFixture::dimension;
  Fill fill = make_fill<dimension>(1e-6, 1e-3, {1e6, 1e-1, 1e3});
  ask_for_count(fill, 100);
  const auto bodies = generate_fills<dimension>(make_scene<dimension>({fill}), 1);
  EXPECT_EQ(bodies_outside(bodies, fill), 0u);
  EXPECT_EQ(overlapping_pairs(bodies), 0u);
}

TYPED_TEST(RandomFill, gives_velocities_around_the_one_asked_for) {
  constexpr int dimension = TestFixture::dimension;
  Fill fill = make_fill<dimension>(0.1, 0.1, {20, 20, 20});
  ask_for_count(fill, 2000);
  fill.velocity = {1, -2, 3};
  for (const auto& body : generate_fills<dimension>(make_scene<dimension>({fill}), 1))
    for (int k = 0; k < dimension; ++k) ASSERT_EQ(body.velocity[k], fill.velocity[k]);
  fill.random_speed = 0.5;
  Vec<dimension> sum, squares;
  for (const auto& body : generate_fills<dimension>(make_scene<dimension>({fill}), 1)) {
    for (int k = 0; k < dimension; ++k) {
      const double part = body.velocity[k] - fill.velocity[k];
      ASSERT_LE(std::abs(part), 0.5);
      sum[k] += part;
      squares[k] += part * part;
    }
    EXPECT_EQ(body.material, "glass");
    EXPECT_EQ(body.spin, Spin<dimension>{});
    EXPECT_EQ(body.line, 0u);
  }
  for (int k = 0; k < dimension; ++k) {
    EXPECT_NEAR(sum[k] / 2000, 0, 0.03);
    EXPECT_NEAR(squares[k] / 2000, 0.25 / 3, 0.01);  // of a uniform distribution
  }
}

TEST(RandomFill, says_how_many_would_have_fitted) {
  Fill fill = make_fill<3>(0.5, 0.5, {10, 10, 10});
  ask_for_count(fill, 1400);
  const std::string text = refusal<3>(make_scene<3>({fill}));
  std::smatch found;
  ASSERT_TRUE(std::regex_match(
      text, found,
      std::regex(
          R"(asked for 1400 spheres \(fraction 0\.73\); (\d+) fit at random \(0\.5\d\); use fewer, a larger )"
          R"(region, or arrangement = "lattice" \(up to (\d+), 0\.6\d?\))")))
      << text;
  const int random = std::stoi(found[1]), lattice = std::stoi(found[2]);
  EXPECT_GT(random, 1000);
  EXPECT_GT(lattice, random);
  ask_for_count(fill, static_cast<std::uint64_t>(0.97 * random));
  EXPECT_EQ(refusal<3>(make_scene<3>({fill})), "");
  fill.arrangement = Fill::Arrangement::lattice;
  ask_for_count(fill, static_cast<std::uint64_t>(lattice));
  EXPECT_EQ(refusal<3>(make_scene<3>({fill})), "");
}

TEST(RandomFill, says_so_for_discs_and_for_fractions) {
  Fill fill = make_fill<2>(0.1, 0.5, {20, 20, 0});
  ask_for_fraction(fill, 0.97);
  const std::string text = refusal<2>(make_scene<2>({fill}));
  EXPECT_TRUE(std::regex_match(
      text,
      std::regex(
          R"(asked for 1\d\d\d discs \(fraction 0\.97\); \d+ fit at random \(0\.8\d?\); use fewer or a )"
          R"(larger region)")))
      << text;
}

TEST(RandomFill, does_not_try_for_hours_what_is_far_too_much) {
  Fill fill = make_fill<3>(0.01, 0.01, {0.1, 0.1, 0.1});
  ask_for_count(fill, 2'000'000'000);
  EXPECT_NE(refusal<3>(make_scene<3>({fill})).find("asked for 2000000000 spheres (fraction 8.4e+06); "),
            std::string::npos);
  fill = make_fill<3>(1e-9, 1e-9, {1, 1, 1});
  ask_for_fraction(fill, 0.3);
  EXPECT_EQ(refusal<3>(make_scene<3>({fill})),
            "asked for 7.2e+25 spheres; scree counts up to 357913941 bodies");
}

TEST(RandomFill, refuses_a_region_that_is_too_narrow) {
  Fill fill = make_fill<3>(0.02, 0.02, {0.5, 0.03, 0.5});
  ask_for_count(fill, 1);
  SceneDescription scene = make_scene<3>({fill});
  EXPECT_EQ(refusal<3>(scene), "a sphere of radius 0.02 m does not fit: along y, the region is 0.03 m wide");
  scene.fills[0].hi = {0.5, 0.5, 0.5};
  scene.walls.push_back(make_plane({0, 0, 0.475}, {0, 0, 1}));
  EXPECT_EQ(refusal<3>(scene),
            "a sphere of radius 0.02 m does not fit: along z, the region is 0.025 m wide between the walls");
  scene.walls.push_back(make_plane({0, 0, 0.6}, {0, 0, 1}));
  scene.walls.back().name = "floor";
  EXPECT_EQ(refusal<3>(scene), "the region lies behind wall 'floor', where no body can be");
}

TEST(RandomFill, says_when_nothing_fits_beside_what_is_there) {
  Fill fill = make_fill<2>(0.5, 0.5, {4, 4, 0});
  ask_for_count(fill, 3);
  SceneDescription scene = make_scene<2>({fill});
  scene.walls.push_back(make_plane({10, 10, 0}, {std::sqrt(0.5), std::sqrt(0.5), 0}));
  EXPECT_EQ(refusal<2>(scene),
            "asked for 3 discs (fraction 0.15); none fits at random; use fewer or a larger region");
}

TEST(RandomFill, a_fraction_of_polygons_is_that_of_their_areas) {
  const double area = 8e-3 * 2e-3, radius = 0.5 * std::hypot(8e-3, 2e-3);
  Fill fill = make_fill<2>(radius, radius, {0.1, 0.1, 0});
  fill.shape.value = "polygon";
  fill.polygon.emplace();
  fill.polygon->kind = PolygonForm::Kind::box;
  fill.polygon->width = 8e-3;
  fill.polygon->height = 2e-3;
  ask_for_fraction(fill, 0.1);
  const auto bodies = generate_fill<2>(make_scene<2>({fill}), 0, 1, {});
  EXPECT_NEAR(static_cast<double>(bodies.size()) * area, 0.1 * 0.01, 0.5 * area);
  ask_for_fraction(fill, 0.4);
  EXPECT_NE(refusal<2>(make_scene<2>({fill})).find("polygons (fraction 0.4)"), std::string::npos)
      << "the circles around them do not fit";
}

TEST(RandomFill, refuses_a_fraction_below_one_body) {
  Fill fill = make_fill<2>(0.5, 0.5, {10, 10, 0});
  ask_for_fraction(fill, 0.001);
  EXPECT_EQ(refusal<2>(make_scene<2>({fill})),
            "volume_fraction = 0.001 is less than one disc, which makes 0.00785 of the region");
}

TEST(RandomFill, complains_of_every_fill_at_its_place) {
  Fill fill = make_fill<2>(0.5, 0.5, {1, 1, 0});
  const auto file = std::make_shared<const std::string>("box.toml");
  fill.place = {file, 7, 1};
  fill.count = Placed<std::uint64_t>{5, {file, 12, 9}};
  Fill narrow = make_fill<2>(3, 3, {1, 1, 0});
  ask_for_count(narrow, 1);
  narrow.place = {file, 20, 1};
  try {
    generate_fills<2>(make_scene<2>({fill, narrow}), 1);
    FAIL();
  } catch (const SceneError& error) {
    ASSERT_EQ(error.complaints.size(), 2u);
    EXPECT_EQ(error.complaints[0].place.text(), "box.toml:12:9");
    EXPECT_EQ(error.complaints[1].place.text(), "box.toml:20:1");
  }
}

}  // namespace
}  // namespace scree::fill
