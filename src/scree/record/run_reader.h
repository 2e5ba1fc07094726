// Reads a run folder, also while it is being written: gives provenance, frames, totals and checkpoints to the
// command line, the exports and later the laboratory and Python. Never waits for a writer. One reader serves
// one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scree/record/recover.h"
#include "scree/record/run_index.h"
#include "scree/record/run_store.h"
#include "scree/record/segment.h"

namespace scree::record {

class RunReader {
 public:
  /// Throws SceneError when the folder is no run, RunError when its index is damaged. Sees the run as it is
  /// now; a later reader may see more frames.
  explicit RunReader(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  const Provenance& provenance() const { return index_.provenance; }
  bool completed() const { return index_.completed; }
  /// As given to `finish` or `pause`, JSON; empty while the run goes on or after a kill.
  const std::string& summary() const { return index_.summary; }

  std::size_t frame_count() const { return index_.steps.size(); }
  std::uint64_t frame_step(std::size_t index) const { return index_.steps.at(index); }
  double frame_time(std::size_t index) const { return index_.times.at(index); }  ///< [s]
  /// Whether the file with this frame is in the folder; says nothing about damage.
  bool has_file_of(std::size_t index) const;
  /// Numbers about the whole, one value per frame; not a number where a frame has none of that name.
  const std::map<std::string, std::vector<double>>& totals() const { return index_.totals; }
  /// Throws SceneError when there is no such frame, RunError when its file is damaged. Reading in order is
  /// fast: the frames of one file are kept in memory.
  Frame frame(std::size_t index) const;

  /// Everything that was measured, by name.
  const MeasureTables& measures() const { return index_.measures; }

  /// Steps of the checkpoints that the index names, oldest first.
  std::vector<std::uint64_t> checkpoint_steps() const;
  /// The newest that can be read; none when the run has not saved any. Throws RunError when none can be read.
  std::optional<RecoveredCheckpoint> last_checkpoint() const;

 private:
  std::filesystem::path folder_;
  RunIndex index_;
  mutable std::shared_ptr<const Segment> segment_;  // the last one that was read
  mutable SegmentEntry segment_entry_;
};

}  // namespace scree::record
