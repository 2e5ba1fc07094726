#include "scree/base/exact_sum.h"

#include <cmath>

namespace scree {

double quantum_for(double expected) {
  if (!(expected > 0) || !std::isfinite(expected)) expected = 1;
  int exponent = 0;
  std::frexp(expected, &exponent);
  exponent = exponent - 40 < -900 ? -900 : exponent - 40;
  return std::ldexp(1.0, exponent);
}

}  // namespace scree
