// The forces of the contact laws as formulas, for `scree explain`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scree::cli {

/// A line each, the symbols and their units last; empty for a law that none are written down for.
std::vector<std::string> law_formulas(std::string_view law);

}  // namespace scree::cli
