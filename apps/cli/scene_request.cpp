#include "scene_request.h"

#include <algorithm>
#include <chrono>

#include "scene_path.h"
#include "scree/scene/suggest.h"

namespace scree::cli {
namespace {
std::vector<scene::Override> overrides_of(const SceneRequest& request) {
  std::vector<scene::Override> overrides;
  for (const std::string& setting : request.settings) overrides.push_back({setting});
  if (!request.stepper.empty()) overrides.push_back({"run.stepper=\"" + request.stepper + '"'});
  return overrides;
}

OpenedScene with_options(const SceneRequest& request, OpenedScene opened) {
  if (!request.search.empty()) opened.options.search = require_search(request.search);
  opened.options.cpu_target = request.cpu_target;
  opened.options.seed = request.seed ? request.seed : opened.scene.seed;
  opened.seed_from_clock = !opened.options.seed.has_value();
  if (opened.seed_from_clock) opened.options.seed = seed_from_clock();
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

std::optional<scene::Sweep> open_sweep(const SceneRequest& request) {
  if (!request.search.empty()) require_search(request.search);
  std::vector<scene::Override> overrides = overrides_of(request);
  if (request.seed) overrides.push_back({"scene.seed=" + std::to_string(*request.seed)});
  return scene::read_sweep(find_scene(request.scene).file, sim::vocabulary(), overrides);
}

OpenedScene open_member(const SceneRequest& request, const scene::Sweep& sweep, std::size_t number) {
  const ScenePath path = find_scene(request.scene);
  return with_options(
      request,
      {scene::read_scene_text(sweep.members[number].text, path.file, sim::vocabulary()), {}, path.name});
}

OpenedScene open_scene(const SceneRequest& request) {
  const ScenePath path = find_scene(request.scene);
  return with_options(
      request, {scene::read_scene(path.file, sim::vocabulary(), overrides_of(request)), {}, path.name});
}

}  // namespace scree::cli
