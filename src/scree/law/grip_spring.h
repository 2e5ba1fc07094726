// The tangential part of laws that pull.
#pragma once

#include "scree/law/adhesion.h"
#include "scree/law/tangential.h"

namespace scree::law {

/// The spring of LAMMPS's `granular` with `mindlin_rescale/force`: its stiffness follows the contact radius,
/// its force is kept while the contact is loaded and falls with the stiffness while it is unloaded, and it
/// turns with the normal. Its dashpot is a share of the normal one. While a contact slides, spring and
/// dashpot together make the limit, friction times the grip: surfaces that pull press on each other even
/// where the whole force is zero.
struct GripSpring {
  double stiffness_ratio;  // of the slope 2 E* a: 4 G*/E* for Mindlin
  double damping_share;    // of the normal dashpot
  double friction;

  /// What Coulomb's limit, and that of rolling, are a share of [N].
  template <class N>
  static N pressure(const AdhesiveForce<N>& normal) {
    return magnitude(normal.grip);
  }
  template <class N>
  N limit(const AdhesiveForce<N>& normal) const {
    return N(friction) * pressure(normal);
  }

  template <class N, int D>
  TangentialForce<N, D> respond(const Contact<N, D>& contact, const Memory<N, D>& memory,
                                const AdhesiveForce<N>& normal, const Way<N, D>& way) const {
    const N stiffness = N(stiffness_ratio) * normal.stiffness;
    const auto loading = stiffness > memory.stiffness, stiff = stiffness > N(0.0);
    const N per_stiffness = select(stiff, N(1.0) / select(stiff, stiffness, N(1.0)), N(0.0));
    const N kept = select(loading, memory.stiffness * per_stiffness, N(1.0));
    const Vector<N, D> spring = turned(kept * memory.spring, contact.normal) + way.slip;
    const Vector<N, D> dashpot = (N(damping_share) * normal.dashpot) * contact.slip;
    const Vector<N, D> pull = stiffness * spring + dashpot;
    const N limit = this->limit(normal);

    const N strength = length(pull);
    const auto slides = strength > limit;
    const N ratio = limit / select(slides, strength, N(1.0));
    const Vector<N, D> held = select(slides, ratio * pull, pull);
    const Vector<N, D> shortened = per_stiffness * (held - dashpot);
    return {N(-1.0) * held, select(slides, shortened, spring), stiffness, slides, slides};
  }
};

}  // namespace scree::law
