// Writes a run folder: takes a Provenance, frames and checkpoints from sim/, and keeps the folder such that a
// kill between any two system calls leaves a run that opens and resumes. docs/record.md says how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "scree/record/folder_lock.h"
#include "scree/record/recover.h"
#include "scree/record/run_index.h"
#include "scree/record/run_store.h"
#include "scree/record/segment.h"

namespace scree::record {

struct WriterOptions {
  std::size_t segment_bytes = std::size_t{32}
                              << 20;  ///< a file of frames is closed when it reaches this size
};

class RunWriter {
 public:
  /// Starts a run. Missing folders are made. A folder that holds a run is replaced only with `force`, and
  /// then only scree's own files in it; a folder that holds anything else is refused with SceneError. Throws
  /// RunError when another writer is at work there or the folder cannot be written.
  static RunWriter create(const std::filesystem::path& folder, Provenance provenance, bool force = false,
                          const WriterOptions& options = {});
  /// Goes on with a run. Nothing on disk changes before the first `flush`, `save`, `pause` or `finish` (or a
  /// full segment); that then also drops the frames after the checkpoint, which the caller computes again.
  /// Throws SceneError when the folder is no run, RunError when its index, every checkpoint that it names, or
  /// frames before the checkpoint are missing or damaged.
  static RunWriter resume(const std::filesystem::path& folder, const WriterOptions& options = {});

  RunWriter(RunWriter&&) = default;
  RunWriter& operator=(RunWriter&&) = delete;
  /// Tries to keep the frames that were added; `flush` before it to hear of errors.
  ~RunWriter();

  const std::filesystem::path& folder() const { return folder_; }
  const Provenance& provenance() const { return index_.provenance; }
  /// Where to go on after `resume`; none: from the start. Moves the checkpoint out, so it is there once.
  std::optional<RecoveredCheckpoint> take_checkpoint();
  /// Whether the run on disk was finished.
  bool completed() const { return committed_.completed; }
  /// Frames so far, those included that are still in memory.
  std::uint64_t frame_count() const { return index_.steps.size() + segment_.frame_count(); }

  /// For the end of a message: what is on disk, and how to go on.
  std::string what_is_kept() const;

  /// Takes a frame; it reaches the disk with the next full segment, `flush`, `save`, `pause` or `finish`.
  /// These throw RunError when something cannot be written: the message says what is kept and how to go on.
  /// They may be called again.
  void add(const Frame& frame);
  /// Takes a row or more of a measurement; it reaches the disk with the next of the calls below.
  void add(const Sample& sample);
  /// Writes the frames in memory, for those who look at the run; `resume` goes back to the last checkpoint
  /// all the same.
  void flush();
  /// Writes the frames in memory and the checkpoint; the last two checkpoints are kept, and small files of
  /// frames joined now and then.
  void save(const Checkpoint& checkpoint);
  /// The run rests at its last checkpoint: writes summary.json.
  void pause(const std::string& summary_json) { end(summary_json, false); }
  /// The run is complete: writes summary.json and says so in the index.
  void finish(const std::string& summary_json) { end(summary_json, true); }

 private:
  RunWriter(const std::filesystem::path& folder, const WriterOptions& options);

  RunIndex next_index() const;
  void commit(RunIndex next);
  void write_segment();
  void write_checkpoint(const Checkpoint& checkpoint);
  void join_small_segments();
  void end(const std::string& summary_json, bool completed);
  void write_measures() const;
  void remove_strays() const;
  void restore_scene() const;
  template <class Action>
  void explaining_what_is_kept(Action action) const;

  std::filesystem::path folder_;
  FolderLock lock_;
  WriterOptions options_;
  RunIndex committed_;  // as on disk
  RunIndex
      index_;  // what the next commit starts from: after `resume`, without the frames to be computed again
  Segment segment_;
  bool has_samples_ = false;  // that are not on disk
  std::optional<RecoveredCheckpoint> recovered_;
};

}  // namespace scree::record
