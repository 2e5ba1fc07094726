// Moves bodies: a kick by their loads and gravity, a drift by their velocities. Rows of bodies as they lie in
// storage, and a lane per body for orientations: every target gives the bits of base/rotation.h and of plain
// code. Compiled per target.
#pragma once

#include "scree/kernel/contact_frame.h"
#include "scree/kernel/kernels.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// As scree::advance for quaternions; `quarter` is a quarter of the angle.
inline void advance(Lanes (&q)[4], const Lanes (&quarter)[3]) {
  const Lanes square = quarter[0] * quarter[0] + quarter[1] * quarter[1] + quarter[2] * quarter[2];
  const Lanes length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const Lanes mend = (Lanes(1.5) - Lanes(0.5) * length) / (Lanes(1.0) + square);
  const Lanes c = Lanes(1.0) - square, two(2.0);
  const Lanes s[3] = {two * quarter[0], two * quarter[1], two * quarter[2]};
  const Lanes w = c * q[0] - s[0] * q[1] - s[1] * q[2] - s[2] * q[3];
  const Lanes x = c * q[1] + s[0] * q[0] + s[1] * q[3] - s[2] * q[2];
  const Lanes y = c * q[2] - s[0] * q[3] + s[1] * q[0] + s[2] * q[1];
  const Lanes z = c * q[3] + s[0] * q[2] - s[1] * q[1] + s[2] * q[0];
  q[0] = mend * w, q[1] = mend * x, q[2] = mend * y, q[3] = mend * z;
}

// Rows of a body's record: see base/motion.h.
template <int D>
const double* row_of(const Motion<D>& motion, int row) {
  return reinterpret_cast<const double*>(&motion) + 4 * row;
}
template <int D>
double* row_of(Motion<D>& motion, int row) {
  return reinterpret_cast<double*>(&motion) + 4 * row;
}

/// Turns `lane_count` bodies for `drift` [s].
inline void turn(const Motion<2>* motion, double drift, Rotation<2>* orientation) {
  const double* record[lane_count];
  for (int k = 0; k < lane_count; ++k) record[k] = row_of(motion[k], 1);
  Lanes row[4], q[2];
  load_rows(record, row);
  const LaneMask free = row[3] > Lanes(0.0);  // the inertia of a fixed body is infinite
  hn::LoadInterleaved2(Tag(), &orientation->c, q[0].raw, q[1].raw);
  const Lanes half = Lanes(0.5 * drift) * row[2], square = half * half;
  const Lanes mend = (Lanes(1.5) - Lanes(0.5) * (q[0] * q[0] + q[1] * q[1])) / (Lanes(1.0) + square);
  const Lanes cosine = Lanes(1.0) - square, sine = Lanes(2.0) * half;
  const Lanes c = cosine * q[0] - sine * q[1], s = sine * q[0] + cosine * q[1];
  hn::StoreInterleaved2(select(free, mend * c, q[0]).raw, select(free, mend * s, q[1]).raw, Tag(),
                        &orientation->c);
}
inline void turn(const Motion<3>* motion, double drift, Rotation<3>* orientation) {
  const double *record[lane_count], *turned[lane_count];
  for (int k = 0; k < lane_count; ++k) {
    record[k] = row_of(motion[k], 2);
    turned[k] = &orientation[k].w;
  }
  Lanes spin[4], before[4];
  load_rows(record, spin);
  load_rows(turned, before);
  const LaneMask free = spin[3] > Lanes(0.0);
  Lanes q[4] = {before[0], before[1], before[2], before[3]};
  const Lanes quarter(0.25 * drift);
  advance(q, {quarter * spin[0], quarter * spin[1], quarter * spin[2]});
  for (int k = 0; k < 4; ++k) q[k] = select(free, q[k], before[k]);
  store_rows(q, &orientation->w, 4);
}

template <int D>
void turn_all(const MoveBatch<D>& batch) {
  std::size_t at = 0;
  for (; at + lane_count <= batch.count; at += lane_count)
    turn(batch.motion + at, batch.drift, batch.orientation + at);
  if (at == batch.count) return;
  Motion<D> motion[lane_count];  // the rest, among bodies that stand still
  Rotation<D> orientation[lane_count];
  for (std::size_t k = at; k < batch.count; ++k) {
    motion[k - at] = batch.motion[k];
    orientation[k - at] = batch.orientation[k];
  }
  turn(motion, batch.drift, orientation);
  for (std::size_t k = at; k < batch.count; ++k) batch.orientation[k] = orientation[k - at];
}

/// Added to a number of less than 2^51, it leaves that, rounded to a whole one, in the last bits of the sum;
/// the last 32 are then right whatever the size and sign.
inline constexpr double whole_in_last_bits = 6755399441055744.0;  // 1.5 * 2^52

/// Makes coarse records.
template <int D>
class Coarsening;
template <>
class Coarsening<2> {
 public:
  explicit Coarsening(const CoarseScale<2>& scale) : scale_(scale) {}
  void apply(const Motion<2>& motion, Coarse& coarse) const {
    for (int k = 0; k < 2; ++k)
      coarse.place[k] = whole((motion.position[k] - scale_.origin[k]) * scale_.per_metre[k]);
    coarse.radius = whole(motion.radius * scale_.radius_per_metre);
  }

 private:
  static std::uint32_t whole(double number) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(number + whole_in_last_bits));
  }
  CoarseScale<2> scale_;
};
template <>
class Coarsening<3> {
 public:
  explicit Coarsening(const CoarseScale<3>& scale)
      : origin_(Row::of(scale.origin[0], scale.origin[1], scale.origin[2], 0)),
        scale_(Row::of(scale.per_metre[0], scale.per_metre[1], scale.per_metre[2], scale.radius_per_metre)) {}
  void apply(const Motion<3>& motion, Coarse& coarse) const {
    const Row number = (Row::at(row_of(motion, 0)) - origin_) * scale_;
    (number + Row::filled_with(whole_in_last_bits)).store_low_words(coarse.place);
  }

 private:
  Row origin_, scale_;
};

/// What a loop over bodies found.
struct MoveSums {
  Row farthest = Row::filled_with(0);  // largest way along each axis [m]
  RowMask kicked_sound = Row::filled_with(0) < Row::filled_with(1), sound = kicked_sound;
};

/// Rows of numbers by which all bodies of a batch move. What a row of a body holds beside velocities or
/// places is multiplied by zero and has no bounds.
template <int D>
struct MoveRows {
  explicit MoveRows(const MoveBatch<D>& batch)
      : kick(Row::of(batch.kick, batch.kick, batch.kick, 0)),
        drift(Row::of(batch.drift, batch.drift, D == 2 ? 0 : batch.drift, 0)),
        gravity(Row::of(batch.gravity[0], batch.gravity[1], D == 2 ? 0 : batch.gravity[D - 1], 0)),
        velocity_bounds(Row::of(most_component, most_component, most_component, unbounded)),
        place_bounds(
            Row::of(most_component, most_component, D == 2 ? unbounded : most_component, unbounded)) {}

  Row kick, drift, gravity, velocity_bounds, place_bounds;

 private:
  static constexpr double most_component = 1e100, unbounded = __builtin_inf();
  static_assert(most_component * most_component <= most_size);
};

template <int D>
void drift(Motion<D>& motion, const Row& velocity, const RowMask& free, const MoveRows<D>& by,
           MoveSums& sums) {
  const Row way = kept_where(free, by.drift * velocity), place = Row::at(row_of(motion, 0)) + way;
  sums.farthest = larger(magnitude(way), sums.farthest);
  sums.sound = sums.sound & (magnitude(place) < by.place_bounds);
  place.store(row_of(motion, 0));
}

/// `kicks` kicks, each by the same loads, then a drift if `drifts`.
template <int kicks, bool drifts>
void move(Motion<2>& motion, const double* load, const MoveRows<2>& by, MoveSums& sums) {
  const RowMask free = Row::filled_with(0) < Row::filled_with(motion.inverse_mass);
  const Row inverse = Row::of_two(motion.inverse_mass, motion.inverse_inertia);
  const Row gain = kept_where(free, by.kick * (inverse * Row::at(load) + by.gravity));
  Row velocity = Row::at(row_of(motion, 1)) + gain;
  sums.kicked_sound = sums.kicked_sound & (magnitude(velocity) < by.velocity_bounds);
  if constexpr (kicks == 2) velocity = velocity + gain;
  velocity.store(row_of(motion, 1));
  if constexpr (drifts) drift(motion, velocity, free, by, sums);
}
template <int kicks, bool drifts>
void move(Motion<3>& motion, const double* load, const MoveRows<3>& by, MoveSums& sums) {
  const Row inverse_mass = Row::filled_with(motion.inverse_mass);
  const RowMask free = Row::filled_with(0) < inverse_mass;
  const Row gain = kept_where(free, by.kick * (inverse_mass * Row::at(load) + by.gravity));
  // The inertia of a fixed body is infinite too.
  const Row twist = by.kick * (Row::filled_with(motion.inverse_inertia) * Row::at(load + 4));
  Row velocity = Row::at(row_of(motion, 1)) + gain, spin = Row::at(row_of(motion, 2)) + twist;
  sums.kicked_sound =
      sums.kicked_sound & (magnitude(velocity) < by.velocity_bounds) & (magnitude(spin) < by.velocity_bounds);
  if constexpr (kicks == 2) {
    velocity = velocity + gain;
    spin = spin + twist;
  }
  velocity.store(row_of(motion, 1));
  spin.store(row_of(motion, 2));
  if constexpr (drifts) drift(motion, velocity, free, by, sums);
}

template <int D, int kicks, bool drifts>
SCREE_KERNEL_FLATTEN MoveReport move_bodies(const MoveBatch<D>& batch) {
  constexpr std::size_t load_width = D == 2 ? 4 : 8;
  const MoveRows<D> by(batch);
  const Coarsening<D> coarsening(batch.scale);
  MoveSums sums;
  Motion<D>* const motion = batch.motion;
  Coarse* const coarse = batch.coarse;
  const double* const load = batch.load;
  const std::size_t count = batch.count;
  // The hardware fetches ahead too, but not far enough for three loads and as many stores per body.
  constexpr std::size_t fetched_ahead = 64;
  for (std::size_t at = 0; at < count; ++at) {
    const auto* const later = reinterpret_cast<const char*>(motion + at + fetched_ahead);
    __builtin_prefetch(later, 1);
    __builtin_prefetch(later + sizeof(Motion<D>) - 1, 1);
    move<kicks, drifts>(motion[at], load + at * load_width, by, sums);
    if (drifts && coarse != nullptr) coarsening.apply(motion[at], coarse[at]);
  }
  if (drifts && batch.orientation != nullptr) turn_all(batch);
  alignas(32) double way[4];
  sums.farthest.store(way);
  const bool kicked_sound = sums.kicked_sound.all_true();
  // What the second kick does to velocities shows in the places.
  return {way[0] * way[0] + way[1] * way[1] + way[2] * way[2], kicked_sound,
          kicked_sound && sums.sound.all_true()};
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
