// The index of a run: what made it, which files hold its frames and checkpoints, and the numbers about the
// whole of every frame. Small, and always replaced as a whole: it alone decides what belongs to the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "scree/base/hash.h"
#include "scree/record/measure_table.h"
#include "scree/record/run_store.h"
#include "scree/record/segment.h"

namespace scree::record {

struct SegmentEntry {
  std::uint64_t number = 0;  ///< in its file's name
  std::uint64_t first_frame = 0;
  std::uint64_t frames = 0;
  Hash128 hash;  ///< of the sealed file: a file of another run is not mistaken for it

  friend bool operator==(const SegmentEntry&, const SegmentEntry&) = default;
};

struct CheckpointEntry {
  std::uint64_t step = 0;
  double time = 0;           ///< [s]
  std::uint64_t frames = 0;  ///< recorded before it; those after are computed again on resume
  Hash128 hash;

  friend bool operator==(const CheckpointEntry&, const CheckpointEntry&) = default;
};

struct RunIndex {
  Provenance provenance;
  std::vector<SegmentEntry> segments;                 ///< in order, without gaps
  std::vector<CheckpointEntry> checkpoints;           ///< oldest first
  std::vector<std::uint64_t> steps;                   ///< of every frame
  std::vector<double> times;                          ///< of every frame [s]
  std::map<std::string, std::vector<double>> totals;  ///< of every frame; not a number where a frame has none
  MeasureTables measures;
  bool completed = false;
  std::string summary;  ///< JSON; empty while the run goes on

  void append(const Segment& segment, std::uint64_t number, const Hash128& hash);
  /// Forgets frames from this one on; it must be the first of a segment or the end.
  void drop_frames_from(std::uint64_t first);
  void drop_samples_after(std::uint64_t step);
  /// Puts one segment, with their frames, in the place of those from `begin` to before `end`.
  void join(std::size_t begin, std::size_t end, std::uint64_t number, const Hash128& hash);
  std::uint64_t next_segment_number() const;
  /// The segment that holds a frame.
  const SegmentEntry& segment_of(std::uint64_t frame) const;
  /// Names of the segments and checkpoints.
  std::set<std::string> files() const;

  friend bool operator==(const RunIndex&, const RunIndex&) = default;
};

/// The file image, with room for the seal.
std::vector<std::byte> encode(const RunIndex& index);
/// Throws Hdf5Error when the image is not that of an index.
RunIndex decode_index(std::span<const std::byte> image);

/// The index of a folder; throws RunError, with the file's name, when it cannot be read.
RunIndex read_index(const std::filesystem::path& folder);
/// The files that the index names; throw RunError, with the file's name, when they are damaged or of another
/// run.
Segment read_segment(const std::filesystem::path& folder, const SegmentEntry& entry);
/// Only that it is there and whole: for those who do not want its frames.
void require_segment(const std::filesystem::path& folder, const SegmentEntry& entry);
Checkpoint read_checkpoint(const std::filesystem::path& folder, const CheckpointEntry& entry);

}  // namespace scree::record
