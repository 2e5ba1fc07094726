// One contact in its own frame, as every law sees it. Takes geometry and velocities from kernel/, gives
// forces and new memory back. Laws are pure: they read the memory of the step's start and return the new one;
// whoever steps decides when it counts. So Runge-Kutta, implicit iterations and rollback may ask as often as
// they like.
#pragma once

#include "scree/law/vector.h"

namespace scree::law {

template <class N, int D>
struct Contact {
  Vector<N, D> normal;    // from the second body to the first, length 1
  N overlap;              // [m], not negative, unless of a law that reaches beyond touching
  N normal_velocity;      // [m/s] of the first against the second along the normal; positive when they part
  Vector<N, D> slip;      // [m/s] tangential velocity of the first's surface against the second's
  SpinVector<N, D> roll;  // [rad/s] relative spin without its twisting part; for rolling friction
  N reduced_mass;         // [kg]
  // For laws that use them: see uses_radius, uses_area.
  N reduced_radius;  // [m]
  // Of the overlap in the plane.
  N area;    // [m2]
  N line;    // [m] length of the contact line
  N length;  // [m] of the smaller body: its diameter, or with a potential its contact width
  // [kg] that the bodies have against each other along the normal at the point of contact: the reduced mass
  // where their centres lie on the normal, less where they would turn. What gives a restitution is damped by
  // it.
  N impact_mass;
};

/// How far the two surfaces went against each other since the memory was valid: what stretches springs.
template <class N, int D>
struct Way {
  Vector<N, D> slip;      // [m]
  SpinVector<N, D> roll;  // [rad]; for rolling friction
  N time;                 // [s] since then
  bool is_mean;           // the contact's velocities are the mean ones of that time, not those of its end
};

/// If the contact's velocities are the mean ones of that time, dt [s].
template <bool with_rolling, class N, int D>
Way<N, D> way_of(const Contact<N, D>& contact, const N& dt) {
  Way<N, D> way{dt * contact.slip, SpinVector<N, D>::zero(), dt, true};
  if constexpr (with_rolling) way.roll = dt * contact.roll;
  return way;
}

/// What a contact remembers from step to step. All zero for a new contact.
template <class N, int D>
struct Memory {
  Vector<N, D> spring;  // [m] tangential elongation
  N stiffness;          // [N/m] of that spring, when it was set; its energy is stiffness * spring^2 / 2
  Vector<N, D>
      tangential_force;  // [N] total, on the first body: with the next one it makes the mean over the step
  N damping_force;       // [N] normal, on the first body: likewise
  SpinVector<N, D> roll_spring;  // [rad]
  N roll_stiffness;              // [N m/rad]
  SpinVector<N, D> roll_torque;  // [N m] total, on the first body
  N normal_velocity;             // [m/s] of the contact; for laws whose dashpot looks ahead
  // Of laws that use the area of the overlap, in the plane, or that pull.
  N elastic_force;               // [N] normal, on the first body
  SpinVector<N, D> turn_torque;  // [N m] of the damping that is spread along the contact line
  N overlap;                     // [m]; of laws that pull

  static Memory zero() {
    return {Vector<N, D>::zero(),
            N(0.0),
            Vector<N, D>::zero(),
            N(0.0),
            SpinVector<N, D>::zero(),
            N(0.0),
            SpinVector<N, D>::zero(),
            N(0.0),
            N(0.0),
            SpinVector<N, D>::zero(),
            N(0.0)};
  }
};

/// Which numbers beside the plain ones a law remembers.
struct Remembers {
  bool rolling = false, velocity = false, area = false;
  bool patch = false;  // of faces: see patch_memory_width
  bool bond = false;   // of laws that pull: force and overlap
};

/// Numbers that a patch of faces remembers.
inline constexpr int patch_memory_width = 16;

/// Numbers that a contact's memory takes in storage; a multiple of four, so that records load as SIMD rows.
template <int D>
constexpr int memory_width(const Remembers& what) {
  const int all = 2 * D + 2 + (what.area && D == 2 ? 2 : 0) + (what.bond ? 2 : 0) + (what.velocity ? 1 : 0) +
                  (what.rolling ? 2 * spin_size<D> + 1 : 0);
  const int rounded = (all + 3) / 4 * 4;
  return what.patch && rounded < patch_memory_width ? patch_memory_width : rounded;
}

template <class N, int D>
struct Response {
  N normal_force;                 // [N] on the first body, along the normal
  Vector<N, D> tangential_force;  // [N] on the first body
  SpinVector<N, D> roll_torque;   // [N m] on the first body; the second feels the opposite
  Truth<N> slides;                // the tangential force is at Coulomb's limit
  Truth<N> yields;                // so is that of its spring alone, or both together
  Memory<N, D> memory;
};

/// Energy [J] that one contact took out of the motion during a step, by cause; negative `model` was created.
template <class N>
struct Losses {
  N damping, friction, rolling, model;
};

/// The arm at which the tangential force acts on each of two bodies. Against a wall it is the full radius
/// with every law: a wall takes up any torque, and so a rigid sphere's closed forms hold to the last digit.
enum class Arm {
  full_radius,  // as LAMMPS: simple, but angular momentum is not kept exactly
  to_contact,   // the contact point in the middle of the overlap: the arms meet, so angular momentum is kept
};

}  // namespace scree::law
