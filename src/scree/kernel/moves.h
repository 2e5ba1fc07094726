// Moves bodies: a kick by their loads and gravity, a drift by their velocities. A lane per body, so that
// every target gives the bits of base/rotation.h and of plain code. Compiled per target.
#pragma once

#include "scree/kernel/contact_frame.h"
#include "scree/kernel/kernels.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// The rows of `lane_count` bodies that follow each other, transposed.
template <int rows>
struct Rows {
  Lanes value[4 * rows];

  explicit Rows(const double* records) {
    for (int row = 0; row < rows; ++row) {
      const double* record[lane_count];
      for (int k = 0; k < lane_count; ++k) record[k] = records + 4 * (rows * k + row);
      load_rows(record, value + 4 * row);
    }
  }
  void store(double* records) const {
    for (int row = 0; row < rows; ++row) store_rows(value + 4 * row, records + 4 * row, 4 * rows, lane_count);
  }
};

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

inline void load_orientation(const Rotation<2>* orientation, Lanes (&q)[2]) {
  hn::LoadInterleaved2(Tag(), &orientation->c, q[0].raw, q[1].raw);
}
inline void store_orientation(const Lanes (&q)[2], Rotation<2>* orientation) {
  hn::StoreInterleaved2(q[0].raw, q[1].raw, Tag(), &orientation->c);
}

template <int D>
void turn(Rotation<D>* orientation, const Lanes* spin, const LaneMask& free, double drift) {
  if constexpr (D == 2) {
    Lanes q[2];
    load_orientation(orientation, q);
    const Lanes half = Lanes(0.5 * drift) * spin[0], square = half * half;
    const Lanes mend = (Lanes(1.5) - Lanes(0.5) * (q[0] * q[0] + q[1] * q[1])) / (Lanes(1.0) + square);
    const Lanes cosine = Lanes(1.0) - square, sine = Lanes(2.0) * half;
    const Lanes c = cosine * q[0] - sine * q[1], s = sine * q[0] + cosine * q[1];
    q[0] = select(free, mend * c, q[0]);
    q[1] = select(free, mend * s, q[1]);
    store_orientation(q, orientation);
  } else {
    Rows<1> rows(&orientation->w);
    Lanes q[4] = {rows.value[0], rows.value[1], rows.value[2], rows.value[3]};
    const Lanes quarter(0.25 * drift);
    advance(q, {quarter * spin[0], quarter * spin[1], quarter * spin[2]});
    for (int k = 0; k < 4; ++k) rows.value[k] = select(free, q[k], rows.value[k]);
    rows.store(&orientation->w);
  }
}

/// What a loop over bodies found.
struct MoveSums {
  Lanes farthest{0.0};  // largest square of a way [m2]
  LaneMask kicked_sound = Lanes(0.0) < Lanes(1.0), sound = Lanes(0.0) < Lanes(1.0);
};

/// `kicks` kicks, each by the same loads, then a drift if `drifts`.
template <int D, int kicks, bool drifts>
void move_lanes(Motion<D>* motion, Rotation<D>* orientation, const double* load, const MoveBatch<D>& batch,
                MoveSums& sums) {
  constexpr int rows = D == 2 ? 2 : 3, spins = law::spin_size<D>;
  Rows<rows> body(reinterpret_cast<const double*>(motion));
  const Rows<D - 1> pull(load);
  Lanes* const position = body.value;
  Lanes* const velocity = body.value + 4;
  Lanes* const spin = body.value + (D == 2 ? 6 : 8);
  const Lanes inverse_mass = body.value[D == 2 ? 3 : 7], inverse_inertia = body.value[D == 2 ? 7 : 11];
  const LaneMask free = inverse_mass > Lanes(0.0);
  const Lanes kick(batch.kick), drift(batch.drift), most(most_size);
  Lanes size_kicked(0.0), size(0.0), way_squared(0.0);
  for (int k = 0; k < D; ++k) {
    const Lanes gain =
        select(free, kick * (inverse_mass * pull.value[k] + Lanes(batch.gravity[k])), Lanes(0.0));
    velocity[k] = velocity[k] + gain;
    size_kicked = size_kicked + velocity[k] * velocity[k];
    if constexpr (kicks == 2) velocity[k] = velocity[k] + gain;
    if constexpr (drifts) {
      const Lanes way = select(free, drift * velocity[k], Lanes(0.0));
      position[k] = position[k] + way;
      way_squared = way_squared + way * way;
      size = size + position[k] * position[k];
    }
  }
  for (int k = 0; k < spins; ++k) {
    // The inertia of a fixed body is infinite too.
    const Lanes gain = kick * (inverse_inertia * pull.value[(D == 2 ? 2 : 4) + k]);
    spin[k] = spin[k] + gain;
    size_kicked = size_kicked + spin[k] * spin[k];
    if constexpr (kicks == 2) spin[k] = spin[k] + gain;
  }
  if constexpr (drifts) turn<D>(orientation, spin, free, batch.drift);
  body.store(reinterpret_cast<double*>(motion));
  sums.farthest = larger(way_squared, sums.farthest);
  sums.kicked_sound = sums.kicked_sound & (size_kicked < most);
  // What the second kick does to velocities shows in the places.
  sums.sound = sums.sound & (size_kicked + size < most);
}

template <int D, int kicks, bool drifts>
SCREE_KERNEL_FLATTEN MoveReport move_bodies(const MoveBatch<D>& batch) {
  constexpr std::size_t load_width = D == 2 ? 4 : 8;
  MoveSums sums;
  std::size_t at = 0;
  for (; at + lane_count <= batch.count; at += lane_count)
    move_lanes<D, kicks, drifts>(batch.motion + at, batch.orientation + at, batch.load + at * load_width,
                                 batch, sums);
  if (at < batch.count) {  // the rest, among bodies that stand still
    Motion<D> motion[lane_count];
    Rotation<D> orientation[lane_count];
    alignas(64) double load[lane_count * load_width] = {};
    const std::size_t rest = batch.count - at;
    for (std::size_t k = 0; k < rest; ++k) {
      motion[k] = batch.motion[at + k];
      orientation[k] = batch.orientation[at + k];
      for (std::size_t i = 0; i < load_width; ++i)
        load[k * load_width + i] = batch.load[(at + k) * load_width + i];
    }
    move_lanes<D, kicks, drifts>(motion, orientation, load, batch, sums);
    for (std::size_t k = 0; k < rest; ++k) {
      batch.motion[at + k] = motion[k];
      batch.orientation[at + k] = orientation[k];
    }
  }
  const Tag d;
  return {largest_of(sums.farthest), hn::AllTrue(d, sums.kicked_sound.raw), hn::AllTrue(d, sums.sound.raw)};
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
