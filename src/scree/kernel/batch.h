// What kernels take and give: plain spans over records, one batch per call. A batch has one law with one set
// of numbers. The arrays belong to step/; kernels keep nothing between calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scree/base/exact_sum.h"
#include "scree/base/ids.h"
#include "scree/base/motion.h"
#include "scree/base/periodic_box.h"
#include "scree/base/rotation.h"

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

/// A contact in the plane whose geometry is found elsewhere, as for polygons: rows of four doubles.
struct alignas(32) GivenPoint {
  Vec2 normal;         // from the second to the first
  double overlap = 0;  // [m] depth; zero: they do not touch
  double area = 0;     // [m2]
  Vec2 first_arm;      // [m] from the first's centre to where the force acts
  Vec2 second_arm;     // [m] likewise; pairs only
  Vec2 velocity;       // [m/s] of a wall at this point; pairs: by which the second's copy outruns the second
  double spin = 0;     // [rad/s] of a wall
  double line = 0;     // [m] length of the contact line
  double length = 0;   // [m] size of the smaller body
  double is_pair = 0;  // 1, or 0 against a wall
  double pads[2] = {0, 0};
};
static_assert(sizeof(GivenPoint) == 128);

/// Sums of one batch: energies in quanta (see base/exact_sum.h), and the worst overlap.
struct BatchSums {
  Quanta damping, friction, rolling, model;
  double overlap_ratio = 0;  // largest overlap over the smaller radius
};

/// Records of contacts are written so many at a time; those beyond the last of a batch mean nothing.
inline constexpr std::uint32_t written_at_once = 8;

/// Where a body's record begins, in doubles from that of slot 0: addresses then take no multiplication.
using BodyOffset = std::uint32_t;
template <int D>
inline constexpr BodyOffset doubles_per_body = sizeof(Motion<D>) / sizeof(double);
static_assert(std::uint64_t{most_bodies} * doubles_per_body<3> <= std::uint64_t{1} << 32);

/// Contacts of one batch. `first`, `second` and `memory_index` are readable up to the next multiple of eight:
/// there the bodies of the last contact stand again, with any record.
template <int D>
struct ContactBatch {
  const void* law = nullptr;  // its constants
  const Motion<D>* motion = nullptr;
  // Velocities and spins that are the mean ones since memory_before was valid; null: those of `motion` are.
  const Motion<D>* mean_motion = nullptr;
  const BodyOffset* first = nullptr;
  const BodyOffset* second = nullptr;        // pairs only
  const SurfacePoint<D>* surface = nullptr;  // walls only: one per contact
  const GivenPoint* given = nullptr;         // given contacts only: one per contact; `second` is a body there
  std::size_t count = 0;
  double dt = 0;                                // since memory_before was valid [s]
  const double* memory_before = nullptr;        // records; record 0 is all zero and stands for a new contact
  const std::uint32_t* memory_index = nullptr;  // which record each contact goes on from
  double* memory_after = nullptr;               // a record per contact, and room: see above
  std::size_t memory_width = 0;                 // doubles per record
  double* force = nullptr;                      // likewise
  std::size_t force_width = 0;
  double per_quantum = 0;                    // 1 / quantum [1/J]; 0: do not account
  bool fetches_ahead = false;                // there are more bodies than caches hold
  const PeriodicBox<D>* periodic = nullptr;  // pairs only; null: no axis is
};

/// Which of eight neighbouring candidates are contacts. Those of a batch are numbered in the order of the
/// list, batches as they come; one that has just ended is still evaluated once, to account for its last half
/// step.
struct ContactGroup {
  std::uint32_t base = 0;  // number of its first contact
  std::uint8_t touches = 0, evaluated = 0;
  std::uint16_t unused = 0;  // eight bytes: one access brings all that is known of a candidate
};

/// Where a body is, roughly: all that deciding on most candidates takes, four bodies to a cache line. Whole
/// numbers, so that differences of places are exact, and those across a periodic face wrap round by
/// themselves.
struct alignas(16) Coarse {
  std::uint32_t place[3] = {0, 0, 0};  // differences have a sign; in 2D the last is zero
  std::uint32_t radius = 0;

  // What rounding may do to distances: some 2^-24 for each of the difference, its unit, squares, sums and
  // bounds.
  static constexpr float relative_doubt = 6e-7f;
  static constexpr float magic = 12582912.0f;  // 1.5 * 2^23: no fraction fits beside it
};

/// The units in which coarse records count.
template <int D>
struct CoarseScale {
  Vec<D> origin;     // [m] of places
  Vec<D> per_metre;  // units of places; along a periodic axis there are 2^32 to its length
  double radius_per_metre = 1;
};

/// The box of coarse records. Lengths count in the units of radii.
struct CoarseBox {
  bool any = false;  // an axis is periodic
  bool is_sheared = false;
  float per_place[3] = {1, 1, 1};  // units of radii to a unit of places
  // Of a sheared box, in which places do not wrap round; as in PeriodicBox and BoxShear.
  float length[3] = {0, 0, 0}, inverse_length[3] = {0, 0, 0};
  float per_length[3] = {0, 0, 0}, offset[3] = {0, 0, 0};
  float per_metre = 1;
  float doubt = 0;  // what rounding may do to places and radii, with a margin
};

/// The bodies among which contacts are found.
template <int D>
struct TouchSearch {
  const Motion<D>* motion = nullptr;
  const PeriodicBox<D>* periodic = nullptr;  // null: no axis is
  const Coarse* coarse = nullptr;            // by slot
  bool fetches_ahead = false;                // there are more than caches hold
  CoarseBox box;
};

/// Candidates of a batch. The slots are readable up to the next multiple of eight.
struct CandidateBatch {
  const Slot* first = nullptr;
  const std::uint32_t* second = nullptr;  // the other body, or what step/ makes of it for walls
  std::size_t count = 0;
  const std::uint32_t* seat_first = nullptr;   // of each candidate in `found`, for the first body
  const std::uint32_t* seat_second = nullptr;  // for the second; null for walls
  const ContactGroup* earlier = nullptr;       // as they were at the last commit
  ContactGroup* now = nullptr;
};

/// A whole batch of candidates, to be ordered anew: those that are near, or whose contacts have numbers, come
/// first. All arrays are readable and writable up to the next multiple of eight.
struct NarrowBatch {
  Slot* first = nullptr;
  std::uint32_t* second = nullptr;
  std::uint32_t* seat_first = nullptr;
  std::uint32_t* seat_second = nullptr;
  std::size_t count = 0;            // of all candidates
  std::size_t looked_at = 0;        // the leading ones that the groups are about
  float margin = 0;                 // [m] by which near ones are apart at most
  ContactGroup* groups = nullptr;   // of the last commit; follow the candidates
  ContactGroup* scratch = nullptr;  // as many groups as the whole batch has
  std::uint32_t* far = nullptr;     // room for four times eight more than there are candidates
};

/// Where the contacts of a batch are listed: room for eight more than there are.
struct Listing {
  BodyOffset doubles_per_body = 0;
  BodyOffset* listed_first = nullptr;
  BodyOffset* listed_second = nullptr;    // of no use for walls
  std::uint32_t* memory_index = nullptr;  // as in ContactBatch
  // For those who number contacts too.
  std::uint32_t base = 0;          // number of the first
  std::uint32_t* found = nullptr;  // see GatherBlock
  std::uint32_t* seat_first = nullptr;
  std::uint32_t* seat_second = nullptr;
};

/// Bodies that are gathered together; their sums stay in the first-level cache.
inline constexpr std::size_t gathered_at_once = 256;

/// Places that are looked through together at most.
inline constexpr std::uint32_t seats_at_once = 16;

/// What may act on up to `gathered_at_once` bodies that follow each other in storage. Each of their
/// candidates has a seat in `found`, by body, then in key order; contacts leave their numbers there, all
/// other seats are zero. `found` and `body` start at multiples of `seats_at_once` and end with unused
/// seats.
struct GatherBlock {
  std::uint32_t* found = nullptr;      // twice the number plus 2, plus one for the second of the pair
  const std::uint8_t* body = nullptr;  // whom it acts on, counted from the first of the block
  std::size_t count = 0;               // of seats
  const double* force = nullptr;
  std::size_t force_width = 0;
  double* load = nullptr;  // rows of four doubles: force and torque in one (2D) or two (3D), pads zero
  std::size_t bodies = 0;
};

/// Bodies that follow each other in storage, to be moved.
template <int D>
struct MoveBatch {
  Motion<D>* motion = nullptr;
  Rotation<D>* orientation = nullptr;  // null: it is not followed
  Coarse* coarse = nullptr;            // null: not wanted; else kept up with places
  CoarseScale<D> scale;                // of coarse records
  const double* load = nullptr;        // as in GatherBlock
  std::size_t count = 0;
  Vec<D> gravity;
  double kick = 0;   // [s] for which forces change velocities first
  double drift = 0;  // [s] for which velocities change places then
};

}  // namespace scree::kernel
