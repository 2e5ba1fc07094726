// Tree -> TOML text.
#pragma once

#include <string>

#include "scree/scene/tree.h"

namespace scree::scene {

/// Parsing the text gives the same tree again, but for places.
std::string write_toml(const Table& root);
/// One value, in one line but for texts of several.
std::string write_value(const Value& value);

}  // namespace scree::scene
