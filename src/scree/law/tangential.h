// Tangential parts of contact laws: a spring with memory, a dashpot, and Coulomb's limit.
#pragma once

#include "scree/law/normal.h"

namespace scree::law {

template <class N, int D>
struct TangentialForce {
  Vector<N, D> force;   // [N] on the first body
  Vector<N, D> spring;  // [m] new elongation
  N stiffness;          // [N/m] by which the spring stores energy
  Truth<N> slides;      // the force is at Coulomb's limit
  Truth<N> yields;      // or that of the spring alone, which was shortened then
};

/// The spring turned into the contact's new tangent plane with its length kept.
template <class N, int D>
Vector<N, D> turned(const Vector<N, D>& spring, const Vector<N, D>& normal) {
  const Vector<N, D> projected = tangential_part(spring, normal);
  const N before = dot(spring, spring), after = dot(projected, projected);
  const N factor =
      select(after > N(0.0), square_root(before / select(after > N(0.0), after, N(1.0))), N(0.0));
  return factor * projected;
}

/// The history rule of LAMMPS's gran/hooke/history and gran/hertz/history, to the letter. While a contact
/// slides, the rule sets the spring so that spring and dashpot together make the limit, which may stretch it
/// far beyond what the limit lets it give back. That excess is no energy: only what the limit allows counts
/// as stored, by a stiffness that is smaller.
struct HistorySpring {
  double stiffness;     // kt
  double damping_rate;  // gamma_t
  double friction;
  double per_stiffness;  // 1 / kt; 0 for a dashpot alone, which has no elongation to shorten

  /// What Coulomb's limit, and that of rolling, are a share of [N].
  template <class N>
  static N pressure(const NormalForce<N>& normal) {
    return magnitude(normal.total());
  }
  template <class N>
  N limit(const NormalForce<N>& normal) const {
    return N(friction) * pressure(normal);
  }

  template <class N, int D>
  TangentialForce<N, D> respond(const Contact<N, D>& contact, const Memory<N, D>& memory,
                                const NormalForce<N>& normal, const Way<N, D>& way) const {
    const Vector<N, D> stretched = memory.spring + way.slip;
    const N stretch = dot(stretched, stretched);
    const Vector<N, D> spring = tangential_part(stretched, contact.normal);
    const Vector<N, D> dashpot = (contact.reduced_mass * N(damping_rate)) * contact.slip;
    const Vector<N, D> pull = N(stiffness) * spring + dashpot;
    const N strength = normal.size * length(pull);
    const N limit = this->limit(normal);

    const auto slides = strength > limit;
    const N ratio = limit / select(slides, strength, N(1.0));
    const N kept = select(stretch > N(0.0), ratio, N(0.0));
    const Vector<N, D> held = select(slides, kept * pull, pull);
    // The spring that, with the dashpot, makes this force.
    const Vector<N, D> shortened = N(per_stiffness) * (held - dashpot);
    const Vector<N, D> kept_spring = select(slides, select(stretch > N(0.0), shortened, spring), spring);
    const N full = normal.size * N(stiffness);
    const N most = limit * limit, pull_squared = full * full * dot(kept_spring, kept_spring);
    const auto beyond = pull_squared > most;
    const N share = select(beyond, most / select(beyond, pull_squared, N(1.0)), N(1.0));
    return {(N(0.0) - normal.size) * held, kept_spring, full * share, slides, slides};
  }
};

/// Spring whose stiffness follows the normal one (Cundall & Strack; Mindlin's no-slip stiffness for Hertz).
/// While the contact is loaded the force is kept, while it is unloaded the force falls with the stiffness: no
/// cycle of normal and tangential motion can gain energy. The spring turns with the normal.
/// Where `rescaling` is less than one, that part of the force's fall is left out, as by codes that only add
/// increments up; what this makes or destroys is the model's doing.
struct IncrementalSpring {
  double stiffness_ratio;  // tangential over normal stiffness: 2/7 by default, 4 G*/E* for Mindlin
  double damping_factor;   // c = factor * sqrt(kt m*)
  double friction;
  double rescaling = 1;

  /// What Coulomb's limit, and that of rolling, are a share of [N]: the elastic part alone. A dashpot pushes
  /// at the begin of a contact and pulls at its end, and its impulse over the contact is zero. Counted in,
  /// its pull would have to be cut off where the whole force pulls, since friction needs pressure, and its
  /// push would be left: an impact that slides would feel more friction than mu times its normal impulse.
  template <class N>
  static N pressure(const NormalForce<N>& normal) {
    return larger(normal.elastic, N(0.0));
  }
  template <class N>
  N limit(const NormalForce<N>& normal) const {
    return N(friction) * pressure(normal);
  }

  template <class N, int D>
  TangentialForce<N, D> respond(const Contact<N, D>& contact, const Memory<N, D>& memory,
                                const NormalForce<N>& normal, const Way<N, D>& way) const {
    const N stiffness = N(stiffness_ratio) * normal.stiffness;
    const auto loading = stiffness > memory.stiffness;
    const auto stiff = stiffness > N(0.0);
    const N of_same_force = memory.stiffness / select(stiff, stiffness, N(1.0));
    const N unloaded = N(rescaling) + N(1.0 - rescaling) * of_same_force;
    const N kept = select(loading, of_same_force, unloaded);
    const Vector<N, D> spring = turned(kept * memory.spring, contact.normal) + way.slip;
    const Vector<N, D> elastic = (N(0.0) - stiffness) * spring;
    const N damping = N(damping_factor) * square_root(stiffness * contact.reduced_mass);
    const Vector<N, D> trial = elastic - damping * contact.slip;
    const N limit = this->limit(normal);

    const N strength = length(trial);
    const auto slides = strength > limit;
    const N ratio = limit / select(slides, strength, N(1.0));
    // Only the elastic part is shortened, so that sliding never stretches the spring.
    const N pull = length(elastic);
    const auto stretched = pull > limit;
    const N shortened = limit / select(stretched, pull, N(1.0));
    const Truth<N> yields = slides | stretched;
    return {select(slides, ratio * trial, trial), select(stretched, shortened * spring, spring), stiffness,
            slides, yields};
  }
};

}  // namespace scree::law
