#include "scene_path.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "scree/base/error.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

/// Beside the sources of the build that this program comes from, or where it was installed to.
fs::path gallery_folder() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  for (const fs::path& folder : {program.parent_path() / "../share/scree/gallery",
                                 program.parent_path() / "../../cases/gallery", fs::path("cases/gallery")})
    if (fs::is_directory(folder, ignored)) return fs::weakly_canonical(folder, ignored);
  return {};
}

std::string first_comment(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  const std::size_t begin = line.find_first_not_of("# ");
  return line.rfind('#', 0) == 0 && begin != std::string::npos ? line.substr(begin) : std::string();
}
}  // namespace

std::vector<GalleryScene> gallery() {
  std::vector<GalleryScene> scenes;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(gallery_folder(), ignored)) {
    const fs::path file = entry.path() / "scene.toml";
    if (fs::is_regular_file(file, ignored))
      scenes.push_back({entry.path().filename().string(), first_comment(file), file.string()});
  }
  std::sort(scenes.begin(), scenes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return scenes;
}

ScenePath find_scene(const std::string& word) {
  if (word == "-") return {"/dev/stdin", "scene"};
  std::error_code ignored;
  fs::path path(word);
  if (fs::is_directory(path, ignored)) {
    const fs::path folder = path.has_filename() ? path : path.parent_path();
    path = folder / "scene.toml";
    if (fs::exists(path, ignored))
      return {path.string(), fs::weakly_canonical(folder, ignored).filename().string()};
    throw SceneError(Place{std::make_shared<const std::string>(word)}, "is a folder without a scene.toml");
  }
  if (fs::exists(path, ignored)) return {word, path.stem().string()};
  for (const GalleryScene& scene : gallery())
    if (scene.name == word) return {scene.file, scene.name};
  throw SceneError(Place{std::make_shared<const std::string>(word)},
                   "there is no such file; `scree list scenes` shows the scenes that come with scree");
}

}  // namespace scree::cli
