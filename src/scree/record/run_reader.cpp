#include "scree/record/run_reader.h"

#include <fmt/format.h>

#include <utility>

#include "scree/base/error.h"
#include "scree/record/run_folder.h"

namespace scree::record {
namespace {

RunIndex index_of_run(const std::filesystem::path& folder) {
  require_run(folder);
  return read_index(folder);
}

// A writer may have replaced the index and removed the files of the old one since it was read. So when a file
// cannot be read, the index on disk is asked again, and the fault stands only if that names the same file.
template <class Entries, class Read>
auto read_or_look_again(const std::filesystem::path& folder, const RunIndex& index, Entries entries,
                        Read read) {
  RunIndex current = index;
  for (;;) {
    try {
      return read(current);
    } catch (const RunError&) {
      RunIndex newer = read_index(folder);
      if (entries(newer) == entries(current)) throw;
      current = std::move(newer);
    }
  }
}

}  // namespace

RunReader::RunReader(const std::filesystem::path& folder) : folder_(folder), index_(index_of_run(folder)) {}

Frame RunReader::frame(std::size_t index) const {
  if (index >= frame_count())
    throw SceneError(
        Place{}, fmt::format("'{}' has {} frame{}, counted from 0; there is no frame {}", folder_.string(),
                             frame_count(), frame_count() == 1 ? "" : "s", index));
  if (!segment_ || index < segment_entry_.first_frame ||
      index - segment_entry_.first_frame >= segment_entry_.frames) {
    const auto entry_in = [&](const RunIndex& run) {
      if (index >= run.steps.size())
        throw RunError(
            fmt::format("frame {} of '{}' is being computed again by a resumed run; look again later", index,
                        folder_.string()));
      return run.segment_of(index);
    };
    read_or_look_again(folder_, index_, entry_in, [&](const RunIndex& run) {
      const SegmentEntry entry = entry_in(run);
      segment_ = std::make_shared<Segment>(read_segment(folder_, entry));
      segment_entry_ = entry;
      return true;
    });
  }
  return segment_->frame(index - segment_entry_.first_frame);
}

bool RunReader::has_file_of(std::size_t index) const {
  std::error_code ignored;
  return std::filesystem::is_regular_file(
      std::filesystem::symlink_status(folder_ / segment_name(index_.segment_of(index).number), ignored));
}

std::vector<std::uint64_t> RunReader::checkpoint_steps() const {
  std::vector<std::uint64_t> steps;
  for (const CheckpointEntry& entry : index_.checkpoints) steps.push_back(entry.step);
  return steps;
}

std::optional<RecoveredCheckpoint> RunReader::last_checkpoint() const {
  return read_or_look_again(
      folder_, index_, [](const RunIndex& run) { return run.checkpoints; },
      [&](const RunIndex& run) { return recover_checkpoint(folder_, run).checkpoint; });
}

}  // namespace scree::record
