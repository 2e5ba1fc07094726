// Runs a simulation in front of a person: what `run` and `resume` have in common.
#pragma once

#include <string>

#include "commands.h"
#include "scree/record/run_store.h"
#include "scree/sim/folder_recorder.h"
#include "scree/sim/runner.h"

namespace scree::cli {

/// Runs from the start, or from the checkpoint if there is one, with progress, Ctrl-C and the report at the
/// end. Gives the exit code.
int drive(sim::Simulation& simulation, sim::RunPlan plan, sim::FolderRecorder& recorder,
          const record::Checkpoint* checkpoint, const std::string& folder, const Common& common);

/// ISO 8601, UTC.
std::string now_text();

}  // namespace scree::cli
