#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scree/base/random.h"
#include "scree/solve/local_solve.h"

namespace scree::solve {
namespace {

template <int N>
Vec<N> random_vector(std::uint64_t seed, std::uint64_t from) {
  Vec<N> v;
  for (int k = 0; k < N; ++k) v[k] = 2 * random_uniform(seed, purpose("vector"), from + k) - 1;
  return v;
}

// A projection onto a convex cone is the point whose rest is at right angles to it and turned away from
// every other point of the cone.
RC_GTEST_PROP(Cone, projection_leaves_a_rest_that_points_away_from_the_cone, (std::uint64_t seed)) {
  Cone<RollingSpaceLayout> cone;
  for (std::size_t k = 0; k < 3; ++k) cone.bounds[k] = random_uniform(seed, purpose("bound"), k);
  const Vec<6> z = random_vector<6>(seed, 0);
  const Vec<6> nearest = cone.project(z), rest = z - nearest;
  RC_ASSERT(std::abs(dot(nearest, rest)) < 1e-14);
  RC_ASSERT(norm(cone.project(nearest) - nearest) < 1e-14);
  for (std::uint64_t k = 1; k < 20; ++k)
    RC_ASSERT(dot(rest, cone.project(random_vector<6>(seed, 6 * k))) < 1e-14);
}

RC_GTEST_PROP(Cone, slope_is_that_of_differences, (std::uint64_t seed)) {
  Cone<RollingSpaceLayout> cone{{0.3, 0.5, 0.2}};
  const Vec<6> z = random_vector<6>(seed, 0), change = 1e-6 * random_vector<6>(seed, 6);
  const auto nearest = cone.nearest(z);
  // Across an edge of the cone there is no slope.
  RC_PRE(cone.nearest(z + change).slips == nearest.slips && cone.nearest(z - change).slips == nearest.slips);
  RC_PRE(cone.nearest(z + change).is_zero == nearest.is_zero &&
         cone.nearest(z - change).is_zero == nearest.is_zero);
  const Block<6> root = cone.slope_root(z, nearest);
  const Vec<6> expected = root * transposed_times(root, change);
  const Vec<6> seen = 0.5 * (cone.project(z + change) - cone.project(z - change));
  RC_ASSERT(norm(seen - expected) < 1e-3 * norm(change));
}

// Impulse and velocity of the exact solve obey the law by its definition.
RC_GTEST_PROP(LocalSolve, obeys_coulombs_law_for_any_friction, (std::uint64_t seed)) {
  Block<3> w = Block<3>::diagonal(0.05);
  for (std::uint64_t row = 0; row < 3; ++row) {
    const Vec<3> v = random_vector<3>(seed, 10 + 3 * row);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) w.at[i][j] += v[i] * v[j];
  }
  const Vec<3> free = random_vector<3>(seed, 0);
  const double friction = 10 * random_uniform(seed, purpose("friction"), 0);
  const Vec<3> impulse = solve_coulomb(w, free, friction);
  const Vec<3> velocity = free + w * impulse;
  const double slip = std::hypot(velocity[1], velocity[2]), grip = std::hypot(impulse[1], impulse[2]);
  const double size = 1 + norm(impulse);
  RC_ASSERT(impulse[0] >= 0);
  RC_ASSERT(velocity[0] > -1e-10 * size);
  RC_ASSERT(std::min(impulse[0], velocity[0]) < 1e-10 * size);
  RC_ASSERT(grip <= friction * impulse[0] + 1e-10 * size);
  if (impulse[0] > 0 && slip > 1e-8 * size) {
    RC_ASSERT(std::abs(grip - friction * impulse[0]) < 1e-8 * size);
    RC_ASSERT(impulse[1] * velocity[1] + impulse[2] * velocity[2] < -(1 - 1e-8) * grip * slip);
  }
}

}  // namespace
}  // namespace scree::solve
