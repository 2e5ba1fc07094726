// Tree -> TOML text.
#pragma once

#include <string>

#include "scree/scene/tree.h"

namespace scree::scene {

/// Parsing the text gives the same tree again, but for places.
std::string write_toml(const Table& root);

}  // namespace scree::scene
