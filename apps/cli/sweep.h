// Runs every member of a sweep, each by a process of its own in a folder of its own: a member that fails
// takes no other along, and each can be resumed, looked at and rendered like any run.
#pragma once

#include <string>

#include "commands.h"
#include "scree/scene/sweep.h"

namespace scree::cli {

struct SweepOrder {
  Common common;
  std::string folder, until, search, cpu_target;
  bool force = false;
};

/// Writes the scenes of the members into the folder, runs those that are not finished and writes sweep.csv.
/// `bodies`: about how many a member starts with, at most; small members run side by side. Throws SceneError
/// when the folder holds something else. Gives the exit code.
int run_sweep(const scene::Sweep& sweep, double bodies, const SweepOrder& order);

bool is_sweep(const std::string& folder);
/// Throws SceneError, naming the runs, when the folder holds a sweep where one run is wanted.
void require_one_run(const std::string& folder);
/// Goes on with what run_sweep began.
int resume_sweep(const SweepOrder& order);

/// "3 x 2 = 6", for people.
std::string size_text(const scene::Sweep& sweep);

}  // namespace scree::cli
