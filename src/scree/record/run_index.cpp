#include "scree/record/run_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/record/checkpoint_file.h"
#include "scree/record/h5md.h"
#include "scree/record/run_folder.h"
#include "scree/record/sealed_file.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

template <class Entry, class Value>
std::vector<Value> column_of(const std::vector<Entry>& entries, Value Entry::*member) {
  std::vector<Value> values;
  values.reserve(entries.size());
  for (const Entry& entry : entries) values.push_back(entry.*member);
  return values;
}

template <class Entry, class Value>
void fill(std::vector<Entry>& entries, Value Entry::*member, const std::vector<Value>& values) {
  if (values.size() != entries.size()) throw Hdf5Error("the tables of the index differ in length");
  for (std::size_t k = 0; k < entries.size(); ++k) entries[k].*member = values[k];
}

template <class Entry>
void write_hashes(Hdf5File& file, const std::string& path, const std::vector<Entry>& entries) {
  std::vector<std::uint64_t> words;
  for (const Entry& entry : entries) words.insert(words.end(), {entry.hash.hi, entry.hash.lo});
  file.write(path, Element::u64, {entries.size(), 2}, std::as_bytes(std::span(words)));
}

template <class Entry>
void read_hashes(const Hdf5File& file, const std::string& path, std::vector<Entry>& entries) {
  const std::vector<std::uint64_t> words = file.read_values<std::uint64_t>(path);
  if (words.size() != 2 * entries.size()) throw Hdf5Error("the tables of the index differ in length");
  for (std::size_t k = 0; k < entries.size(); ++k) entries[k].hash = {words[2 * k + 1], words[2 * k]};
}

/// Far more than a run has, and the next number does not overflow.
constexpr std::uint64_t most_segments = std::uint64_t{1} << 62;

// The checksums say that the bytes are as written; this says that what was written makes sense.
void require_consistent(const RunIndex& index) {
  const std::uint64_t all = index.steps.size();
  std::uint64_t frames = 0;
  std::set<std::uint64_t> numbers, ends{0};
  bool consistent = index.times.size() == all && std::all_of(index.times.begin(), index.times.end(),
                                                             [](double time) { return std::isfinite(time); });
  for (const SegmentEntry& entry : index.segments) {
    consistent = consistent && entry.first_frame == frames && entry.frames > 0 &&
                 entry.frames <= all - frames && entry.number < most_segments &&
                 numbers.insert(entry.number).second;
    if (!consistent) break;
    frames += entry.frames;
    ends.insert(frames);
  }
  consistent = consistent && frames == all;
  // `resume` goes back to the end of a segment.
  std::uint64_t last_step = 0;
  for (const CheckpointEntry& entry : index.checkpoints) {
    consistent = consistent && ends.count(entry.frames) > 0 && entry.step >= last_step;
    last_step = entry.step;
  }
  for (const auto& [name, values] : index.totals)
    consistent = consistent && values.size() == index.steps.size();
  if (!consistent) throw Hdf5Error("the index contradicts itself");
}

// As H5MD observables: /observables/NAME/COLUMN is an element with samples x rows numbers. The order of the
// columns is apart, since HDF5 sorts names.
void write_measures(Hdf5File& file, const MeasureTables& measures) {
  file.make_group("/observables");
  for (const auto& [name, table] : measures) {
    const std::string group = "/observables/" + name;
    write_steps(file, group + "/step", table.steps);
    file.write(group + "/time", table.times);
    file.write_text(group + "/columns", join_lines(table.columns));
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      std::vector<double> values;
      for (std::size_t k = column; k < table.values.size(); k += table.columns.size())
        values.push_back(table.values[k]);
      const std::string element = group + "/" + table.columns[column];
      file.make_group(element);
      file.link(element + "/step", group + "/step");
      file.link(element + "/time", group + "/time");
      const Shape shape = table.rows == 1 ? Shape{table.steps.size()} : Shape{table.steps.size(), table.rows};
      file.write(element + "/value", Element::f64, shape, std::as_bytes(std::span(values)));
    }
  }
}

MeasureTables read_measures(const Hdf5File& file) {
  MeasureTables measures;
  for (const std::string& name : file.names_in("/observables")) {
    const std::string group = "/observables/" + name;
    MeasureTable& table = measures[name];
    table.steps = read_steps(file, group + "/step");
    table.times = file.read_values<double>(group + "/time");
    table.columns = split_lines(file.read_text(group + "/columns"));
    const std::size_t samples = table.steps.size(), width = table.columns.size();
    if (samples == 0 || width == 0 || table.times.size() != samples)
      throw Hdf5Error("the measurement " + name + " is empty");
    for (std::size_t column = 0; column < width; ++column) {
      const auto values = file.read_values<double>(group + "/" + table.columns[column] + "/value");
      if (column == 0) {
        table.rows = values.size() / samples;
        table.values.resize(values.size() * width);
      }
      if (values.size() != samples * table.rows)
        throw Hdf5Error("the columns of the measurement " + name + " differ in length");
      for (std::size_t k = 0; k < values.size(); ++k) table.values[k * width + column] = values[k];
    }
  }
  return measures;
}

// Reads a file that the index names, and gives whatever is wrong with it the file's name.
template <class Decode>
auto read_named(const fs::path& path, FileKind kind, const Hash128* expected, Decode decode) {
  const SealedImage image = read_sealed(path, kind);
  if (expected != nullptr && image.hash != *expected)
    throw RunError(
        fmt::format("'{}' is not the file that {} names: it belongs to another run, or to another part of it",
                    path.string(), index_name));
  try {
    return decode(image.bytes);
  } catch (const Hdf5Error& error) {
    throw RunError(fmt::format("'{}' is intact but cannot be understood; {}", path.string(), error.what()));
  }
}

}  // namespace

void RunIndex::append(const Segment& segment, std::uint64_t number, const Hash128& hash) {
  segments.push_back({number, steps.size(), segment.frame_count(), hash});
  for (std::size_t k = 0; k < segment.frame_count(); ++k) {
    for (const auto& [name, value] : segment.totals(k)) {
      std::vector<double>& values = totals[name];
      values.resize(steps.size(), std::numeric_limits<double>::quiet_NaN());
      values.push_back(value);
    }
    steps.push_back(segment.step(k));
    times.push_back(segment.time(k));
  }
  for (auto& [name, values] : totals) values.resize(steps.size(), std::numeric_limits<double>::quiet_NaN());
}

void RunIndex::drop_frames_from(std::uint64_t first) {
  while (!segments.empty() && segments.back().first_frame >= first) segments.pop_back();
  SCREE_ASSERT((segments.empty() ? 0 : segments.back().first_frame + segments.back().frames) == first);
  steps.resize(first);
  times.resize(first);
  for (auto& [name, values] : totals) values.resize(first);
}

void RunIndex::join(std::size_t begin, std::size_t end, std::uint64_t number, const Hash128& hash) {
  SCREE_ASSERT(begin < end && end <= segments.size());
  SegmentEntry joined{number, segments[begin].first_frame, 0, hash};
  for (std::size_t k = begin; k < end; ++k) joined.frames += segments[k].frames;
  const auto first = segments.begin() + static_cast<std::ptrdiff_t>(begin);
  *first = joined;
  segments.erase(first + 1, segments.begin() + static_cast<std::ptrdiff_t>(end));
}

std::uint64_t RunIndex::next_segment_number() const {
  std::uint64_t next = 0;
  for (const SegmentEntry& entry : segments) next = std::max(next, entry.number + 1);
  return next;
}

void RunIndex::drop_samples_after(std::uint64_t step) {
  for (auto& [name, table] : measures) table.drop_after(step);
  std::erase_if(measures, [](const auto& one) { return one.second.steps.empty(); });
}

const SegmentEntry& RunIndex::segment_of(std::uint64_t frame) const {
  SCREE_ASSERT(frame < steps.size());
  const auto after =
      std::upper_bound(segments.begin(), segments.end(), frame,
                       [](std::uint64_t f, const SegmentEntry& entry) { return f < entry.first_frame; });
  return *(after - 1);
}

std::set<std::string> RunIndex::files() const {
  std::set<std::string> names;
  for (const SegmentEntry& entry : segments) names.insert(segment_name(entry.number));
  for (const CheckpointEntry& entry : checkpoints) names.insert(checkpoint_name(entry.step));
  return names;
}

std::vector<std::byte> encode(const RunIndex& index) {
  MemoryStore store((std::size_t{64} << 10) + 8 * index.steps.size() * (index.totals.size() + 2));
  Hdf5File file(store, Hdf5File::Mode::create_sealed);
  write_provenance(file, "/provenance", index.provenance);
  file.write("/segments/number", column_of(index.segments, &SegmentEntry::number));
  file.write("/segments/first_frame", column_of(index.segments, &SegmentEntry::first_frame));
  file.write("/segments/frames", column_of(index.segments, &SegmentEntry::frames));
  write_hashes(file, "/segments/hash", index.segments);
  file.write("/checkpoints/step", column_of(index.checkpoints, &CheckpointEntry::step));
  file.write("/checkpoints/time", column_of(index.checkpoints, &CheckpointEntry::time));
  file.write("/checkpoints/frames", column_of(index.checkpoints, &CheckpointEntry::frames));
  write_hashes(file, "/checkpoints/hash", index.checkpoints);
  write_steps(file, "/frames/step", index.steps);
  file.write("/frames/time", index.times);
  file.make_group("/frames/totals");
  for (const auto& [name, values] : index.totals) file.write("/frames/totals/" + name, values);
  write_measures(file, index.measures);
  file.write_number<std::uint8_t>("/completed", index.completed ? 1 : 0);
  file.write_text("/summary", index.summary);
  // For people with h5py: the whole run can be walked from its index.
  file.make_group("/files");
  for (const std::string& name : index.files()) file.link_to_file("/files/" + name, name);
  file.close();
  return store.take();
}

RunIndex decode_index(std::span<const std::byte> image) {
  ImageView view(image);
  Hdf5File file(view, Hdf5File::Mode::read);
  RunIndex index;
  index.provenance = read_provenance(file, "/provenance");
  const auto numbers = file.read_values<std::uint64_t>("/segments/number");
  index.segments.resize(numbers.size());
  fill(index.segments, &SegmentEntry::number, numbers);
  fill(index.segments, &SegmentEntry::first_frame, file.read_values<std::uint64_t>("/segments/first_frame"));
  fill(index.segments, &SegmentEntry::frames, file.read_values<std::uint64_t>("/segments/frames"));
  read_hashes(file, "/segments/hash", index.segments);
  const auto steps = file.read_values<std::uint64_t>("/checkpoints/step");
  index.checkpoints.resize(steps.size());
  fill(index.checkpoints, &CheckpointEntry::step, steps);
  fill(index.checkpoints, &CheckpointEntry::time, file.read_values<double>("/checkpoints/time"));
  fill(index.checkpoints, &CheckpointEntry::frames, file.read_values<std::uint64_t>("/checkpoints/frames"));
  read_hashes(file, "/checkpoints/hash", index.checkpoints);
  index.steps = read_steps(file, "/frames/step");
  index.times = file.read_values<double>("/frames/time");
  for (const std::string& name : file.names_in("/frames/totals"))
    index.totals[name] = file.read_values<double>("/frames/totals/" + name);
  index.measures = read_measures(file);
  index.completed = file.read_number<std::uint8_t>("/completed") != 0;
  index.summary = file.read_text("/summary");
  file.close();
  require_consistent(index);
  return index;
}

RunIndex read_index(const fs::path& folder) {
  return read_named(folder / index_name, FileKind::index, nullptr, decode_index);
}

Segment read_segment(const fs::path& folder, const SegmentEntry& entry) {
  Segment segment =
      read_named(folder / segment_name(entry.number), FileKind::frames, &entry.hash, Segment::decode);
  if (segment.frame_count() != entry.frames)
    throw RunError(fmt::format("'{}' has {} frames, and {} says {}",
                               (folder / segment_name(entry.number)).string(), segment.frame_count(),
                               index_name, entry.frames));
  return segment;
}

void require_segment(const fs::path& folder, const SegmentEntry& entry) {
  read_named(folder / segment_name(entry.number), FileKind::frames, &entry.hash,
             [](std::span<const std::byte>) {});
}

Checkpoint read_checkpoint(const fs::path& folder, const CheckpointEntry& entry) {
  return read_named(folder / checkpoint_name(entry.step), FileKind::checkpoint, &entry.hash,
                    decode_checkpoint);
}

}  // namespace scree::record
