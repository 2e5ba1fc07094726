#include "scree/record/segment.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "scree/record/body_fields.h"
#include "scree/record/h5md.h"

namespace scree::record {
namespace {

const std::string list_path = "/parameters/scree/";
// Walls are not particles, and some readers of H5MD expect a single group of particles.
const std::string bodies_path = "/particles/bodies/";
const std::string walls_path = "/observables/walls/";
const std::string contacts_path = "/observables/contact_list/";

std::uint64_t row_count(const std::vector<Column>& columns) {
  return columns.empty() ? 0 : columns.front().rows;
}

void require_storable(const std::vector<Column>& columns) {
  std::set<std::string> names;
  for (const Column& column : columns) {
    require_plain_name(column.name);
    SCREE_ASSERT(column.name != "box");
    SCREE_ASSERT(names.insert(column.name).second);
    SCREE_ASSERT(column.width > 0);
    SCREE_ASSERT(column.rows == columns.front().rows);
    SCREE_ASSERT(column.bytes.size() == column.rows * column.width * size_of(column.element));
  }
}

}  // namespace

bool Segment::same_columns(const Group& group, const std::vector<Column>& columns) {
  return std::equal(group.columns.begin(), group.columns.end(), columns.begin(), columns.end(),
                    [](const Column& a, const Column& b) {
                      return a.name == b.name && a.element == b.element && a.width == b.width;
                    });
}

bool Segment::accepts(const Frame& frame) const {
  return empty() || (same_columns(bodies_, frame.bodies) && same_columns(walls_, frame.walls) &&
                     same_columns(contacts_, frame.contacts) &&
                     std::equal(totals_.begin(), totals_.end(), frame.totals.begin(), frame.totals.end(),
                                [](const auto& a, const auto& b) { return a.first == b.first; }));
}

void Segment::append(Group& group, const std::vector<Column>& columns) {
  if (group.first_row.empty()) {
    for (const Column& column : columns)
      group.columns.push_back({column.name, column.element, 0, column.width, {}});
    group.first_row.push_back(0);
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    Column& all = group.columns[k];
    all.bytes.insert(all.bytes.end(), columns[k].bytes.begin(), columns[k].bytes.end());
    all.rows += columns[k].rows;
  }
  group.rows.push_back(row_count(columns));
  group.first_row.push_back(group.first_row.back() + row_count(columns));
  group.most_rows = std::max(group.most_rows, row_count(columns));
}

void Segment::add(const Frame& frame) {
  SCREE_ASSERT(accepts(frame));
  require_storable(frame.bodies);
  require_storable(frame.walls);
  require_storable(frame.contacts);
  for (const auto& [name, value] : frame.totals) {
    require_plain_name(name);
    SCREE_ASSERT(name != "walls" && name != "contact_list");
  }
  steps_.push_back(frame.step);
  times_.push_back(frame.time);
  append(bodies_, frame.bodies);
  append(walls_, frame.walls);
  append(contacts_, frame.contacts);
  for (const auto& [name, value] : frame.totals) totals_[name].push_back(value);
}

std::map<std::string, double> Segment::totals(std::size_t index) const {
  std::map<std::string, double> totals;
  for (const auto& [name, values] : totals_) totals[name] = values[index];
  return totals;
}

std::vector<Column> Segment::extract(const Group& group, std::size_t frame) {
  std::vector<Column> columns;
  for (const Column& all : group.columns) {
    const std::size_t row_bytes = all.width * size_of(all.element);
    const auto start = all.bytes.begin() + static_cast<std::ptrdiff_t>(group.first_row[frame] * row_bytes);
    const auto end = start + static_cast<std::ptrdiff_t>(group.rows[frame] * row_bytes);
    columns.push_back({all.name, all.element, group.rows[frame], all.width, {start, end}});
  }
  return columns;
}

Frame Segment::frame(std::size_t index) const {
  SCREE_ASSERT(index < frame_count());
  return {steps_[index],          times_[index], extract(bodies_, index),
          extract(walls_, index), totals(index), extract(contacts_, index)};
}

std::size_t Segment::bytes_per_row(const std::vector<Column>& columns) {
  std::size_t bytes = 0;
  for (const Column& column : columns) bytes += column.width * size_of(column.element);
  return bytes;
}

std::size_t Segment::bytes_on_disk() const {
  return frame_count() * (bytes_per_row(bodies_.columns) * bodies_.most_rows +
                          bytes_per_row(walls_.columns) * walls_.most_rows +
                          bytes_per_row(contacts_.columns) * contacts_.most_rows + 8 * (totals_.size() + 4));
}

std::size_t Segment::bytes_on_disk_with(const Frame& frame) const {
  const std::uint64_t bodies = std::max(bodies_.most_rows, row_count(frame.bodies));
  const std::uint64_t walls = std::max(walls_.most_rows, row_count(frame.walls));
  const std::uint64_t contacts = std::max(contacts_.most_rows, row_count(frame.contacts));
  return (frame_count() + 1) * (bytes_per_row(frame.bodies) * bodies + bytes_per_row(frame.walls) * walls +
                                bytes_per_row(frame.contacts) * contacts + 8 * (frame.totals.size() + 4));
}

void Segment::write(Hdf5File& file, const std::string& path, const std::string& name, const Group& group) {
  std::vector<std::string> names;
  for (const Column& column : group.columns) {
    const std::size_t row_bytes = column.width * size_of(column.element);
    const std::string element = path + column.name;
    const Shape shape = element_shape(group.rows.size(), group.most_rows, column.width);
    names.push_back(column.name);
    file.make_group(element);
    link_times(file, element);
    if (column.rows == group.most_rows * group.rows.size()) {
      file.write(element + "/value", column.element, shape, column.bytes);
      continue;
    }
    std::vector<std::byte> padded(group.most_rows * group.rows.size() * row_bytes);
    const std::span<const std::byte> fill = fill_value(column.element);
    for (std::size_t frame = 0; frame < group.rows.size(); ++frame) {
      std::byte* const start = padded.data() + frame * group.most_rows * row_bytes;
      const std::size_t filled = group.rows[frame] * row_bytes;
      if (filled > 0) std::memcpy(start, column.bytes.data() + group.first_row[frame] * row_bytes, filled);
      for (std::size_t at = filled; at < group.most_rows * row_bytes; at += fill.size())
        std::memcpy(start + at, fill.data(), fill.size());
    }
    file.write(element + "/value", column.element, shape, padded);
  }
  file.write(list_path + name + "_rows", group.rows);
  file.write_text(list_path + name + "_columns", join_lines(names));
}

std::vector<std::byte> Segment::encode(const Provenance& provenance) const {
  MemoryStore store(bytes_on_disk() + (std::size_t{64} << 10));
  Hdf5File file(store, Hdf5File::Mode::create_sealed);
  write_h5md_head(file, provenance);
  write_steps(file, step_path, steps_);
  file.write(time_path, times_);
  const auto offsets = totals_.find(shear_offset_total);
  make_particle_group(file, "bodies", provenance,
                      offsets == totals_.end() ? std::vector<double>(steps_.size()) : offsets->second);
  write(file, bodies_path, "bodies", bodies_);
  write(file, walls_path, "walls", walls_);
  if (!contacts_.columns.empty()) write(file, contacts_path, "contact_list", contacts_);
  std::vector<std::string> names;
  for (const auto& [name, values] : totals_) {
    const std::string element = "/observables/" + name;
    names.push_back(name);
    file.make_group(element);
    link_times(file, element);
    file.write(element + "/value", values);
  }
  file.write_text(list_path + "totals", join_lines(names));
  file.close();
  return store.take();
}

Segment::Group Segment::read(const Hdf5File& file, const std::string& path, const std::string& name,
                             std::size_t frames) {
  Group group;
  group.rows = file.read_values<std::uint64_t>(list_path + name + "_rows");
  if (group.rows.size() != frames) throw Hdf5Error(name + " has another number of frames");
  group.first_row.push_back(0);
  for (const std::uint64_t rows : group.rows) {
    group.first_row.push_back(group.first_row.back() + rows);
    group.most_rows = std::max(group.most_rows, rows);
  }
  for (const std::string& column_name : split_lines(file.read_text(list_path + name + "_columns"))) {
    if (find_column(group.columns, column_name) != nullptr) throw Hdf5Error(column_name + " is there twice");
    Array array = file.read(path + column_name + "/value");
    const std::uint64_t width = array.shape.size() == 3 ? array.shape[2] : 1;
    if (array.shape != element_shape(frames, group.most_rows, width))
      throw Hdf5Error(column_name + " has an unexpected shape");
    if (!is_as_known(column_name, array.element, width))
      throw Hdf5Error(column_name + " has another type or width than it can have");
    const std::size_t row_bytes = width * size_of(array.element);
    std::size_t packed = 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
      const std::size_t size = group.rows[frame] * row_bytes;
      if (size > 0)
        std::memmove(array.bytes.data() + packed, array.bytes.data() + frame * group.most_rows * row_bytes,
                     size);
      packed += size;
    }
    array.bytes.resize(packed);
    group.columns.push_back(
        {column_name, array.element, group.first_row.back(), width, std::move(array.bytes)});
  }
  return group;
}

Segment Segment::decode(std::span<const std::byte> image) {
  ImageView view(image);
  Hdf5File file(view, Hdf5File::Mode::read);
  Segment segment;
  segment.steps_ = read_steps(file, step_path);
  segment.times_ = file.read_values<double>(time_path);
  const std::size_t frames = segment.steps_.size();
  if (segment.times_.size() != frames) throw Hdf5Error("the times of the frames are missing");
  segment.bodies_ = read(file, bodies_path, "bodies", frames);
  segment.walls_ = read(file, walls_path, "walls", frames);
  const std::vector<std::string> lists = file.names_in("/parameters/scree");
  if (std::find(lists.begin(), lists.end(), "contact_list_rows") != lists.end())
    segment.contacts_ = read(file, contacts_path, "contact_list", frames);
  else
    segment.contacts_ = {{}, std::vector<std::uint64_t>(frames), std::vector<std::uint64_t>(frames + 1), 0};
  for (const std::string& name : split_lines(file.read_text(list_path + "totals"))) {
    segment.totals_[name] = file.read_values<double>("/observables/" + name + "/value");
    if (segment.totals_[name].size() != frames) throw Hdf5Error(name + " has another number of frames");
  }
  file.close();
  return segment;
}

}  // namespace scree::record
