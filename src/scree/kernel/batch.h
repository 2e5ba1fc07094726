// What kernels take and give: plain spans over records, one batch per call. A batch has one law with one set
// of numbers. The arrays belong to step/; kernels keep nothing between calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scree/base/ids.h"
#include "scree/base/motion.h"

namespace scree::kernel {

/// A contact's force as the gather reads it. 2D: force (2), torque on the first, torque on the second. 3D:
/// force (3), arm of the first, torque per arm (3), arm of the second, and, if any law rolls, rolling torque
/// (3) and a pad.
template <int D>
constexpr int force_width(bool rolling) {
  return D == 2 ? 4 : (rolling ? 12 : 8);
}

/// Where a body meets a wall: rows of four doubles.
template <int D>
struct alignas(32) SurfacePoint;
template <>
struct alignas(32) SurfacePoint<2> {
  Vec2 normal;          // from the wall to the body
  double distance = 0;  // [m] of the body's centre from the surface
  double pad = 0;
  Vec2 velocity;    // [m/s] of the wall at this point
  double spin = 0;  // [rad/s] of the wall
  double last_pad = 0;
};
template <>
struct alignas(32) SurfacePoint<3> {
  Vec3 normal;
  double distance = 0;
  Vec3 velocity;
  double pad = 0;
  Vec3 spin;
  double last_pad = 0;
};
static_assert(sizeof(SurfacePoint<2>) == 64 && sizeof(SurfacePoint<3>) == 96);

/// Sums of one batch: energies in quanta (see base/exact_sum.h), and the worst overlap.
struct BatchSums {
  std::int64_t damping = 0, friction = 0, rolling = 0, model = 0;
  double overlap_ratio = 0;  // largest overlap over the smaller radius
};

/// Contacts of one batch. `first`, `second` and `memory_index` are readable up to the next multiple of eight,
/// with valid numbers there.
template <int D>
struct ContactBatch {
  const void* law = nullptr;  // its constants
  const Motion<D>* motion = nullptr;
  const Slot* first = nullptr;
  const Slot* second = nullptr;              // pairs only
  const SurfacePoint<D>* surface = nullptr;  // walls only: one per contact
  std::size_t count = 0;
  double dt = 0;                                // since memory_before was valid [s]
  const double* memory_before = nullptr;        // records; record 0 is all zero and stands for a new contact
  const std::uint32_t* memory_index = nullptr;  // which record each contact goes on from
  double* memory_after = nullptr;               // one record per contact
  std::size_t memory_width = 0;                 // doubles per record
  double* force = nullptr;                      // one record per contact
  std::size_t force_width = 0;
  double per_quantum = 0;  // 1 / quantum [1/J]; 0: do not account
};

}  // namespace scree::kernel
