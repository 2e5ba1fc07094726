// Free tops against their solution by elliptic functions (Landau & Lifshitz, Mechanics, section 37).
#include "scree/base/free_rotation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/base/random.h"

namespace scree {
namespace {

struct Jacobi {
  double sn, cn, dn;
};

/// By descending Landen steps; the parameter is the square of the modulus.
Jacobi jacobi(double u, double parameter) {
  std::vector<double> a{1}, c{std::sqrt(parameter)};
  double b = std::sqrt(1 - parameter);
  while (c.back() > 1e-17) {
    const double next = 0.5 * (a.back() + b);
    c.push_back(0.5 * (a.back() - b));
    b = std::sqrt(a.back() * b);
    a.push_back(next);
  }
  double phi = std::ldexp(a.back() * u, static_cast<int>(a.size()) - 1);
  for (std::size_t k = a.size() - 1; k > 0; --k) phi = 0.5 * (phi + std::asin(c[k] / a[k] * std::sin(phi)));
  const double sn = std::sin(phi);
  return {sn, std::cos(phi), std::sqrt(1 - parameter * sn * sn)};
}

double quarter_period(double parameter) {
  double a = 1, b = std::sqrt(1 - parameter);
  while (a - b > 1e-16) {
    const double next = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = next;
  }
  return 0.5 * math::pi / a;
}

/// A top with moments i1 < i2 < i3 that turns more about its third axis than about its first.
struct Top {
  Inertia<3> inertia;
  double energy, momentum;  // the absolute value of the angular momentum

  double i(std::size_t k) const { return inertia.moments[k]; }
  double rate() const {
    return std::sqrt((i(2) - i(1)) * (momentum * momentum - 2 * energy * i(0)) / (i(0) * i(1) * i(2)));
  }
  double parameter() const {
    return (i(1) - i(0)) * (2 * energy * i(2) - momentum * momentum) /
           ((i(2) - i(1)) * (momentum * momentum - 2 * energy * i(0)));
  }
  double period() const { return 4 * quarter_period(parameter()) / rate(); }
  /// The spin in the body's frame.
  Vec3 spin(double time) const {
    const Jacobi j = jacobi(rate() * time, parameter());
    const double low = 2 * energy * i(2) - momentum * momentum,
                 high = momentum * momentum - 2 * energy * i(0);
    return {std::sqrt(low / (i(0) * (i(2) - i(0)))) * j.cn, std::sqrt(low / (i(1) * (i(2) - i(1)))) * j.sn,
            std::sqrt(high / (i(2) * (i(2) - i(0)))) * j.dn};
  }
  /// How far the third axis goes around the angular momentum in one period: the integral of a smooth periodic
  /// function, so that equal weights are exact.
  double precession() const {
    constexpr int points = 4000;
    double sum = 0;
    for (int k = 0; k < points; ++k) {
      const Vec3 w = spin(period() * k / points);
      const double a = i(0) * w[0] * w[0] + i(1) * w[1] * w[1],
                   b = i(0) * i(0) * w[0] * w[0] + i(1) * i(1) * w[1] * w[1];
      sum += momentum * a / b;
    }
    return sum * period() / points;
  }
};

Top top_of(const Vec3& moments, const Vec3& spin) {
  const Inertia<3> inertia{moments};
  return {inertia, rotational_energy(inertia, Rotation<3>{}, spin),
          norm(angular_momentum(inertia, Rotation<3>{}, spin))};
}

/// The pose in which the angular momentum, constant in the scene, is seen from the body at time zero.
struct Start {
  Rotation<3> pose;
  Vec3 momentum;
};
Start start_of(const Top& top, const Rotation<3>& pose) {
  return {pose, angular_momentum(top.inertia, pose, rotate(pose, top.spin(0)))};
}

TEST(FreeRotation, follows_the_elliptic_functions) {
  for (const Vec3& spin : {Vec3{0.5, 0.2, 1.1}, Vec3{1.0, 0.1, 0.9}, Vec3{0.01, 0.0, 3.0}}) {
    const Top top = top_of({1, 1.7, 2.4}, spin);
    ASSERT_GT(top.parameter(), 0);
    ASSERT_LT(top.parameter(), 1);
    const Start start = start_of(top, normalised(Rotation<3>{0.3, -0.5, 0.7, 0.1}));
    constexpr int steps = 1000;
    const double dt = top.period() / steps;
    Rotation<3> pose = start.pose;
    for (int k = 1; k <= steps; ++k) {
      pose = turn_freely(top.inertia, pose, start.momentum, dt);
      const Vec3 own = rotate(inverse(pose), spin_of(top.inertia, pose, start.momentum));
      ASSERT_LT(norm(own - top.spin(k * dt)), 1e-11 * norm(top.spin(0)));
    }
    // After a period the body has its spin again, and has gone around its angular momentum by a known angle.
    const Rotation<3> expected = compose(rotation_by(top.precession(), start.momentum), start.pose);
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
      EXPECT_LT(norm(rotate(pose, axis) - rotate(expected, axis)), 1e-10);
  }
}

TEST(FreeRotation, keeps_energy_and_angular_momentum_over_many_periods) {
  const Top top = top_of({1, 1.7, 2.4}, {0.9, 0.3, 1.1});
  const Start start = start_of(top, Rotation<3>{});
  Rotation<3> pose = start.pose;
  const double dt = top.period() / 1000;
  double worst = 0;
  for (int k = 0; k < 200'000; ++k) {
    pose = turn_freely(top.inertia, pose, start.momentum, dt);
    const Vec3 spin = spin_of(top.inertia, pose, start.momentum);
    worst = std::max(worst, std::abs(rotational_energy(top.inertia, pose, spin) / top.energy - 1));
  }
  EXPECT_LT(worst, 1e-11);
}

TEST(FreeRotation, the_intermediate_axis_flips_when_it_should) {
  // Almost about the second axis: from one flip to the next it takes half a period, which grows without bound
  // as the start approaches the axis. (Nearer than this, rounding of the start itself changes the period.)
  for (const double aside : {0.1, 1e-2, 1e-3}) {
    const Top top = top_of({1, 2, 3}, {0, 1, aside});
    const double half = 2 * quarter_period(top.parameter()) / top.rate();
    const Start start = start_of(top, Rotation<3>{});
    Rotation<3> pose = start.pose;
    constexpr double dt = 2e-3;
    std::vector<double> flips;
    double before = top.spin(0)[1];
    for (int k = 1; flips.size() < 3; ++k) {
      ASSERT_LT(k * dt, 4 * half);
      pose = turn_freely(top.inertia, pose, start.momentum, dt);
      const double now = rotate(inverse(pose), spin_of(top.inertia, pose, start.momentum))[1];
      if ((before < 0) != (now < 0) && k > 1) flips.push_back((k - now / (now - before)) * dt);
      before = now;
    }
    EXPECT_NEAR((flips[2] - flips[0]) / (2 * half), 1, 1e-6) << aside;
  }
}

TEST(FreeRotation, a_long_step_goes_where_short_ones_go) {
  const Inertia<3> inertia{{0.4, 1, 1.3}};
  const Vec3 momentum{0.5, -1, 2};
  Rotation<3> fine;
  for (int k = 0; k < 40'000; ++k) fine = turn_freely(inertia, fine, momentum, 1e-4);
  const Rotation<3> coarse = turn_freely(inertia, {}, momentum, 4.0);
  EXPECT_NEAR(coarse.w, fine.w, 1e-11);
  EXPECT_NEAR(coarse.x, fine.x, 1e-11);
  EXPECT_NEAR(coarse.y, fine.y, 1e-11);
  EXPECT_NEAR(coarse.z, fine.z, 1e-11);
}

RC_GTEST_PROP(FreeRotation, comes_back_when_time_does, (std::uint64_t seed)) {
  const auto number = [&](std::uint64_t index, double least, double most) {
    return least + (most - least) * random_uniform(seed, purpose("test.top"), index);
  };
  const Inertia<3> inertia{{number(0, 0.5, 1), number(1, 0.6, 1), number(2, 0.7, 1)}};
  const Vec3 momentum{number(3, -1, 1), number(4, -1, 1), number(5, -1, 1)};
  const Rotation<3> start =
      normalised(Rotation<3>{number(6, -1, 1), number(7, -1, 1), number(8, -1, 1), number(9, 0.1, 1)});
  const double dt = number(10, 0, 0.2);
  const Rotation<3> there = turn_freely(inertia, start, momentum, dt);
  const Rotation<3> back = turn_freely(inertia, there, momentum, -dt);
  RC_ASSERT(std::abs(back.w - start.w) + std::abs(back.x - start.x) + std::abs(back.y - start.y) +
                std::abs(back.z - start.z) <
            1e-13);
}

/// A torque that follows from a potential: a top of unequal moments hangs in a field that turns its first
/// axis down. Kicks and free turns are of second order.
double energy_error(double dt) {
  const Inertia<3> inertia{{1, 1.7, 2.4}};
  const Vec3 down{0, 0, -1};
  Rotation<3> pose = normalised(Rotation<3>{0.9, 0.2, 0.3, -0.1});
  Vec3 momentum{0.3, 0.8, -0.4};
  const auto torque = [&] { return cross(rotate(pose, Vec3{1, 0, 0}), down); };
  const auto energy = [&] {
    return rotational_energy(inertia, pose, spin_of(inertia, pose, momentum)) -
           dot(rotate(pose, Vec3{1, 0, 0}), down);
  };
  const double begin = energy();
  double worst = 0;
  for (double time = 0; time < 40; time += dt) {
    momentum += 0.5 * dt * torque();
    pose = turn_freely(inertia, pose, momentum, dt);
    momentum += 0.5 * dt * torque();
    worst = std::max(worst, std::abs(energy() - begin));
  }
  return worst;
}

TEST(FreeRotation, with_kicks_is_of_second_order) {
  const double coarse = energy_error(0.02), fine = energy_error(0.01);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / fine, 4, 0.3);
}

TEST(FreeRotation, in_the_plane_turns_by_spin_times_time) {
  const Rotation<2> turned = turn_freely(Inertia<2>{2}, Rotation<2>{}, 0.6, 0.5);
  EXPECT_NEAR(angle(turned), 0.15, 1e-15);
}

}  // namespace
}  // namespace scree
