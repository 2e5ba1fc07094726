#include "bench/sphere_bench.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "scree/base/timer.h"
#include "scree/sim/simulation.h"

namespace scree::bench {
namespace {
/// No overlap makes these runs look at their bodies.

/// Memory that this process holds, without what it has freed.
double resident_bytes() {
  malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  double in_all = 0, resident = 0;
  file >> in_all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}
}  // namespace

void keep_best(SphereFigures& best, const SphereFigures& round) {
  SphereFigures kept = round;
  if (best.wall_seconds > 0) {
    kept.cpu_seconds = std::min(kept.cpu_seconds, best.cpu_seconds);
    kept.wall_seconds = std::min(kept.wall_seconds, best.wall_seconds);
  }
  best = std::move(kept);
}

SphereFigures time_scree(const SphereSystem& system, const scene::SceneDescription& scene) {
  const double bytes_before = resident_bytes();
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  sim::advance_to_step(*simulation, static_cast<std::uint64_t>(system.warm_up));

  PhaseTimes& phases = simulation->phases();
  phases.clear();
  const Stopwatch watch;
  const double cpu_before = process_cpu_seconds();
  sim::advance_to_end(*simulation);

  SphereFigures figures;
  figures.cpu_seconds = process_cpu_seconds() - cpu_before;
  figures.wall_seconds = watch.seconds();
  figures.kinetic_energy = simulation->energies().kinetic;
  figures.contacts = simulation->counts().contacts;
  figures.bytes = resident_bytes() - bytes_before;
  for (const PhaseTimes::Phase& phase : phases.phases())
    figures.shares.emplace_back(phase.name, phase.seconds / phases.total());
  return figures;
}

}  // namespace scree::bench
