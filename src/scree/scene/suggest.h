// Guesses which name a mistyped one was meant to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree::scene {

/// Insertions, deletions, replacements and swaps of neighbouring characters that turn one text into the
/// other; upper and lower case count as equal.
int edit_distance(std::string_view a, std::string_view b);

/// The known name that was probably meant: the nearest, or the only one that begins like this; empty if there
/// is none. Ties go to the first.
std::string_view nearest(std::string_view given, std::span<const std::string_view> known);

/// ", did you mean 'radius'?", or "; choose from a, b, c" when no name is near, or "" when there is none to
/// choose.
std::string suggestion(std::string_view given, std::span<const std::string_view> known);

}  // namespace scree::scene
