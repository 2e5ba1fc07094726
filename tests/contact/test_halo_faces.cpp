// The law halo_faces without time: what it gives is the gradient of its energy, does not depend on how flat
// faces are cut, and keeps bodies apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/contact/halo_pairs.h"

namespace scree::contact {
namespace {

using shape::HaloSurface;

constexpr HaloNumbers numbers{.stiffness = 1e3, .halo = 0.02, .depth = 0.1};

/// Differences of the energy by all six motions of the second body, against force and torque.
double gradient_error(OnePair& pair, const HaloParty& first, const HaloParty& second) {
  const Wrench wrench = pair.evaluate(first, second, numbers);
  const Vec3 arm = second.pose.offset - first.pose.offset;
  const Vec3 torque = wrench.torque - cross(arm, wrench.force);
  constexpr double step = 1e-6;
  const auto energy = [&](const Vec3& shift, const Vec3& turn) {
    HaloParty moved = second;
    moved.pose.offset += shift;
    moved.pose.rotation = compose(rotation_of(turn), moved.pose.rotation);
    return pair.evaluate(first, moved, numbers).energy;
  };
  double worst = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3 way;
    way[k] = step;
    worst = std::max(worst, std::abs((energy(-way, {}) - energy(way, {})) / (2 * step) - wrench.force[k]));
    worst = std::max(worst, std::abs((energy({}, -way) - energy({}, way)) / (2 * step) - torque[k]));
  }
  return worst / norm(wrench.force);
}

/// Moves the second body along the line of centres until they press on each other with some force.
bool press(OnePair& pair, const HaloParty& first, HaloParty& second, double overlap) {
  const Vec3 away = second.pose.offset / norm(second.pose.offset);
  double touches = 0, free = 6;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (touches + free);
    second.pose.offset = middle * away;
    (pair.evaluate(first, second, numbers).energy > 0 ? touches : free) = middle;
  }
  second.pose.offset = (touches - overlap) * away;
  return pair.evaluate(first, second, numbers).energy > 0;
}

TEST(HaloFaces, force_and_torque_are_the_gradient_of_the_energy) {
  const HaloSurface shapes[] = {
      surface_of(shape::make_box({1, 1.2, 0.8})), surface_of(shape::make_rock(1, 1.3, 7, 0)),
      surface_of(shape::make_rock(2, 1.3, 7, 1)), surface_of(shape::make_tetrapod(0.5, 0.7))};
  OnePair pair;
  for (const HaloSurface& shape : shapes)
    for (std::uint64_t pose = 0; pose < 12; ++pose) {
      HaloParty first{&shape, 1, {rotation_number(2 * pose), {}}, {}, {}};
      HaloParty second{&shape, 1, {rotation_number(2 * pose + 1), 2 * direction_of(pose)}, {}, {}};
      ASSERT_TRUE(press(pair, first, second, 0.017));
      EXPECT_LT(gradient_error(pair, first, second), 1e-5) << "pose " << pose;
    }
}

TEST(HaloFaces, sizes_of_bodies_scale_their_surfaces) {
  const shape::MeshData<3> mesh = shape::make_rock(1, 1.3, 7, 0);
  const shape::RigidMesh body(mesh);
  const HaloSurface unit(body), large(body.scaled(1.5)), small(body.scaled(0.7));
  OnePair pair;
  const Pose<3> here{rotation_number(1), {0.3, 0, 0}}, there{rotation_number(2), {0.3, 0, 2.3}};
  const HaloNumbers deep{.stiffness = 1e3, .halo = 0.1, .depth = 0.3};
  const Wrench own = pair.evaluate({&large, 1, here, {}, {}}, {&small, 1, there, {}, {}}, deep);
  const Wrench scaled = pair.evaluate({&unit, 1.5, here, {}, {}}, {&unit, 0.7, there, {}, {}}, deep);
  ASSERT_GT(own.energy, 0);
  EXPECT_NEAR(scaled.energy, own.energy, 1e-12 * own.energy);
  EXPECT_LT(norm(scaled.force - own.force), 1e-12 * norm(own.force));
  EXPECT_LT(norm(scaled.torque - own.torque), 1e-12 * norm(own.force));
}

TEST(HaloFaces, a_flat_face_may_be_cut_at_will) {
  const HaloSurface cubes[] = {surface_of(shape::make_box({1, 1, 1})),
                               surface_of(refined(shape::make_box({1, 1, 1}), 1)),
                               surface_of(refined(shape::make_box({1, 1, 1}), 3))};
  const HaloSurface floors[] = {HaloSurface(make_floor(5, 1), HaloSurface::Facing::front),
                                HaloSurface(make_floor(5, 10), HaloSurface::Facing::front),
                                HaloSurface(make_floor(5, 10, true), HaloSurface::Facing::front),
                                HaloSurface(make_floor(5, 60, true), HaloSurface::Facing::front),
                                HaloSurface::plane()};
  const Rotation<3> turns[] = {rotation_by(0.4, {0, 0, 1}),
                               compose(rotation_by(0.01, {1, 0.3, 0}), rotation_by(1.1, {0, 0, 1})),
                               compose(rotation_by(0.6, {0, 1, 0}), rotation_by(0.2, {0, 0, 1}))};
  OnePair pair;
  for (const Rotation<3>& turn : turns)
    for (int place = 0; place < 6; ++place) {
      double lowest = 0;
      for (const Vec3& vertex : cubes[0].vertices()) lowest = std::min(lowest, rotate(turn, vertex)[2]);
      const Pose<3> pose{turn, {0.137 * place, 0.071 * place, 0.004 - lowest}};
      const Wrench reference =
          pair.evaluate({&cubes[0], 1, pose, {}, {}}, {&floors[0], 1, {}, {}, {}}, numbers);
      ASSERT_LT(reference.force[2], 0);
      for (const HaloSurface& cube : cubes)
        for (const HaloSurface& floor : floors) {
          const Wrench other = pair.evaluate({&cube, 1, pose, {}, {}}, {&floor, 1, {}, {}, {}}, numbers);
          const double size = norm(reference.force);
          EXPECT_LT(norm(other.force - reference.force), 3e-13 * size);
          EXPECT_LT(norm(other.torque - reference.torque), 3e-13 * size);
          EXPECT_LT(std::abs(other.energy - reference.energy), 1e-12 * reference.energy);
          EXPECT_EQ(pair.faces().patches().size(), 1u);
        }
    }
}

TEST(HaloFaces, nothing_pushes_a_cube_sideways_whose_edges_lie_on_lines_of_the_floor) {
  const HaloSurface cube = surface_of(shape::make_box({1, 1, 1}));
  OnePair pair;
  for (const std::uint32_t cuts : {1u, 2u, 4u, 8u, 20u, 40u}) {
    const HaloSurface floor(make_floor(2, cuts), HaloSurface::Facing::front);
    for (const double x : {0.0, 0.1, 0.25, 0.5, 1.0 / 3})
      for (const double y : {0.0, 0.5, -0.7}) {
        const Wrench wrench =
            pair.evaluate({&cube, 1, {{}, {x, y, 0.51}}, {}, {}}, {&floor, 1, {}, {}, {}}, numbers);
        EXPECT_LT(std::max(std::abs(wrench.force[0]), std::abs(wrench.force[1])), 1e-15 * -wrench.force[2])
            << cuts << " " << x << " " << y;
        EXPECT_NEAR(wrench.force[2], -numbers.stiffness * 0.01, 1e-13);
      }
  }
}

TEST(HaloFaces, the_flush_cube_has_the_force_of_its_face) {
  const HaloSurface cube = surface_of(shape::make_box({1, 1, 1}));
  OnePair pair;
  const Wrench wrench =
      pair.evaluate({&cube, 1, {}, {}, {}}, {&cube, 1, {{}, {0, 0, 1.015}}, {}, {}}, numbers);
  EXPECT_NEAR(wrench.force[2], numbers.stiffness * 0.005, 1e-12);
  EXPECT_NEAR(wrench.energy, 0.5 * numbers.stiffness * 0.005 * 0.005, 1e-15);
  ASSERT_EQ(pair.faces().patches().size(), 1u);
  const Patch& patch = pair.faces().patches()[0];
  EXPECT_NEAR(patch.radius, std::sqrt(1.0 / 6), 1e-12);
  EXPECT_NEAR(patch.stiffness, numbers.stiffness, 1e-10);
  EXPECT_LT(norm(patch.normal - Vec3{0, 0, 1}), 3e-3);  // edge terms of a flush pair: g over length
}

TEST(HaloFaces, bodies_that_overlap_up_to_the_depth_are_pushed_apart_in_all_poses) {
  const HaloSurface shapes[] = {surface_of(shape::make_box({1, 1, 1})),
                                surface_of(shape::make_rock(1, 1.3, 7, 0)),
                                surface_of(shape::make_rock(2, 1.2, 7, 2))};
  OnePair pair;
  for (const HaloSurface& shape : shapes)
    for (const double overlap : {0.02, 0.06, 0.1})
      for (std::uint64_t pose = 0; pose < 60; ++pose) {
        HaloParty first{&shape, 1, {rotation_number(2 * pose), {}}, {}, {}};
        HaloParty second{&shape, 1, {rotation_number(2 * pose + 1), 2 * direction_of(pose)}, {}, {}};
        ASSERT_TRUE(press(pair, first, second, overlap));
        const Wrench wrench = pair.evaluate(first, second, numbers);
        EXPECT_GT(dot(wrench.force, second.pose.offset), 0) << "overlap " << overlap << " pose " << pose;
      }
}

TEST(HaloFaces, tells_when_bodies_are_deeper_than_the_depth) {
  const HaloSurface cube = surface_of(shape::make_box({1, 1, 1}));
  OnePair pair;
  const auto contact_at = [&](double height, const Rotation<3>& turn) {
    pair.evaluate({&cube, 1, {turn, {0.2, 0.1, height}}, {}, {}}, {&cube, 1, {}, {}, {}}, numbers);
    return pair.faces().contact(0);
  };
  EXPECT_FALSE(is_too_deep(contact_at(0.95, {}), numbers.depth));
  EXPECT_NEAR(contact_at(0.95, {}).deepest, 0.05, 1e-12);
  EXPECT_TRUE(is_too_deep(contact_at(0.903, {}), numbers.depth));
  EXPECT_TRUE(contact_at(0.93, rotation_by(0.1, {0, 1, 0})).is_cut);
}

TEST(HaloFaces, damping_takes_energy_out_and_never_pulls) {
  const HaloSurface rock = surface_of(shape::make_rock(1, 1.3, 7, 0));
  HaloNumbers damped = numbers;
  damped.damping = 2;
  OnePair pair;
  for (std::uint64_t pose = 0; pose < 40; ++pose) {
    HaloParty first{&rock, 1, {rotation_number(2 * pose), {}}, {}, 3 * direction_of(pose + 100)};
    HaloParty second{&rock,
                     1,
                     {rotation_number(2 * pose + 1), 2 * direction_of(pose)},
                     5 * direction_of(pose + 50),
                     direction_of(pose + 200)};
    ASSERT_TRUE(press(pair, first, second, 0.015));
    const Wrench elastic = pair.evaluate(first, second, numbers);
    const Wrench with = pair.evaluate(first, second, damped);
    EXPECT_EQ(with.energy, elastic.energy);
    // The power of what damping adds, over both bodies.
    const Vec3 force = with.force - elastic.force, torque = with.torque - elastic.torque;
    const Vec3 between = second.pose.offset - first.pose.offset;
    const double power = dot(force, second.velocity - first.velocity - cross(second.spin, between)) +
                         dot(torque, second.spin - first.spin);
    EXPECT_GT(with.power, 0);
    EXPECT_NEAR(-power, with.power, 1e-10 * with.power);
    for (const Patch& patch : pair.faces().patches()) {
      EXPECT_GE(patch.normal_force, 0);
      for (const ActingPair& acting : pair.faces().pairs(patch)) EXPECT_GE(acting.share, 0);
    }
  }
  HaloParty first{&rock, 1, {rotation_number(3), {}}, {}, {}};
  HaloParty second{&rock, 1, {rotation_number(4), {0, 0, 2}}, {}, {}};
  ASSERT_TRUE(press(pair, first, second, 0.015));
  second.velocity = {0, 0, 100};
  EXPECT_LT(pair.evaluate(first, second, damped).force[2],
            1e-2 * pair.evaluate(first, second, numbers).force[2]);
}

TEST(HaloFaces, an_open_wall_is_felt_on_the_side_that_was_chosen) {
  const HaloSurface cube = surface_of(shape::make_box({1, 1, 1}));
  const HaloSurface front(make_floor(2, 3), HaloSurface::Facing::front),
      back(make_floor(2, 3), HaloSurface::Facing::back);
  OnePair pair;
  const HaloParty above{&cube, 1, {{}, {0.1, 0.2, 0.515}}, {}, {}},
      below{&cube, 1, {{}, {0.1, 0.2, -0.515}}, {}, {}};
  EXPECT_LT(pair.evaluate(above, {&front, 1, {}, {}, {}}, numbers).force[2], 0);
  EXPECT_GT(pair.evaluate(below, {&back, 1, {}, {}, {}}, numbers).force[2], 0);
  EXPECT_EQ(pair.evaluate(above, {&back, 1, {}, {}, {}}, numbers).energy, 0);
  EXPECT_EQ(pair.evaluate(below, {&front, 1, {}, {}, {}}, numbers).energy, 0);
}

TEST(HaloFaces, feet_that_stand_apart_are_patches_of_their_own) {
  // A bridge: an L turned over stands on its two ends.
  const shape::RigidMesh body(shape::make_l_prism(1, 0.3, 0.4));
  const HaloSurface bridge(body);
  const HaloSurface floor(make_floor(5, 40), HaloSurface::Facing::front);
  const Rotation<3> turn =
      compose(compose(rotation_by(std::atan(1.0) * 3, {0, 1, 0}), rotation_by(std::atan(1.0) * 2, {1, 0, 0})),
              body.made_from().rotation);
  double lowest = 0;
  for (const Vec3& vertex : bridge.vertices()) lowest = std::min(lowest, rotate(turn, vertex)[2]);
  OnePair pair;
  pair.evaluate({&bridge, 1, {turn, {0, 0, 0.01 - lowest}}, {}, {}}, {&floor, 1, {}, {}, {}}, numbers);
  EXPECT_EQ(pair.faces().patches().size(), 2u);
}

}  // namespace
}  // namespace scree::contact
