// What tells a reader what the colours mean: a scale with ticks in a readable unit, or a list of names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scree/picture/colour.h"

namespace scree::picture {

struct Tick {
  double fraction = 0;  ///< along the scale, 0 to 1
  std::string label;
};

struct Legend {
  struct Entry {
    std::string label;
    Colour colour;
  };
  std::string title;           ///< "speed [mm/s]"
  std::vector<Tick> ticks;     ///< of a scale over map_colour; empty: entries instead
  std::vector<Entry> entries;  ///< names
};

/// A range of values [SI] and what they measure.
struct Range {
  double least = 0, most = 1;
  /// 0 to 1; a range without extent gives one half.
  double fraction(double value) const;
};

/// The range widened to round numbers, so that the scale begins and ends at a tick.
Range rounded(const Range& range);

/// "speed" and "m/s" with values of some thousandths give "speed [mm/s]". A unit that takes no prefix (or
/// none at all) is written as it is.
Legend scale_legend(std::string_view title, std::string_view unit, bool takes_prefix, const Range& range);

/// The largest of 1, 2, 5 times a power of ten that does not exceed the length: for rulers.
double round_length(double longest);

/// A number and its unit with a prefix: "5 mm".
std::string length_text(double metres);

}  // namespace scree::picture
