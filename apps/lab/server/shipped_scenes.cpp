#include "apps/lab/server/shipped_scenes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace scree::lab {
namespace {
namespace fs = std::filesystem;

std::string first_comment(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  const std::size_t begin = line.find_first_not_of("# ");
  return line.rfind('#', 0) == 0 && begin != std::string::npos ? line.substr(begin) : std::string();
}

}  // namespace

std::vector<ShippedScene> scenes_in(const std::string& folder) {
  std::vector<ShippedScene> scenes;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const fs::path file = entry.path() / "scene.toml";
    if (fs::is_regular_file(file, ignored))
      scenes.push_back({entry.path().filename().string(), first_comment(file), file.string()});
  }
  std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return scenes;
}

}  // namespace scree::lab
