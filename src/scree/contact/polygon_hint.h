// Two polygons that were looked at a step ago: where they touch now, found from where they did then. The
// result is a function of the pair alone; the hint only makes it faster.
#pragma once

#include <cstdint>

#include "scree/contact/polygon_touch.h"

namespace scree::contact {

/// What was found at the last look.
struct PolygonHint {
  enum class State : std::uint16_t { unknown, apart, overlapping };
  std::uint16_t first_feature = 0, second_feature = 0;
  std::uint16_t first_in = 0, second_in = 0, first_out = 0, second_out = 0;
  State state = State::unknown;
};

/// With `is_wanted`, polygons that do not overlap have a direction in which they face each other.
PolygonTouch touch_polygons(const PolygonPair& pair, PolygonHint& hint, bool is_wanted, ClipSpace& space);

}  // namespace scree::contact
