// The normal force of a contact over an implicit step, by the way in which the step treats what the contact
// stores: a function of the overlaps before and after it, with its slope by the overlap after. It never falls
// with that overlap, which is why a step has one solution.
#pragma once

#include <cmath>

#include "scree/law/elastic.h"
#include "scree/step/settings.h"

namespace scree::step {

struct Pressing {
  double force = 0;  // [N]
  double slope = 0;  // [N/m]
};

/// The difference of the stored energy over that of the overlap. Written so that nothing cancels.
inline Pressing mean_force(const law::Elastic& law, double before, double after) {
  if (before <= 0 && after <= 0) return {};
  if (before <= 0) {
    const double way = after - before, energy = law.energy(after);
    return {energy / way, (law.force(after) - energy / way) / way};
  }
  if (after <= 0) {
    const double way = before - after, energy = law.energy(before);
    return {energy / way, energy / way / way};
  }
  if (!law.hertzian) return {0.5 * law.stiffness * (before + after), 0.5 * law.stiffness};
  // With the roots s and t of both overlaps it is (s^5 - t^5) / (s^2 - t^2).
  const double s = std::sqrt(before), t = std::sqrt(after), sum = s + t;
  const double powers = s * s * s * s + s * s * s * t + s * s * t * t + s * t * t * t + t * t * t * t;
  const double rising = s * s * s + 2 * s * s * t + 3 * s * t * t + 1.5 * t * t * t;
  return {0.4 * law.stiffness * powers / sum, 0.4 * law.stiffness * rising / (sum * sum)};
}

/// `rest` is the share of backward Euler in a blend.
inline Pressing step_force(ImplicitWay way, double rest, const law::Elastic& law, double before,
                           double after) {
  if (way == ImplicitWay::dissipate) return {law.force(after), law.slope(after)};
  const Pressing mean = mean_force(law, before, after);
  if (way == ImplicitWay::conserve) return mean;
  return {(1 - rest) * mean.force + rest * law.force(after),
          (1 - rest) * mean.slope + rest * law.slope(after)};
}

}  // namespace scree::step
