// Scenes that come with scree: a folder for each, with a scene.toml whose first comment says what it shows.
#pragma once

#include <string>
#include <vector>

namespace scree::lab {

struct ShippedScene {
  std::string name, summary, file;
};

/// By name; empty where there is no such folder.
std::vector<ShippedScene> scenes_in(const std::string& folder);

}  // namespace scree::lab
