#include "scene_path.h"

#include <algorithm>
#include <filesystem>

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
}  // namespace

std::vector<GalleryScene> gallery() { return lab::scenes_in(gallery_folder().string()); }

std::vector<GalleryScene> lab_scenes() {
  const fs::path beside = gallery_folder().parent_path() / "lab";
  std::error_code ignored;
  // Where it is installed, the page is in that folder, too.
  std::vector<GalleryScene> scenes =
      lab::scenes_in((fs::is_directory(beside / "scenes", ignored) ? beside / "scenes" : beside).string());
  const std::vector<GalleryScene> shown = gallery();
  std::erase_if(scenes, [&](const GalleryScene& scene) {
    return std::any_of(shown.begin(), shown.end(),
                       [&](const GalleryScene& other) { return other.name == scene.name; });
  });
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
