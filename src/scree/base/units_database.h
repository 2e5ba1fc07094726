// UDUNITS, asked for one name at a time: what is a "mm" worth?
#pragma once

#include <string>

namespace scree {

/// Powers of the base units that scree's kinds are made of.
struct UnitDimension {
  int metre = 0, kilogram = 0, second = 0, radian = 0;
  bool foreign = false;  // ampere, kelvin, mole, candela: no kind has them

  friend bool operator==(const UnitDimension&, const UnitDimension&) = default;
};

/// SI value = number x 10^shift x multiplier / divisor. Powers of ten are kept apart, because moving a
/// decimal point is exact, and so are divisors, because 36 km/h is then 10 m/s and not nearly so.
struct UnitWorth {
  bool known = false;
  UnitDimension dimension;
  int shift = 0;
  double multiplier = 1, divisor = 1;
};

/// A name of letters with its prefix, "mm" or "millimetres". Names that stand for more than a factor (degrees
/// Celsius, decibels, dates) are not known. Safe to call from several threads. Throws SceneError when the
/// database is missing.
UnitWorth look_up_unit(const std::string& name);

}  // namespace scree
