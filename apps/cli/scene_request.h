// The part of the command line that says which scene, changed how, built with what: shared by run and check.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command_line.h"
#include "scree/scene/description.h"
#include "scree/scene/sweep.h"
#include "scree/sim/simulation.h"

namespace scree::cli {

struct SceneRequest {
  std::string scene;
  std::vector<std::string> settings;  ///< "key=value", of --set
  std::string search, stepper, cpu_target;
  std::optional<std::string> seed;  ///< as written: the reader of scenes checks it like that of a file
};
void add_scene_options(Command& command, SceneRequest& request);
/// The two options that never change a result and may so be given anew when a run is resumed.
void add_method_options(Command& command, std::string& search, std::string& cpu_target);

/// The name again, if there is such a method (or "auto"). Throws SceneError.
const std::string& require_search(const std::string& name);

/// Small enough to be typed and to be read as a number by everything that reads JSON.
std::uint64_t seed_from_clock();

/// The scene's text, which is read once: a pipe tells it only once.
struct SceneSource {
  std::string file;  ///< where it came from
  std::string name;  ///< of the file: "box"
  std::string text;
};
/// Finds and reads the scene's file. Throws SceneError.
SceneSource read_source(const SceneRequest& request);

struct OpenedScene {
  scene::SceneDescription scene;
  sim::BuildOptions options;
  bool seed_from_clock = false;  ///< neither the scene nor the command line gave one
};
/// Nothing when the scene has no [sweep]. `look` sees every member. Throws SceneError.
std::optional<scene::Sweep> open_sweep(const SceneRequest& request, const SceneSource& source,
                                       const std::function<void(const scene::SceneDescription&)>& look = {});
/// One run of the sweep, as a scene.
OpenedScene open_member(const SceneRequest& request, const SceneSource& source, const scene::Sweep& sweep,
                        std::size_t number);
/// Reads the scene; does not build it. The scene has a seed then, also where it must come from the clock, so
/// that the text that is recorded gives the same run again. Throws SceneError.
OpenedScene open_scene(const SceneRequest& request, const SceneSource& source);

}  // namespace scree::cli
