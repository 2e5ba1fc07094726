// What [let] calls a number.
#pragma once

#include <string>

#include "scree/base/measured.h"

namespace scree::scene {

struct NamedNumber {
  std::string name;
  double value = 0;  // SI
  UnitDimension dimension;
};

}  // namespace scree::scene
