// A law as springs with a potential: what an implicit step needs to know of it. Takes the law's numbers and
// the bodies of a contact, gives forces, their slopes and energies as functions of the overlap.
#pragma once

#include <cmath>

#include "scree/law/laws.h"

namespace scree::law {

/// Springs of one contact. The normal force is stiffness * overlap^(3/2) if `hertzian`, else stiffness *
/// overlap.
struct Elastic {
  bool hertzian = false;
  double stiffness = 0;          // [N/m], or [N/m^1.5]
  double tangential_ratio = 0;   // of the tangential spring's stiffness over the slope of the normal force
  double friction = 0;           // Coulomb's
  double rolling_reach = 0;      // [m] moment that rolling resists with, over the normal force
  double damping_ratio = 0;      // of critical; what gives the restitution
  double rescaling = 1;          // as in IncrementalSpring
  bool remembers_speed = false;  // its memory holds one number more before those of rolling

  double force(double overlap) const {
    if (!(overlap > 0)) return 0;
    return stiffness * (hertzian ? overlap * std::sqrt(overlap) : overlap);
  }
  double slope(double overlap) const {
    if (!(overlap > 0)) return 0;
    return hertzian ? 1.5 * stiffness * std::sqrt(overlap) : stiffness;
  }
  double energy(double overlap) const { return (hertzian ? 0.4 : 0.5) * force(overlap) * overlap; }
  double tangential_stiffness(double overlap) const { return tangential_ratio * slope(overlap); }
  /// [N m/rad], as in RollingSpring.
  double rolling_stiffness(double overlap) const {
    return 2.25 * slope(overlap) * rolling_reach * rolling_reach;
  }
};

/// exp(-pi z / sqrt(1 - z^2)): the restitution of an impact with this share z of critical damping.
double restitution_of(double damping_ratio);

inline Elastic elastic_of(const Hooke& law, double reduced_mass, double reduced_radius) {
  return {false,
          law.normal.stiffness + law.normal.stiffness_per_mass * reduced_mass,
          law.tangential.stiffness_ratio,
          law.tangential.friction,
          law.rolling.friction * reduced_radius,
          law.normal.damping_ratio,
          law.tangential.rescaling,
          true};
}
inline Elastic elastic_of(const HertzMindlin& law, double /*reduced_mass*/, double reduced_radius) {
  return {true,
          4.0 / 3.0 * law.normal.modulus * std::sqrt(reduced_radius),
          law.tangential.stiffness_ratio,
          law.tangential.friction,
          law.rolling.friction * reduced_radius,
          law.normal.damping_ratio,
          law.tangential.rescaling,
          false};
}

}  // namespace scree::law
