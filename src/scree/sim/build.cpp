// From a scene to a simulation, and ways to go on with one.
#include "scree/sim/simulation_of.h"

namespace scree::sim {
namespace {
void advance_once(Simulation& simulation, const Outlook& outlook) {
  if (simulation.advance(outlook).stopped) throw RunError(simulation.faults().stop_reason);
}
}  // namespace

void advance_to_step(Simulation& simulation, std::uint64_t step) {
  const Outlook outlook{.is_looked_at = [step](std::uint64_t next, double) { return next >= step; }};
  while (!simulation.finished() && simulation.step() < step) advance_once(simulation, outlook);
}

void advance_to_time(Simulation& simulation, double time) {
  const Outlook outlook{.is_looked_at = [time](std::uint64_t, double next) { return next >= time; }};
  while (!simulation.finished() && simulation.time() < time) advance_once(simulation, outlook);
}

void advance_to_end(Simulation& simulation) {
  advance_to_step(simulation, std::numeric_limits<std::uint64_t>::max());
}

std::unique_ptr<Simulation> build(const scene::SceneDescription& scene, const BuildOptions& options) {
  if (scene.dimension == 2) return std::make_unique<SimulationOf<2>>(scene, options);
  return std::make_unique<SimulationOf<3>>(scene, options);
}

}  // namespace scree::sim
