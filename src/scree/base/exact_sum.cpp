#include "scree/base/exact_sum.h"

#include <cmath>

namespace scree {

double quantum_for(double largest) {
  if (!(largest > 0) || !std::isfinite(largest)) largest = 1;
  int exponent = 0;
  std::frexp(largest, &exponent);
  exponent = exponent - 46 < -900 ? -900 : exponent - 46;
  return std::ldexp(1.0, exponent);
}

}  // namespace scree
