#include "scree/record/run_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "scree/record/atomic_file.h"
#include "scree/record/checkpoint_file.h"
#include "scree/record/real_path.h"
#include "scree/record/recover.h"
#include "scree/record/run_folder.h"
#include "scree/record/sealed_file.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kept_checkpoints = 2;
/// So many small files of frames become one.
constexpr std::size_t joined_at_once = 16;

void remove_file(const fs::path& path) { unlink(path.c_str()); }

}  // namespace

RunWriter::RunWriter(const fs::path& folder, const WriterOptions& options)
    : folder_(folder), lock_(folder), options_(options) {}

RunWriter RunWriter::create(const fs::path& folder, Provenance provenance, bool force,
                            const WriterOptions& options) {
  const fs::path place = without_trailing_slash(folder);
  require_free(place, force);
  make_folder(place);
  RunWriter writer(place, options);
  require_free(place, force);  // another run may have come and gone before the lock was ours
  // From here on what the folder holds may be replaced. These do not belong to a new run; they go before
  // its index appears, so that no index stands beside the scene of another run.
  if (kind_of(place) == FolderKind::run)
    for (const fs::path& file : files_for_people(place)) remove_file(file);
  RunIndex index;
  index.provenance = std::move(provenance);
  writer.commit(std::move(index));
  writer.remove_strays();
  writer.restore_scene();
  return writer;
}

RunWriter RunWriter::resume(const fs::path& folder, const WriterOptions& options) {
  const fs::path place = without_trailing_slash(folder);
  require_run(place);
  RunWriter writer(place, options);
  writer.committed_ = read_index(place);
  writer.index_ = writer.committed_;
  RecoveredEntry recovered = recover_checkpoint(place, writer.committed_);
  writer.index_.checkpoints.resize(recovered.readable_entries);
  writer.index_.drop_frames_from(recovered.readable_entries == 0 ? 0
                                                                 : writer.index_.checkpoints.back().frames);
  if (recovered.readable_entries == 0)
    writer.index_.measures.clear();
  else
    writer.index_.drop_samples_after(writer.index_.checkpoints.back().step);
  // Going on over a hole would end in a run that calls itself complete and is not.
  for (const SegmentEntry& segment : writer.index_.segments) {
    try {
      require_segment(place, segment);
    } catch (const RunError& error) {
      throw RunError(
          fmt::format("{}. It holds {} of the run's frames, so the run does not go on. Put the file back, or "
                      "start the run again in another folder, or here with --force",
                      error.what(), segment.frames));
    }
  }
  writer.recovered_ = std::move(recovered.checkpoint);
  writer.remove_strays();
  writer.restore_scene();
  return writer;
}

RunWriter::~RunWriter() {
  try {
    flush();
  } catch (...) {  // whoever needs to know calls flush() first
  }
}

std::optional<RecoveredCheckpoint> RunWriter::take_checkpoint() {
  return std::exchange(recovered_, std::nullopt);
}

void RunWriter::add(const Frame& frame) {
  if (!segment_.empty() &&
      (!segment_.accepts(frame) || segment_.bytes_on_disk_with(frame) > options_.segment_bytes))
    flush();
  segment_.add(frame);
  if (segment_.bytes_on_disk() >= options_.segment_bytes) flush();
}

void RunWriter::add(const Sample& sample) {
  index_.measures[sample.measure].add(sample);
  has_samples_ = true;
}

void RunWriter::flush() {
  if (segment_.empty() && !has_samples_) return;
  explaining_what_is_kept([&] {
    if (segment_.empty())
      commit(next_index());
    else
      write_segment();
  });
}

void RunWriter::save(const Checkpoint& checkpoint) {
  explaining_what_is_kept([&] {
    if (!segment_.empty()) write_segment();
    write_checkpoint(checkpoint);
  });
  join_small_segments();
}

// Checkpoints close segments long before they are full: without this a long run would leave thousands of
// files. It only tidies up, so what goes wrong here is no reason to stop the run.
void RunWriter::join_small_segments() try {
  // `resume` may go back to the older checkpoint, which has to stay at the end of a segment.
  std::size_t end = 0;
  const std::uint64_t settled = committed_.checkpoints.front().frames;
  const std::vector<SegmentEntry>& segments = committed_.segments;
  while (end < segments.size() && segments[end].first_frame + segments[end].frames <= settled) ++end;
  std::size_t begin = end;
  for (std::uintmax_t bytes = 0; begin > 0; --begin) {
    bytes += fs::file_size(folder_ / segment_name(segments[begin - 1].number));
    if (bytes > options_.segment_bytes) break;
  }
  if (end - begin < joined_at_once) return;
  Segment joined;
  for (std::size_t k = begin; k < end; ++k) {
    const Segment part = read_segment(folder_, segments[k]);
    for (std::size_t index = 0; index < part.frame_count(); ++index) {
      const Frame frame = part.frame(index);
      if (!joined.accepts(frame)) {
        joined = Segment();
        begin = k;
      }
      joined.add(frame);
    }
  }
  // Frames of many sizes take more room together than apart.
  if (end - begin < 2 || joined.bytes_on_disk() > options_.segment_bytes) return;
  std::vector<std::byte> image = joined.encode(committed_.provenance);
  const Hash128 hash = seal(FileKind::frames, image);
  const std::uint64_t number = committed_.next_segment_number();
  lock_.check();
  write_atomically(folder_ / segment_name(number), image);
  RunIndex next = next_index();
  next.join(begin, end, number, hash);
  commit(std::move(next));
} catch (const RunError&) {
} catch (const fs::filesystem_error&) {
} catch (const std::bad_alloc&) {
}

void RunWriter::end(const std::string& summary_json, bool completed) {
  explaining_what_is_kept([&] {
    if (!segment_.empty()) write_segment();
    lock_.check();
    write_atomically(folder_ / summary_name, summary_json);
    write_measures();
    RunIndex next = next_index();
    next.completed = completed;
    next.summary = summary_json;
    commit(std::move(next));
  });
}

void RunWriter::write_measures() const {
  for (const auto& [name, table] : index_.measures)
    write_atomically(folder_ / measure_name(name), table.csv());
}

// The run goes on, so it is not complete and what was said at its end does not hold any more.
RunIndex RunWriter::next_index() const {
  RunIndex next = index_;
  next.completed = false;
  next.summary.clear();
  return next;
}

void RunWriter::commit(RunIndex next) {
  std::vector<std::byte> image = encode(next);
  seal(FileKind::index, image);
  lock_.check();
  write_atomically(folder_ / index_name, image);
  const std::set<std::string> kept = next.files();
  for (const std::string& name : committed_.files())
    if (kept.count(name) == 0) remove_file(folder_ / name);
  if (next.summary.empty() && !committed_.summary.empty()) remove_file(folder_ / summary_name);
  committed_ = std::move(next);
  index_ = committed_;
  has_samples_ = false;
}

void RunWriter::write_segment() {
  std::vector<std::byte> image = segment_.encode(index_.provenance);
  const Hash128 hash = seal(FileKind::frames, image);
  // A number that the index on disk does not use: until the commit, the files that it names stay as they are.
  const std::uint64_t number = std::max(index_.next_segment_number(), committed_.next_segment_number());
  lock_.check();
  write_atomically(folder_ / segment_name(number), image);
  RunIndex next = next_index();
  next.append(segment_, number, hash);
  commit(std::move(next));
  segment_ = Segment();
}

void RunWriter::write_checkpoint(const Checkpoint& checkpoint) {
  std::vector<std::byte> image = encode(checkpoint);
  const CheckpointEntry entry{checkpoint.step, checkpoint.time, index_.steps.size(),
                              seal(FileKind::checkpoint, image)};
  const auto same_step = [&](const CheckpointEntry& other) { return other.step == entry.step; };
  const auto same_file = [&](const CheckpointEntry& other) {
    return same_step(other) && other.hash == entry.hash;
  };
  RunIndex next = next_index();
  const bool is_there = std::any_of(next.checkpoints.begin(), next.checkpoints.end(), same_file);
  std::erase_if(next.checkpoints, same_step);
  if (!is_there) {
    // The index must never name a file that is about to change.
    if (std::any_of(committed_.checkpoints.begin(), committed_.checkpoints.end(), same_step)) commit(next);
    lock_.check();
    write_atomically(folder_ / checkpoint_name(entry.step), image);
  }
  next.checkpoints.push_back(entry);
  if (next.checkpoints.size() > kept_checkpoints) next.checkpoints.erase(next.checkpoints.begin());
  commit(std::move(next));
}

// What a killed run left behind: temporaries, and files that its index does not name (any more, or yet).
void RunWriter::remove_strays() const {
  remove_temporaries(folder_);
  const std::set<std::string> kept = committed_.files();
  std::error_code fault;
  for (fs::directory_iterator entry(folder_, fault), end; !fault && entry != end; entry.increment(fault)) {
    const std::string name = entry->path().filename();
    if (is_data_name(name) && kept.count(name) == 0 && is_sealed(entry->path())) remove_file(entry->path());
  }
}

void RunWriter::restore_scene() const {
  std::error_code fault;
  if (!fs::exists(folder_ / scene_name, fault))
    write_atomically(folder_ / scene_name, index_.provenance.scene_text);
}

std::string RunWriter::what_is_kept() const {
  const std::size_t frames = committed_.times.size();
  std::string text = frames == 0 ? "No frame is kept"
                                 : fmt::format("Kept: {} frame{} up to t = {} s", frames,
                                               frames == 1 ? "" : "s", committed_.times.back());
  if (committed_.checkpoints.empty())
    return text + fmt::format(", no checkpoint yet; 'scree resume {}' begins again", folder_.string());
  return text + fmt::format("{} the checkpoint at step {}; go on with 'scree resume {}'",
                            frames == 0 ? ", but" : ", and", committed_.checkpoints.back().step,
                            folder_.string());
}

template <class Action>
void RunWriter::explaining_what_is_kept(Action action) const {
  try {
    action();
  } catch (const WriteError& error) {
    throw RunError(fmt::format("{}. {}", error.what(), what_is_kept()));
  } catch (const std::bad_alloc&) {
    throw RunError(
        fmt::format("there is not enough memory to write '{}'. {}", folder_.string(), what_is_kept()));
  }
}

}  // namespace scree::record
