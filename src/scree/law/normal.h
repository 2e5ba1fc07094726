// Normal parts of contact laws: elastic force with a potential, and damping.
#pragma once

#include "scree/law/contact.h"

namespace scree::law {

template <class N>
struct NormalForce {
  N elastic;    // [N] pushes apart
  N damping;    // [N] on the first body along the normal
  N stiffness;  // [N/m] slope of the elastic force
  N size;       // factor h of LAMMPS's model: 1 (hooke) or the contact's radius [m] (hertz)

  N total() const { return elastic + damping; }
};

/// F = kn d - m* gamma vn: LAMMPS's gran/hooke.
struct LinearNormal {
  double stiffness;     // [N/m]
  double damping_rate;  // [1/s]

  static constexpr double potential_factor = 0.5;  // U = factor * F * d

  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    return {N(stiffness) * contact.overlap,
            N(0.0) - contact.reduced_mass * N(damping_rate) * contact.normal_velocity, N(stiffness), N(1.0)};
  }
};

/// F = h (kn d - m* gamma vn) with h = sqrt(R* d): LAMMPS's gran/hertz.
struct HertzNormal {
  double stiffness;     // [Pa]
  double damping_rate;  // [1/(m s)]

  static constexpr double potential_factor = 0.4;
  static constexpr bool uses_radius = true;

  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    const N size = square_root(contact.reduced_radius * contact.overlap);
    return {size * (N(stiffness) * contact.overlap),
            N(0.0) - size * (contact.reduced_mass * N(damping_rate) * contact.normal_velocity),
            N(1.5 * stiffness) * size, size};
  }
};

/// F = k d - c vn with c from the restitution, and k given or from the collision time (then proportional to
/// m*). Its dashpot sets in at once, so that half a step more or less would be felt.
struct RestitutionNormal {
  double stiffness;           // [N/m], zero when the collision time is given
  double stiffness_per_mass;  // [1/s2], zero when the stiffness is given
  double damping_ratio;       // of critical

  static constexpr double potential_factor = 0.5;
  static constexpr bool looks_ahead = true;

  template <class N, int D>
  N slope(const Contact<N, D>& contact) const {
    return N(stiffness) + N(stiffness_per_mass) * contact.reduced_mass;
  }
  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    const N slope = this->slope(contact);
    const N damping = N(2.0 * damping_ratio) * square_root(slope * contact.impact_mass);
    return {slope * contact.overlap, N(0.0) - damping * contact.normal_velocity, slope, N(1.0)};
  }
};

/// Hertz with damping that gives the same restitution at every speed (Tsuji et al. 1992; closed form of the
/// coefficient by Antypov & Elliott 2011).
struct TsujiNormal {
  double modulus;        // E* [Pa]
  double damping_ratio;  // -ln e / sqrt(pi^2 + ln^2 e)

  static constexpr double potential_factor = 0.4;
  static constexpr bool uses_radius = true;

  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    const N size = square_root(contact.reduced_radius * contact.overlap);
    const N slope = N(2.0 * modulus) * size;
    // sqrt(5/6) turns the linear oscillator's critical damping into that of the Hertz contact.
    const N damping = N(2.0 * 0.91287092917527690 * damping_ratio) * square_root(slope * contact.impact_mass);
    return {N(4.0 / 3.0 * modulus) * size * contact.overlap, N(0.0) - damping * contact.normal_velocity,
            slope, size};
  }
};

/// F = k A / l - c vn: the paper's law for polygons. It has no potential: the energy is that of a flat
/// contact over the length l, and what a path through other contacts makes or destroys is booked apart.
struct AreaNormal {
  double stiffness;      // [N/m] Young's modulus times thickness
  double damping_ratio;  // of critical, for the slope that the contact line gives

  static constexpr bool uses_area = true;
  static constexpr bool has_potential = false;

  template <class N, int D>
  N slope(const Contact<N, D>& contact) const {
    return N(stiffness) * contact.line / contact.length;
  }
  template <class N, int D>
  N damping(const Contact<N, D>& contact) const {
    // Where the line grows with a power of the depth d, as at corners and discs, the oscillator that bounces
    // alike has the stiffness k (s + A / d) / 2 l; for a flat contact that is the slope.
    const N depth = select(contact.overlap > N(0.0), contact.overlap, N(1.0));
    const N stiffness_of_bounce = N(0.5 * stiffness) * (contact.line + contact.area / depth) / contact.length;
    return N(2.0 * damping_ratio) * square_root(stiffness_of_bounce * contact.impact_mass);
  }
  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    return {N(stiffness) * contact.area / contact.length, N(0.0) - damping(contact) * contact.normal_velocity,
            slope(contact), N(1.0)};
  }
  template <class N>
  N energy_of_force(const N& force) const {
    return N(0.5 / stiffness) * force * force;
  }
  template <class N, int D>
  N potential(const Contact<N, D>& contact) const {
    return energy_of_force(respond(contact).elastic);
  }
};

/// F = k A / s - c vn at the overlap's centroid: a spring of the mean depth over the contact line s. As stiff
/// at a corner as on a face, up to a factor of two, and it holds flat bodies upright. It has no potential:
/// the energy is that of a flat contact, and what a path through other contacts makes or destroys is booked
/// apart.
struct MeanDepthNormal {
  double stiffness;      // [N/m] Young's modulus times thickness
  double damping_ratio;  // of critical

  static constexpr bool uses_area = true;
  static constexpr bool has_potential = false;

  template <class N, int D>
  N mean_depth(const Contact<N, D>& contact) const {
    return contact.area / select(contact.line > N(0.0), contact.line, N(1.0));
  }
  template <class N, int D>
  N damping(const Contact<N, D>& contact) const {
    // At corners and discs the force is proportional to the depth too, with a smaller factor.
    const N depth = select(contact.overlap > N(0.0), contact.overlap, N(1.0));
    const N stiffness_of_bounce = N(stiffness) * mean_depth(contact) / depth;
    return N(2.0 * damping_ratio) * square_root(stiffness_of_bounce * contact.impact_mass);
  }
  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    return {N(stiffness) * mean_depth(contact), N(0.0) - damping(contact) * contact.normal_velocity,
            N(stiffness), N(1.0)};
  }
  template <class N>
  N energy_of_force(const N& force) const {
    return N(0.5 / stiffness) * force * force;
  }
  template <class N, int D>
  N potential(const Contact<N, D>& contact) const {
    return energy_of_force(respond(contact).elastic);
  }
};

/// U = k A^2 / (2 l^2), so F = k A s / l^2 along the normal of the contact line s: the slope of U by the
/// motion, whatever that is. The length l is the width of the widest contact that the smaller body can have:
/// there it is a linear spring of stiffness k, and everywhere else it is softer.
struct EnergyNormal {
  double stiffness;      // [N/m] Young's modulus times thickness
  double damping_ratio;  // of critical, for the slope that the contact line gives

  static constexpr bool uses_area = true;
  static constexpr bool has_potential = true;

  template <class N, int D>
  N slope(const Contact<N, D>& contact) const {
    const N share = contact.line / contact.length;
    return N(stiffness) * share * share;
  }
  template <class N, int D>
  N damping(const Contact<N, D>& contact) const {
    // The slope is F^2 / 2 U, which gives the restitution at corners and discs as on flat contacts.
    return N(2.0 * damping_ratio) * square_root(slope(contact) * contact.impact_mass);
  }
  template <class N, int D>
  NormalForce<N> respond(const Contact<N, D>& contact) const {
    const N share = contact.line / contact.length;
    return {N(stiffness) * (contact.area / contact.length) * share,
            N(0.0) - damping(contact) * contact.normal_velocity, slope(contact), N(1.0)};
  }
  template <class N, int D>
  N potential(const Contact<N, D>& contact) const {
    const N depth = contact.area / contact.length;
    return N(0.5 * stiffness) * depth * depth;
  }
};

/// Whether a normal part's dashpot is to see the velocity of the step's end: see look_ahead.h.
template <class NormalPart>
inline constexpr bool looks_ahead = requires {
  NormalPart::looks_ahead;
};

/// Whether a normal part asks for the radii of the bodies.
template <class NormalPart>
inline constexpr bool uses_radius = requires {
  NormalPart::uses_radius;
};

/// Whether a normal part is a function of the overlap's area rather than of its depth.
template <class NormalPart>
inline constexpr bool uses_area = requires {
  NormalPart::uses_area;
};

}  // namespace scree::law
