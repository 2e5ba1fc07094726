// The run folder: takes frames and checkpoints as named columns from sim/, keeps them on disk so that a kill, a full
// disk or a second writer can never leave a file that does not open. DESIGN, "Recording", says how.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scree/base/column.h"

namespace scree::record {

/// What made the run; written once.
struct Provenance {
  std::string version;      // of scree
  std::string scene_name;
  std::string scene_text;   // resolved: reading it again gives the same scene
  std::uint64_t seed = 0;
  int dimension = 3;
  std::string command_line;
  std::string started;      // ISO 8601, UTC
  std::map<std::string, std::string> settings;  // what the run was built with: integrator, search, time_step, ...
};

/// One moment for people to look at: columns with one row per body (in id order; `id` is among them), walls likewise,
/// and numbers about the whole (energies, counts).
struct Frame {
  std::uint64_t step = 0;
  double time = 0;
  std::vector<Column> bodies;
  std::map<std::string, double> totals;
};

/// Everything that is needed to go on, bit for bit. record/ does not look inside.
struct Checkpoint {
  std::uint64_t step = 0;
  double time = 0;
  std::string state_hash;
  std::vector<Column> columns;
};

}  // namespace scree::record
