#include "scree/law/elastic.h"

#include "scree/base/math.h"

namespace scree::law {

double restitution_of(double damping_ratio) {
  constexpr double pi = 3.14159265358979323846;
  if (damping_ratio >= 1) return 0;
  return math::exp(-pi * damping_ratio / std::sqrt(1 - damping_ratio * damping_ratio));
}

}  // namespace scree::law
