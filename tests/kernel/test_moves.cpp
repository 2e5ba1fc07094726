// Every CPU target moves bodies as plain code does, to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/kernel/heap.h"

namespace scree::kernel {
namespace {

template <int D>
void compare_moves() {
  const Fixture<D> fixture(law_of(0, false));
  constexpr std::size_t count = bodies - 3, row = D == 2 ? 4 : 8;  // not a multiple of any lane count
  constexpr double kick = 0.013, drift = 0.021;
  AlignedVector<double> load(count * row);
  for (std::size_t k = 0; k < load.size(); ++k) load[k] = uniform(41, k, -5, 5);
  Vec<D> gravity;
  gravity[D - 1] = -9.81;
  for (const Target& target : targets()) {
    if (!target.is_supported()) continue;
    AlignedVector<Motion<D>> motion(fixture.motion.begin(), fixture.motion.begin() + count);
    AlignedVector<Rotation<D>> orientation(count);
    MoveBatch<D> batch;
    batch.motion = motion.data();
    batch.orientation = orientation.data();
    batch.load = load.data();
    batch.count = count;
    batch.gravity = gravity;
    batch.kick = kick;
    batch.drift = drift;
    AlignedVector<Coarse> coarse(count), coarse_after(count);
    batch.coarse = coarse.data();
    batch.scale = coarse_scale<D>();
    batch.scale.origin[0] = 0.3;
    const MoveReport report = target.kernels<D>().kick_and_drift(batch);
    EXPECT_TRUE(report.sound);
    double farthest = 0;
    for (std::size_t k = 0; k < count; ++k) {
      Motion<D> expected = fixture.motion[k];
      Rotation<D> turned;
      if (!is_fixed(expected)) {
        Vec<D> force;
        for (int i = 0; i < D; ++i) force[i] = load[k * row + static_cast<std::size_t>(i)];
        Spin<D> torque{};
        if constexpr (D == 2)
          torque = load[k * row + 2];
        else
          for (int i = 0; i < 3; ++i) torque[i] = load[k * row + 4 + static_cast<std::size_t>(i)];
        expected.velocity += kick * (expected.inverse_mass * force + gravity);
        expected.spin += kick * (expected.inverse_inertia * torque);
        const Vec<D> way = drift * expected.velocity;
        expected.position += way;
        farthest = std::max(farthest, dot(way, way));
        turned = advance(turned, expected.spin, drift);
      }
      EXPECT_EQ(std::memcmp(&motion[k], &expected, sizeof(expected)), 0) << target.name << ' ' << k;
      EXPECT_EQ(orientation[k], turned) << target.name << ' ' << k;
    }
    EXPECT_GE(report.farthest_squared, farthest);
    EXPECT_LE(report.farthest_squared, D * farthest);
    target.kernels<D>().coarsen(motion.data(), count, batch.scale, coarse_after.data());
    EXPECT_EQ(std::memcmp(coarse.data(), coarse_after.data(), count * sizeof(Coarse)), 0);
    EXPECT_EQ(static_cast<std::int32_t>(coarse[5].place[0]),
              std::nearbyint((motion[5].position[0] - 0.3) * units_per_metre));
    EXPECT_EQ(coarse[5].radius, std::nearbyint(motion[5].radius * units_per_metre));

    // The end of a step and the begin of the next at once: as one after the other.
    AlignedVector<Motion<D>> motion_by_parts = motion;
    AlignedVector<Rotation<D>> orientation_by_parts = orientation;
    const MoveReport at_once = target.kernels<D>().kick_twice_and_drift(batch);
    batch.motion = motion_by_parts.data();
    batch.orientation = orientation_by_parts.data();
    EXPECT_EQ(target.kernels<D>().kick(batch).sound, at_once.kicked_sound);
    EXPECT_EQ(target.kernels<D>().kick_and_drift(batch).farthest_squared, at_once.farthest_squared);
    EXPECT_EQ(std::memcmp(motion.data(), motion_by_parts.data(), count * sizeof(Motion<D>)), 0);
    EXPECT_EQ(orientation, orientation_by_parts);
    batch.orientation = nullptr;
    target.kernels<D>().kick_and_drift(batch);
    EXPECT_EQ(orientation, orientation_by_parts) << "they were not to be turned";

    batch.motion = motion.data();
    batch.orientation = orientation.data();
    for (double* const spoilt :
         {&motion[17].velocity[1], &motion[17].position[0], reinterpret_cast<double*>(&motion[17].spin)}) {
      const double before = *spoilt;
      for (const double bad : {std::numeric_limits<double>::quiet_NaN(), 1e150, -1e150}) {
        *spoilt = bad;
        batch.drift = 0;
        EXPECT_FALSE(target.kernels<D>().kick_and_drift(batch).sound) << target.name;
      }
      *spoilt = before;
    }
  }
}

TEST(Moves, move_bodies_as_plain_code_does) {
  compare_moves<2>();
  compare_moves<3>();
}

}  // namespace
}  // namespace scree::kernel
