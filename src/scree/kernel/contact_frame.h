// Builds the frame in which a law sees a contact, from body records: lanes in, lanes out. Compiled per
// target.
#pragma once

#include "scree/base/contact_width.h"
#include "scree/kernel/batch.h"
#include "scree/kernel/rows.h"
#include "scree/law/contact.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

template <int D>
using LaneVector = law::Vector<Lanes, D>;
template <int D>
using LaneSpin = law::SpinVector<Lanes, D>;

/// The motion of one body per lane.
template <int D>
struct LaneMotion {
  LaneVector<D> position, velocity;
  LaneSpin<D> spin;
  Lanes radius, inverse_mass, inverse_inertia;
};

template <int D>
LaneMotion<D> load_motion(const Motion<D>* motion, const BodyOffset* body) {
  constexpr int rows = static_cast<int>(sizeof(Motion<D>) / 32);
  Lanes value[4 * rows];
  for (int row = 0; row < rows; ++row) {
    const double* record[lane_count];
    for (int k = 0; k < lane_count; ++k)
      record[k] = reinterpret_cast<const double*>(motion) + body[k] + 4 * row;
    load_rows(record, value + 4 * row);
  }
  if constexpr (D == 2)
    return {{{value[0], value[1]}}, {{value[4], value[5]}}, {{value[6]}}, value[2], value[3], value[7]};
  else
    return {{{value[0], value[1], value[2]}},
            {{value[4], value[5], value[6]}},
            {{value[8], value[9], value[10]}},
            value[3],
            value[7],
            value[11]};
}

/// What a law asks of a frame. Frames pass through memory on their way to the law, so what is never read
/// costs more than its arithmetic.
struct FrameNeeds {
  law::Arm arm;
  bool area, radius, roll;
  bool width;   // as its length; else the diameter
  bool beyond;  // overlaps of bodies that have parted
};

/// A contact and what is needed to apply its response to the two bodies.
template <int D>
struct Frame {
  law::Contact<Lanes, D> contact;
  LaneMask touches;
  Lanes arm_first, arm_second;  // [m]
};

/// Completes a frame from the geometry: velocities at the contact.
template <bool with_roll, int D>
void add_velocities(Frame<D>& frame, const LaneVector<D>& velocity, const LaneSpin<D>& turning,
                    const LaneSpin<D>& relative_spin) {
  law::Contact<Lanes, D>& contact = frame.contact;
  contact.normal_velocity = dot(velocity, contact.normal);
  contact.slip = velocity - contact.normal_velocity * contact.normal - cross(turning, contact.normal);
  if constexpr (with_roll) contact.roll = rolling_part(relative_spin, contact.normal);
}

/// Two round bodies overlap in a lens. To first order its width is 2 sqrt(2 R* d), and the area is the
/// integral of the width over the depth, so that laws of the area keep their potential.
template <bool with_width, int D>
void add_lens(Frame<D>& frame, const Lanes& radius) {
  law::Contact<Lanes, D>& contact = frame.contact;
  contact.line = Lanes(2.0) * square_root(Lanes(2.0) * contact.reduced_radius * contact.overlap);
  contact.area = Lanes(2.0 / 3.0) * contact.line * contact.overlap;
  contact.length = Lanes(with_width ? contact_width_of_disc : 2.0) * radius;
}

/// From one body to the nearest copy of another.
template <int D>
LaneVector<D> nearest(const PeriodicBox<D>& box, LaneVector<D> apart) {
  const Lanes magic(6755399441055744.0);  // as in base/periodic_box.h
  for (int k = 0; k < D; ++k) {
    const Lanes copies = (apart[k] * Lanes(box.inverse_length[k]) + magic) - magic;
    apart[k] = apart[k] - copies * Lanes(box.length[k]);
  }
  return apart;
}

/// In a sheared box: takes the second's copy above or below that is nearest along the gradient.
template <int D>
void take_sheared_copy(const BoxShear<D>& shear, LaneVector<D>& apart, LaneVector<D>& second_velocity) {
  const Lanes magic(6755399441055744.0);  // as in base/periodic_box.h
  Lanes lengths = apart[0] * Lanes(shear.per_length[0]);
  for (int k = 1; k < D; ++k) lengths = lengths + apart[k] * Lanes(shear.per_length[k]);
  const Lanes copies = (lengths + magic) - magic;
  for (int k = 0; k < D; ++k) {
    apart[k] = apart[k] - copies * Lanes(shear.offset[k]);
    second_velocity[k] = second_velocity[k] + copies * Lanes(shear.velocity[k]);
  }
}

/// From the second body, or the copy of it that is nearest, to the first.
template <int D>
LaneVector<D> apart_of(const PeriodicBox<D>* periodic, const LaneVector<D>& first,
                       const LaneVector<D>& second, LaneVector<D>& second_velocity) {
  LaneVector<D> apart = first - second;
  if (periodic != nullptr) {
    if (periodic->is_sheared) take_sheared_copy(periodic->shear, apart, second_velocity);
    apart = nearest(*periodic, apart);
  }
  return apart;
}

/// The definition: spheres that only touch at a point do not, as in LAMMPS.
inline LaneMask touch(const Lanes& squared_distance, const Lanes& reach) {
  return squared_distance < reach * reach;
}

// The overlap over the smaller radius, zero without one, is told apart: it does not go through memory.

/// Two spheres (or discs).
template <FrameNeeds needs, int D>
Frame<D> pair_frame(const ContactBatch<D>& batch, std::size_t at, Lanes& overlap_ratio) {
  const LaneMotion<D> first = load_motion(batch.motion, batch.first + at);
  LaneMotion<D> second = load_motion(batch.motion, batch.second + at);
  Frame<D> frame;
  const LaneVector<D> apart = apart_of<D>(batch.periodic, first.position, second.position, second.velocity);
  const Lanes squared = dot(apart, apart), reach = first.radius + second.radius;
  frame.touches = touch(squared, reach);
  const Lanes distance = square_root(squared);
  // Concentric bodies have no normal; any will do, and the watch stops such a run.
  const LaneMask proper = distance > Lanes(0.0);
  const Lanes inverse = Lanes(1.0) / select(proper, distance, Lanes(1.0));
  frame.contact.normal = inverse * apart;
  frame.contact.normal[0] = select(proper, frame.contact.normal[0], Lanes(1.0));
  frame.contact.overlap = reach - distance;
  if constexpr (!needs.beyond) frame.contact.overlap = larger(frame.contact.overlap, Lanes(0.0));
  frame.contact.reduced_mass = Lanes(1.0) / (first.inverse_mass + second.inverse_mass);
  if constexpr (needs.radius) frame.contact.reduced_radius = first.radius * second.radius / reach;
  overlap_ratio = frame.contact.overlap / smaller(first.radius, second.radius);
  frame.arm_first = first.radius;
  frame.arm_second = second.radius;
  if constexpr (needs.arm == law::Arm::to_contact) {
    const Lanes half = Lanes(0.5) * frame.contact.overlap;
    frame.arm_first = frame.arm_first - half;
    frame.arm_second = frame.arm_second - half;
  }
  if constexpr (needs.area) add_lens<needs.width>(frame, law::smaller(first.radius, second.radius));
  add_velocities<needs.roll>(frame, first.velocity - second.velocity,
                             frame.arm_first * first.spin + frame.arm_second * second.spin,
                             first.spin - second.spin);
  return frame;
}

/// A sphere (or disc) and a wall.
template <FrameNeeds needs, int D>
Frame<D> wall_frame(const ContactBatch<D>& batch, std::size_t at, Lanes& overlap_ratio) {
  const LaneMotion<D> body = load_motion(batch.motion, batch.first + at);
  constexpr int rows = static_cast<int>(sizeof(SurfacePoint<D>) / 32);
  Lanes value[4 * rows];
  const std::size_t last = batch.count - 1;
  for (int row = 0; row < rows; ++row) {
    const double* record[lane_count];
    for (int k = 0; k < lane_count; ++k) {
      const std::size_t index = at + k < last ? at + k : last;
      record[k] = reinterpret_cast<const double*>(batch.surface + index) + 4 * row;
    }
    load_rows(record, value + 4 * row);
  }
  Frame<D> frame;
  LaneVector<D> wall_velocity;
  LaneSpin<D> wall_spin;
  for (int k = 0; k < D; ++k) {
    frame.contact.normal[k] = value[k];
    wall_velocity[k] = value[4 + k];
  }
  for (int k = 0; k < law::spin_size<D>; ++k) wall_spin[k] = value[(D == 2 ? 6 : 8) + k];
  const Lanes distance = value[D];
  // A body that lies exactly on a wall touches it, as in LAMMPS.
  frame.touches = distance <= body.radius;
  frame.contact.overlap = body.radius - distance;
  if constexpr (!needs.beyond) frame.contact.overlap = larger(frame.contact.overlap, Lanes(0.0));
  frame.contact.reduced_mass = Lanes(1.0) / body.inverse_mass;
  frame.contact.reduced_radius = body.radius;
  overlap_ratio = frame.contact.overlap / body.radius;
  frame.arm_first = body.radius;
  frame.arm_second = Lanes(0.0);
  if constexpr (needs.area) add_lens<needs.width>(frame, body.radius);
  add_velocities<needs.roll>(frame, body.velocity - wall_velocity, frame.arm_first * body.spin,
                             body.spin - wall_spin);
  return frame;
}

/// Where the force of a given contact acts, seen from both centres.
struct GivenFrame : Frame<2> {
  LaneVector<2> lever_first, lever_second;
};

/// Two bodies, or a body and a wall, whose contact was found elsewhere.
inline GivenFrame given_frame(const ContactBatch<2>& batch, std::size_t at, Lanes& overlap_ratio) {
  const LaneMotion<2> first = load_motion(batch.motion, batch.first + at);
  const LaneMotion<2> second = load_motion(batch.motion, batch.second + at);
  constexpr int rows = static_cast<int>(sizeof(GivenPoint) / 32);
  Lanes value[4 * rows];
  const std::size_t last = batch.count - 1;
  for (int row = 0; row < rows; ++row) {
    const double* record[lane_count];
    for (int k = 0; k < lane_count; ++k) {
      const std::size_t index = at + k < last ? at + k : last;
      record[k] = reinterpret_cast<const double*>(batch.given + index) + 4 * row;
    }
    load_rows(record, value + 4 * row);
  }
  GivenFrame frame;
  law::Contact<Lanes, 2>& contact = frame.contact;
  contact.normal = {{value[0], value[1]}};
  contact.overlap = value[2];
  contact.area = value[3];
  frame.lever_first = {{value[4], value[5]}};
  frame.lever_second = {{value[6], value[7]}};
  contact.line = value[11];
  contact.length = value[12];
  frame.touches = contact.overlap > Lanes(0.0);
  const LaneMask is_pair = value[13] > Lanes(0.0);
  const Lanes zero(0.0);
  const Lanes others_inverse = select(is_pair, second.inverse_mass, zero);
  contact.reduced_mass = Lanes(1.0) / (first.inverse_mass + others_inverse);
  const Lanes lever_first = cross(frame.lever_first, contact.normal)[0],
              lever_second = cross(frame.lever_second, contact.normal)[0];
  const Lanes turning = lever_first * lever_first * first.inverse_inertia +
                        select(is_pair, lever_second * lever_second * second.inverse_inertia, zero);
  contact.impact_mass = Lanes(1.0) / (first.inverse_mass + others_inverse + turning);
  contact.reduced_radius =
      select(is_pair, first.radius * second.radius / (first.radius + second.radius), first.radius);
  overlap_ratio = contact.overlap / select(is_pair, law::smaller(first.radius, second.radius), first.radius);
  const LaneSpin<2> wall_spin = {{value[10]}};
  const LaneSpin<2> second_spin = select(is_pair, second.spin, wall_spin);
  const LaneVector<2> given_velocity = {{value[8], value[9]}};
  const LaneVector<2> second_velocity = select(
      is_pair, second.velocity + cross(second.spin, frame.lever_second) + given_velocity, given_velocity);
  const LaneVector<2> velocity = first.velocity + cross(first.spin, frame.lever_first) - second_velocity;
  add_velocities<true, 2>(frame, velocity, LaneSpin<2>::zero(), first.spin - second_spin);
  return frame;
}

/// By how much the mean motion of a body is faster than that at hand.
template <int D>
void load_lead(const ContactBatch<D>& batch, const BodyOffset* body, LaneVector<D>& velocity,
               LaneSpin<D>& spin) {
  const LaneMotion<D> mean = load_motion(batch.mean_motion, body), now = load_motion(batch.motion, body);
  velocity = mean.velocity - now.velocity;
  spin = mean.spin - now.spin;
}

/// The way by which the mean motion gets farther than that at hand; `velocity`: of the first's surface
/// against the second's, but for the part that `turning` makes.
template <bool with_roll, int D>
law::Way<Lanes, D> lead_of(const Frame<D>& frame, const LaneVector<D>& velocity, const LaneSpin<D>& turning,
                           const LaneSpin<D>& spin, double dt) {
  Frame<D> lead;
  lead.contact.normal = frame.contact.normal;
  add_velocities<with_roll>(lead, velocity, turning, spin);
  return law::way_of<with_roll>(lead.contact, Lanes(dt));
}

// Walls count with the velocity at hand. Not inlined: integrators that need this are not in a hurry, and
// those that do not are not to wait for what it does to registers.

template <bool with_roll, bool of_pairs, int D>
[[gnu::noinline]] law::Way<Lanes, D> lead_of_mean(const ContactBatch<D>& batch, std::size_t at,
                                                  const Frame<D>& frame) {
  LaneVector<D> velocity, other = LaneVector<D>::zero();
  LaneSpin<D> spin, other_spin = LaneSpin<D>::zero();
  load_lead(batch, batch.first + at, velocity, spin);
  if constexpr (of_pairs) load_lead(batch, batch.second + at, other, other_spin);
  return lead_of<with_roll, D>(frame, velocity - other,
                               frame.arm_first * spin + frame.arm_second * other_spin, spin - other_spin,
                               batch.dt);
}
template <bool with_roll, bool of_pairs, int D>
[[gnu::noinline]] law::Way<Lanes, 2> lead_of_mean(const ContactBatch<2>& batch, std::size_t at,
                                                  const GivenFrame& frame) {
  LaneVector<2> velocity, other;
  LaneSpin<2> spin, other_spin;
  load_lead(batch, batch.first + at, velocity, spin);
  load_lead(batch, batch.second + at, other, other_spin);
  double is_pair[lane_count];
  for (std::size_t k = 0; k < lane_count; ++k)
    is_pair[k] = batch.given[at + k < batch.count ? at + k : batch.count - 1].is_pair;
  const LaneMask pairs = Lanes(hn::LoadU(Tag(), is_pair)) > Lanes(0.0);
  other = select(pairs, other, LaneVector<2>::zero());
  other_spin = select(pairs, other_spin, LaneSpin<2>::zero());
  const LaneVector<2> own = velocity + cross(spin, frame.lever_first),
                      others = other + cross(other_spin, frame.lever_second);
  return lead_of<with_roll, 2>(frame, own - others, LaneSpin<2>::zero(), spin - other_spin, batch.dt);
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
