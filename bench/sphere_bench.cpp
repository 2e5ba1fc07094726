#include "bench/sphere_bench.h"

#include <sys/resource.h>

#include <algorithm>

#include "scree/base/timer.h"
#include "scree/sim/simulation.h"

namespace scree::bench {
namespace {

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

void keep_best(SphereFigures& best, const SphereFigures& round) {
  SphereFigures kept = round;
  if (best.wall_seconds > 0) {
    kept.cpu_seconds = std::min(kept.cpu_seconds, best.cpu_seconds);
    kept.wall_seconds = std::min(kept.wall_seconds, best.wall_seconds);
    kept.bytes_per_body = std::max(kept.bytes_per_body, best.bytes_per_body);
  }
  best = std::move(kept);
}

SphereFigures time_scree(const SphereSystem& system, const scene::SceneDescription& scene) {
  const double bytes_before = peak_bytes();
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  for (int step = 0; step < system.warm_up; ++step) simulation->advance();

  PhaseTimes& phases = simulation->phases();
  phases.clear();
  const Stopwatch watch;
  const double cpu_before = process_cpu_seconds();
  while (!simulation->finished()) simulation->advance();

  SphereFigures figures;
  figures.cpu_seconds = process_cpu_seconds() - cpu_before;
  figures.wall_seconds = watch.seconds();
  figures.kinetic_energy = simulation->energies().kinetic;
  figures.contacts = simulation->contact_count();
  figures.search = simulation->search_name();
  figures.bytes_per_body = (peak_bytes() - bytes_before) / static_cast<double>(simulation->body_count());
  for (const PhaseTimes::Phase& phase : phases.phases())
    figures.shares.emplace_back(phase.name, phase.seconds / phases.total());
  return figures;
}

}  // namespace scree::bench
