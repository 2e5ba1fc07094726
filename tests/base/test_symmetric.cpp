#include "scree/base/symmetric.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/base/inertia.h"
#include "scree/base/random.h"

namespace scree {
namespace {

double number(std::uint64_t seed, std::uint64_t index, double least, double most) {
  return least + (most - least) * random_uniform(seed, purpose("test.symmetric"), index);
}

Rotation<3> any_rotation(std::uint64_t seed) {
  return normalised(Rotation<3>{number(seed, 0, -1, 1), number(seed, 1, -1, 1), number(seed, 2, -1, 1),
                                number(seed, 3, -1, 1)});
}

Vec3 sorted(Vec3 values) {
  std::sort(values.component, values.component + 3);
  return values;
}

RC_GTEST_PROP(PrincipalAxes, are_found_whatever_the_frame, (std::uint64_t seed)) {
  const Vec3 values{number(seed, 4, 0.1, 1), number(seed, 5, 0.1, 1), number(seed, 6, 0.1, 1)};
  const Symmetric3 matrix = turned(values, any_rotation(seed));
  const PrincipalAxes found = principal_axes(matrix);
  for (std::size_t k = 0; k < 3; ++k)
    RC_ASSERT(std::abs(sorted(found.values)[k] - sorted(values)[k]) < 1e-14);
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    const Vec3 in_frame = rotate(found.rotation, axis);
    RC_ASSERT(norm(matrix * in_frame - found.values[k] * in_frame) < 1e-14);
  }
  // None of the other ways to name them turns less.
  RC_ASSERT(std::abs(found.rotation.w) > 0.5 - 1e-12);
}

TEST(PrincipalAxes, of_a_diagonal_matrix_are_those_of_its_frame_to_the_last_bit) {
  for (const Vec3& values : {Vec3{1, 2, 3}, Vec3{3, 1, 2}, Vec3{2, 2, 1}, Vec3{1, 1, 1}}) {
    const PrincipalAxes found = principal_axes({values[0], values[1], values[2], 1e-17, -1e-17, 0});
    EXPECT_EQ(found.values, values);
    EXPECT_EQ(found.rotation, Rotation<3>{});
  }
}

TEST(PrincipalAxes, of_nothing_are_those_of_the_frame) {
  EXPECT_EQ(principal_axes({}).rotation, Rotation<3>{});
  EXPECT_EQ(principal_axes({}).values, Vec3{});
}

RC_GTEST_PROP(Inertia, spin_and_angular_momentum_belong_together, (std::uint64_t seed)) {
  const Inertia<3> inertia{{number(seed, 7, 0.1, 9), number(seed, 8, 0.1, 9), number(seed, 9, 0.1, 9)}};
  const Rotation<3> pose = any_rotation(seed);
  const Vec3 spin{number(seed, 10, -1, 1), number(seed, 11, -1, 1), number(seed, 12, -1, 1)};
  const Vec3 momentum = angular_momentum(inertia, pose, spin);
  // Moments differ by up to ninety times, and so does what rounding may do.
  RC_ASSERT(norm(momentum - turned(inertia.moments, pose) * spin) < 1e-13);
  RC_ASSERT(norm(spin_of(inertia, pose, momentum) - spin) < 1e-12);
  RC_ASSERT(std::abs(rotational_energy(inertia, pose, spin) - 0.5 * dot(momentum, spin)) < 1e-13);
}

TEST(Inertia, of_round_bodies_needs_no_pose) {
  const Inertia<3> round = Inertia<3>::round(0.3);
  EXPECT_TRUE(round.is_round());
  const Vec3 spin{0.1, 0.7, -0.3};
  EXPECT_EQ(angular_momentum(round, any_rotation(3), spin), 0.3 * spin);
  EXPECT_FALSE((Inertia<3>{{1, 1, 2}}).is_round());
}

}  // namespace
}  // namespace scree
