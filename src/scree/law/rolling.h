// Rolling resistance: a spring and dashpot against relative rolling, capped at mu_r R* Fn (Ai et al. 2011,
// model C), where Fn is what the law's friction is a share of, too.
#pragma once

#include "scree/law/tangential.h"

namespace scree::law {

template <class N, int D>
struct RollingTorque {
  SpinVector<N, D> torque;  // [N m] on the first body
  SpinVector<N, D> spring;  // [rad]
  N stiffness;              // [N m/rad]
};

/// A spring of a spin turns with the normal in space; in the plane it has one axis.
template <class N>
Vector<N, 3> turned_roll(const Vector<N, 3>& spring, const Vector<N, 3>& normal) {
  return turned(spring, normal);
}
template <class N>
Vector<N, 1> turned_roll(const Vector<N, 1>& spring, const Vector<N, 2>&) {
  return spring;
}

struct RollingSpring {
  double friction;       // mu_r
  double damping_ratio;  // of critical

  template <class N, int D>
  RollingTorque<N, D> respond(const Contact<N, D>& contact, const Memory<N, D>& memory,
                              const NormalForce<N>& normal, const N& pressure, const Way<N, D>& way) const {
    const N reach = N(friction) * contact.reduced_radius;
    const N stiffness = N(2.25) * normal.stiffness * reach * reach;
    const auto loading = stiffness > memory.roll_stiffness;
    const N kept = select(loading, memory.roll_stiffness / select(loading, stiffness, N(1.0)), N(1.0));
    const SpinVector<N, D> spring = turned_roll(kept * memory.roll_spring, contact.normal) + way.roll;
    const SpinVector<N, D> elastic = (N(0.0) - stiffness) * spring;
    // 7/5 m R^2 is the inertia of a solid sphere about the contact point.
    const N inertia = N(1.4) * contact.reduced_mass * contact.reduced_radius * contact.reduced_radius;
    const N damping = N(2.0 * damping_ratio) * square_root(stiffness * inertia);
    const SpinVector<N, D> trial = elastic - damping * contact.roll;
    const N limit = reach * pressure;

    const N strength = length(trial);
    const auto yields = strength > limit;
    const N ratio = limit / select(yields, strength, N(1.0));
    const N pull = length(elastic);
    const auto stretched = pull > limit;
    const N shortened = limit / select(stretched, pull, N(1.0));
    return {select(yields, ratio * trial, trial), select(stretched, shortened * spring, spring), stiffness};
  }
};

}  // namespace scree::law
