#include "scree/record/recover.h"

#include <fmt/format.h>

#include "scree/record/run_folder.h"

namespace scree::record {

RecoveredEntry recover_checkpoint(const std::filesystem::path& folder, const RunIndex& index) {
  std::string faults;
  for (std::size_t count = index.checkpoints.size(); count > 0; --count) {
    const CheckpointEntry& entry = index.checkpoints[count - 1];
    try {
      RecoveredCheckpoint recovered{read_checkpoint(folder, entry), {}};
      if (!faults.empty())
        recovered.note = fmt::format("{}; the checkpoint before it is used, at step {}", faults, entry.step);
      return {count, std::move(recovered)};
    } catch (const RunError& error) {
      faults += (faults.empty() ? "" : "; ") + std::string(error.what());
    }
  }
  if (!index.checkpoints.empty())
    throw RunError(
        fmt::format("no checkpoint of '{}' can be read: {}. Its frames are kept; start the run again "
                    "in another folder, or here with --force",
                    folder.string(), faults));
  return {};
}

}  // namespace scree::record
