#include "scree/base/rotation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/random.h"

namespace scree {
namespace {

double uniform(std::uint64_t index, double from, double to) {
  return from + (to - from) * random_uniform(11, purpose("rotation"), index);
}
Vec3 random_vector(std::uint64_t index) {
  return {uniform(3 * index, -1, 1), uniform(3 * index + 1, -1, 1), uniform(3 * index + 2, -1, 1)};
}
double length(const Rotation<2>& r) { return std::sqrt(r.c * r.c + r.s * r.s); }
double length(const Rotation<3>& r) { return std::sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z); }
void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], tolerance);
}

TEST(Rotation, begins_as_the_identity) {
  EXPECT_EQ(rotate(Rotation<2>{}, Vec2{1, 2}), (Vec2{1, 2}));
  EXPECT_EQ(rotate(Rotation<3>{}, Vec3{1, 2, 3}), (Vec3{1, 2, 3}));
  EXPECT_EQ(angle(Rotation<2>{}), 0);
}

TEST(Rotation, turns_counter_clockwise_about_its_axis) {
  const Vec2 quarter = rotate(rotation_by(math::pi / 2), Vec2{1, 0});
  EXPECT_NEAR(quarter[0], 0, 1e-15);
  EXPECT_NEAR(quarter[1], 1, 1e-15);
  expect_near(rotate(rotation_by(math::pi / 2, {0, 0, 5}), {1, 0, 0}), {0, 1, 0}, 1e-15);
  expect_near(rotate(rotation_by(2 * math::pi / 3, {1, 1, 1}), {1, 0, 0}), {0, 1, 0}, 1e-15);
}

TEST(Rotation, keeps_lengths_and_is_undone_by_its_inverse) {
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Rotation<3> turn = rotation_by(uniform(1000 + k, -7, 7), random_vector(k));
    const Vec3 v = random_vector(500 + k);
    EXPECT_NEAR(norm(rotate(turn, v)), norm(v), 4e-16 * 4);
    expect_near(rotate(inverse(turn), rotate(turn, v)), v, 2e-15);
    const Rotation<2> plane = rotation_by(uniform(2000 + k, -7, 7));
    const Vec2 back = rotate(inverse(plane), rotate(plane, Vec2{v[0], v[1]}));
    EXPECT_NEAR(back[0], v[0], 2e-15);
    EXPECT_NEAR(back[1], v[1], 2e-15);
  }
}

TEST(Rotation, composes_from_the_inside_out) {
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Rotation<3> a = rotation_by(uniform(k, -3, 3), random_vector(k));
    const Rotation<3> b = rotation_by(uniform(k + 700, -3, 3), random_vector(k + 300));
    const Vec3 v = random_vector(k + 600);
    expect_near(rotate(compose(a, b), v), rotate(a, rotate(b, v)), 4e-15);
  }
  EXPECT_NEAR(angle(compose(rotation_by(1), rotation_by(0.5))), 1.5, 1e-15);
}

TEST(Rotation, advancing_is_of_third_order_in_one_step) {
  const Vec3 spin{0.3, -0.8, 0.5};
  const double rate = norm(spin);
  double before = 0, before_in_space = 0;
  for (const double dt : {0.2, 0.1, 0.05}) {
    const Rotation<2> plane = advance(Rotation<2>{}, rate, dt);
    EXPECT_NEAR(angle(plane), 2 * std::atan(0.5 * rate * dt), 1e-15);
    const Rotation<3> space = advance(Rotation<3>{}, spin, dt);
    const double turned = 2 * std::atan2(norm(Vec3{space.x, space.y, space.z}), space.w);
    EXPECT_NEAR(turned, 4 * std::atan(0.25 * rate * dt), 1e-15);
    const double error = std::fabs(angle(plane) - rate * dt), error_in_space = std::fabs(turned - rate * dt);
    if (before > 0) {
      EXPECT_NEAR(before / error, 8, 0.2);
      EXPECT_NEAR(before_in_space / error_in_space, 8, 0.2);
    }
    before = error;
    before_in_space = error_in_space;
  }
}

TEST(Rotation, advancing_turns_about_the_axis_of_the_scene_not_of_the_body) {
  Rotation<3> turn = rotation_by(math::pi / 2, {1, 0, 0});
  for (int step = 0; step < 1000; ++step) turn = advance(turn, {0, 0, math::pi / 2}, 1e-3);
  expect_near(rotate(turn, {0, 0, 1}), {1, 0, 0}, 1e-6);
}

TEST(Rotation, stays_of_unit_length_over_a_million_steps) {
  Rotation<3> space;
  Rotation<2> plane;
  for (int step = 0; step < 1'000'000; ++step) {
    space = advance(space, {3, -20, 7}, 1e-2);
    plane = advance(plane, 40, 1e-2);
  }
  EXPECT_NEAR(length(space), 1, 3e-16);
  EXPECT_NEAR(length(plane), 1, 3e-16);
}

TEST(Rotation, advancing_back_returns_to_the_start) {
  Rotation<3> turn = rotation_by(0.7, {1, 2, 3});
  const Rotation<3> start = turn;
  for (int step = 0; step < 100; ++step) turn = advance(turn, {1, 4, -2}, 0.01);
  for (int step = 0; step < 100; ++step) turn = advance(turn, {1, 4, -2}, -0.01);
  EXPECT_NEAR(turn.w, start.w, 1e-14);
  EXPECT_NEAR(turn.x, start.x, 1e-14);
  EXPECT_NEAR(turn.y, start.y, 1e-14);
  EXPECT_NEAR(turn.z, start.z, 1e-14);
}

}  // namespace
}  // namespace scree
