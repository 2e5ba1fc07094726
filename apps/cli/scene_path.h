// Finds the scene file that a person means.
#pragma once

#include <string>
#include <vector>

#include "apps/lab/server/shipped_scenes.h"

namespace scree::cli {

struct ScenePath {
  std::string file;  ///< what to read
  std::string name;  ///< "box" for box.toml, box/scene.toml and the gallery's box: the run goes to box.run
};

/// `word` is a file or a pipe, a folder with a scene.toml, or the name of a gallery scene. Throws SceneError.
ScenePath find_scene(const std::string& word);

using GalleryScene = lab::ShippedScene;
/// The scenes that come with scree, by name; the summary is the first line of the file's comment. Empty where
/// the gallery is not to be found.
std::vector<GalleryScene> gallery();
/// Those of the lessons of the laboratory, but for names that the gallery has, too.
std::vector<GalleryScene> lab_scenes();

}  // namespace scree::cli
