#include "scree/sim/provenance.h"

#include <fmt/format.h>

#include "scree/sim/summary.h"

namespace scree::sim {
namespace {
constexpr const char* asked_search = "asked_search";
}

record::Provenance provenance_of(const scene::SceneDescription& scene, const BuildOptions& options,
                                 const Simulation& simulation) {
  record::Provenance provenance;
  provenance.version = version();
  provenance.scene_name = scene.name;
  provenance.scene_text = scene.resolved_text;
  provenance.seed = simulation.seed();
  provenance.dimension = simulation.dimension();
  provenance.settings = {
      {"integrator", simulation.integrator_name()},
      {"stepper", simulation.stepper_name()},
      {"search", simulation.search_name()},
      {"cpu_target", simulation.cpu_target()},
      {"time_step", fmt::format("{} s", simulation.time_step().chosen)},
      {"time_step_criterion", simulation.time_step().criterion},
  };
  if (!options.search.empty()) provenance.settings[asked_search] = options.search;
  return provenance;
}

scene::SceneDescription scene_of(const record::Provenance& provenance) {
  return scene::read_scene_text(provenance.scene_text, "the recorded scene", vocabulary());
}

BuildOptions options_of(const record::Provenance& provenance) {
  BuildOptions options;
  options.seed = provenance.seed;
  if (const auto found = provenance.settings.find(asked_search); found != provenance.settings.end())
    options.search = found->second;
  return options;
}

}  // namespace scree::sim
