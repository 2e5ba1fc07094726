#include "scene_request.h"

#include <algorithm>
#include <chrono>

#include "scene_path.h"
#include "scree/scene/files.h"
#include "scree/scene/suggest.h"

namespace scree::cli {
namespace {
scene::Override seed_override(const std::string& seed) { return {"scene.seed=" + seed, "--seed"}; }

std::vector<scene::Override> overrides_of(const SceneRequest& request) {
  std::vector<scene::Override> overrides;
  for (const std::string& setting : request.settings) overrides.push_back({setting});
  if (!request.stepper.empty()) overrides.push_back({"run.stepper=\"" + request.stepper + '"', "--stepper"});
  if (request.seed) overrides.push_back(seed_override(*request.seed));
  return overrides;
}

/// `read` takes overrides and gives the scene.
template <class Read>
OpenedScene open(const SceneRequest& request, std::vector<scene::Override> overrides, Read&& read) {
  OpenedScene opened{read(overrides), {}};
  opened.seed_from_clock = !opened.scene.seed;
  if (opened.seed_from_clock) {
    overrides.push_back(seed_override(std::to_string(seed_from_clock())));
    opened.scene = read(overrides);
  }
  opened.options.seed = opened.scene.seed;
  if (!request.search.empty()) opened.options.search = require_search(request.search);
  opened.options.cpu_target = request.cpu_target;
  return opened;
}
}  // namespace

std::uint64_t seed_from_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count()) %
         1'000'000'000u;
}

void add_method_options(Command& command, std::string& search, std::string& cpu_target) {
  command.add_option("--search", search, "contact search (`scree list search`); never changes a result")
      .type_name("METHOD");
  command.add_option("--cpu", cpu_target, "kernels (`scree list cpu`); never changes a result")
      .type_name("TARGET");
}

void add_scene_options(Command& command, SceneRequest& request) {
  command
      .add_option("scene", request.scene,
                  "a scene file, a folder with a scene.toml, or a name from `scree list scenes`")
      .required()
      .type_name("SCENE");
  command
      .add_option("--set", request.settings,
                  "change a value of the scene, as in --set scene.gravity=[0,0,-1.6]")
      .type_name("KEY=VALUE")
      .one_at_a_time();
  command.add_option("--stepper", request.stepper, "stepper (`scree list steppers`)").type_name("NAME");
  command.add_option("--seed", request.seed, "seed of the random numbers").type_name("N");
  add_method_options(command, request.search, request.cpu_target);
}

const std::string& require_search(const std::string& name) {
  const std::vector<std::string_view> known = sim::vocabulary().searches;
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw SceneError(Place{std::make_shared<const std::string>("--search")},
                     "there is no search method '" + name + "'" + scene::suggestion(name, known));
  return name;
}

SceneSource read_source(const SceneRequest& request) {
  const ScenePath path = find_scene(request.scene);
  scene::FileText file = scene::read_text_file(path.file, scene::largest_scene, false);
  if (!file.fault.empty()) throw SceneError(Place{}, file.fault);
  return {path.file, path.name, std::move(file.text)};
}

std::optional<scene::Sweep> open_sweep(const SceneRequest& request, const SceneSource& source,
                                       const std::function<void(const scene::SceneDescription&)>& look) {
  if (!request.search.empty()) require_search(request.search);
  return scene::read_sweep_text(source.text, source.file, sim::vocabulary(), overrides_of(request), look);
}

OpenedScene open_member(const SceneRequest& request, const SceneSource& source, const scene::Sweep& sweep,
                        std::size_t number) {
  // What the command line changes is in the member's text already.
  return open(request, {}, [&](const std::vector<scene::Override>& overrides) {
    return scene::read_scene_text(sweep.members[number].text, source.file, sim::vocabulary(), overrides);
  });
}

OpenedScene open_scene(const SceneRequest& request, const SceneSource& source) {
  return open(request, overrides_of(request), [&](const std::vector<scene::Override>& overrides) {
    return scene::read_scene_text(source.text, source.file, sim::vocabulary(), overrides);
  });
}

}  // namespace scree::cli
