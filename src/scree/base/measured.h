// Numbers of any unit: what names and expressions of scenes are made of.
#pragma once

#include <string>
#include <string_view>

#include "scree/base/units.h"
#include "scree/base/units_database.h"

namespace scree {

/// In SI, with what it measures.
struct Measured {
  double value = 0;
  UnitDimension dimension{};
  std::string fault{};  ///< why a text was not understood; empty when it was
};
/// Reads what parse_quantity reads, to the same bits, whatever it measures. Without a unit it is a plain
/// number.
Measured parse_measured(std::string_view text);

const UnitDimension& dimension_of(Kind kind);
/// "a length"; "of unit m3/s" where no kind measures this.
std::string name_of(const UnitDimension& dimension);

}  // namespace scree
