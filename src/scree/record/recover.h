// Finds the newest checkpoint of a run that can be read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "scree/record/run_index.h"
#include "scree/record/run_store.h"

namespace scree::record {

/// A checkpoint that was read back. When the newest one could not be read, `note` says which file and why.
struct RecoveredCheckpoint {
  Checkpoint checkpoint;
  std::string note;
};

struct RecoveredEntry {
  std::size_t readable_entries = 0;  ///< of the index's checkpoints, those up to the one that was read
  std::optional<RecoveredCheckpoint> checkpoint;  ///< none: the run has not saved any
};

/// Throws RunError, with their names, when the index names checkpoints and none of them can be read.
RecoveredEntry recover_checkpoint(const std::filesystem::path& folder, const RunIndex& index);

}  // namespace scree::record
