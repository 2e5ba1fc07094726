#include "scree/sim/provenance.h"

#include <fmt/format.h>

#include "scree/sim/summary.h"

namespace scree::sim {
namespace {
constexpr const char* asked_search = "asked_search";

record::Domain domain_of(const scene::SceneDescription& scene) {
  const scene::DomainBox& box = scene.domain;
  const auto axes = static_cast<std::size_t>(scene.dimension);
  record::Domain domain;
  domain.lo.assign(box.lo.begin(), box.lo.begin() + scene.dimension);
  domain.hi.assign(box.hi.begin(), box.hi.begin() + scene.dimension);
  for (std::size_t k = 0; k < axes; ++k) domain.periodic.push_back(box.periodic[k]);
  if (box.shear)
    domain.shear = {static_cast<std::int32_t>(box.shear->flow),
                    static_cast<std::int32_t>(box.shear->gradient)};
  return domain;
}
}  // namespace

record::Provenance provenance_of(const scene::SceneDescription& scene, const BuildOptions& options,
                                 const Simulation& simulation) {
  record::Provenance provenance;
  provenance.version = version();
  provenance.scene_name = scene.name;
  provenance.scene_text = scene.resolved_text;
  provenance.seed = simulation.methods().seed;
  provenance.dimension = simulation.methods().dimension;
  provenance.domain = domain_of(scene);
  provenance.settings = {
      {"integrator", simulation.methods().integrator},
      {"stepper", simulation.methods().stepper},
      {"search", simulation.methods().search},
      {"cpu_target", simulation.methods().cpu_target},
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
