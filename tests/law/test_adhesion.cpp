// Laws that pull: against closed forms that are reckoned here in another way.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/law/catalog.h"

namespace scree::law {
namespace {

constexpr double pi = 3.141592653589793;
constexpr double young = 1e7, poisson = 0.25, energy = 0.05;
constexpr double modulus = young / (2 * (1 - poisson * poisson));

MaterialPair same() { return {{false, young, poisson}, {false, young, poisson}}; }
Jkr jkr(double surface_energy = energy, double stretch = 1) {
  return Jkr::make(Numbers(Jkr::parameters(),
                           {{"surface_energy", surface_energy}, {"stretch", stretch}, {"restitution", 1}}),
                   same())
      .law;
}
Dmt dmt() {
  return Dmt::make(Numbers(Dmt::parameters(), {{"surface_energy", energy}, {"restitution", 1}}), same()).law;
}
LiquidBridge bridge(double volume, double angle) {
  return LiquidBridge::make(Numbers(LiquidBridge::parameters(), {{"volume", volume},
                                                                 {"surface_tension", 0.072},
                                                                 {"contact_angle", angle},
                                                                 {"restitution", 1}}),
                            same())
      .law;
}

TEST(Adhesion, cube_root_is_good_to_1e_14_over_all_sizes) {
  for (double x = 1e-30; x < 1e30; x *= 1.37) EXPECT_NEAR(cube_root(x) / std::cbrt(x), 1, 1e-14) << x;
}

TEST(Adhesion, arc_tangent_is_good_to_1e_13) {
  for (double x = 0; x <= 3; x += 0.01) EXPECT_NEAR(arc_tangent(x), std::atan(x), 1e-13) << x;
}

// JKR by its contact radius a: overlap and force are given by it.
double overlap_of(double a, double radius) {
  return a * a / radius - 2 * std::sqrt(pi * energy * a / modulus);
}
double force_of(double a, double radius) {
  return 4.0 / 3 * modulus * a * a * a / radius - 2 * pi * a * a * std::sqrt(4 * energy * modulus / (pi * a));
}
double pull_off_radius(double radius) {
  return std::cbrt(9 * pi * energy * radius * radius / (4 * modulus) / 9);  // where the overlap is least
}

TEST(Adhesion, jkr_has_the_force_of_its_contact_radius) {
  for (const double radius : {1e-6, 5e-3, 0.7}) {
    const double least = pull_off_radius(radius);
    for (double share = 1.001; share < 300; share *= 1.07) {
      const double a = share * least, pull_off = 3 * pi * energy * radius;
      EXPECT_NEAR(jkr().normal.elastic(overlap_of(a, radius), radius), force_of(a, radius),
                  1e-9 * (pull_off + std::abs(force_of(a, radius))))
          << radius << ' ' << share;
    }
  }
}

TEST(Adhesion, jkr_pulls_off_with_three_pi_gamma_r_and_lasts_to_its_pull_off_distance) {
  for (const double radius : {1e-6, 5e-3, 0.7}) {
    const Jkr law = jkr();
    const double reach = law.cohesion(radius).reach;
    EXPECT_NEAR(reach, -overlap_of(pull_off_radius(radius), radius), 1e-12 * reach);
    EXPECT_TRUE(law.normal.lasts(-reach * (1 - 1e-9), radius));
    EXPECT_FALSE(law.normal.lasts(-reach * (1 + 1e-9), radius));
    double most = 0;
    for (int k = 0; k <= 100000; ++k)
      most = std::max(most, -law.normal.elastic(-reach * (1 - 2e-5 * k), radius));
    EXPECT_NEAR(most / (3 * pi * energy * radius), 1, 1e-6);
    EXPECT_NEAR(law.cohesion(radius).pull_off / (3 * pi * energy * radius), 1, 1e-12);
    EXPECT_NEAR(law.normal.elastic(0.0, radius) / law.cohesion(radius).pull_off, -8.0 / 9, 1e-12);
  }
}

TEST(Adhesion, unless_it_may_be_stretched_jkr_parts_at_the_greatest_pull_as_in_lammps) {
  for (const double radius : {1e-6, 5e-3, 0.7}) {
    const Jkr law = jkr(energy, 0);
    const double a = std::cbrt(9 * pi * energy * radius * radius / (4 * modulus));
    EXPECT_NEAR(law.cohesion(radius).reach / -overlap_of(a, radius), 1, 1e-12);
    EXPECT_NEAR(law.normal.elastic(-law.cohesion(radius).reach, radius) / (-3 * pi * energy * radius), 1,
                1e-9);
  }
}

TEST(Adhesion, without_energy_of_surfaces_jkr_is_hertz) {
  const double radius = 5e-3, overlap = 1e-4;
  EXPECT_NEAR(jkr(1e-14).normal.elastic(overlap, radius),
              4.0 / 3 * modulus * std::sqrt(radius * overlap) * overlap, 1e-6);
}

/// The force is the slope of the potential, seen from below and above.
template <class Normal>
void expect_slope(const Normal& normal, double overlap, double radius, double scale) {
  const double step = 1e-5 * scale;
  const double slope =
      (normal.potential(overlap + step, radius) - normal.potential(overlap - step, radius)) / (2 * step);
  const double force = normal.elastic(overlap, radius);
  EXPECT_NEAR(slope, force, 1e-6 * (std::abs(force) + std::abs(normal.elastic(0.0, radius)))) << overlap;
}

TEST(Adhesion, every_force_is_the_slope_of_its_potential) {
  const double radius = 5e-3, reach = jkr().cohesion(radius).reach;
  for (const double share : {-0.9, -0.5, -0.1, 0.1, 1.0, 10.0})
    expect_slope(jkr().normal, share * reach, radius, 0.1 * reach);
  for (const double share : {0.1, 1.0, 10.0}) expect_slope(dmt().normal, share * 1e-5, radius, 1e-6);
  const LiquidBridge wet = bridge(1e-10, 0.3);
  const double gap = wet.cohesion(radius).reach;
  for (const double share : {-0.99, -0.5, -0.01, 0.01, 0.1})
    expect_slope(wet.normal, share * gap, radius, 0.001 * gap);
}

TEST(Adhesion, it_takes_the_work_of_thornton_and_ning_to_part_what_touched) {
  // 7.09 (Gamma^5 R^4 / E*^2)^(1/3) from touching to pull-off, Gamma the work of adhesion.
  for (const double radius : {1e-5, 5e-3}) {
    const Jkr law = jkr();
    const double work =
        law.normal.potential(-law.cohesion(radius).reach, radius) - law.normal.potential(0.0, radius);
    EXPECT_NEAR(work / std::cbrt(std::pow(2 * energy, 5) * std::pow(radius, 4) / (modulus * modulus)), 7.09,
                0.005);
  }
}

TEST(Adhesion, dmt_pulls_with_four_pi_gamma_r) {
  EXPECT_NEAR(dmt().normal.elastic(0.0, 5e-3), -4 * pi * energy * 5e-3, 1e-15);
  EXPECT_EQ(dmt().cohesion(5e-3).reach, 0);
}

TEST(Adhesion, a_bridge_pulls_as_willett_s_closed_form_says_and_ruptures_where_it_says) {
  const double volume = 2e-10, angle = 0.35, sphere = 1e-3, radius = 0.5 * sphere;  // two equal spheres
  const LiquidBridge law = bridge(volume, angle);
  for (const double gap : {0.0, 1e-5, 1e-4, 3e-4}) {
    const double spread = gap * std::sqrt(sphere / volume);
    EXPECT_NEAR(law.normal.elastic(-gap, radius),
                -2 * pi * sphere * 0.072 * std::cos(angle) / (1 + 1.05 * spread + 2.5 * spread * spread),
                1e-15);
  }
  const double rupture = (1 + angle / 2) * (std::cbrt(volume) + 0.1 * std::pow(volume, 2.0 / 3) / sphere);
  EXPECT_NEAR(law.cohesion(radius).reach, rupture, 1e-12);
  EXPECT_TRUE(law.normal.lasts(-rupture * (1 - 1e-9), radius));
  EXPECT_FALSE(law.normal.lasts(-rupture * (1 + 1e-9), radius));
}

TEST(Adhesion, friction_is_a_share_of_what_presses_the_surfaces) {
  const Numbers numbers(Jkr::parameters(),
                        {{"surface_energy", energy}, {"restitution", 1}, {"friction", 0.3}});
  const Jkr law = Jkr::make(numbers, same()).law;
  // Where nothing pulls or pushes, surfaces still grip each other with twice the pull-off force.
  const double radius = 5e-3, a = std::cbrt(9 * pi * energy * radius * radius / modulus);
  const Contact<double, 3> contact{
      {{1, 0, 0}}, overlap_of(a, radius), 0, {{0, 100, 0}}, {{0, 0, 0}}, 1e-3, radius, 0, 0, 0, 1e-3};
  const auto response =
      law.respond<false, double, 3>(contact, way_of<false>(contact, 1.0), Memory<double, 3>::zero());
  EXPECT_NEAR(response.normal_force, 0, 1e-9);
  EXPECT_NEAR(length(response.tangential_force), 0.3 * 6 * pi * energy * radius, 1e-9);
}

TEST(Adhesion, only_laws_with_a_reach_say_how_long_contacts_last) {
  for (const Entry& entry : catalog())
    EXPECT_EQ(entry.cohesion != nullptr,
              entry.name == "jkr" || entry.name == "dmt" || entry.name == "liquid_bridge");
}

}  // namespace
}  // namespace scree::law
