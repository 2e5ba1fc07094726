// Names and arithmetic in the numbers of a scene: "2 * width + 1 mm". Takes a text and what [let] calls a
// number, gives the number; units are carried along and checked.
#pragma once

#include <span>
#include <string_view>

#include "scree/base/measured.h"
#include "scree/base/units.h"
#include "scree/scene/description.h"

namespace scree::scene {

/// Sums, differences, products, quotients, whole powers, parentheses, `pi`, and the functions sqrt, abs, min,
/// max, sin, cos and tan, of numbers with or without units and of names.
Measured evaluate(std::string_view text, std::span<const NamedNumber> names);

/// A number with its unit as parse_quantity reads it, to the same bits; else an expression.
Quantity read_quantity(std::string_view text, Kind kind, std::span<const NamedNumber> names);

/// Why nothing may be called so; empty if it may.
std::string fault_of_name(std::string_view name);

}  // namespace scree::scene
