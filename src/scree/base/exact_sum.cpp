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

std::int64_t to_quanta(double term, double quantum) {
  const double quanta = term / quantum;
  if (quanta > most_quanta) return static_cast<std::int64_t>(most_quanta);
  if (quanta > -most_quanta) return std::llrint(quanta);
  return -static_cast<std::int64_t>(most_quanta);  // also for what is not a number
}

}  // namespace scree
