// Friction over patches: what springs hold when patches shrink, grow, merge and split.
#include <gtest/gtest.h>

#include "scree/contact/patch_friction.h"

namespace scree::contact {
namespace {

/// A patch across z with so many acting pairs from this face on, and so much stiffness [N/m].
struct Patches {
  std::vector<Patch> patches;
  std::vector<ActingPair> pairs;

  void add(std::uint32_t first_face, std::uint32_t count, double stiffness, double normal_force) {
    Patch patch;
    patch.normal = {0, 0, 1};
    patch.normal_force = normal_force;
    patch.stiffness = stiffness;
    patch.radius = 0.1;
    patch.first_pair = static_cast<std::uint32_t>(pairs.size());
    patch.pair_count = count;
    for (std::uint32_t k = 0; k < count; ++k) pairs.push_back({first_face + k, 0, normal_force / count});
    patches.push_back(patch);
  }
};

struct Stepped {
  std::vector<PatchFriction> friction;
  FrictionMemory memory;

  double energy() const {
    double sum = 0;
    for (const PatchMemory& one : memory.patches) sum += one.energy();
    return sum;
  }
  double loss() const {
    double sum = 0;
    for (const PatchFriction& one : friction) sum += one.slip_loss;
    return sum;
  }
  Vec3 force() const {
    Vec3 sum;
    for (const PatchFriction& one : friction) sum += one.force;
    return sum;
  }
};

Stepped step(const FrictionMemory& old, const Patches& now, const Vec3& velocity, double dt = 1e-3,
             double spin = 0) {
  Stepped result;
  PatchMotion motion;
  motion.velocity = velocity;
  motion.spin = {0, 0, spin};
  FrictionNumbers numbers;
  numbers.friction = numbers.torsion_friction = 0.5;
  find_friction(old, now.patches, now.pairs, motion, dt, numbers, result.friction, result.memory);
  return result;
}

Patches one(double stiffness, std::uint32_t pairs = 4) {
  Patches result;
  result.add(0, pairs, stiffness, 100);
  return result;
}

TEST(PatchFriction, a_patch_that_shrinks_or_grows_gains_no_energy_and_its_account_closes) {
  const Stepped pressed = step({}, one(1e5), {0.5, 0.2, 0}, 1e-3, 3);
  ASSERT_GT(pressed.energy(), 0);
  for (const double stiffness : {1e2, 2e4, 9e4, 1e5, 3e5, 1e8}) {
    const Stepped now = step(pressed.memory, one(stiffness), {});
    EXPECT_LE(now.energy(), pressed.energy() * (1 + 1e-14)) << stiffness;
    EXPECT_NEAR(now.energy() + now.loss(), pressed.energy(), 1e-14 * pressed.energy()) << stiffness;
    EXPECT_LE(norm(now.force()), norm(pressed.force()) * (1 + 1e-14)) << stiffness;
  }
}

TEST(PatchFriction, patches_that_merge_add_what_they_hold_and_one_that_splits_shares_it) {
  Patches two;
  two.add(0, 3, 1e5, 60);
  two.add(10, 2, 5e4, 40);
  const Stepped apart = step({}, two, {0.02, 0, 0});
  Patches whole;
  whole.add(0, 3, 1.5e5, 100);
  whole.pairs.push_back({10, 0, 20});
  whole.pairs.push_back({11, 0, 20});
  whole.patches[0].pair_count = 5;
  const Stepped merged = step(apart.memory, whole, {});
  EXPECT_NEAR(norm(merged.force() - apart.force()), 0, 1e-12);
  EXPECT_NEAR(merged.energy() + merged.loss(), apart.energy(), 1e-15);
  const Stepped split = step(merged.memory, two, {});
  // By normal force, of which the smaller one has more than of the stiffness: it lets go of what is too much.
  EXPECT_LT(norm(split.force() - merged.force()), 0.05 * norm(merged.force()));
  EXPECT_NEAR(split.energy() + split.loss(), merged.energy(), 1e-15);
}

TEST(PatchFriction, what_a_patch_holds_is_cut_to_the_cone_and_the_rest_is_lost) {
  const Stepped slid = step({}, one(1e6), {1, 0, 0});
  EXPECT_TRUE(slid.friction[0].slides);
  EXPECT_NEAR(norm(slid.force()), 50, 1e-12);
  EXPECT_GT(slid.loss(), 0);
  EXPECT_LT(dot(slid.force(), Vec3{1, 0, 0}), 0);
}

}  // namespace
}  // namespace scree::contact
