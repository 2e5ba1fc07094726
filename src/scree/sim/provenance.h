// What a run folder must know to be built again: takes the scene and the options of a run, gives
// record::Provenance, and back. Nothing but the folder is needed to go on with a run.
#pragma once

#include <memory>

#include "scree/record/run_store.h"
#include "scree/scene/description.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

/// Without the command line and the date, which only the program knows.
record::Provenance provenance_of(const scene::SceneDescription& scene, const BuildOptions& options,
                                 const Simulation& simulation);

/// The scene of a recorded run, read again.
scene::SceneDescription scene_of(const record::Provenance& provenance);

/// The options of a recorded run. The kernels' CPU target is not among them: it may be resumed on another
/// machine.
BuildOptions options_of(const record::Provenance& provenance);

}  // namespace scree::sim
