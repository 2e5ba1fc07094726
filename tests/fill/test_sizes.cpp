#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "scree/base/random.h"
#include "scree/fill/size_sampler.h"
#include "tests/fill/fill_scenes.h"
#include "tests/scene/scene_text.h"

namespace scree::fill {
namespace {

using namespace scene;  // words of the reader

using Form = SizeDistribution::Form;
using Law = std::function<double(double)>;  // part of all bodies below a radius

/// Largest distance between the law and what a sampler makes of evenly spaced parts.
double distance_to(const Law& law, const SizeSampler& sampler) {
  constexpr int count = 20000;
  double farthest = 0;
  for (int k = 0; k < count; ++k) {
    const double part = (k + 0.5) / count;
    farthest = std::max(farthest, std::abs(law(sampler.radius(part)) - part));
  }
  return farthest;
}

/// Kolmogorov's distance of a random sample, times the root of its size: 1.63 is passed once in a hundred.
double kolmogorov_of_sample(const Law& law, const SizeSampler& sampler) {
  constexpr int count = 20000;
  std::vector<double> radii;
  for (std::uint64_t k = 0; k < count; ++k) radii.push_back(sampler.radius(random_uniform(7, 8, k)));
  std::sort(radii.begin(), radii.end());
  double farthest = 0;
  for (int k = 0; k < count; ++k) {
    const double expected = law(radii[static_cast<std::size_t>(k)]);
    farthest =
        std::max({farthest, std::abs(expected - double(k) / count), std::abs(expected - (k + 1.0) / count)});
  }
  return farthest * std::sqrt(double(count));
}

void expect_law(const SizeDistribution& sizes, int dimension, const Law& law) {
  const SizeSampler sampler(sizes, dimension);
  EXPECT_LT(distance_to(law, sampler), 2e-7);
  EXPECT_LT(kolmogorov_of_sample(law, sampler), 1.63);
  double sum = 0;
  constexpr int count = 200000;
  for (int k = 0; k < count; ++k) sum += std::pow(sampler.radius((k + 0.5) / count), dimension);
  EXPECT_NEAR(sum / count / sampler.mean_power(), 1, 1e-4);
}

double bell(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

TEST(Sizes, uniform_is_uniform) {
  expect_law({Form::uniform, 1, 3}, 3, [](double r) { return (r - 1) / 2; });
}

TEST(Sizes, normal_is_a_bell_curve_cut_off) {
  for (const auto& [least, most] : {std::pair(1.4, 2.6), std::pair(2.3, 2.9)}) {
    const double below = bell((least - 2) / 0.2), above = bell((most - 2) / 0.2);
    expect_law({Form::normal, least, most, 2, 0.2}, 3,
               [&, a = below, b = above](double r) { return (bell((r - 2) / 0.2) - a) / (b - a); });
  }
}

TEST(Sizes, a_bell_curve_far_out_in_its_tail_still_has_sizes) {
  const SizeSampler sampler({Form::normal, 12, 13, 2, 0.2}, 3);
  EXPECT_GE(sampler.radius(0), 12);
  EXPECT_LT(sampler.radius(0.5), 12.01);
}

TEST(Sizes, log_normal_is_a_bell_curve_of_logarithms) {
  const double sigma = std::log(1.3), reach = std::pow(1.3, 3);
  expect_law({Form::log_normal, 2 / reach, 2 * reach, 2, 1.3}, 2,
             [&](double r) { return (bell(std::log(r / 2) / sigma) - bell(-3)) / (bell(3) - bell(-3)); });
}

TEST(Sizes, even_volume_gives_every_interval_of_size_the_same_volume) {
  SizeDistribution sizes{Form::classes, 1, 50};
  sizes.classes = {{1, 50, 1}};
  expect_law(sizes, 3, [](double r) { return (1 - 1 / (r * r)) / (1 - 1 / 2500.0); });
  expect_law(sizes, 2, [](double r) { return (1 - 1 / r) / (1 - 1 / 50.0); });
}

TEST(Sizes, a_sieve_passes_its_shares_of_mass) {
  const SceneDescription scene = read(std::string(head_3d) + R"([[fill]]
shape = "sphere"
material = "glass"
diameter = { sieve = [["1 mm", 0], ["2 mm", 35], ["3 mm", 35], ["8 mm", 100]] }
count = 10
region.box = { min = [0, 0, 0], max = [1, 1, 1] }
)");
  const SizeSampler sampler(scene.fills[0].radius, 3);
  double passing_2 = 0, passing_5 = 0, all = 0;
  constexpr int count = 400000;
  for (int k = 0; k < count; ++k) {
    const double radius = sampler.radius((k + 0.5) / count), mass = radius * radius * radius;
    EXPECT_FALSE(radius > 1.0000001e-3 && radius < 1.499999e-3) << radius;
    all += mass;
    if (radius < 1.2e-3) passing_2 += mass;
    if (radius < 2.5e-3) passing_5 += mass;
  }
  EXPECT_NEAR(passing_2 / all, 0.35, 1e-3);
  EXPECT_NEAR(passing_5 / all, 0.35 + 0.65 * 0.4, 1e-3);
  EXPECT_EQ(scene.fills[0].radius.least, 0.0005);
  EXPECT_EQ(scene.fills[0].radius.most, 0.004);
}

TEST(Sizes, two_sizes_have_their_shares_of_volume) {
  const SceneDescription scene = read(std::string(head_2d) + R"([[fill]]
shape = "disc"
material = "glass"
radius = { two = { sizes = ["1 mm", "3 mm"], volume_share = 0.6 } }
count = 10
region.box = { min = [0, 0], max = [1, 1] }
)");
  const SizeSampler sampler(scene.fills[0].radius, 2);
  int small = 0, large = 0;
  for (int k = 0; k < 100000; ++k) {
    const double radius = sampler.radius((k + 0.5) / 100000);
    small += radius == 1e-3;
    large += radius == 3e-3;
  }
  EXPECT_EQ(small + large, 100000);
  EXPECT_NEAR(large * 9.0 / (large * 9.0 + small), 0.6, 1e-4);
}

TEST(Sizes, are_drawn_from_a_list) {
  const SceneDescription scene = read(std::string(head_3d) + R"([[fill]]
shape = "sphere"
material = "glass"
diameter = { rows = "diameter,number\n2 mm,3\n0.004\n# a comment\n\n\"6 mm\", 4\r\n" }
count = 10
region.box = { min = [0, 0, 0], max = [1, 1, 1] }
)");
  const SizeSampler sampler(scene.fills[0].radius, 3);
  EXPECT_EQ(sampler.radius(0), 1e-3);
  EXPECT_EQ(sampler.radius(0.374), 1e-3);
  EXPECT_EQ(sampler.radius(0.376), 2e-3);
  EXPECT_EQ(sampler.radius(0.499), 2e-3);
  EXPECT_EQ(sampler.radius(0.501), 3e-3);
  EXPECT_EQ(sampler.radius(0.9999999), 3e-3);
}

TEST(Sizes, of_a_fill_follow_the_distribution_whatever_their_places) {
  Fill fill = make_fill<3>(1, 1, {100, 100, 100});
  fill.radius = {Form::classes, 1, 10};
  fill.radius.classes = {{1, 10, 1}};
  ask_for_fraction(fill, 0.3);
  const auto bodies = generate_fills<3>(make_scene<3>({fill}), 3);
  EXPECT_NEAR(volume_of(bodies), 3e5, 4200);
  std::size_t below_2 = 0;
  for (const auto& body : bodies) below_2 += body.radius < 2;
  const double expected = 0.75 / 0.99, n = static_cast<double>(bodies.size());
  EXPECT_NEAR(static_cast<double>(below_2) / n, expected, 3 * std::sqrt(expected * (1 - expected) / n));
}

TEST(Sizes, refuse_what_is_no_distribution) {
  const auto complaint = [](const std::string& sizes) {
    const auto lines = complaints_about(
        std::string(head_3d) + "[[fill]]\nshape = \"sphere\"\nmaterial = \"glass\"\n" +
        "region.box = { min = [0,0,0], max = [1,1,1] }\ncount = 1\nradius = " + sizes + "\n");
    return lines.size() == 1 ? lines[0] : std::to_string(lines.size()) + " complaints";
  };
  EXPECT_EQ(complaint("{}"),
            "12:10: radius needs a distribution, one of uniform, normal, log_normal, two, even_volume, "
            "sieve, file, "
            "rows");
  EXPECT_EQ(complaint("{ unifrom = [1, 2] }"), "12:12: unknown key 'unifrom', did you mean 'uniform'?");
  EXPECT_EQ(complaint("{ uniform = [1, 2], even_volume = [1, 2] }"),
            "12:44: give either 'uniform' or 'even_volume', not both");
  EXPECT_EQ(complaint("{ normal = { mean = 1, deviation = 1 } }"),
            "12:21: normal: three deviations reach below zero or too far: give 'min' and 'max'");
  EXPECT_EQ(complaint("{ normal = { mean = 1, deviation = 0.1, min = 2 } }"),
            "12:21: normal: min must be below max, but they are 2 m and 1.3 m");
  EXPECT_EQ(complaint("{ log_normal = { median = 1, factor = 1 } }"), "12:48: factor must be above 1, got 1");
  EXPECT_EQ(complaint("{ two = { sizes = [2, 1], volume_share = 0.5 } }"),
            "12:28: sizes: the smaller size comes first, as in sizes = [\"2 mm\", \"6 mm\"]");
  EXPECT_EQ(complaint("{ sieve = [[1, 0], [1, 100]] }"),
            "12:29: sieve: sizes must grow from line to line, and what passes too");
  EXPECT_EQ(complaint("{ sieve = [[1, 10], [2, 100]] }").substr(0, 32), "12:21: sieve: expected at least ");
  EXPECT_EQ(complaint("{ rows = \"size\\n-1\" }"),
            "12:19: sizes, line 2: expected a length, optionally with a number of bodies, as in 0.002,35, "
            "got '-1'");
}

}  // namespace
}  // namespace scree::fill
